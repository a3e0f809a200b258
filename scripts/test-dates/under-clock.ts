import { spawnSync } from 'node:child_process';
import type { FakedClock } from './faked-clocks.ts';

export const NO_FAKETIME = 'faketime is missing. Install it, for example with apt-get install faketime.';

export const hasFaketime = () => spawnSync('faketime', ['--version']).status === 0;

/**
 * Returns a command that runs another one under a clock that starts with this call. The offset is the same for all
 * processes; a start time would restart in each process.
 */
export function underClock({ name, startsAt, environment = {} }: FakedClock, command: string[]) {
  const offset = Math.round((startsAt.getTime() - Date.now()) / 1_000);
  return {
    title: `${name}: ${startsAt.toISOString()} (faketime -f '+${offset}s')`,
    command: ['faketime', '--exclude-monotonic', '-f', `+${offset}s`, ...command],
    env: { ...environment, FAKED_CLOCK: name },
  };
}
