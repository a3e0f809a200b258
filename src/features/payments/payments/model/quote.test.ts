import { describe, expect, test } from 'vitest';
import { dayAfter } from './calendar-day.ts';
import { daysOf, quoteOf, rentalProblem } from './quote.ts';

const CAR = {
  id: 1,
  offer: 'Sell',
  priceCents: 1_234_567,
  taxRate: 0.08,
  registrationFeeCents: 30_000,
  version: 3,
} as const;
const NOW = new Date('2026-03-10T23:30:00Z');

test('adds tax and fee to the price, and rounds the deposit of a quarter half up to a cent', () => {
  expect(quoteOf(CAR, null)).toMatchObject({
    priceCents: 1_234_567,
    taxCents: 98_765,
    totalCents: 1_363_332,
    bookingCents: 340_833,
  });
});

test('multiplies the daily price by the days of a rental', () => {
  const period = { startDay: '2026-02-27', endDay: '2026-03-02' };
  expect(quoteOf({ ...CAR, offer: 'Rent', priceCents: 5_000 }, period)).toMatchObject({
    priceCents: 15_000,
    totalCents: 46_200,
    period,
  });
});

test('lists the days of a period without its end, across months and leap days', () => {
  expect(daysOf({ startDay: '2028-02-28', endDay: '2028-03-01' })).toEqual(['2028-02-28', '2028-02-29']);
  expect(daysOf({ startDay: '2026-03-02', endDay: '2026-03-02' })).toEqual([]);
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
});

describe('rentalProblem', () => {
  test.each([
    ['2026-03-10', '2026-03-11', null],
    ['2026-03-09', '2026-03-11', 'payment.dates.past'],
    ['2026-03-11', '2026-03-11', 'payment.dates.invalid'],
    ['2026-03-11', '2026-06-09', null],
    ['2026-03-11', '2026-06-10', 'payment.dates.long'],
    ['2027-03-10', '2027-03-11', null],
    ['2027-03-11', '2027-03-12', 'payment.dates.long'],
  ])('of %s until %s is %s', (startDay, endDay, why) => {
    expect(rentalProblem({ startDay, endDay }, NOW)).toBe(why);
  });
});
