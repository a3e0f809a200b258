/** `npm run migrate`: updates the database schema without starting the site. With `--plan` it only prints what it would do. */
import { readConfig } from '#lib/server/config/config.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { planLines, planMigrations } from '#lib/server/database/plan-migrations.ts';
import { migrateForSite } from '#lib/server/database/site-role.ts';
import { openDatabase } from './open-database.ts';

const config = readConfig(process.env);
const { pool, close } = await openDatabase(config);
try {
  if (process.argv.includes('--plan')) for (const line of planLines(await planMigrations(pool))) console.log(line);
  else await update();
} finally {
  await close();
}

async function update(): Promise<void> {
  const ran = await (config.databaseUrl === undefined ? migrate(pool) : migrateForSite(pool, config.databaseUrl));
  console.log(ran.length === 0 ? 'The schema is up to date.' : `Applied ${ran.join(', ')}.`);
}
