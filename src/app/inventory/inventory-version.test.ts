import { afterEach, expect, test, vi } from 'vitest';
import { inventoryVersion } from './inventory-version.ts';

let now = 0;
vi.spyOn(performance, 'now').mockImplementation(() => now);
afterEach(() => vi.useRealTimers());

/** A version whose lookups the test answers, in order. */
function versionWithLookups() {
  const lookups: { answer(version: number): void; fail(): void }[] = [];
  const query = () =>
    new Promise((resolve, reject) => {
      lookups.push({ answer: (version) => resolve({ rows: [{ version }] }), fail: () => reject(new Error('down')) });
    });
  return {
    version: inventoryVersion({ query } as unknown as Parameters<typeof inventoryVersion>[0], { maxAgeMs: 500 }),
    lookups,
  };
}

test('a reader after 0.5 s waits for one lookup, which all readers share', async () => {
  const { version, lookups } = versionWithLookups();
  const waiting = Array.from({ length: 100 }, () => version.refresh());
  expect(lookups).toHaveLength(1);
  expect(waiting).not.toContain(null);
  lookups[0]?.answer(7);
  await Promise.all(waiting);
  expect(version.current()).toBe(7);
  now += 500;
  expect(version.refresh()).toBeNull();
  now += 1;
  const next = version.refresh();
  expect(next).not.toBeNull();
  lookups[1]?.answer(8);
  await next;
  expect([version.current(), lookups.length]).toEqual([8, 2]);
});

test('a failed lookup counts as a change', async () => {
  const { version, lookups } = versionWithLookups();
  const refreshing = version.refresh();
  lookups[0]?.fail();
  await refreshing;
  expect(version.current()).toBe(0.5);
});

test('readers do not wait longer than 250 ms for a busy database', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { version, lookups } = versionWithLookups();
  const waiting = version.refresh();
  await vi.advanceTimersByTimeAsync(250);
  await waiting;
  expect([version.current(), lookups.length]).toEqual([0, 1]);
});

test('a reader after a change looks again, even if a lookup that began before the change is not answered', async () => {
  const { version, lookups } = versionWithLookups();
  const early = version.refresh();
  version.expire();
  const late = version.refresh();
  expect(lookups).toHaveLength(2);
  lookups[1]?.answer(8);
  await late;
  lookups[0]?.answer(7);
  await early;
  expect(version.current()).toBe(8);
  expect(version.refresh()).toBeNull();
});

test('a look is made even if the last one is young, and shared with readers', async () => {
  const { version, lookups } = versionWithLookups();
  const looking = version.look();
  lookups[0]?.answer(7);
  await looking;
  const again = version.look();
  version.expire();
  const reading = version.refresh();
  expect(lookups).toHaveLength(3);
  lookups[2]?.answer(9);
  lookups[1]?.answer(8);
  await Promise.all([again, reading]);
  expect(version.current()).toBe(9);
});
