import { expect, test } from 'vitest';
import { readSeed } from '../server/book/seed.ts';
import { currenciesOf, isJump, rateCell, readRates } from './fetched-rates.ts';

const TODAY = '2026-11-23';
const answer = (more = {}) => ({ base: 'USD', date: '2026-11-22', rates: { KES: 129.5, EUR: 0.9 }, ...more });

test('reads units per US dollar, from any base that has a rate for it', () => {
  expect([...readRates(answer({ amount: 1 }), TODAY).perUsd]).toEqual([
    ['KES', 129.5],
    ['EUR', 0.9],
    ['USD', 1],
  ]);
  const { perUsd } = readRates(answer({ base: 'EUR', rates: { USD: 1.25, KES: 150 } }), TODAY);
  expect(Object.fromEntries(perUsd)).toEqual({ USD: 1, KES: 120, EUR: 0.8 });
});

test.each([
  [{ base: 'dollar' }, "invalid 'base'"],
  [{ date: 'yesterday' }, "invalid 'date'"],
  [{ rates: { KES: '129.5' } }, "invalid 'rates.KES'"],
  [{ rates: { KES: 0 } }, "invalid 'rates.KES'"],
  [{ rates: { KES: -1 } }, "invalid 'rates.KES'"],
  [{ rates: { 'KES ': 129 } }, "invalid 'rates"],
  [{ rates: [] }, "invalid 'rates'"],
  [{ base: 'EUR' }, 'no rate for USD'],
  [{ date: '2026-11-15' }, 'expired'],
  [{ date: '2026-11-25' }, 'a day to come'],
])('refuses %j', (more, problem) => {
  expect(() => readRates(answer(more), TODAY)).toThrow(problem);
});

test.each([
  [undefined, 129, false],
  [100, 109, false],
  [100, 111, true],
  [111, 100, true],
  [129.5, 1.295, true],
])('from %s to %s is a jump: %s', (before, now, isOne) => {
  expect(isJump(before, now)).toBe(isOne);
});

test.each([
  [129.5, '129.5'],
  [0.305_123_456_78, '0.3051235'],
  [25_432.123_456, '25432.12'],
  [0.000_000_25, '0.00000025'],
])('writes %s as %s', (perUsd, cell) => {
  expect(rateCell(perUsd)).toBe(cell);
});

test('the shipped rows name the currencies of countries and of conditions', async () => {
  const currencies = currenciesOf(await readSeed());
  for (const currency of ['KES', 'NGN', 'XOF', 'EUR', 'RUB']) expect(currencies).toContain(currency);
  expect(currencies).not.toContain('USD');
  expect(currencies.size).toBeGreaterThan(60);
});
