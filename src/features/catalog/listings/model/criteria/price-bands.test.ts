import { expect, test } from 'vitest';
import { ANY_BAND, priceBand, splitIntoBands } from './price-bands.ts';

const prices = [
  100, 99_999, 100_000, 100_001, 150_000, 199_999, 200_000, 1_999_900, 2_000_000, 2_000_001, 9_999_999, 10_000_000,
  12_345_678,
];
const bounds = [
  undefined,
  0,
  50_000,
  100_000,
  150_000,
  150_001,
  200_000,
  1_999_999,
  2_000_000,
  9_950_000,
  10_000_000,
  11_000_000,
];

test('covers every price in the range exactly once with bands and edges', () => {
  for (const min of bounds) {
    for (const max of bounds) {
      const { bands, edges } = splitIntoBands(min, max);
      for (const price of prices) {
        const band = priceBand(price);
        const inBands = bands !== null && (bands.from === ANY_BAND || (band >= bands.from && band <= bands.to)) ? 1 : 0;
        const inEdges = edges.filter((edge) => price >= edge.from && price <= edge.to).length;
        const expected = price >= (min ?? 0) && price <= (max ?? Number.POSITIVE_INFINITY) ? 1 : 0;
        expect(inBands + inEdges, `${price} in ${min}..${max}`).toBe(expected);
      }
    }
  }
});

test('leaves no edges for whole thousands', () => {
  expect(splitIntoBands(2_000_000, 5_000_000)).toEqual({ bands: { from: 40, to: 100 }, edges: [] });
  expect(splitIntoBands(undefined, undefined)).toEqual({ bands: { from: ANY_BAND, to: ANY_BAND }, edges: [] });
});
