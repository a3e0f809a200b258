/** `npm run document-keys -- list | rotate | compromised KID [--since TIME]`: keys that sign documents. */
import { parseArgs } from 'node:util';
import { type KeyRow, readKeys } from '#features/site/issued-documents/server/document-key-store.ts';
import {
  compromiseDocumentKey,
  DocumentKeys,
  registerDocumentKeys,
  rotateDocumentKeys,
} from '#features/site/issued-documents/server/document-keys.ts';
import { AppError } from '#lib/app-error.ts';
import { ConfigError } from '#lib/config-error.ts';
import { readConfig } from '#lib/server/config/config.ts';
import { openDatabase } from './open-database.ts';

const USAGE_ERROR = 2;
const USAGE = `Usage:
  npm run document-keys -- list
  npm run document-keys -- rotate
  npm run document-keys -- compromised KID [--since 2026-01-31T12:00:00Z]`;

type KeyRequest = { command: 'list' | 'rotate' } | { command: 'compromised'; kid: string; since: Date };

function readArguments(args: string[]): KeyRequest {
  const { values, positionals } = parse(args);
  const [command, kid, ...rest] = positionals;
  const isPlain = kid === undefined && values.since === undefined;
  if ((command === 'list' || command === 'rotate') && isPlain) return { command };
  const since = new Date(values.since ?? Date.now());
  if (command !== 'compromised' || kid === undefined || rest.length > 0 || !(since.getTime() <= Date.now()))
    throw new ConfigError(USAGE);
  return { command, kid, since };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { since: { type: 'string' } } });
  } catch {
    throw new ConfigError(USAGE);
  }
}

function lineOf({ kid, state, addedAt, currentFrom, retiredAt, compromisedAt, trustedUpTo }: KeyRow): string {
  const times = { added: addedAt, current: currentFrom, retired: retiredAt, compromised: compromisedAt };
  const named = Object.entries(times).flatMap(([name, time]) => (time ? [`${name} ${time.toISOString()}`] : []));
  if (trustedUpTo !== null) named.push(`valid up to document ${trustedUpTo}`);
  return [kid, state, ...named].join('  ');
}

async function run(): Promise<void> {
  const request = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const { pool, close } = await openDatabase(config);
  try {
    const keys = new DocumentKeys(config);
    const warning = await registerDocumentKeys(pool, keys);
    if (request.command === 'rotate') await rotateDocumentKeys(pool, keys);
    if (request.command === 'compromised') await compromiseDocumentKey(pool, keys, request.kid, request.since);
    for (const row of await readKeys(pool)) console.log(lineOf(row));
    if (warning !== null) console.log(`Warning: ${warning}`);
  } finally {
    await close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof ConfigError || error instanceof AppError ? error.message : error);
  process.exitCode = USAGE_ERROR;
});
