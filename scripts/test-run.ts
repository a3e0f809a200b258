import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The shell reads the groups of processes of a run from a pipe. When the pipe closes, for whatever reason, it ends them and
 * deletes the folder. Five seconds are what PostgreSQL and a site need to stop.
 */
const GUARD = `trap '' INT TERM HUP
while read -r group; do groups="$groups -$group"; done
for group in $groups; do kill -TERM -- $group 2>/dev/null && alive=1; done
if [ "$alive" ]; then sleep 5; for group in $groups; do kill -KILL -- $group 2>/dev/null; done; fi
rm -rf "$1"`;
const PARENT_CHECK_MS = 1_000;

/** @property folder where everything that the run writes belongs; it is TMPDIR for its commands */
export type TestRun = {
  folder: string;
  /** Starts a command that ends with the run, also when the run is killed. */
  start(command: string[], options?: SpawnOptions): ChildProcess;
  end(status: number): Promise<never>;
};

export function beginRun(): TestRun {
  const folder = createFolder();
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const end = async (status: number): Promise<never> => {
    const ended = new Promise((resolve) => guard.once('exit', resolve));
    guard.stdin?.end();
    await ended;
    process.exit(status);
  };
  const stop = (reason: string) => {
    console.error(`\nThe tests were stopped: ${reason}.`);
    void end(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(signal));
  endWithNpm(stop);
  return {
    folder,
    start([command = '', ...args], options = {}) {
      const child = spawn(command, args, {
        ...options,
        detached: true,
        env: { ...process.env, TMPDIR: folder, ...options.env },
      });
      if (child.pid !== undefined) guard.stdin?.write(`${child.pid}\n`);
      return child;
    },
    end,
  };
}

/** PostgreSQL may run as another user, who must be able to reach its files in the folder. */
function createFolder(): string {
  try {
    const folder = mkdtempSync(join(tmpdir(), 'carquay-'));
    chmodSync(folder, 0o711);
    return folder;
  } catch (error) {
    console.error(`The tests need a folder below ${tmpdir()}: ${(error as Error).message}. Set TMPDIR to another one.`);
    process.exit(1);
  }
}

/** A killed npm leaves its script running. */
function endWithNpm(stop: (reason: string) => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop('npm has ended');
  }, PARENT_CHECK_MS);
  timer.unref();
}
