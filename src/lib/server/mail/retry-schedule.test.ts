import { expect, test } from 'vitest';
import { retryDelay } from './mail-worker.ts';

test('delays grow from seconds to hours with jitter, and end after about two days', () => {
  const waits: number[] = [];
  for (let wait = retryDelay(1); wait !== null; wait = retryDelay(waits.length + 1)) waits.push(wait);
  expect(waits[0]).toBeGreaterThanOrEqual(4_000);
  expect(waits[0]).toBeLessThanOrEqual(6_000);
  const growing = waits.slice(0, 8);
  expect(growing).toEqual(growing.toSorted((one, other) => one - other));
  expect(Math.max(...waits)).toBeLessThan(10 * 3_600_000);
  const hours = waits.reduce((sum, wait) => sum + wait) / 3_600_000;
  expect(hours).toBeGreaterThan(36);
  expect(hours).toBeLessThan(60);
  expect(retryDelay(1)).not.toBe(retryDelay(1));
});
