import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Starts a run whose command exits 200 ms after SIGTERM. */
const SCRIPT = `
  const { beginRun } = await import('./scripts/test-run.ts');
  const run = beginRun();
  const child = run.start(['node', '-e', "process.on('SIGTERM', () => setTimeout(() => process.exit(), 200)); setInterval(() => {}, 1000)"]);
  console.log(JSON.stringify({ folder: run.folder, child: child.pid }));
`;

type Run = { script: ChildProcess; folder: string; child: number; printed: () => string };

async function begin(): Promise<Run> {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const script = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  let printed = '';
  script.stderr?.setEncoding('utf8').on('data', (text) => (printed += text));
  const line = await new Promise<string>((resolve) => script.stdout?.once('data', (text) => resolve(String(text))));
  const begun: { folder: string; child: number } = JSON.parse(line);
  onTestFinished(() => rmSync(begun.folder, { recursive: true, force: true }));
  expect(isRunning(begun.child)).toBe(true);
  return { script, ...begun, printed: () => printed };
}

function isRunning(pid: number): boolean {
  const status = join('/proc', String(pid), 'status');
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}

test.skipIf(process.platform !== 'linux').each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a run that gets %s leaves no process and no folder behind',
  async (signal) => {
    const { script, folder, child, printed } = await begin();
    const status = new Promise((resolve) => script.once('exit', resolve));
    script.kill(signal);
    await expect.poll(() => [isRunning(child), existsSync(folder)]).toEqual([false, false]);
    expect(await status).toBe(signal === 'SIGKILL' ? null : 1);
    expect(printed()).toBe(signal === 'SIGKILL' ? '' : `\nThe tests were stopped: ${signal}.\n`);
  },
);
