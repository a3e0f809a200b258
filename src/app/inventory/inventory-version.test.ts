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
  const first = version.current();
  now += 500;
  expect(version.refresh()).toBeNull();
  now += 1;
  const next = version.refresh();
  expect(next).not.toBeNull();
  lookups[1]?.answer(8);
  await next;
  expect(version.current()).toBeGreaterThan(first);
  expect(lookups).toHaveLength(2);
});

test('the version stays the same while the database has the same one', async () => {
  const { version, lookups } = versionWithLookups();
  const looking = version.look();
  lookups[0]?.answer(7);
  await looking;
  const first = version.current();
  const again = version.look();
  lookups[1]?.answer(7);
  await again;
  expect(version.current()).toBe(first);
});

test('failed lookups count as changes, and each change after them is noticed', async () => {
  const { version, lookups } = versionWithLookups();
  const found: number[] = [];
  for (const answer of [null, null, null, null, 7, 8]) {
    const looking = version.look();
    if (answer === null) lookups.at(-1)?.fail();
    else lookups.at(-1)?.answer(answer);
    await looking;
    found.push(version.current());
  }
  expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
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
  const current = version.current();
  lookups[0]?.answer(7);
  await early;
  expect(version.current()).toBe(current);
  expect(version.refresh()).toBeNull();
});

test('looks even if the last look is recent, and shares it with readers', async () => {
  const { version, lookups } = versionWithLookups();
  const looking = version.look();
  lookups[0]?.answer(7);
  await looking;
  const first = version.current();
  const again = version.look();
  version.expire();
  const reading = version.refresh();
  expect(lookups).toHaveLength(3);
  lookups[2]?.answer(9);
  lookups[1]?.answer(8);
  await Promise.all([again, reading]);
  expect(version.current()).toBeGreaterThan(first);
});
