import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';

export type DrillSite = {
  origin: string;
  dataDir: string;
  pid: number;
  /** Sends SIGTERM and returns how long the process took to end, in milliseconds. */
  stop(): Promise<number>;
  kill(): Promise<void>;
};

const START_MS = 120_000;
/** The options of `npm start`. */
const HEAP_OPTIONS = ['--max-old-space-size=512', '--max-semi-space-size=8'];
const ENVIRONMENT = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' };

type Start = {
  port?: number;
  dataDir?: string;
  build?: string;
  startMs?: number;
  /** File that gets the output of the process. */
  log?: string;
};

/** Starts the built server like an operator, and waits until it is ready. */
export async function startDrillSite(
  environment: Record<string, string>,
  { port, dataDir, build = 'build/current', startMs = START_MS, log }: Start = {},
): Promise<DrillSite> {
  const folder = dataDir ?? (await scratch());
  const listen = port ?? (await freePort());
  const origin = `http://127.0.0.1:${listen}`;
  const output = log === undefined ? null : openSync(log, 'a');
  const child = spawn(process.execPath, [...HEAP_OPTIONS, `${build}/server/server.js`], {
    stdio: ['ignore', output ?? 'ignore', output ?? 'inherit'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...ENVIRONMENT,
      PORT: String(listen),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      READS_PER_MINUTE: '0',
      ...environment,
    },
  });
  if (output !== null) closeSync(output);
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', killAtExit);
      resolve();
    }),
  );
  const until = Date.now() + startMs;
  while (!(await isReady(origin))) {
    const isLate = Date.now() > until;
    if (isLate) child.kill('SIGKILL');
    if (isLate || child.exitCode !== null) throw new Error('the site did not start');
    await wait(50);
  }
  return {
    origin,
    dataDir: folder,
    pid: child.pid ?? 0,
    async stop() {
      const began = performance.now();
      child.kill('SIGTERM');
      await ended;
      return performance.now() - began;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carquay-drill-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns true if the site reaches its database. */
export async function isReady(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/ready`).catch(() => null);
  const body = (await response?.json().catch(() => null)) as { status?: string } | null;
  return response?.status === 200 && body?.status === 'ok';
}

/** Sends a signal to the PostgreSQL of a folder and all its processes. */
export function signalDatabase(folder: string, signal: NodeJS.Signals, data = join(folder, 'data')): void {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = all
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === Number(first))
    .map(([pid = 0]) => pid);
  for (const pid of [Number(first), ...children]) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
