import { expect, test } from 'vitest';
import { readSeed } from '../server/book/seed.ts';
import { currenciesOf, isJump, isOtherBase, rateCell, readRates } from './fetched-rates.ts';

const TODAY = '2026-11-23';
const WANTED = new Set(['KES', 'EUR', 'NGN']);
const answer = (more = {}) => ({ base: 'USD', date: '2026-11-22', rates: { KES: 129.5, EUR: 0.9 }, ...more });

test('reads units per US dollar of the wanted currencies, from any base that has a rate for dollars', () => {
  expect([...readRates(answer({ amount: 1, rates: { KES: 129.5, EUR: 0.9, XAU: 0 } }), TODAY, WANTED).perUsd]).toEqual([
    ['KES', 129.5],
    ['EUR', 0.9],
  ]);
  const { perUsd } = readRates(answer({ base: 'EUR', rates: { USD: 1.25, KES: 150 } }), TODAY, WANTED);
  expect(Object.fromEntries(perUsd)).toEqual({ KES: 120, EUR: 0.8 });
});

test.each([
  [{ base: 'dollar' }, "invalid 'base'"],
  [{ date: 'yesterday' }, "invalid 'date'"],
  [{ rates: { KES: '129.5' } }, "invalid 'rates.KES'"],
  [{ rates: { KES: 0 } }, "invalid 'rates.KES'"],
  [{ rates: { KES: -1 } }, "invalid 'rates.KES'"],
  [{ rates: { EUR: 0.9, KES: null } }, "invalid 'rates.KES'"],
  [{ rates: { KES: 1e12 } }, "invalid 'rates.KES'"],
  [{ rates: { KES: Number.NaN } }, "invalid 'rates.KES'"],
  [{ rates: { 'KES ': 129 } }, 'no currency that the rules use'],
  [{ rates: { USD: 1.25, KES: 150 } }, 'one USD is not 1 USD'],
  [{ rates: [] }, "invalid 'rates'"],
  [{ base: 'EUR' }, 'no rate for USD'],
  [{ date: '2026-11-15' }, 'expired'],
  [{ date: '2026-11-25' }, 'a day to come'],
])('refuses %j', (more, problem) => {
  expect(() => readRates(answer(more), TODAY, WANTED)).toThrow(problem);
});

test.each([
  [undefined, 129, 1, false],
  [100, 109, 1, false],
  [100, 111, 1, true],
  [111, 100, 7, true],
  [100, 119, 28, false],
  [100, 121, 28, true],
  [129.5, 1.295, 100, true],
])('from %s to %s in %s days is a jump: %s', (before, now, days, isOne) => {
  expect(isJump(before, now, days)).toBe(isOne);
});

test.each([
  [5, 5, true],
  [3, 5, true],
  [2, 5, false],
  [4, 4, false],
])('%s jumps of %s rates are of another base: %s', (jumps, compared, isOne) => {
  expect(isOtherBase(jumps, compared)).toBe(isOne);
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
