/** `npm run migrate`: updates the database schema without starting the site. With `--plan` it only prints what it would do. */
import type pg from 'pg';
import { configErrorMessage } from '#lib/config-error.ts';
import { type Config, readConfig } from '#lib/server/config/config.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { planLines, planMigrations } from '#lib/server/database/plan-migrations.ts';
import { migrateForSite } from '#lib/server/database/site-role.ts';
import { openDatabase } from './open-database.ts';

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { pool, close } = await openDatabase(config);
  try {
    if (process.argv.includes('--plan')) for (const line of planLines(await planMigrations(pool))) console.log(line);
    else await update(pool, config);
  } finally {
    await close();
  }
}

async function update(pool: pg.Pool, { databaseUrl }: Config): Promise<void> {
  const ran = await (databaseUrl === undefined ? migrate(pool) : migrateForSite(pool, databaseUrl));
  console.log(ran.length === 0 ? 'The schema is up to date.' : `Applied ${ran.join(', ')}.`);
}

run().catch((error: unknown) => {
  console.error(configErrorMessage(error) ?? error);
  process.exitCode = 1;
});
