import { spawn } from 'node:child_process';
import { freePort } from '#lib/server/database/embedded/free-port.ts';

export type Site = {
  origin: string;
  pid: number;
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

const MAX_START_MS = 60_000;

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
