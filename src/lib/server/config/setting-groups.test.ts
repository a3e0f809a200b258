import { expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from './config.ts';

const STRIPE = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_hush',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_hush',
  STRIPE_WEBHOOK_SECRET: 'whsec_hush',
};

test.each([
  [
    'an owner without a site',
    { DATABASE_OWNER_URL: 'postgres://owner:hush@db/x' },
    /^DATABASE_OWNER_URL is set but DATABASE_URL is not/,
  ],
  [
    'a replica of the embedded database',
    { DATABASE_READ_URL: 'postgres://site:hush@replica/x' },
    /^DATABASE_READ_URL is set but DATABASE_URL is not/,
  ],
  [
    'Stripe keys without PAYMENTS',
    { ...STRIPE, PAYMENTS: '' },
    /^STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET is set but PAYMENTS is not/,
  ],
  [
    'a send service without CONTACT_TRANSPORT',
    { SEND_SERVICE_ID: 'hush' },
    /^SEND_SERVICE_ID is set but CONTACT_TRANSPORT is not/,
  ],
  [
    'CONTACT_TRANSPORT=send-service with one id',
    { CONTACT_TRANSPORT: 'send-service', SEND_SERVICE_ID: 'hush' },
    /^CONTACT_TRANSPORT=send-service requires SEND_SERVICE_USER_ID and SEND_SERVICE_TEMPLATE_ID/,
  ],
  ['metrics on the port of the site', { PORT: '3000', METRICS_PORT: '3000' }, /^METRICS_PORT and PORT are the same/],
  [
    'PAYMENTS=stripe with one key',
    { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_hush' },
    /^PAYMENTS=stripe requires STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET\.$/,
  ],
  [
    'a live and a test key',
    { ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_hush' },
    /must both be live keys or both be test keys/,
  ],
  [
    'keys of a bucket without a bucket',
    { S3_SECRET_ACCESS_KEY: 'hush', S3_ENDPOINT: 'https://s3.example' },
    /^S3_ENDPOINT and S3_SECRET_ACCESS_KEY is set but S3_BUCKET is not/,
  ],
  [
    'half of the keys of a bucket',
    { S3_BUCKET: 'cars', S3_SECRET_ACCESS_KEY: 'hush' },
    /^S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together/,
  ],
  [
    'a mail server without a sender',
    { SMTP_URL: 'smtp://me:hush@mail.example' },
    /^SMTP_URL is set but MAIL_FROM is not/,
  ],
  [
    'a service of rates without its key',
    { EXCHANGE_RATES: 'openexchangerates' },
    /^EXCHANGE_RATES=openexchangerates and/,
  ],
  [
    'a key of rates without its service',
    { OPENEXCHANGERATES_KEY: 'hush12345' },
    /^EXCHANGE_RATES=openexchangerates and/,
  ],
  [
    'two sources of rates',
    { EXCHANGE_RATES: 'ecb', EXCHANGE_RATES_URL: 'https://rates.example/hush' },
    /^EXCHANGE_RATES_URL is the earlier name/,
  ],
  ['a place of backups without a key', { BACKUP_TO: '/mnt/backups' }, /^BACKUP_TO is set but BACKUP_KEY is not/],
  ['a key of backups without a place', { BACKUP_KEY: '/etc/hush.key' }, /^BACKUP_KEY is set but BACKUP_TO is not/],
  [
    'backups of an external database',
    { BACKUP_TO: '/mnt/backups', BACKUP_KEY: '/etc/hush.key', DATABASE_URL: 'postgres://site:hush@db/x' },
    /^BACKUP_TO backs up the embedded database only/,
  ],
  [
    'backups in the bucket of the files',
    { BACKUP_TO: 's3://cars/backups', BACKUP_KEY: '/etc/hush.key', S3_BUCKET: 'cars' },
    /^BACKUP_TO and S3_BUCKET are the same bucket/,
  ],
  [
    'backups in the data folder',
    { BACKUP_TO: '/data/backups', BACKUP_KEY: '/etc/hush.key', DATA_DIR: '/data' },
    /^BACKUP_TO is inside DATA_DIR/,
  ],
])('refuses %s in one line that names the settings and no value', (_what, environment, message) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).toThrow(/^(?!.*hush)[^\n]+$/);
});

test('accepts complete groups, and empty variables as unset', () => {
  expect(() => readConfig(STRIPE)).not.toThrow();
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'hi@cars.example' })).not.toThrow();
  expect(() => readConfig({ S3_BUCKET: 'cars', S3_REGION: 'eu-west-1' })).not.toThrow();
  const access = { BACKUP_KEY: '/etc/backup.key', S3_REGION: 'eu-west-1' };
  const { s3, backup } = readConfig({ ...access, BACKUP_TO: 's3://safe-place/cars' });
  expect(s3).toBeUndefined();
  expect(backup?.place).toMatchObject({ s3: { bucket: 'safe-place', region: 'eu-west-1' }, prefix: 'cars' });
  expect(() => readConfig({ STRIPE_SECRET_KEY: '', S3_ENDPOINT: '', DATABASE_OWNER_URL: '' })).not.toThrow();
});
