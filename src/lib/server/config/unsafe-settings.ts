import { ConfigError } from '#lib/config-error.ts';
import { type Config, servesPublic } from './config.ts';

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
