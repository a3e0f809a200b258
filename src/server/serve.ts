import { rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createFirstAccounts, type FirstLogin } from '#features/accounts/server/first-accounts.ts';
import { PasswordHasher } from '#features/accounts/server/password-hasher.ts';
import { receiptForMail } from '#features/bookings/server/booking-receipt.ts';
import { keepForwarding } from '#features/contact/server/forward-messages.ts';
import { sendService } from '#features/contact/server/send-service.ts';
import { foldCounts } from '#features/listings/server/listing-count-store.server.ts';
import { uploadsInUse } from '#features/listings/server/listing-upload-store.server.ts';
import { sweepUploads } from '#features/media/server/sweep-uploads.ts';
import { type Config, siteAddress } from '#platform/config/config.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openPool } from '#platform/database/pool.ts';
import { grantRows } from '#platform/database/site-role.ts';
import { openFileStore } from '#platform/files/open-file-store.ts';
import { repeat } from '#platform/jobs/repeat.ts';
import { fileDelivery } from '#platform/mail/file-delivery.ts';
import { hostOf } from '#platform/mail/mail-address.ts';
import { startMailWorker } from '#platform/mail/mail-worker.ts';
import { smtpDelivery } from '#platform/mail/smtp-delivery.ts';
import { OperatorError } from '#platform/operator-error.ts';
import { loadCatalogue } from '../../demo/load-catalogue.ts';
import { loadDemoStock } from '../../demo/load-demo-stock.ts';
import { createApp, type Mode } from './app.ts';
import { arrivingFolder } from './media.ts';
import { keepSealing } from './seals.ts';
import { keepTidy } from './tidy-worker.ts';

/** How long a change of the stock may be missing in its counters. Several processes may fold at once. */
const FOLD_EVERY_MS = 2_000;

export type Server = { address: string; firstLogins: FirstLogin[]; close(): Promise<void> };

/** Brings up everything in order: database, schema, first contents, application, port. Closing takes it down in reverse. */
export async function serve(config: Config, mode: Mode, report: (line: string) => void): Promise<Server> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    await mkdir(config.dataDir, { recursive: true });
    const database = await findDatabase(config, report, undo);
    const firstLogins = await prepareDatabase(database, config, report);
    const pool = await openPool(database.siteUrl);
    undo.push(() => pool.end());

    const app = await createApp({ config, pool, mode });
    undo.push(() => app.close());
    const failed = (error: unknown) => app.log.error({ err: error }, 'work in the background failed');
    undo.push(repeat(FOLD_EVERY_MS, () => foldCounts(pool), failed));
    undo.push(keepSealing(pool, failed));
    undo.push(await startTidying(config, pool, failed));
    undo.push(startMails(config, pool, app, report));
    if (config.contactTransport === 'send-service')
      undo.push(keepForwarding(pool, sendService(config.sendService), app.log));
    await listen(app, config);
    return { address: siteAddress(config), firstLogins, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The same database as the owner of its tables, and as the role that serves the site. */
type Database = { url: string; siteUrl: string };

async function findDatabase(
  { databaseUrl, databaseOwnerUrl, dataDir }: Config,
  report: (line: string) => void,
  undo: (() => Promise<unknown>)[],
): Promise<Database> {
  if (databaseUrl !== undefined) return { url: databaseOwnerUrl ?? databaseUrl, siteUrl: databaseUrl };
  report('Starting the embedded PostgreSQL');
  const database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
  undo.push(database.stop);
  return database;
}

/** Schema, rights and first contents. */
async function prepareDatabase(
  { url, siteUrl }: Database,
  config: Config,
  report: (line: string) => void,
): Promise<FirstLogin[]> {
  const owner = await openPool(url);
  try {
    const ran = await migrate(owner);
    if (ran.length > 0) report(`Database schema brought up to date (${ran.length} steps)`);
    if (siteUrl !== url) await grantRows(owner, siteUrl);
    const firstLogins = await createFirstAccounts(owner, new PasswordHasher(config.passwordPepper), {
      adminEmail: config.adminEmail,
      adminPassword: config.adminPassword,
      demoUser: config.demoListings > 0,
    });
    keepFirstLogins(config, firstLogins);
    await loadCatalogue(owner);
    await loadDemoStock(owner, config.demoListings, report);
    return firstLogins;
  } finally {
    await owner.end();
  }
}

async function startTidying(
  config: Config,
  pool: pg.Pool,
  failed: (error: unknown) => void,
): Promise<() => Promise<void>> {
  const needs = {
    pool,
    store: await openFileStore(config),
    arriving: arrivingFolder(config),
    stillUsed: uploadsInUse,
  };
  return keepTidy(pool, () => sweepUploads(needs, new Date()), failed);
}

function startMails(
  { smtpUrl, mailFrom, dataDir }: Config,
  pool: pg.Pool,
  { log }: FastifyInstance,
  report: (line: string) => void,
): () => Promise<void> {
  const folder = join(dataDir, 'mails');
  if (smtpUrl === undefined) report(`Mails are written to ${folder}; set SMTP_URL to send them`);
  const deliver = smtpUrl === undefined ? fileDelivery(folder, mailFrom, log) : smtpDelivery(smtpUrl, mailFrom);
  return startMailWorker({
    pool,
    deliver,
    makeAttachment: ({ id }) => receiptForMail(pool, id),
    log,
    messageIdHost: hostOf(mailFrom.address),
  });
}

/** Logins made at the first start stay readable for the operator alone until the file is deleted. */
function keepFirstLogins({ dataDir }: Config, logins: FirstLogin[]): void {
  if (logins.length === 0) return;
  const file = join(dataDir, 'first-logins.txt');
  rmSync(file, { force: true });
  writeFileSync(file, logins.map(({ who, email, password }) => `${who}: ${email} ${password}\n`).join(''), {
    mode: 0o600,
  });
}

async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} is taken by another program; set PORT to a free one.`);
    if (code === 'EACCES')
      throw new OperatorError(`Port ${port} may not be used by this user; set PORT to one above 1023.`);
    throw error;
  }
}
