/** Serves the built site for the e2e tests, with a fresh data folder (DATA_DIR) and 600 demo cars. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, daysBetween } from '#features/customs/import-rules/model/calendar.ts';
import { loadSeed } from '#features/customs/import-rules/server/book/seed.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openOwnerPool, openPool } from '#lib/server/database/postgres.ts';
import { migrateForSite } from '#lib/server/database/site-role.ts';
import { rulesCheckedToday } from '../customs/rules.ts';
import { socketFolder, socketUrl } from '../database/database-server.ts';
import { disableDurability } from '../database/disable-durability.ts';
import { dayFromNow } from '../runner/test-clock.ts';
import { builtSite } from '../server/built-site.ts';

const FORGET_EVERY_MS = 1_000;
const PARENT_CHECK_MS = 500;

const { dataDir } = readConfig(process.env);
const folder = join(dataDir, 'postgres');
const socket = socketFolder(join(folder, 'data'));
const database = await startEmbeddedPostgres(folder, socket === null ? {} : { unix_socket_directories: socket });
await disableDurability(database.url);
const config = readConfig({
  ...process.env,
  DATABASE_URL: socketUrl(database.siteUrl, socket),
  EXCHANGE_RATES: 'none',
  DATABASE_OWNER_URL: socketUrl(database.url, socket),
  PAYMENTS: 'simulated',
  DEMO_LISTINGS: '600',
});
await publishFreshRules(config.databaseOwnerUrl!, config.databaseUrl!);
const { pages, serve } = await builtSite();
const server = await serve(config, pages, console.log);

// The tests sign up and log in dozens of users from one address, and one administrator refunds many orders, so the limits of one visitor and of
// one person are reset continuously.
const pool = await openPool(database.url, { max: 1 });
const FORGET = 'delete from request_counts; update refunds set admin_id = null where admin_id is not null';
const forgetting = setInterval(() => pool.query(FORGET).catch(() => {}), FORGET_EVERY_MS);

const close = async () => {
  clearInterval(checking);
  clearInterval(forgetting);
  await pool.end();
  await server.close();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
};
process.once('SIGTERM', close);
process.once('SIGINT', close);
// A killed test run sends no signal.
const parent = process.ppid;
const checking = setInterval(() => {
  if (process.ppid !== parent) void close();
}, PARENT_CHECK_MS).unref();

/**
 * Publishes the shipped import rules and exchange rates as of today. An office checks its rules again within 90 days; without
 * that, journeys would find no allowed car from then on.
 */
async function publishFreshRules(ownerUrl: string, siteUrl: string): Promise<void> {
  const owner = await openOwnerPool(ownerUrl);
  await migrateForSite(owner, siteUrl);
  const records = await rulesCheckedToday();
  const newest = records.rates
    .map(({ date = '' }) => date)
    .sort()
    .at(-1)!;
  const later = daysBetween(newest, dayFromNow(0));
  for (const rate of records.rates) rate.date = addDays(rate.date!, later);
  await loadSeed(owner, records);
  await owner.end();
}
