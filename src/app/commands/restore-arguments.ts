import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '#lib/config-error.ts';
import type { RestoreTarget } from '#lib/server/backup/restore/choose-base.ts';

const USAGE = `Usage:
  npm run restore -- --to 2026-01-31T12:00:00Z|latest --into FOLDER
  npm run restore -- --release --into FOLDER`;
/** Without a zone, a time would depend on the machine. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

type RestoreRequest = { into: string } & ({ command: 'release' } | { command: 'restore'; to: RestoreTarget });

export function readRestoreArguments(args: string[]): RestoreRequest {
  const { to, into, release = false } = parse(args);
  if (into === undefined || into === '' || release === (to !== undefined)) throw new ConfigError(USAGE);
  const folder = resolve(into);
  if (to === undefined) return { command: 'release', into: folder };
  if (to === 'latest') return { command: 'restore', into: folder, to };
  const time = new Date(to);
  if (!TIME.test(to) || Number.isNaN(time.getTime()))
    throw new ConfigError(`${to} is not a time with a zone, such as 2026-01-31T12:00:00Z.`);
  return { command: 'restore', into: folder, to: time };
}

function parse(args: string[]) {
  try {
    const options = { to: { type: 'string' }, into: { type: 'string' }, release: { type: 'boolean' } } as const;
    return parseArgs({ args, options }).values;
  } catch {
    throw new ConfigError(USAGE);
  }
}
