import { expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from './config.ts';
import { settings } from './settings.ts';

test('returns the defaults for an empty environment', () => {
  expect(readConfig({})).toMatchObject({ port: 3000, demoListings: 4200, databaseUrl: undefined, logLevel: 'warn' });
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined });
});

const BAD: [name: string, value: string][] = [
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://x'],
  ['PUBLIC_URL', 'cars.example'],
  ['PUBLIC_URL', 'https://cars.example/shop'],
  ['PUBLIC_URL', 'https://cars.example/?a=1'],
  ['PUBLIC_URL', 'https://me:hush@cars.example'],
  ['HOST', '3000'],
  ['HOST', 'http://127.0.0.1'],
  ['DEMO_LISTINGS', '-1'],
  ['LOG_LEVEL', 'loud'],
  ['CHAT_NUMBER', '+86 138'],
  ['SMTP_URL', 'mail.example:587'],
  ['SMTP_URL', 'http://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://me@mail.example'],
  ['SMTP_URL', 'smtp://mail.example:99999'],
  ['CONTACT_EMAIL', 'office'],
  ['ENCRYPTION_KEY', 'a secret'],
  ['ENCRYPTION_OLD_KEYS', `${'A'.repeat(43)}=,a secret`],
  ['CONTACT_TRANSPORT', 'pigeon'],
  ['SEND_SERVICE_URL', 'ftp://send.example'],
  ['MAIL_FROM', 'CarQuay'],
  ['MAIL_FROM', 'a@b.example, c@d.example'],
  ['MAIL_FROM', 'Cars\r\nBcc: x@y.example <a@b.example>'],
  ['DRAIN_SECONDS', '-1'],
  ['METRICS_PORT', '0'],
  ['TRUST_PROXY', 'yes'],
  ['READS_PER_MINUTE', '1.5'],
  ['KEY_READS_PER_MINUTE', '0'],
  ['INVENTORY', 'redis'],
  ['DATABASE_URL', 'postgres://me:hush#hush@db/x'],
  ['DATABASE_URL', 'postgres://me:hush@db:99999/x'],
  ['DATABASE_OWNER_URL', 'owner:hush@db'],
  ['DATABASE_READ_URL', 'http://me:hush@db'],
  ['DATABASE_POOL', '1'],
  ['ADMIN_EMAIL', 'hush'],
  ['ADMIN_PASSWORD', 'hush'],
  ['ADMIN_PASSWORD', 'hush'.repeat(33)],
  ['PASSWORD_POLICY', 'none'],
  ['PASSWORD_PEPPER', 'hush'],
  ['UNCONFIRMED_MAY_TRADE', 'true'],
  ['REMIND_OFFICE_DAYS', '0'],
  ['SECURITY_CONTACT', 'hush'],
  ['S3_ENDPOINT', 'https://me:hush@s3.example'],
  ['S3_FORCE_PATH_STYLE', 'true'],
  ['BACKUP_TO', 's3://bucket'],
  ['BACKUP_KEY', 'hush'],
  ['PAYMENTS', 'paypal'],
  ['PAYMENT_DELAY_MS', '9000'],
  ['REMIND_OFFICE_DAYS', '0'],
  ['STRIPE_API', 'stripe.example'],
  ['DOCUMENT_KEYS', 'hush'],
  ['ISSUER_TIME_ZONE', 'Mars/Base'],
  ['EXCHANGE_RATES', 'http://rates.example'],
  ['EXCHANGE_RATES', 'my-bank'],
  ['OPENEXCHANGERATES_KEY', 'two words'],
  ['EXCHANGE_RATES_URL', 'http://rates.example'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://me:hush@127.0.0.1:4318'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:4318/?key=hush'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hush'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.01'],
  ['OTEL_SERVICE_NAME', 'x'.repeat(101)],
  ['HISTORY_REPORT_URL', 'javascript:alert(1)'],
];
/** Any text is right for these; the start tries those that name a place. */
const FREE =
  /^(DATA_DIR|S3_BUCKET|S3_REGION|S3_ACCESS_KEY_ID|S3_SECRET_ACCESS_KEY|(STRIPE|SEND_SERVICE)_(\w+_)?(ID|KEY|SECRET))$/;

test.each(BAD)('rejects %s=%s with one sentence that names the setting and not its value', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^The setting ${name} must [^\\n]+\\.$`));
  expect(read).toThrow(/^(?!.*hush)/);
});

test('a bad value of every setting is tried', () => {
  const tried = new Set(BAD.map(([name]) => name));
  expect(Object.keys(settings.shape).filter((name) => !tried.has(name) && !FREE.test(name))).toEqual([]);
});

test('reads MAIL_FROM as a name and an address, or as an address', () => {
  expect(readConfig({}).mailFrom).toEqual({ name: 'CarQuay', address: 'no-reply@carquay.example' });
  expect(readConfig({ MAIL_FROM: '"Cars, Ltd" <hi@cars.example>' }).mailFrom).toEqual({
    name: 'Cars, Ltd',
    address: 'hi@cars.example',
  });
  expect(readConfig({ MAIL_FROM: 'hi@cars.example' }).mailFrom).toEqual({ name: '', address: 'hi@cars.example' });
});

test('contactEmail is CONTACT_EMAIL, else the login of the first administrator', () => {
  expect(readConfig({}).contactEmail).toBe('admin@carquay.example');
  expect(readConfig({ ADMIN_EMAIL: 'you@cars.example' }).contactEmail).toBe('you@cars.example');
  expect(readConfig({ ADMIN_EMAIL: 'you@cars.example', CONTACT_EMAIL: 'desk@cars.example' }).contactEmail).toBe(
    'desk@cars.example',
  );
});

test('does not repeat an invalid SMTP_URL in the error, because it may contain a password', () => {
  expect(() => readConfig({ SMTP_URL: 'http://me:hunter2@mail.example' })).toThrow(/^(?!.*hunter2)/);
});

test('reads the bucket with or without keys', () => {
  const S3_BUCKET = 'cars';
  expect(readConfig({}).s3).toBeUndefined();
  expect(readConfig({ S3_BUCKET }).s3).toMatchObject({ bucket: 'cars', region: 'us-east-1', credentials: undefined });
  const login = { S3_ACCESS_KEY_ID: 'me', S3_SECRET_ACCESS_KEY: 'hush' };
  expect(readConfig({ S3_BUCKET, ...login }).s3?.credentials).toEqual({ accessKeyId: 'me', secretAccessKey: 'hush' });
});

test('reads the Stripe keys only if PAYMENTS=stripe', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_1', STRIPE_PUBLISHABLE_KEY: 'pk_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  expect(readConfig({ PAYMENTS: 'simulated', ...keys }).payments.stripe).toBeUndefined();
  expect(readConfig({ PAYMENTS: 'stripe', ...keys }).payments.stripe).toEqual({
    secretKey: 'sk_1',
    publishableKey: 'pk_1',
    webhookSecret: 'whsec_1',
    api: undefined,
  });
});

test('demoListings is 0 with an external database or an https address unless DEMO_LISTINGS is set', () => {
  const DATABASE_URL = 'postgres://site@db.internal/carquay';
  expect(readConfig({ DATABASE_URL }).demoListings).toBe(0);
  expect(readConfig({ DATABASE_URL, DEMO_LISTINGS: '' }).demoListings).toBe(0);
  expect(readConfig({ DATABASE_URL, DEMO_LISTINGS: '50' }).demoListings).toBe(50);
  expect(readConfig({ PUBLIC_URL: 'https://cars.example' }).demoListings).toBe(0);
  expect(readConfig({ PUBLIC_URL: 'http://localhost:3000' }).demoListings).toBe(4200);
  expect(readConfig({ DEMO_LISTINGS: '0' }).demoListings).toBe(0);
});

test('reads both database URLs', () => {
  const owner = { DATABASE_OWNER_URL: 'postgres://owner@db.internal/carquay' };
  const both = { ...owner, DATABASE_URL: 'postgres://site@db.internal/carquay' };
  expect(readConfig(both)).toMatchObject({
    databaseUrl: both.DATABASE_URL,
    databaseOwnerUrl: owner.DATABASE_OWNER_URL,
  });
});

test('a real site fetches exchange rates by default, and a demo does not', () => {
  const sourceOf = (environment: Record<string, string>) => readConfig(environment).exchangeRates?.name;
  expect(sourceOf({})).toBeUndefined();
  expect(sourceOf({ PUBLIC_URL: 'https://cars.example' })).toBe('exchange-api');
  expect(sourceOf({ DATABASE_URL: 'postgres://a@b/c', EXCHANGE_RATES: 'none' })).toBeUndefined();
  expect(sourceOf({ EXCHANGE_RATES: 'ecb' })).toBe('ecb');
  expect(sourceOf({ EXCHANGE_RATES: 'https://rates.example/today?key=1' })).toBe('rates.example');
  expect(sourceOf({ EXCHANGE_RATES_URL: 'https://rates.example/today?key=1' })).toBe('rates.example');
  expect(sourceOf({ EXCHANGE_RATES: 'openexchangerates', OPENEXCHANGERATES_KEY: 'a1b2c3d4' })).toBe(
    'openexchangerates',
  );
});
