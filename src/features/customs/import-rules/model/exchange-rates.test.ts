import { expect, test } from 'vitest';
import { moveOf, usableRates } from './exchange-rates.ts';
import type { ExchangeRate } from './rows/rule-rows.ts';

const rate = (date: string, perUsd: number, currency = 'KES'): ExchangeRate => ({
  currency,
  perUsd,
  date,
  source: 'Central Bank',
});
const KES = [rate('2026-08-20', 120), rate('2026-09-10', 126), rate('2026-09-29', 125)];
const on = (today: string, rates = KES) => usableRates(rates, today).rates.KES;

test('uses a rate as it is for seven days', () => {
  expect(on('2026-09-29')).toBe(125);
  expect(on('2026-10-06')).toBe(125);
});

test('widens an older rate by what the currency moved in the 40 days before it, by the root of time', () => {
  // 126 over 120 is 5 percent in 40 days, so 10 percent in 160 days.
  expect(moveOf(KES, 160)).toBeCloseTo(0.1, 10);
  const move = 0.05 * Math.sqrt(63 / 40);
  expect(on('2026-12-01')).toEqual({
    low: expect.closeTo(125 / (1 + move), 8),
    likely: 125,
    high: expect.closeTo(125 * (1 + move), 8),
  });
});

test('a currency that did not move stays exact, one without history moves by 10 percent in 60 days', () => {
  expect(on('2026-11-28', [rate('2026-08-20', 100), rate('2026-09-29', 100)])).toBe(100);
  expect(on('2026-11-28', [rate('2026-09-29', 100)])).toMatchObject({ high: expect.closeTo(110, 8) });
  expect(moveOf([rate('2026-09-29', 100)], 10_000)).toBe(0.5);
});

test('does not use a rate of more than 120 days, or of a day to come, and keeps the other currencies', () => {
  expect(on('2027-01-27')).toMatchObject({ likely: 125 });
  expect(on('2027-01-28')).toBeUndefined();
  expect(on('2026-08-19')).toBeUndefined();
  const { rates, newest } = usableRates([...KES, rate('2027-01-20', 0.9, 'EUR')], '2027-01-28');
  expect(rates).toEqual({ USD: 1, EUR: expect.anything() });
  expect([...newest.keys()]).toEqual(['EUR']);
});
