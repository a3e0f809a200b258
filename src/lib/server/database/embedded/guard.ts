import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, renameSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The shell reads a pipe from this process. When the pipe closes, for whatever reason, the shell stops PostgreSQL. */
const GUARD = `trap '' INT TERM HUP; "$@" </dev/null & server=$!; cat >/dev/null; kill -INT $server; wait $server`;

/** Starts a command under a guard process. Keeps the log of the previous run beside the new one. */
export function startGuarded(command: string[], logFile: string): ChildProcess {
  keepPrevious(logFile);
  const log = openSync(logFile, 'a', 0o600);
  return spawn('/bin/sh', ['-c', GUARD, 'guard', ...command], { detached: true, stdio: ['pipe', log, log] });
}

/** Makes a guard stop its command, and returns whether both have ended in time. */
export async function endGuard(guard: ChildProcess, timeoutMs: number): Promise<boolean> {
  if (hasEnded(guard)) return true;
  const ended = new Promise<true>((resolve) => guard.once('exit', () => resolve(true)));
  guard.kill('SIGCONT');
  guard.stdin?.end();
  const timer = new AbortController();
  const late = wait(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  return Promise.race([ended, late]).finally(() => timer.abort());
}

export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

function keepPrevious(logFile: string): void {
  try {
    renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
