import type { z } from 'zod';
import { ConfigError } from '#lib/config-error.ts';
import type { S3Settings } from '../files/s3-files.ts';
import type { Mailbox } from '../mail/mail-address.ts';
import { settings } from './settings.ts';

/** Default login of the first administrator, and default recipient of contact messages. */
export const DEFAULT_ADMIN_EMAIL = 'admin@carquay.example';

/** Applies to the embedded database only: an external one may belong to a real site. */
const DEFAULT_DEMO_LISTINGS = 4200;

/** Returns the origin of the site, also the base of links in emails. */
export function siteAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** Access to Stripe. `api` is the URL of a substitute in tests. */
export type StripeAccess = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  api: string | undefined;
};

export type Config = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  demoListings: number;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  passwordPolicy: 'basic' | 'strict';
  passwordPepper: string | undefined;
  /** Base64. */
  encryptionKey: string | undefined;
  encryptionOldKeys: string[];
  /** Base64, the oldest first. */
  documentKeys: string[];
  issuerTimeZone: string;
  smtpUrl: string | undefined;
  mailFrom: Mailbox;
  unconfirmedMayTrade: boolean;
  contactEmail: string;
  contactTransport: 'own' | 'send-service';
  sendService: {
    url: string;
    userId: string | undefined;
    serviceId: string | undefined;
    templateId: string | undefined;
  };
  s3: S3Settings | undefined;
  payments: { delayMs: number; stripe: StripeAccess | undefined };
  exchangeRatesUrl: string | undefined;
  chatNumber: string;
  historyReportUrl: string;
  trustProxy: number;
  readsPerMinute: number;
  inventory: 'memory' | 'sql';
  logLevel: string;
};

export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = settings.safeParse(environment);
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((issue) => `The setting ${issue.path.join('.')} ${issue.message}.`).join('\n'),
    );
  }
  const read = result.data;
  if (read.DATABASE_OWNER_URL && !read.DATABASE_URL)
    throw new ConfigError(
      'DATABASE_OWNER_URL is set but DATABASE_URL is not. Set DATABASE_URL to the URL the site connects with.',
    );
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    demoListings: read.DEMO_LISTINGS ?? (read.DATABASE_URL === undefined ? DEFAULT_DEMO_LISTINGS : 0),
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    passwordPolicy: read.PASSWORD_POLICY,
    passwordPepper: read.PASSWORD_PEPPER,
    encryptionKey: read.ENCRYPTION_KEY,
    encryptionOldKeys: read.ENCRYPTION_OLD_KEYS,
    documentKeys: read.DOCUMENT_KEYS,
    issuerTimeZone: read.ISSUER_TIME_ZONE,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    unconfirmedMayTrade: read.UNCONFIRMED_MAY_TRADE === 'yes',
    contactEmail: read.CONTACT_EMAIL ?? read.ADMIN_EMAIL ?? DEFAULT_ADMIN_EMAIL,
    contactTransport: read.CONTACT_TRANSPORT,
    sendService: {
      url: read.SEND_SERVICE_URL,
      userId: read.SEND_SERVICE_USER_ID,
      serviceId: read.SEND_SERVICE_ID,
      templateId: read.SEND_SERVICE_TEMPLATE_ID,
    },
    s3: s3Of(read),
    payments: { delayMs: read.PAYMENT_DELAY_MS, stripe: stripeOf(read) },
    exchangeRatesUrl: read.EXCHANGE_RATES_URL,
    chatNumber: read.CHAT_NUMBER,
    historyReportUrl: read.HISTORY_REPORT_URL,
    trustProxy: read.TRUST_PROXY,
    readsPerMinute: read.READS_PER_MINUTE,
    inventory: read.INVENTORY,
    logLevel: read.LOG_LEVEL,
  };
}

function stripeOf(read: z.output<typeof settings>): StripeAccess | undefined {
  if (read.PAYMENTS !== 'stripe') return undefined;
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API: api } = read;
  const keys = { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET };
  const missing = Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [name] : []));
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError(`PAYMENTS=stripe requires ${missing.join(' and ')}.`);
  }
  return {
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    api,
  };
}

function s3Of(read: z.output<typeof settings>): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  if (bucket === undefined) return undefined;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  }
  return {
    bucket,
    region: read.S3_REGION,
    endpoint: read.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: read.S3_FORCE_PATH_STYLE === 'yes',
  };
}
