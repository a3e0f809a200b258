import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Queryable } from '#lib/server/database/postgres.ts';
import type { GuardedPool } from '../guarded-pool.ts';
import { watchReplica } from './watch-replica.ts';

let flushed = 0;
let answer: object | Error = {};
let lines: string[] = [];
let watch: ReturnType<typeof watchReplica>;
const replayed = (bytes: number | null, also: object = {}) => ({
  isStandby: true,
  isUtc: true,
  replayed: bytes,
  ...also,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  flushed = 1_000;
  answer = replayed(1_000);
  lines = [];
  const primary = { query: async () => ({ rows: [{ flushed }] }) } as unknown as Queryable;
  const replica = {
    query: async () => {
      if (answer instanceof Error) throw answer;
      return { rows: [answer] };
    },
  } as unknown as GuardedPool;
  watch = watchReplica(primary, replica, (line) => lines.push(line));
});
afterEach(async () => {
  await watch.stop();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a replica is fresh as of the last time at which the primary had flushed no more than it has replayed', async () => {
  await pass(500);
  const upToDate = watch.freshAt();
  expect(performance.now() - upToDate).toBeLessThanOrEqual(200);
  flushed = 2_000;
  await pass(100);
  answer = replayed(1_999);
  await pass(500);
  expect(watch.freshAt() - upToDate).toBeLessThanOrEqual(100);
  answer = replayed(2_000);
  await pass(100);
  expect(performance.now() - watch.freshAt()).toBeLessThanOrEqual(200);
});

test('a replica that falls behind is reported once, and again after ten good seconds', async () => {
  await pass(500);
  expect([watch.problem(), lines]).toEqual([null, []]);
  for (let turn = 0; turn < 30; turn++) {
    flushed += 1;
    await pass(100);
  }
  expect(watch.problem()).toBe('it is more than 1 s behind');
  answer = replayed(flushed);
  await pass(9_000);
  expect([watch.problem(), lines.length]).toEqual([null, 1]);
  await pass(2_000);
  expect(lines).toEqual([
    'The replica is not used: it is more than 1 s behind. Its reads go to the primary.',
    'The replica is used again.',
  ]);
});

test.each([
  ['it has changes that the primary does not have', replayed(1_001)],
  ['it is not a standby', replayed(1_000, { isStandby: false })],
  ['it is not a standby', replayed(null, { isStandby: false })],
  ['a pooler drops its time zone', replayed(1_000, { isUtc: false })],
  ['it or the primary does not respond (gone)', new Error('gone')],
])('not used: %s', async (problem, answered) => {
  await pass(500);
  answer = answered;
  await pass(1_500);
  expect([watch.problem(), lines]).toEqual([
    problem,
    [`The replica is not used: ${problem}. Its reads go to the primary.`],
  ]);
});
