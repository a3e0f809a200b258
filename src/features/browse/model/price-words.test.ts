import { expect, test } from 'vitest';
import { extractPrices } from './price-words.ts';

test.each([
  ['byd under 20000', 'byd', undefined, 2_000_000],
  ['SUV below $9,500', 'SUV', undefined, 950_000],
  ['suv up to 15k', 'suv', undefined, 1_500_000],
  ['han over 20,000 usd', 'han', 2_000_000, undefined],
  ['suv from $10000 under $20000', 'suv', 1_000_000, 2_000_000],
  ['< 8000', '', undefined, 800_000],
  ['byd from 2019', 'byd from 2019', undefined, undefined],
  ['under $2000', '', undefined, 200_000],
  ['discover 5', 'discover 5', undefined, undefined],
  ['under', 'under', undefined, undefined],
  ['under 99999999999999999999', 'under 99999999999999999999', undefined, undefined],
])('extracts prices from %j', (query, rest, minPriceCents, maxPriceCents) => {
  const taken = extractPrices(query);
  expect(taken.rest.trim()).toBe(rest);
  expect(taken.minPriceCents).toBe(minPriceCents);
  expect(taken.maxPriceCents).toBe(maxPriceCents);
});
