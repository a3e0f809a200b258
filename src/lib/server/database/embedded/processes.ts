import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const KILL_TIMEOUT_MS = 5_000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !commandOf(pid).startsWith('Z ');
}

/**
 * Returns the process id of the PostgreSQL that runs on a data folder. Null if the process in the file is not
 * PostgreSQL.
 */
export function livePostmaster(data: string): number | null {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
  return pid > 0 && isAlive(pid) && commandOf(pid).includes('postgres') ? pid : null;
}

/** Returns whether the PostgreSQL of a data folder is suspended, for example by SIGSTOP. */
export function isSuspended(data: string): boolean {
  const pid = livePostmaster(data);
  return pid !== null && commandOf(pid).startsWith('T');
}

/**
 * Kills all PostgreSQL processes of a data folder. Those that outlive the postmaster would keep its shared memory, and a
 * new postmaster would refuse to start. Throws if one is still there after 5 s.
 */
export async function killPostgres(data: string): Promise<void> {
  const deadline = Date.now() + KILL_TIMEOUT_MS;
  for (let pids = postgresOf(data); pids.length > 0; pids = postgresOf(data)) {
    for (const pid of pids) kill(pid);
    if (Date.now() > deadline) throw new Error(`PostgreSQL process ${pids[0]} cannot be killed`);
    await wait(20);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the processes that work in a data folder. All processes of a PostgreSQL server do. */
function postgresOf(data: string): number[] {
  const folder = realpathSync(data);
  if (!existsSync('/proc/self/cwd')) {
    const { stdout } = spawnSync('lsof', ['-a', '-c', 'postgres', '-d', 'cwd', '-Fpn'], { encoding: 'utf8' });
    return [...stdout.matchAll(/^p(\d+)\n(?:f.*\n)?n(.*)$/gm)].flatMap(([, pid, path]) =>
      path === folder ? Number(pid) : [],
    );
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && workingFolderOf(pid) === folder && commandOf(pid).includes('postgres'));
}

function workingFolderOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Returns state and command line of a process; 'Z …' for a zombie. */
function commandOf(pid: number): string {
  if (existsSync('/proc/self/stat')) {
    try {
      const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
      return `${state.slice(0, 1)} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`;
    } catch {
      return 'Z ';
    }
  }
  return spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

/** The shell reads a pipe from this process. When the pipe closes for any reason, the shell stops PostgreSQL. */
const GUARD = `trap '' INT TERM HUP; "$@" </dev/null & server=$!; cat >/dev/null; kill -INT $server; wait $server`;

/** Starts a command under a guard process. Keeps the log of the previous run. */
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
