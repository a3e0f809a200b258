import { expect, test } from 'vitest';
import { decimalsOf } from '#lib/i18n/currency.ts';
import { isAmountInOther, isOtherCurrency, minorUnits, tableAmount } from './amount-text.ts';

test.each([
  ['1708.50', 170_850],
  ['0.01', 1],
  ['17', 1_700],
  ['000123.40', 12_340],
  ['100.500', 10_050],
  ['100.505', null],
  ['1e3', null],
  ['0E68', null],
  ['-5.00', null],
  ['+5.00', null],
  ['5.', null],
  ['.5', null],
  ['1,000.00', null],
  ['', null],
  ['NaN', null],
  ['Infinity', null],
  ['١٢.٠٠', null],
  ['99999999999999999', null],
])('reads the amount %s of an XML statement as %s cents', (text, cents) => {
  expect(minorUnits(text, 2)).toBe(cents);
});

test('never passes amounts through binary fractions', () => {
  for (const text of ['1.15', '8.345', '4.35', '1145.29', '907199254.99'])
    expect(minorUnits(text, 3)).toBe(Number(text.replace('.', '').padEnd(text.indexOf('.') + 3, '0')));
});

test('knows the decimals of currencies', () => {
  expect(['USD', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3]);
  expect(minorUnits('12.5', 0)).toBeNull();
  expect(minorUnits('12.500', 3)).toBe(12_500);
});

test.each([
  ['1,234.50', '.', 123_450],
  ['1.234,50', ',', 123_450],
  ["1'234.50", '.', 123_450],
  ['1 234,50', ',', 123_450],
  ['1\u00A0234,50', ',', 123_450],
  ['１，２３４．５０', '.', 123_450],
  ['-25.00', '.', -2_500],
  ['−25.00', '.', -2_500],
  ['25.00-', '.', -2_500],
  ['(25.00)', '.', -2_500],
  ['+ 25.00', '.', 2_500],
  ['$25.00', '.', 2_500],
  ['USD 25.00', '.', 2_500],
  ['¥25.00', '.', 2_500],
  ['0.00', '.', 0],
  ['-0.00', '.', 0],
  ['1,234', '.', 123_400],
  ['1,23', '.', null],
  ['1.234', ',', 123_400],
  ['1.2345', ',', null],
  ['12,34,567.00', '.', 123_456_700],
  ['1,250.00 CR', '.', 125_000],
  ['1,250.00 DR', '.', -125_000],
  ['-1,250.00 DR', '.', null],
  ['9.9k', '.', null],
  ['-25.00-', '.', null],
  ['25.005', '.', null],
  ['1.000', '.', null],
  ['-25,000', ',', null],
  ['1000.000', '.', 100_000],
  ['1e3', '.', null],
  ['12 Mar', '.', null],
  ['', '.', null],
  ['-', '.', null],
] as const)('reads the cell %s with the decimal sign %s as %s cents', (text, sign, cents) => {
  expect(tableAmount(text, sign, 2)).toBe(cents);
});

test.each(['100.00', '$100.00', 'USD 100', '-100.00 usd', 'US$ 5', '1’000.00', ''])(
  '%s is an amount in dollars',
  (text) => {
    expect(isAmountInOther(text, 'USD')).toBe(false);
  },
);

test.each(['EUR 100.00', '100.00 EUR', '(€5)', '￥100', '-KES 5'])('%s is no amount in dollars', (text) => {
  expect(isAmountInOther(text, 'USD')).toBe(true);
});

test('a column of currencies names dollars in several ways, and anything unknown is another currency', () => {
  expect(['USD', ' usd ', '$', 'US Dollar', '美元', ''].map((cell) => isOtherCurrency(cell, 'USD'))).not.toContain(
    true,
  );
  expect(['EUR', '人民币', 'HKD', 'Dirham'].map((cell) => isOtherCurrency(cell, 'USD'))).not.toContain(false);
});
