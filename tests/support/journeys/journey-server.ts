/** Serves the built site for the e2e tests, with a fresh data folder (DATA_DIR) and 600 demo cars. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#lib/server/config/config.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/postgres.ts';
import { socketFolder, socketUrl } from '../database/database-server.ts';
import { disableDurability } from '../database/disable-durability.ts';
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
const { pages, serve } = await builtSite();
const server = await serve(config, pages, console.log);

// The tests sign up and log in dozens of users from one address, and one administrator refunds many orders, so the limits of one visitor and of
// one person are reset continuously.
const pool = await openPool(database.url, { max: 1 });
const FORGET = 'delete from request_counts; update refunds set admin_id = null where admin_id is not null';
const forgetting = setInterval(() => pool.query(FORGET).catch(() => {}), FORGET_EVERY_MS);

const close = async () => {
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
  if (process.ppid === parent) return;
  clearInterval(checking);
  void close();
}, PARENT_CHECK_MS).unref();
