import { expect, test } from 'vitest';
import { commissionOf, latestDay, priceOfExtension } from './extension.ts';

const rented = { startDay: '2026-05-01', endDay: '2026-05-04', priceCents: 15_000, taxCents: 1_200 };

test('more days cost the price of a day and the tax of the rental, and no fee', () => {
  expect(priceOfExtension(rented, '2026-05-06')).toEqual({
    days: 2,
    priceCents: 10_000,
    taxCents: 800,
    totalCents: 10_800,
  });
});

test.each(['2026-05-04', '2026-05-01', '2026-04-01'])('an end on %s is no extension', (endDay) => {
  expect(priceOfExtension(rented, endDay)).toBeNull();
});

test('a rental is extended to 90 days at most', () => {
  expect(latestDay(rented)).toBe('2026-07-29');
});

test('our part of an extension is the share of the terms', () => {
  expect(commissionOf({ commissionBps: 500 }, 10_000)).toBe(500);
});
