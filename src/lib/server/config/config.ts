import type { z } from 'zod';
import { ConfigError } from '#lib/config-error.ts';
import type { BackupPlace } from '../backup/backup-store.ts';
import type { S3Settings } from '../files/s3-files.ts';
import type { Mailbox } from '../mail/mail-address.ts';
import { type RateSource, rateSourceOf } from './rate-sources.ts';
import { refuseHalfSetGroups } from './setting-groups.ts';
import { settings } from './settings.ts';

/** Default login of the first administrator, and default recipient of contact messages. */
export const DEFAULT_ADMIN_EMAIL = 'admin@carquay.example';

/** Applies to trials only (`servesPublic`). */
const DEFAULT_DEMO_LISTINGS = 4200;

/** Returns the origin of the site, also the base of links in emails. */
export function siteAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}

/** Returns whether visitors may reach the site as a real one: it has an external database or an https address. */
function servesPublic({ databaseUrl, publicUrl }: Pick<Config, 'databaseUrl' | 'publicUrl'>): boolean {
  return databaseUrl !== undefined || (publicUrl?.startsWith('https:') ?? false);
}

/** Access to Stripe. `api` is the URL of a substitute in tests. */
export type StripeAccess = {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  api: string | undefined;
};

export type TraceSettings = {
  /** Base URL of the collector, without a slash at the end. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
  /** Share of requests and background jobs that are recorded, from 0 to 1. */
  ratio: number;
};

export type Config = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  databaseReadUrl: string | undefined;
  databasePool: number;
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
  securityContact: string;
  contactTransport: 'own' | 'send-service';
  sendService: {
    url: string;
    userId: string | undefined;
    serviceId: string | undefined;
    templateId: string | undefined;
  };
  s3: S3Settings | undefined;
  /** `key` as in BACKUP_KEY: keys, or the path of a file with them. */
  backup: { place: BackupPlace; key: string } | undefined;
  /** `isChosen`: the operator has set PAYMENTS. */
  payments: { delayMs: number; stripe: StripeAccess | undefined; isChosen: boolean };
  exchangeRates: RateSource | undefined;
  remindOfficeDays: number;
  tracing: TraceSettings | undefined;
  chatNumber: string;
  historyReportUrl: string;
  drainSeconds: number;
  metricsPort: number | undefined;
  trustProxy: number;
  readsPerMinute: number;
  /** What the API keys of a user may spend together on reads per minute. */
  keyReadsPerMinute: number;
  inventory: 'memory' | 'sql';
  logLevel: string;
};

export function readConfig(environment: Record<string, string | undefined>): Config {
  const result = settings.safeParse(environment);
  if (!result.success) {
    const lines = result.error.issues.map(({ path, message }) => `The setting ${path.join('.')} ${message}.`);
    throw new ConfigError([...new Set(lines)].join('\n'));
  }
  refuseHalfSetGroups(environment);
  if (result.data.METRICS_PORT === result.data.PORT)
    throw new ConfigError('METRICS_PORT and PORT are the same. Set METRICS_PORT to a port that is not public.');
  const read = result.data;
  const isPublic = servesPublic({ databaseUrl: read.DATABASE_URL, publicUrl: read.PUBLIC_URL });
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    databaseReadUrl: read.DATABASE_READ_URL,
    databasePool: read.DATABASE_POOL,
    demoListings: read.DEMO_LISTINGS ?? (isPublic ? 0 : DEFAULT_DEMO_LISTINGS),
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
    securityContact: read.SECURITY_CONTACT ?? read.CONTACT_EMAIL ?? read.ADMIN_EMAIL ?? DEFAULT_ADMIN_EMAIL,
    contactTransport: read.CONTACT_TRANSPORT,
    sendService: {
      url: read.SEND_SERVICE_URL,
      userId: read.SEND_SERVICE_USER_ID,
      serviceId: read.SEND_SERVICE_ID,
      templateId: read.SEND_SERVICE_TEMPLATE_ID,
    },
    s3: read.S3_BUCKET === undefined ? undefined : bucketOf(read, read.S3_BUCKET),
    backup: backupOf(read),
    payments: { delayMs: read.PAYMENT_DELAY_MS, stripe: stripeOf(read), isChosen: Boolean(environment.PAYMENTS) },
    exchangeRates: ratesOf(read, isPublic),
    remindOfficeDays: read.REMIND_OFFICE_DAYS,
    tracing: tracingOf(read),
    chatNumber: read.CHAT_NUMBER,
    historyReportUrl: read.HISTORY_REPORT_URL,
    drainSeconds: read.DRAIN_SECONDS,
    metricsPort: read.METRICS_PORT,
    trustProxy: read.TRUST_PROXY,
    readsPerMinute: read.READS_PER_MINUTE,
    keyReadsPerMinute: read.KEY_READS_PER_MINUTE,
    inventory: read.INVENTORY,
    logLevel: read.LOG_LEVEL,
  };
}

