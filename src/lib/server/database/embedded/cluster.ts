import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

export const SUPERUSER = 'carquay';

export type Cluster = { data: string; log: string; state: string; password: string };

/** Creates the database files in a folder on first use. A setup that was interrupted starts over. */
export function prepareCluster(folder: string, binaries: PostgresBinaries, { prefix, owner }: Unprivileged): Cluster {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
  if (!existsSync(data)) {
    const unfinished = join(folder, 'data.unfinished');
    rmSync(unfinished, { recursive: true, force: true });
    writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (owner) chownSync(passwordFile, owner.uid, owner.gid);
    initialize(unfinished, passwordFile, [...prefix, binaries.initdb]);
    renameSync(unfinished, data);
  }
  const password = readFileSync(passwordFile, 'utf8').trim();
  return { data, log: join(folder, 'postgres.log'), state: join(folder, 'running.json'), password };
}

function initialize(data: string, passwordFile: string, [command = '', ...prefix]: string[]): void {
  const args = ['-D', data, '-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
  args.push(
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  );
  for (const [name, value] of Object.entries(sharedMemorySettings())) args.push('-c', `${name}=${value}`);
  const { status, stderr, error } = spawnSync(command, [...prefix, ...args], { encoding: 'utf8' });
  if (status === 0) return;
  rmSync(data, { recursive: true, force: true });
  throw new ConfigError(`The database setup failed: ${reasonIn(stderr || String(error))}.`);
}

/** What a server that starts or stops answers to clients. */
const ANSWER = /FATAL:\s+the database system is/;

/** A disk that fills up in the middle of a page is a short write. */
const FULL = /No space left on device|Check free disk space/i;

/** Extracts the error message from PostgreSQL's output. */
export function reasonIn(output: string): string {
  if (FULL.test(output)) return 'there is no space left on the disk';
  const lines = output.trim().split('\n');
  const isReason = (line: string) => /FATAL|error:|PANIC/.test(line) && !ANSWER.test(line);
  const errorLine = lines.findLast(isReason) ?? lines.at(-1) ?? 'it printed no error';
  return errorLine.replace(/^.*?(FATAL|PANIC|error):\s*/, '').replace(/\.$/, '');
}

/** How to run PostgreSQL without root rights: a command prefix and the owner of its files. */
type Unprivileged = { prefix: string[]; owner: { uid: number; gid: number } | null };

const NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000'];

/**
 * An ordinary user needs nothing. Root uses a user namespace or the postgres user, because PostgreSQL refuses to run as
 * root.
 */
export function unprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) return { prefix: [], owner: null };
  if (runs([...NAMESPACE, 'true'])) return { prefix: NAMESPACE, owner: null };
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(spawnSync('id', [which, 'postgres'], { encoding: 'utf8' }).stdout),
  );
  const asPostgres = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  if (uid && gid && runs([...asPostgres, 'true'])) return { prefix: asPostgres, owner: { uid, gid } };
  throw new ConfigError(
    'PostgreSQL cannot run as root here. Start CarQuay as an ordinary user, or set DATABASE_URL to your own database.',
  );
}

function runs([command = '', ...args]: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

const MB = 1024 * 1024;
/** PostgreSQL uses a few megabytes there, and more for parallel queries. Containers have 64 MB by default. */
const ENOUGH = 32 * MB;

/**
 * Settings for a machine whose /dev/shm is missing, read-only or too small: PostgreSQL then keeps its dynamic shared memory in files
 * of the data folder. With its default it would fail to start.
 */
export function sharedMemorySettings(freeBytes = freeSharedMemory()): Record<string, string> {
  return freeBytes < ENOUGH ? { dynamic_shared_memory_type: 'mmap' } : {};
}

/** Infinite where PostgreSQL needs no such folder, as on macOS. */
function freeSharedMemory(): number {
  try {
    accessSync('/dev/shm', constants.W_OK);
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize;
  } catch {
    return process.platform === 'linux' ? 0 : Number.POSITIVE_INFINITY;
  }
}
