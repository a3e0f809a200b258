import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '#lib/config-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { sharedMemorySettings } from './shared-memory.ts';
import type { Unprivileged } from './unprivileged.ts';

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