/** `refuseHalfSetGroups` has made sure that the keys are set. */
function stripeOf(read: z.output<typeof settings>): StripeAccess | undefined {
  if (read.PAYMENTS !== 'stripe') return undefined;
  return {
    secretKey: read.STRIPE_SECRET_KEY ?? '',
    publishableKey: read.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: read.STRIPE_WEBHOOK_SECRET ?? '',
    api: read.STRIPE_API,
  };
}

function ratesOf(read: z.output<typeof settings>, isPublic: boolean): RateSource | undefined {
  const named = read.EXCHANGE_RATES ?? read.EXCHANGE_RATES_URL ?? (isPublic ? 'exchange-api' : 'none');
  return named === 'none' ? undefined : rateSourceOf(named, read.OPENEXCHANGERATES_KEY);
}

function tracingOf(read: z.output<typeof settings>): TraceSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = read;
  if (endpoint === undefined) return undefined;
  return { endpoint, headers, serviceName: read.OTEL_SERVICE_NAME, ratio: read.OTEL_TRACES_SAMPLER_ARG };
}

function bucketOf(read: z.output<typeof settings>, bucket: string): S3Settings {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = read;
  return {
    bucket,
    region: read.S3_REGION,
    endpoint: read.S3_ENDPOINT,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    forcePathStyle: read.S3_FORCE_PATH_STYLE === 'yes',
  };
}

/** `refuseHalfSetGroups` has made sure that both settings are set or none. */
function backupOf(read: z.output<typeof settings>): Config['backup'] {
  const { BACKUP_TO: to, BACKUP_KEY: key } = read;
  if (!to || key === undefined) return undefined;
  if ('folder' in to) return { place: { folder: outside(to.folder, read.DATA_DIR) }, key };
  return { place: { s3: bucketOf(read, to.bucket), prefix: to.prefix }, key };
}

/** A backup must survive the loss of the data folder. */
function outside(folder: string, dataDir: string): string {
  if (!`${folder}/`.startsWith(`${dataDir}/`)) return folder;
  throw new ConfigError('BACKUP_TO is inside DATA_DIR and would be lost with it. Set it to a folder on another disk.');
}

/**
 * One line per setting that suits a trial but not a real site. A real site has an external database, a proxy in front of
 * it, or takes money.
 */
export function unsafeSettings(config: Config): string[] {
  const { databaseUrl, demoListings, documentKeys, encryptionKey, payments, publicUrl, trustProxy } = config;
  if (databaseUrl === undefined && trustProxy === 0 && payments.stripe === undefined) return [];
  const warnings: string[] = [];
  if (payments.stripe === undefined)
    warnings.push(
      'PAYMENTS is simulated: orders go through, but nobody is charged. Set PAYMENTS=stripe to take money.',
    );
  if (demoListings > 0)
    warnings.push(
      `DEMO_LISTINGS is ${demoListings}: an empty database gets demo cars and a demo user. Set DEMO_LISTINGS=0 for a real site.`,
    );
  if (publicUrl === undefined)
    warnings.push(
      'PUBLIC_URL is not set: cookies are not secure and emails link to localhost. Set it to the https URL.',
    );
  if (databaseUrl !== undefined && encryptionKey === undefined)
    warnings.push(
      'ENCRYPTION_KEY is not set: the key is in DATA_DIR/encryption.key. Back that file up, and set ENCRYPTION_KEY if several processes serve this database.',
    );
  if (databaseUrl !== undefined && documentKeys.length === 0)
    warnings.push(
      'DOCUMENT_KEYS is not set: the keys are in DATA_DIR/document-signing.key. Back that file up, and set DOCUMENT_KEYS if several processes serve this database.',
    );
  return warnings.map((warning) => `Warning: ${warning}`);
}

/** Throws `ConfigError` if the site serves the public and the operator has not said how buyers pay. */
export function refuseUnchosenPayments(config: Config): void {
  if (!servesPublic(config) || config.payments.isChosen) return;
  const because = config.databaseUrl === undefined ? 'PUBLIC_URL is an https address' : 'DATABASE_URL is set';
  throw new ConfigError(
    `PAYMENTS must be set because ${because}. Set PAYMENTS=stripe, or PAYMENTS=simulated for a trial in which nobody is charged.`,
  );
}
