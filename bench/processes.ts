import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { freePort } from '#lib/server/database/embedded/embedded-postgres.ts';

export type Site = {
  origin: string;
  pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

const MAX_START_MS = 180_000;

/** Starts bench/site-process.ts and waits until it listens. */
export async function startSite(...args: string[]): Promise<Site> {
  const port = await freePort();
  return spawnSite(port, ['bench/site-process.ts', String(port), ...args]);
}

type CheckoutSite = { port: number; databaseUrl: string; dataDir: string; delayMs: number };

/** Starts a site for checkouts, with a simulated provider that answers after a delay. Trusts X-Forwarded-For. */
export function startCheckoutSite({ port, databaseUrl, dataDir, delayMs }: CheckoutSite): Promise<Site> {
  return spawnSite(port, ['bench/chaos-site.ts'], {
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    EXCHANGE_RATES: 'none',
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    PAYMENT_DELAY_MS: String(delayMs),
    LOG_LEVEL: 'error',
  });
}

async function spawnSite(port: number, args: string[], environment: Record<string, string> = {}): Promise<Site> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const end = (signal: NodeJS.Signals) => () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the site did not start in time'));
    }, MAX_START_MS);
    child.stdout.on('data', (text: Buffer) => {
      if (!text.includes('READY')) return;
      clearTimeout(late);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`the site exited at startup (${code})`));
    });
  });
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: end('SIGTERM'), kill: end('SIGKILL') };
}

const MS_PER_TICK = 10;

/** Processor time that a process has used so far, in milliseconds. Linux only. */
export function processorMs(pid: number): number {
  return ticksOf(pid).own * MS_PER_TICK;
}

/** CPU time of a PostgreSQL server with all its connections; `pids` are the open ones. Linux only. */
export function serverProcessorMs(pids: number[]): number {
  const processes = pids.map(ticksOf);
  const server = ticksOf(processes[0]!.parent);
  return MS_PER_TICK * processes.reduce((sum, { own }) => sum + own, server.own + server.ended);
}

/** `ended`: CPU time of children that have ended. */
function ticksOf(pid: number): { parent: number; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const sum = (from: number) => (fields[from] ?? 0) + (fields[from + 1] ?? 0);
  return { parent: fields[1] ?? 0, own: sum(11), ended: sum(13) };
}
