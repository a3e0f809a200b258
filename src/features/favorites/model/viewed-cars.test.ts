import { expect, test } from 'vitest';
import { carsToKeep, MOST_KEPT_FAVOURITES, MOST_SEEN, withSeen } from './viewed-cars.ts';

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

test('the newest cars looked at are remembered, each once', () => {
  expect(withSeen([1, 2, 3], 2)).toEqual([1, 3, 2]);
  expect(withSeen(upTo(MOST_SEEN), 99)).toEqual([...upTo(MOST_SEEN).slice(1), 99]);
});

test('favourites are kept first, no car twice, and not without end', () => {
  expect(carsToKeep({ favourites: [1, 2], seen: [3, 2, 4] })).toEqual([2, 1, 4, 3]);
  const kept = carsToKeep({ favourites: upTo(500), seen: upTo(100) });
  expect([kept[0], kept.length]).toEqual([500, MOST_KEPT_FAVOURITES + MOST_SEEN]);
});
