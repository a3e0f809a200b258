import { type ChildProcess, spawn } from 'node:child_process';

export type Site = { origin: string; stop(): Promise<void> };

let nextPort = 4700;

/** Starts bench/site-process.ts and waits until it listens. */
export async function startSite(...args: string[]): Promise<Site> {
  const port = nextPort++;
  const child = spawn(process.execPath, ['bench/site-process.ts', String(port), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
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
