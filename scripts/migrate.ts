/** `npm run migrate`: brings the schema of DATABASE_URL up to date without starting the site. */
import { readConfig } from '#platform/config/config.ts';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from './open-database.ts';

const { pool, close } = await openDatabase(readConfig(process.env));
try {
  const ran = await migrate(pool);
  console.log(ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
} finally {
  await close();
}
