import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalSignOf, readNumber, scaled, unprotected } from './numbers.ts';

const cents = (text: string, sign: '.' | ',' = '.') => {
  const number = readNumber(text, sign);
  return number && scaled(number, 2, Number.MAX_SAFE_INTEGER);
};

test.each([
  ['1,234.50', '.', 123_450],
  ['1.234,50', ',', 123_450],
  ['1 234,50', ',', 123_450],
  ['1\u202f234,50', ',', 123_450],
  ["1'234.50", '.', 123_450],
  ['12,34,567.00', '.', 123_456_700],
  ['١٬٢٣٤٫٥٠', '.', 123_450],
  ['۱۲۳۴٫۵', ',', 123_450],
  ['１，２３４．５０', '.', 123_450],
  ['(35.00)', '.', -3_500],
  ['$(35.00)', '.', -3_500],
  ['-35.00', '.', -3_500],
  ['35.00-', '.', -3_500],
  ['−35.00', '.', -3_500],
  ['USD 1,500', '.', 150_000],
  ['1.500 €', ',', 150_000],
  ['US$1,500.00', '.', 150_000],
  ['KSh 9,000', '.', 900_000],
  ['9.9k', '.', 990_000],
  ['6.2万', '.', 6_200_000],
  ['6.2万元', '.', 6_200_000],
  ['4.5 lakh', '.', 45_000_000],
  ['="123"', '.', 12_300],
  ["'123", '.', 12_300],
  ['.5', '.', 50],
  ['12.', '.', 1_200],
  ['1.005', '.', null],
  ['1e3', '.', null],
  ['1,23,4', '.', null],
  ['12-13', '.', null],
  ['--5', '.', null],
  ['5 apples', '.', null],
  ['USD 5 EUR', '.', null],
  ['', '.', null],
  ['12 000 00', '.', null],
] as const)('reads %s with the decimal sign %s as %s cents', (text, sign, expected) => {
  expect(cents(text, sign)).toBe(expected);
});

test.each([
  ['1,250.00 CR', 'in'],
  ['1,250.00DR', 'out'],
  ['35.00 Dr', 'out'],
  ['100,00 H', 'in'],
  ['100,00 S', 'out'],
  ['收 100.00', 'in'],
  ['100.00支', 'out'],
  ['100.00', null],
])('reads the direction of %s as %s', (text, mark) => {
  expect(readNumber(text, text.includes(',00') ? ',' : '.')?.mark).toBe(mark);
});

describe('decimalSignOf', () => {
  test.each([
    [['1.234,50', '12,00'], ',', false],
    [['1,234.50'], '.', false],
    [['1.234', '5.678'], '.', true],
    [['1.234', '5.678,1'], ',', false],
    [['1.234.567'], ',', false],
    [['12', '13'], '.', false],
  ])('decides %j as %s, open: %s', (texts, sign, isOpen) => {
    expect(decimalSignOf(texts)).toEqual({ sign, isOpen });
  });

  test('finds a contradiction', () => {
    expect(decimalSignOf(['1,50', '2.50'])).toBeNull();
  });
});

test('unprotects cells and leaves apostrophes in words', () => {
  expect(['="00123"', "'00123", '\t00123', "'s-Gravenhage", '="a""b"'].map(unprotected)).toEqual([
    '00123',
    '00123',
    '00123',
    "'s-Gravenhage",
    'a"b',
  ]);
});

test('reads every amount back that is written in the custom of a language', () => {
  const written = fc.tuple(
    fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }),
    fc.constantFrom('en-US', 'de-DE', 'fr-FR', 'en-IN', 'de-CH', 'pt-BR'),
  );
  fc.assert(
    fc.property(written, ([units, locale]) => {
      const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(units / 100);
      expect(cents(text, ['de-DE', 'fr-FR', 'pt-BR'].includes(locale) ? ',' : '.')).toBe(units === 0 ? 0 : units);
    }),
  );
});

test('does not throw for any cell', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const number = readNumber(text, '.');
      if (number) expect(number.whole).toMatch(/^\d+$/);
    }),
  );
});
