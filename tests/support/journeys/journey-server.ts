/** The built site on a fresh data folder (DATA_DIR) with a small demo stock, for the journeys. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#lib/server/config/config.ts';
import { startEmbeddedPostgres } from '#lib/server/database/embedded/embedded-postgres.ts';
import { openPool } from '#lib/server/database/pool.ts';
import { makeCareless } from '../database/careless-database.ts';
import { builtSite } from '../server/built-site.ts';

const FORGET_EVERY_MS = 1_000;

const { dataDir } = readConfig(process.env);
const database = await startEmbeddedPostgres(join(dataDir, 'postgres'));
await makeCareless(database.url);
const config = readConfig({
  ...process.env,
  DATABASE_URL: database.siteUrl,
  DATABASE_OWNER_URL: database.url,
  DEMO_LISTINGS: '600',
});
const { pages, serve } = await builtSite();
const server = await serve(config, pages, console.log);

// Dozens of people sign up and log in here within minutes, all from one address: what one visitor may do in an hour is not for them.
const pool = await openPool(database.url, { max: 1 });
const forgetting = setInterval(() => pool.query('delete from request_counts').catch(() => {}), FORGET_EVERY_MS);

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
