import { type ChildProcess, spawn } from 'node:child_process';

export type Site = { origin: string; stop(): Promise<void> };

let nextPort = 4700;

/** Starts bench/site-process.ts and waits until it listens. */
export function startSite(...args: string[]): Promise<Site> {
  const port = nextPort++;
  return started(port, ['bench/site-process.ts', String(port), ...args]);
}

/** The same with a provider that decides at once, for buyers whose addresses are what they say. */
export function startTradingSite(databaseUrl: string, dataDir: string): Promise<Site> {
  const port = nextPort++;
  return started(port, ['bench/chaos-site.ts'], {
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    PAYMENT_DELAY_MS: '0',
    LOG_LEVEL: 'error',
  });
}

async function started(port: number, args: string[], environment: Record<string, string> = {}): Promise<Site> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  await ready(child);
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => text.includes('READY') && resolve());
    child.once('exit', (code) => reject(new Error(`The site ended at once (${code})`)));
  });
}
