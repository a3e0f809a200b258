/** `npm run verify [SEAL …]`: checks audit log and ledger against their seals and against seals stored elsewhere. */

import { noteVerification } from '#features/site/system-status/server/system-store.ts';
import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { SEALED_LOGS } from '../seals.ts';
import { productVersion } from '../start/start-report.ts';
import { openDatabase } from './open-database.ts';
import { verify } from './verify-logs.ts';

const USAGE_ERROR = 2;
/** Part of each line that reports something wrong. */
const WRONG = ': WRONG';
/** At least 32 hex digits (128 bits), too many to find other rows with the same prefix. */
const SEAL = /^([a-z-]+)\/\d+\/[0-9a-f]{32,64}$/;

async function run(): Promise<void> {
  const expected = process.argv.slice(2);
  for (const text of expected) {
    const chain = SEAL.exec(text)?.[1];
    if (!SEALED_LOGS.some((log) => log.chain === chain)) throw new ConfigError(`${text} is not a seal.`);
  }
  const { pool, close } = await openDatabase(readConfig(process.env), { statementTimeoutMs: 0 });
  try {
    const startedAt = new Date();
    const findings: string[] = [];
    const isRight = await verify(pool, expected, (line) => {
      console.log(line);
      if (line.includes(WRONG)) findings.push(line);
    });
    if (!isRight) process.exitCode = 1;
    await noteVerification(pool, { startedAt, version: productVersion(), findings }).catch((error: Error) =>
      console.error(`The outcome could not be stored for the back office: ${error.message}`),
    );
  } finally {
    await close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = USAGE_ERROR;
});
