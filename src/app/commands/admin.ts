/** `npm run admin -- list | add EMAIL [--name NAME] [--role ROLE] | reset EMAIL | end-wait EMAIL`: people of the back office. */

import { PasswordHasher } from '#features/people/accounts/server/password-hasher.ts';
import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { readAdminArguments, runAdmin } from './admin-people.ts';
import { openDatabase } from './open-database.ts';

const USAGE_ERROR = 2;

async function run(): Promise<void> {
  const request = readAdminArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const { pool, close } = await openDatabase(config);
  try {
    await runAdmin({ pool, hasher: new PasswordHasher(config.passwordPepper) }, request, console.log);
  } finally {
    await close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = USAGE_ERROR;
});
