/** `npm run verify [SEAL …]`: checks audit log and ledger against their seals and against seals stored elsewhere. */

import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { SEALED_LOGS } from '../seals.ts';
import { openDatabase } from './open-database.ts';
import { verify } from './verify-logs.ts';

const USAGE_ERROR = 2;
/** At least 32 hex digits (128 bits) of a digest, so that nobody can find other rows with the same prefix. */
const SEAL = /^([a-z-]+)\/\d+\/[0-9a-f]{32,64}$/;

async function run(): Promise<void> {
  const expected = process.argv.slice(2);
  for (const text of expected) {
    const chain = SEAL.exec(text)?.[1];
    if (!SEALED_LOGS.some((log) => log.chain === chain)) throw new ConfigError(`${text} is not a seal.`);
  }
  const { pool, close } = await openDatabase(readConfig(process.env), { statementTimeoutMs: 0 });
  try {
    if (!(await verify(pool, expected, console.log))) process.exitCode = 1;
  } finally {
    await close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = USAGE_ERROR;
});
