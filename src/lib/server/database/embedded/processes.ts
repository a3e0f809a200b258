import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

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
