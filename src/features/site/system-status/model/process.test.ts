import { expect, test } from 'vitest';
import { jobsOfProcesses, stateOf } from './process.ts';

const NOW = new Date('2026-01-31T12:00:00Z');
const at = (secondsAgo: number) => new Date(NOW.getTime() - secondsAgo * 1_000).toISOString();
const job = {
  name: 'bills',
  everyMs: 2_000,
  startedAt: at(1),
  succeededAt: at(1),
  failedAt: null,
  error: null,
  failures: 0,
  running: 0,
  leased: 0,
  nextAt: at(-1),
};

test('a job is late after three intervals and a minute, unless it still runs', () => {
  expect(stateOf({ ...job, nextAt: at(59) }, NOW)).toBe('ok');
  expect(stateOf({ ...job, nextAt: at(61) }, NOW)).toBe('late');
  expect(stateOf({ ...job, nextAt: at(61), running: 1 }, NOW)).toBe('ok');
  expect(stateOf({ ...job, everyMs: 60_000, nextAt: at(170) }, NOW)).toBe('ok');
});

test('a job fails if its last run failed or reported an error, until the next run starts', () => {
  expect(stateOf({ ...job, startedAt: at(2), failedAt: at(1) }, NOW)).toBe('failing');
  expect(stateOf({ ...job, startedAt: at(1), failedAt: at(2) }, NOW)).toBe('ok');
});

test('jobs of several processes are joined by name, and the worst counts', () => {
  const other = { ...job, startedAt: at(5), failedAt: at(4), error: 'E1', failures: 2, leased: 3, nextAt: at(3) };
  expect(jobsOfProcesses([job, other], NOW)).toEqual([
    {
      name: 'bills',
      state: 'failing',
      processes: 2,
      everyMs: 2_000,
      startedAt: at(1),
      succeededAt: at(1),
      nextAt: at(3),
      failedAt: at(4),
      error: 'E1',
      failures: 2,
      leased: 3,
    },
  ]);
});
