import { afterEach, expect, test, vi } from 'vitest';
import { VersionedCache } from './versioned-cache.ts';

const MAX_AGE_MS = 10_000;

afterEach(() => void vi.restoreAllMocks());

/** Moves the clock, and waits until the cache looks at it again. */
async function pass(cache: VersionedCache<string>, ms: number): Promise<void> {
  const now = performance.now();
  cache.set('hand', 'of the clock', cache.version());
  vi.spyOn(performance, 'now').mockReturnValue(now + ms);
  await expect.poll(() => cache.get('hand')).toBeUndefined();
}

function newCache() {
  const data = { version: 1 };
  const cache = new VersionedCache<string>(
    { current: () => data.version, refresh: () => null },
    { maxBytes: 1_000_000, maxAgeMs: MAX_AGE_MS, sizeOf: ({ length }) => length },
  );
  return { cache, data };
}

test('returns a value while the version is the same and the value is young', async () => {
  const { cache, data } = newCache();
  cache.set('a', 'kept', cache.version());
  expect(cache.get('a')).toBe('kept');
  data.version = 2;
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', 'newer', cache.version());
  await pass(cache, 2 * MAX_AGE_MS);
  expect(cache.get('a')).toBeUndefined();
});

test('gives the memory of values that are too old back when others are kept', async () => {
  const { cache } = newCache();
  for (let nth = 0; nth < 50; nth++) cache.set(`old ${nth}`, 'x'.repeat(1_000), cache.version());
  await pass(cache, 2 * MAX_AGE_MS);
  cache.set('new', 'x', cache.version());
  expect(cache.state().entries).toBe(1);
  expect(cache.state().bytes).toBeLessThan(1_000);
});
