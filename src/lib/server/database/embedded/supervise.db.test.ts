import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { afterFile } from '../../../../../tests/support/runner/after-file.ts';
import { scratchFolder } from '../../../../../tests/support/runner/scratch-folder.ts';
import { type ProbeResult, startEmbeddedPostgres } from './embedded-postgres.ts';
import { livePostmaster } from './processes.ts';
import { supervise } from './supervise.ts';

const FAST = { everyMs: 50, timeoutMs: 500, lostAfterMs: 1_000 };
const folder = await scratchFolder();
const data = join(folder, 'data');
const database = await startEmbeddedPostgres(folder);
afterFile(() => database.stop());
const lines: string[] = [];
const supervision = supervise(database, { ...FAST, report: (line) => lines.push(line) });
afterFile(() => supervision.stop());

/** Runs a statement on a new connection. Returns null if that fails. */
async function query(text: string): Promise<unknown[] | null> {
  const client = new pg.Client({ connectionString: database.url, connectionTimeoutMillis: 500 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } catch {
    return null;
  } finally {
    client.end().catch(() => {});
  }
}

const postmaster = () => livePostmaster(data) ?? 0;
const processes = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
const parentOf = (pid: number) => processes().find(([each]) => each === pid)?.[1] ?? 0;
const childrenOf = (pid: number) => processes().flatMap(([child, parent]) => (parent === pid ? child : []));
const signal = (name: NodeJS.Signals, ...pids: number[]) => {
  for (const pid of pids) process.kill(pid, name);
};

test.each<[string, () => void]>([
  ['the postmaster was killed', () => signal('SIGKILL', postmaster())],
  ['its process group was killed', () => signal('SIGKILL', -parentOf(postmaster()))],
  ['its guard was killed', () => signal('SIGKILL', parentOf(postmaster()))],
  ['the postmaster is frozen', () => signal('SIGSTOP', postmaster())],
  [
    'all its processes are frozen',
    () => signal('SIGSTOP', parentOf(postmaster()), postmaster(), ...childrenOf(postmaster())),
  ],
])('restarts the database on the same port, with its guard and data, after %s', async (_what, damage) => {
  await query('create table if not exists kept (x int)');
  const before = (await query('insert into kept values (1) returning (select count(*)::int from kept) as rows'))?.[0];
  const old = postmaster();
  lines.length = 0;
  damage();
  await expect.poll(() => lines.at(-1)).toMatch(/^The embedded database is available again after [\d.]+ s\.$/);
  expect(lines).toHaveLength(2);
  expect(postmaster()).not.toBe(old);
  expect(parentOf(parentOf(postmaster()))).toBe(process.pid);
  const { rows } = before as { rows: number };
  expect(await query('select count(*)::int as rows from kept')).toEqual([{ rows: rows + 1 }]);
});

test('a database that cannot be brought back is lost after the limit, until it can be', async () => {
  const version = join(data, 'PG_VERSION');
  renameSync(version, `${version}.away`);
  signal('SIGKILL', postmaster());
  await expect.poll(() => supervision.isLost()).toBe(true);
  expect(lines.filter((line) => line.includes('cannot be restarted'))).toHaveLength(1);
  renameSync(`${version}.away`, version);
  await expect.poll(() => supervision.isLost()).toBe(false);
  expect(await query('select 1 as x')).toEqual([{ x: 1 }]);
});

test.each<[number, string, ProbeResult[]]>([
  [0, 'that misses one probe', ['silent', 'ready', 'ready']],
  [0, 'that is recovering', ['starting', 'starting', 'ready']],
  [1, 'that misses two probes in a row', ['silent', 'silent', 'ready']],
])('restarts %i times a database %s', async (expected, _what, results) => {
  let restarts = 0;
  const restart = async () => void restarts++;
  const probe = async () => results.shift() ?? 'ready';
  const watching = supervise({ probe, restart }, { ...FAST, everyMs: 1, report: () => {} });
  await expect.poll(() => results.length).toBe(0);
  await watching.stop();
  expect(restarts).toBe(expected);
});
