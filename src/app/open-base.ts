import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { loadCatalog } from '#features/catalog/vehicles/server/vehicle-catalog.ts';
import { changedSeedRows, loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { publishTransportRates } from '#features/payments/server/api.ts';
import { createFirstAdmin, type FirstLogin } from '#features/people/accounts/server/first-accounts.ts';
import { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import { encryptSecrets } from '#features/people/accounts/server/second-factor-store.ts';
import { DocumentKeys, registerDocumentKeys } from '#features/site/issued-documents/server/document-keys.ts';
import { systemClock } from '#lib/clock.ts';
import { ConfigError } from '#lib/config-error.ts';
import { type HeldCopy, readHeld } from '#lib/server/backup/restore/held-copy.ts';
import { type Config, refuseUnchosenPayments, unsafeSettings } from '#lib/server/config/config.ts';
import { prepareFolder } from '#lib/server/config/data-folder.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { supervise } from '#lib/server/database/embedded/supervise.ts';
import type { GuardedPool } from '#lib/server/database/guarded-pool.ts';
import { openOwnerPool, openPool, withTransaction } from '#lib/server/database/postgres.ts';
import { openReplica } from '#lib/server/database/replica/open-replica.ts';
import type { Replica } from '#lib/server/database/replica/watch-replica.ts';
import { migrateForSite } from '#lib/server/database/site-role.ts';
import { watchDatabase } from '#lib/server/database/watch-database.ts';
import { openSecretBox } from '#lib/server/secrets/secret-box.ts';
import type { Demo } from './demo-package.ts';
import { tryServices } from './start/outside-services.ts';
import { checkBackupSettings, type SiteBackups, startSiteBackups } from './start/site-backups.ts';
import { type Report, startReport } from './start/start-report.ts';

/** How long the database may take to close its connections. */
const MAX_END_MS = 2_000;
const LOAD_STATEMENT_MS = 600_000;

/** Settings and a prepared database. Survives the reloads of the server in development. */
export type Base = {
  config: Config;
  pool: GuardedPool;
  /** Answers public reads; null without DATABASE_READ_URL. */
  replica: Replica | null;
  firstLogins: FirstLogin[];
  /** The database has cars of the demo package. */
  hasDemoCars: boolean;
  /** Why services outside the process did not work at the start, by their name. */
  failedServices: Map<string, string>;
  /** Returns true if the embedded database could not be restarted. Always false for an external database. */
  isDatabaseLost(): boolean;
  /** How the data folder was restored; null unless it is a copy that was not released. */
  held: HeldCopy | null;
  /** Backups of the embedded database; null if there are none. */
  backups: SiteBackups | null;
  close(): Promise<void>;
};

/**
 * Checks the settings and the services that they name, starts the database if it is embedded, migrates it and creates the
 * initial data. Reports what the site will do.
 */
export async function openBase(given: Config, demo: Demo | null, report: Report): Promise<Base> {
  const held = readHeld(given.dataDir);
  const config = held ? heldConfig(given) : given;
  if (config.demoListings > 0 && !demo)
    throw new ConfigError(
      `DEMO_LISTINGS is ${config.demoListings}, but the demo package is missing. Set DEMO_LISTINGS=0.`,
    );
  refuseUnchosenPayments(config);
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    await prepareFolder('DATA_DIR', config.dataDir);
    await checkBackupSettings(config, report);
    const failedServices = await tryServices(config, report);
    const database = await findDatabase(config, report, undo);
    const firstLogins = await prepareDatabase(database, config, demo, report);
    const backups = config.databaseUrl === undefined ? await startSiteBackups(config, database.url, report) : null;
    if (backups) undo.push(backups.stop);
    const pool = await openPool(database.siteUrl, { max: config.databasePool });
    undo.push(() => pool.endWithin(MAX_END_MS));
    const onChange = (isAway: boolean) =>
      report(
        isAway ? 'The database does not respond. Only public reads are answered.' : 'The database responds again.',
      );
    undo.push(watchDatabase(pool, { onChange }));
    const replica = await findReplica(config, pool, report);
    if (replica) undo.push(replica.stop);
    const lines = await startReport(config, pool, { held, backups: backups?.line ?? null, replica });
    for (const line of [...lines, ...unsafeSettings(config)]) report(line);
    const hasDemoCars = (await demo?.hasCars(pool)) ?? false;
    const { isLost: isDatabaseLost } = database;
    return { config, pool, replica, firstLogins, hasDemoCars, failedServices, isDatabaseLost, held, backups, close };
  } catch (error) {
    await close();
    throw error;
  }
}

export function reportLogins({ config, firstLogins }: Base, report: Report): void {
  for (const { who, email, password } of firstLogins)
    report(`Login for the ${who}: ${email}  ${password ?? '(password: ADMIN_PASSWORD)'}`);
  if (firstLogins.some(({ password }) => password !== null))
    report(`Generated passwords are shown only once. They are also in ${config.dataDir}/first-logins.txt`);
}

/** URLs of one database: for the owner of its tables, and for the role that serves the site. */
type Database = { url: string; siteUrl: string; isLost(): boolean };

async function findDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir }: Config,
  report: Report,
  undo: (() => Promise<unknown>)[],
): Promise<Database> {
  if (databaseUrl !== undefined)
    return { url: databaseOwnerUrl ?? databaseUrl, siteUrl: databaseUrl, isLost: () => false };
  report('Starting embedded PostgreSQL');
  const database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
  undo.push(database.stop);
  const { isLost, stop } = supervise(database, { report });
  undo.push(stop);
  return { url: database.url, siteUrl: database.siteUrl, isLost };
}

