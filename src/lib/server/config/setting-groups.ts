import { ConfigError } from '#lib/config-error.ts';

type Environment = Record<string, string | undefined>;

/**
 * Throws `ConfigError` if settings that belong together are set in part. The site would otherwise start with less than the operator
 * meant, for example with simulated payments although Stripe keys are set.
 */
export function refuseHalfSetGroups(environment: Environment): void {
  const isSet = (name: string) => Boolean(environment[name]);
  const refuse = (message: string): never => {
    throw new ConfigError(message);
  };
  if (isSet('DATABASE_OWNER_URL') && !isSet('DATABASE_URL'))
    refuse('DATABASE_OWNER_URL is set but DATABASE_URL is not. Set DATABASE_URL to the URL the site connects with.');
  if (isSet('DATABASE_READ_URL') && !isSet('DATABASE_URL'))
    refuse('DATABASE_READ_URL is set but DATABASE_URL is not. The embedded database has no replica.');
  refuseHalfSetStripe(environment);
  refuseHalfSetSendService(environment);
  const bucket = namesOf(environment, 'S3_').filter((name) => name !== 'S3_BUCKET');
  refuseHalfSetBackup(environment);
  const backupBucket = /^s3:\/\/([^/]+)/.exec(environment.BACKUP_TO ?? '')?.[1];
  if (backupBucket !== undefined && backupBucket === environment.S3_BUCKET)
    refuse(
      'BACKUP_TO and S3_BUCKET are the same bucket. Set BACKUP_TO to another one, so that one loss does not take both.',
    );
  if (bucket.length > 0 && !isSet('S3_BUCKET') && backupBucket === undefined)
    refuse(
      `${list(bucket)} is set but S3_BUCKET is not. Set S3_BUCKET, or remove the S3_ settings to store files in DATA_DIR.`,
    );
  if (isSet('S3_ACCESS_KEY_ID') !== isSet('S3_SECRET_ACCESS_KEY'))
    refuse('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  if ((environment.EXCHANGE_RATES === 'openexchangerates') !== isSet('OPENEXCHANGERATES_KEY'))
    refuse('EXCHANGE_RATES=openexchangerates and OPENEXCHANGERATES_KEY must be set together.');
  if (isSet('EXCHANGE_RATES') && isSet('EXCHANGE_RATES_URL'))
    refuse('EXCHANGE_RATES_URL is the earlier name of an address in EXCHANGE_RATES. Remove one of both settings.');
  if (isSet('SMTP_URL') && !isSet('MAIL_FROM'))
    refuse('SMTP_URL is set but MAIL_FROM is not. Set MAIL_FROM to the sender of all emails, on a domain of yours.');
}

function refuseHalfSetBackup({ BACKUP_TO: to, BACKUP_KEY: key, DATABASE_URL: database }: Environment): void {
  if (to && !key)
    throw new ConfigError(
      'BACKUP_TO is set but BACKUP_KEY is not. Set BACKUP_KEY to the output of openssl rand -base64 32, and keep a copy elsewhere.',
    );
  if (key && !to) throw new ConfigError('BACKUP_KEY is set but BACKUP_TO is not. Set BACKUP_TO to a folder or bucket.');
  if (to && database)
    throw new ConfigError(
      'BACKUP_TO backs up the embedded database only, but DATABASE_URL is set. Remove BACKUP_TO and back up that server as docs/operations/external-postgresql.md says.',
    );
}

const STRIPE_KEYS = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];

function refuseHalfSetStripe(environment: Environment): void {
  const given = namesOf(environment, 'STRIPE_');
  if (!environment.PAYMENTS && given.length > 0)
    throw new ConfigError(
      `${list(given)} is set but PAYMENTS is not. Set PAYMENTS=stripe, or remove the STRIPE_ settings.`,
    );
  if (environment.PAYMENTS !== 'stripe') return;
  const missing = STRIPE_KEYS.filter((name) => !environment[name]);
  if (missing.length > 0) throw new ConfigError(`PAYMENTS=stripe requires ${list(missing)}.`);
  const isTest = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'].map((name) => environment[name]?.includes('_test_'));
  if (isTest[0] !== isTest[1])
    throw new ConfigError('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be live keys or both be test keys.');
}

const SEND_SERVICE_IDS = ['SEND_SERVICE_USER_ID', 'SEND_SERVICE_ID', 'SEND_SERVICE_TEMPLATE_ID'];

function refuseHalfSetSendService(environment: Environment): void {
  const given = namesOf(environment, 'SEND_SERVICE_');
  if (!environment.CONTACT_TRANSPORT && given.length > 0)
    throw new ConfigError(
      `${list(given)} is set but CONTACT_TRANSPORT is not. Set CONTACT_TRANSPORT=send-service, or remove the SEND_SERVICE_ settings.`,
    );
  if (environment.CONTACT_TRANSPORT !== 'send-service') return;
  const missing = SEND_SERVICE_IDS.filter((name) => !environment[name]);
  if (missing.length > 0) throw new ConfigError(`CONTACT_TRANSPORT=send-service requires ${list(missing)}.`);
}

const namesOf = (environment: Environment, prefix: string) =>
  Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && environment[name])
    .toSorted();

const list = (names: string[]) => names.join(' and ');
