import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { problemOfTemporaryFolder, temporaryRoot } from '../tests/support/runner/temporary-folder.ts';

/**
 * Reads process group ids from its standard input. When that pipe closes, because the run ended or was killed, the script
 * terminates the groups and deletes the folder. PostgreSQL and the site get five seconds to shut down.
 */
const GUARD = `trap '' INT TERM HUP
while read -r group; do groups="$groups -$group"; done
signal() { for group in $groups; do kill $1 $group 2>/dev/null && found=1; done; }
signal -TERM
tenths=0
while found=; signal -0; [ "$found" ] && [ $tenths -lt 50 ]; do sleep 0.1; tenths=$((tenths + 1)); done
signal -KILL
rm -rf "$1"`;
const PARENT_CHECK_MS = 1_000;

/**
 * @property folder temporary folder of the run, and TMPDIR of its commands
 * @property stopping aborted when the run receives a signal; its commands fail from then on
 */
export type TestRun = {
  folder: string;
  stopping: AbortSignal;
  /** Starts a command in a process group that is terminated when the run ends, even if the run is killed. */
  start(command: string[], options?: SpawnOptions): ChildProcess;
  end(status: number): Promise<never>;
};

export function beginRun(): TestRun {
  const folder = createFolder();
  // A run starts some hundred Node processes, which compile the same scripts. The site then starts with a quarter less processor time.
  const compiled = join(folder, 'compiled');
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise((resolve) => guard.once('exit', resolve));
  const end = async (status: number): Promise<never> => {
    guard.stdin?.end();
    await ended;
    process.exit(status);
  };
  const stopping = new AbortController();
  const stop = (reason: string) => {
    console.error(`\nThe tests were stopped: ${reason}.`);
    stopping.abort();
    void end(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(signal));
  endWithNpm(stop);
  return {
    folder,
    stopping: stopping.signal,
    start([command = '', ...args], options = {}) {
      const child = spawn(command, args, {
        ...options,
        detached: true,
        env: { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: compiled, ...options.env },
      });
      if (child.pid !== undefined) guard.stdin?.write(`${child.pid}\n`);
      return child;
    },
    end,
  };
}

function createFolder(): string {
  const root = temporaryRoot();
  const problem = problemOfTemporaryFolder(root);
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
  const folder = mkdtempSync(join(root, 'carquay-'));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  return folder;
}

/** Stops the run when npm is killed, which does not end its scripts. */
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
