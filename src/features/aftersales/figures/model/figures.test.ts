import { expect, test } from 'vitest';
import { type Counts, figuresOf, MINIMUM } from './figures.ts';

const COUNTS: Counts = {
  carsListed: 20,
  buyersServed: 20,
  reviews: { count: 10, average: 4.4499 },
  years: [
    { year: 2027, cars: 1 },
    { year: 2020, cars: 3 },
  ],
  makes: [
    { make: 'Geely', cars: 4 },
    { make: 'BYD', cars: 9 },
  ],
  vinChecks: { count: 100, since: '2026-01-31' },
};

test('computes every figure at its minimum', () => {
  expect(figuresOf(COUNTS, 2026)).toEqual({
    carsListed: 20,
    buyersServed: 20,
    rating: { average: 4.4, reviews: 10 },
    averageAge: 4.5,
    topMake: { make: 'BYD', cars: 9 },
    vinChecks: { count: 100, since: '2026-01-31' },
  });
});

test('leaves out each figure below its minimum', () => {
  const few: Counts = {
    ...COUNTS,
    carsListed: MINIMUM.carsListed - 1,
    buyersServed: MINIMUM.buyersServed - 1,
    reviews: { count: MINIMUM.reviews - 1, average: 5 },
    vinChecks: { count: MINIMUM.vinChecks - 1, since: '2026-01-31' },
  };
  expect(Object.values(figuresOf(few, 2026))).toEqual([null, null, null, null, null, null]);
});
