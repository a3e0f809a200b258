/** `npm run migrate`: updates the database schema without starting the site. */
import { readConfig } from '#lib/server/config/config.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { grantRows } from '#lib/server/database/site-role.ts';
import { openDatabase } from './open-database.ts';

const config = readConfig(process.env);
const { pool, close } = await openDatabase(config);
try {
  const ran = await migrate(pool);
  if (config.databaseUrl !== undefined && config.databaseOwnerUrl !== undefined)
    await grantRows(pool, config.databaseUrl);
  console.log(ran.length === 0 ? 'The schema is up to date.' : `Applied ${ran.join(', ')}.`);
} finally {
  await close();
}
