import { expect, test } from 'vitest';
import type { ListingCard } from '../listing.ts';
import { rankRelated, relatedTags } from './related-cars.ts';

const car = { make: 'BYD', carType: 'sedan', priceCents: 2_000_000 } as const;
const other = (id: number, facts: object) =>
  ({ id, make: 'Geely', carType: 'suv', priceCents: 9_000_000, postedAt: new Date(id), ...facts }) as ListingCard;

test.each([
  [1_600_000, true],
  [1_599_999, false],
  [2_400_000, true],
  [2_400_001, false],
])('a price of %i cents is similar to 20,000 dollars: %s', (priceCents, similar) => {
  expect(relatedTags(car, other(1, { priceCents })).includes('Similar Price')).toBe(similar);
});

test('does not count two unknown car types as the same type', () => {
  expect(relatedTags({ ...car, carType: null }, other(1, { carType: null }))).toEqual([]);
});

test('ranks cars by common tags and leaves out the car itself, duplicates and unrelated cars', () => {
  const candidates = [
    other(1, {}),
    other(2, { carType: 'sedan' }),
    other(3, { make: 'BYD', carType: 'sedan' }),
    other(3, { make: 'BYD', carType: 'sedan' }),
    other(9, { make: 'BYD' }),
    other(4, { make: 'BYD', carType: 'sedan', priceCents: 2_100_000 }),
  ];
  const ranked = rankRelated({ ...car, id: 9 }, candidates, 9);
  expect(ranked.map(({ id }) => id)).toEqual([4, 3, 2]);
  expect(ranked[0]?.tags).toEqual(['Same Brand', 'Same Type', 'Similar Price']);
  expect(rankRelated({ ...car, id: 9 }, candidates, 1)).toHaveLength(1);
});