async function findReplica({ databaseReadUrl: url, databasePool: max }: Config, primary: pg.Pool, report: Report) {
  return url === undefined ? null : openReplica({ url, primary, max, report });
}

async function prepareDatabase(
  { url, siteUrl }: Database,
  config: Config,
  demo: Demo | null,
  report: Report,
): Promise<FirstLogin[]> {
  const { adminEmail, adminPassword, demoListings } = config;
  const owner = await openOwnerPool(url);
  try {
    await refuseStandby(owner);
    const ran = await migrateForSite(owner, siteUrl);
    if (ran.length > 0) report(`Database schema updated (${ran.length} steps)`);
    await encryptStoredSecrets(owner, config, report);
    const missingKey = await registerDocumentKeys(owner, new DocumentKeys(config));
    if (missingKey !== null) report(`Warning: ${missingKey}`);
    const hasher = new PasswordHasher(config.passwordPepper);
    const firstLogins = await createFirstAdmin(owner, hasher, { adminEmail, adminPassword });
    if (demoListings > 0 && demo) firstLogins.push(...(await demo.createAccounts(owner, hasher)));
    saveFirstLogins(config, firstLogins);
    await loadCatalog(owner);
    const rules = await loadSeed(owner);
    if (rules > 0) report(`Published ${rules} rows of import rules`);
    await withTransaction(owner, (db) => publishTransportRates(db, systemClock.now()));
    const changed = await changedSeedRows(owner);
    if (changed.length > 0)
      report(
        `Warning: ${changed.length} rows of content/import-rules differ from the published rows of the same id, such as ${changed[0]}. The published rows stay in force. Give a changed row a new id and name the old one in supersedes.`,
      );
    if (demoListings > 0 && demo) await loadDemoCars(url, demo, demoListings, report);
    return firstLogins;
  } finally {
    await owner.end();
  }
}

/** Counting many cars takes longer than a statement of a request may. */
async function loadDemoCars(url: string, demo: Demo, count: number, report: Report): Promise<void> {
  const pool = await openPool(url, { max: 1, statementTimeoutMs: LOAD_STATEMENT_MS });
  try {
    await demo.loadCars(pool, count, report);
  } finally {
    await pool.end();
  }
}

async function refuseStandby(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
  if (rows[0]?.isStandby)
    throw new ConfigError(
      'DATABASE_URL is a replica, which cannot be written. Set it to the primary, and DATABASE_READ_URL to the replica.',
    );
}

async function encryptStoredSecrets(owner: pg.Pool, config: Config, report: Report): Promise<void> {
  const { encrypted, unreadable } = await encryptSecrets(owner, openSecretBox(config));
  if (encrypted > 0) report(`Encrypted ${encrypted} secrets with the current key`);
  if (unreadable > 0)
    report(
      `Warning: ${unreadable} secrets of authenticator apps cannot be decrypted because their key is missing. Set it in ENCRYPTION_OLD_KEYS. Without the key, see docs/operations/security.md, “Encryption keys”.`,
    );
}

/** Writes the logins with generated passwords to a file that only the operating system user of the site can read. */
function saveFirstLogins({ dataDir }: Config, logins: FirstLogin[]): void {
  const lines = logins.flatMap(({ who, email, password }) =>
    password === null ? [] : [`${who}: ${email} ${password}\n`],
  );
  if (lines.length === 0) return;
  const file = join(dataDir, 'first-logins.txt');
  rmSync(file, { force: true });
  writeFileSync(file, lines.join(''), { mode: 0o600 });
}

/**
 * Returns the settings for a held copy, without bucket, mail server, payment provider, other services and backups. The copy
 * must not repeat emails, charges or refunds of the original, delete its files or write to its backups.
 */
function heldConfig(config: Config): Config {
  return {
    ...config,
    s3: undefined,
    smtpUrl: undefined,
    payments: { ...config.payments, stripe: undefined },
    contactTransport: 'own',
    exchangeRates: undefined,
    tracing: undefined,
    backup: undefined,
  };
}
