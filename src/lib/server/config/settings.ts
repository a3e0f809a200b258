import { resolve } from 'node:path';
import { z } from 'zod';
import { PRODUCT_NAME } from '../../product.ts';
import { keysIn } from '../backup/backup-keys.ts';
import { readMailbox } from '../mail/mail-address.ts';
import { isAllowedUrl } from '../outbound/get-json.ts';
import { isEncryptionKey } from '../secrets/key-file.ts';
import { RATE_SERVICES } from './rate-sources.ts';

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Visible characters and spaces. */
const VALUE = /^[\x20-\x7e]*$/;

/** Reads headers like `name=value,other=a%20value`. Returns null if the text is not of this form. */
export function readHeaders(list: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const pair of list.split(',')) {
    const [name = '', ...value] = pair.trim().split('=');
    const text = decode(value.join('='));
    if (value.length === 0 || !NAME.test(name) || text === null || !VALUE.test(text)) return null;
    headers[name] = text;
  }
  return headers;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A setting. An empty variable counts as unset. */
const setting = <Value extends z.ZodType>(value: Value, description: string) =>
  z.preprocess((text) => (text === '' ? undefined : text), value).describe(description);
const text = z.string();
const isOrigin = (url: string) => {
  const { pathname, search, hash, username } = new URL(url);
  return pathname + search + hash + username === '/';
};
/** Rejects what it would otherwise drop silently, such as a path. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be a URL like https://cars.example', abort: true })
  .refine(isOrigin, { error: 'must be only scheme, host and port, like https://cars.example, without a path or login' })
  .transform((url) => new URL(url).origin);
const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true });
const isBare = (url: string) => {
  const { username, password, search, hash } = new URL(url);
  return username + password + search + hash === '';
};
const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a URL like postgres://user:password@host:5432/name',
});
const mailServerUrl = z
  .url({
    protocol: /^smtps?$/,
    hostname: /./,
    error: 'must be a URL like smtp://user:password@mail.example:587',
    abort: true,
  })
  .refine((url) => (new URL(url).username === '') === (new URL(url).password === ''), {
    error: 'must have both a user and a password, or neither',
  });
const email = z.email({ error: 'must be an email address' });
const yesOrNo = z.enum(['yes', 'no'], { error: 'must be yes or no' });
const NOT_A_KEY = 'must be 32 bytes in base64, such as the output of openssl rand -base64 32';
const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number({ error: `must be a whole number from ${min} to ${max}` })
    .int({ error: 'must be a whole number' })
    .min(min, { error: `must be at least ${min}` })
    .max(max, { error: `must be at most ${max}` });

const server = {
  PORT: setting(wholeNumber(1, 65_535).default(3000), 'Port to listen on'),
  HOST: setting(
    text
      .refine((host) => !/[\s/]|^\d+$/.test(host), {
        error: 'must be an address or name of this machine, like 127.0.0.1',
      })
      .default('0.0.0.0'),
    'Address to listen on',
  ),
  PUBLIC_URL: setting(
    origin.optional(),
    'Origin visitors use, also the base of links in emails; https turns on secure cookies; unset: http://localhost:PORT',
  ),
  DRAIN_SECONDS: setting(
    wholeNumber(0, 120).default(0),
    'Seconds to keep answering after SIGTERM while /api/ready fails, until the proxy stops sending requests',
  ),
  METRICS_PORT: setting(
    wholeNumber(1, 65_535).optional(),
    'Port on HOST that serves /metrics to Prometheus; do not make it public; unset: no metrics',
  ),
  TRUST_PROXY: setting(wholeNumber(0, 10).default(0), 'Number of trusted proxies in front of the site'),
  READS_PER_MINUTE: setting(
    wholeNumber(0, 1_000_000).default(300),
    'Points that one client may spend on reads per minute, cached responses excluded: a car or list costs 1, a search or page 2; 0: no limit',
  ),
  KEY_READS_PER_MINUTE: setting(
    wholeNumber(1, 1_000_000).default(1_200),
    'Points that the API keys of one user may spend together on reads per minute, independent of READS_PER_MINUTE',
  ),
  INVENTORY: setting(
    z.enum(['memory', 'sql'], { error: 'must be memory or sql' }).default('memory'),
    'What answers lists of cars: memory is an index in each process, sql the database',
  ),
  DATA_DIR: setting(
    text.default('.data').transform((path) => resolve(path)),
    'Folder for the embedded database, uploads, pictures and first logins',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['silent', 'error', 'warn', 'info', 'debug'], { error: 'must be silent, error, warn, info or debug' })
      .default('warn'),
    'Least severe level to log; info adds a line per request',
  ),
};

const database = {
  DATABASE_URL: setting(
    databaseUrl.optional(),
    'External PostgreSQL, version 15 or newer; unset: the embedded database',
  ),
  DATABASE_OWNER_URL: setting(
    databaseUrl.optional(),
    'URL of the same database with the role that owns its tables; unset: DATABASE_URL',
  ),
  DATABASE_READ_URL: setting(
    databaseUrl.optional(),
    'URL of one streaming replica of DATABASE_URL, for public reads that may be up to a second old; unset: all reads go to DATABASE_URL',
  ),
  DATABASE_POOL: setting(
    wholeNumber(2, 200).default(10),
    'Maximum database connections of a process for requests and jobs; it opens up to 6 more for short reads, reports and checks, and as many on the replica in DATABASE_READ_URL',
  ),
  DEMO_LISTINGS: setting(
    wholeNumber(0, 1_000_000).optional(),
    'Number of demo cars created in an empty database; 0: none; unset: 4200 in the embedded database, none with DATABASE_URL or an https PUBLIC_URL',
  ),
};

const accounts = {
  ADMIN_EMAIL: setting(email.optional(), 'Login of the first administrator; unset: admin@carquay.example'),
  ADMIN_PASSWORD: setting(
    text
      .min(6, { error: 'must have at least 6 characters' })
      .max(128, { error: 'must have at most 128 characters' })
      .optional(),
    'Password of the first administrator; unset: a generated one, printed once',
  ),
  PASSWORD_POLICY: setting(
    z.enum(['basic', 'strict'], { error: 'must be basic or strict' }).default('basic'),
    'Rule for new passwords of users; basic: at least 6 characters and not among the first 500 guesses; strict: 8 characters and harder to guess. Staff always need 10 characters that are hard to guess',
  ),
  PASSWORD_PEPPER: setting(
    text.min(16, { error: 'must have at least 16 characters' }).optional(),
    'Secret mixed into every password hash; set it before the first start and never change it',
  ),
  ENCRYPTION_KEY: setting(
    text.refine(isEncryptionKey, { error: NOT_A_KEY }).optional(),
    'Key that encrypts secrets in the database, 32 bytes in base64; unset: the first key in DATA_DIR/encryption.key, created at the first start',
  ),
  ENCRYPTION_OLD_KEYS: setting(
    text
      .transform((keys) => keys.split(',').map((key) => key.trim()))
      .refine((keys) => keys.every(isEncryptionKey), { error: NOT_A_KEY })
      .default([]),
    'Former encryption keys, separated by commas; the start re-encrypts their values with the current key',
  ),
  UNCONFIRMED_MAY_TRADE: setting(
    yesOrNo.default('yes'),
    'Whether users with an unconfirmed email address may list cars and pay',
  ),
};

const mail = {
  SMTP_URL: setting(
    mailServerUrl.optional(),
    'Mail server, smtp:// or smtps://; unset: emails are written to files in DATA_DIR/mails',
  ),
  MAIL_FROM: setting(
    text.default(`${PRODUCT_NAME} <no-reply@carquay.example>`).transform((sender, context) => {
      const mailbox = readMailbox(sender);
      if (mailbox) return mailbox;
      context.addIssue({ code: 'custom', message: 'must be an email address, such as Cars <no-reply@cars.example>' });
      return z.NEVER;
    }),
    'Sender of all emails; must be set with SMTP_URL',
  ),
  CONTACT_EMAIL: setting(
    email.optional(),
    'Email address that receives contact form messages; unset: the login of the first administrator',
  ),
  SECURITY_CONTACT: setting(
    email.optional(),
    'Email address for reports of vulnerabilities, in /.well-known/security.txt; unset: CONTACT_EMAIL',
  ),
  CONTACT_TRANSPORT: setting(
    z.enum(['own', 'send-service'], { error: 'must be own or send-service' }).default('own'),
    'How contact messages are sent: own emails them; send-service uses the service in the SEND_SERVICE settings',
  ),
  SEND_SERVICE_URL: setting(webUrl.default('https://api.emailjs.com/api/v1.0/email/send'), 'URL of the send service'),
  SEND_SERVICE_USER_ID: setting(text.optional(), 'User ID at the send service'),
  SEND_SERVICE_ID: setting(text.optional(), 'Service ID at the send service'),
  SEND_SERVICE_TEMPLATE_ID: setting(text.optional(), 'Template ID at the send service'),
};

const uploads = {
  S3_BUCKET: setting(text.optional(), 'S3-compatible bucket for user uploads; unset: a folder in DATA_DIR'),
  S3_REGION: setting(text.default('us-east-1'), 'Region of the bucket'),
  S3_ENDPOINT: setting(
    origin.optional(),
    'Endpoint URL of a non-AWS provider, such as https://s3.provider.example; unset: AWS',
  ),
  S3_ACCESS_KEY_ID: setting(
    text.optional(),
    'Access key ID for the bucket; unset: the AWS SDK finds credentials, for example from the machine’s role',
  ),
  S3_SECRET_ACCESS_KEY: setting(text.optional(), 'Secret access key for the bucket'),
  S3_FORCE_PATH_STYLE: setting(yesOrNo.default('no'), 'yes: the bucket name is part of the path, not of the host name'),
};

const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*)\/?$/;
const backups = {
  BACKUP_TO: setting(
    text
      .transform((place, context) => {
        if (!place.includes('://')) return { folder: resolve(place) };
        const [, bucket, prefix] = BUCKET_URL.exec(place) ?? [];
        if (bucket !== undefined && prefix !== undefined) return { bucket, prefix };
        context.addIssue({ code: 'custom', message: 'must be a folder, or like s3://bucket/prefix' });
        return z.NEVER;
      })
      .optional(),
    'Destination for backups of the embedded database and the files: a folder on another disk, or s3://bucket/prefix, accessed with the S3_ settings; one destination per site; unset: no backups',
  ),
  BACKUP_KEY: setting(
    text
      .refine((value) => keysIn(value) !== null || /^\.{0,2}\//.test(value), {
        error:
          'must be 32 bytes in base64, such as the output of openssl rand -base64 32, or the path of a file with them',
      })
      .optional(),
    'Key that encrypts backups, or the path of a file with it; required with BACKUP_TO; store a copy elsewhere; former keys follow, separated by commas or on further lines of the file',
  ),
};

const payments = {
  PAYMENTS: setting(
    z.enum(['simulated', 'stripe'], { error: 'must be simulated or stripe' }).default('simulated'),
    'Payment provider; simulated: test payments only, no charges; must be set with DATABASE_URL or an https PUBLIC_URL',
  ),
  PAYMENT_DELAY_MS: setting(
    wholeNumber(0, 8_000).default(5_000),
    'Time the simulated provider takes to decide, in milliseconds',
  ),
  REMIND_OFFICE_DAYS: setting(
    wholeNumber(1, 30).default(2),
    'Days after which finance gets a daily email about unsent refunds by bank transfer and proposals without a second person',
  ),
  STRIPE_SECRET_KEY: setting(text.optional(), 'Secret key of the Stripe account'),
  STRIPE_PUBLISHABLE_KEY: setting(text.optional(), 'Publishable key of the Stripe account'),
  STRIPE_WEBHOOK_SECRET: setting(text.optional(), 'Signing secret of the Stripe webhook'),
  STRIPE_API: setting(origin.optional(), 'URL of a substitute for the Stripe API, for tests; unset: Stripe'),
};

const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
const documents = {
  DOCUMENT_KEYS: setting(
    text
      .transform((keys) => keys.split(',').map((key) => key.trim()))
      .refine((keys) => keys.every(isEncryptionKey), { error: NOT_A_KEY })
      .default([]),
    'Keys that sign documents, 32 bytes in base64 each, separated by commas, oldest first: the current and the next one; unset: DATA_DIR/document-signing.key, created at the first start',
  ),
  ISSUER_TIME_ZONE: setting(
    text.refine((zone) => zones.has(zone), { error: 'must be a time zone like Asia/Shanghai' }).default('UTC'),
    'Time zone in which the days and years of documents begin',
  ),
};

const rates = {
  EXCHANGE_RATES: setting(
    text
      .refine((named) => ['none', ...RATE_SERVICES].includes(named) || isAllowedUrl(named), {
        error: `must be none, ${RATE_SERVICES.join(', ')}, an https URL without a password, or http://localhost`,
      })
      .optional(),
    'Source of exchange rates, fetched once a day, see [import rules](customs/import-rules.md#exchange-rates): `ecb`, `exchange-api`, `openexchangerates`, the URL of an own one, or `none`; unset: exchange-api with DATABASE_URL or an https PUBLIC_URL, else none',
  ),
  OPENEXCHANGERATES_KEY: setting(
    text.regex(/^[A-Za-z0-9]{8,64}$/, { error: 'must be an App ID of letters and digits' }).optional(),
    'App ID for EXCHANGE_RATES=openexchangerates',
  ),
  EXCHANGE_RATES_URL: setting(
    text.refine(isAllowedUrl, { error: 'must be an https URL without a password, or http://localhost' }).optional(),
    'The earlier name of an own URL in EXCHANGE_RATES',
  ),
};

const ratio = z.coerce
  .number({ error: 'must be a number from 0 to 1' })
  .min(0, { error: 'must be at least 0' })
  .max(1, { error: 'must be at most 1' });
const headerList = text.transform((list, context) => {
  const headers = readHeaders(list);
  if (headers) return headers;
  context.addIssue({ code: 'custom', message: 'must be like name=value,other=value, with special characters as %20' });
  return z.NEVER;
});
const tracing = {
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    webUrl
      .refine(isBare, { error: 'must be a URL without login and query; logins go into OTEL_EXPORTER_OTLP_HEADERS' })
      .transform((url) => url.replace(/\/+$/, ''))
      .optional(),
    'Base URL of an OpenTelemetry collector for OTLP over HTTP, such as http://127.0.0.1:4318; traces go to its path /v1/traces; unset: no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: setting(
    headerList.default({}),
    'Headers for the collector, such as authorization=Bearer%20…, separated by commas',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    ratio.default(0.01),
    'Share of requests and background jobs that are traced, from 0 to 1; with TRUST_PROXY, the traceparent header of the proxy decides',
  ),
  OTEL_SERVICE_NAME: setting(
    text.max(100, { error: 'must have at most 100 characters' }).default('carquay'),
    'Name of this site in traces',
  ),
};

const links = {
  CHAT_NUMBER: setting(
    text
      .regex(/^\d{6,15}$/, { error: 'must be a phone number in international form, digits only' })
      .default('8620000000000'),
    'Phone number of the messaging chat in international form, digits only; the default is a placeholder',
  ),
  HISTORY_REPORT_URL: setting(
    webUrl.default('https://www.carvertical.com/en/pricing'),
    'Pricing page of the vehicle-history service that the site links to',
  ),
};

/** Every setting, by its heading in docs/settings.md. `npm run settings` generates that page. */
export const SETTING_GROUPS = {
  Server: server,
  'Database and demo': database,
  Accounts: accounts,
  'Email and contact form': mail,
  Uploads: uploads,
  Backups: backups,
  Payments: payments,
  Documents: documents,
  'Exchange rates': rates,
  Tracing: tracing,
  Links: links,
};

export const settings = z.object({
  ...server,
  ...database,
  ...accounts,
  ...mail,
  ...uploads,
  ...backups,
  ...payments,
  ...documents,
  ...rates,
  ...tracing,
  ...links,
});
