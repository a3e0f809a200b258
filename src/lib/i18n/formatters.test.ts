import { expect, test } from 'vitest';
import { formattersOf } from './formatters.ts';

const english = formattersOf('en');
const german = formattersOf('de');
const MOMENT = '2026-11-21T23:05:09Z';

test('writes the day of a moment in UTC, independent of the time zone of the process', () => {
  expect(english.date(MOMENT)).toBe('Nov 21, 2026');
  expect(english.date('2026-11-21')).toBe('Nov 21, 2026');
  expect(german.date(MOMENT, 'longDay')).toBe('21. November 2026');
  expect(english.date(MOMENT, 'monthOfYear')).toBe('November 2026');
  expect([english.date(MOMENT, 'weekday'), german.date(MOMENT, 'shortWeekday')]).toEqual(['Saturday', 'Sa']);
});

test('names the zone of a moment', () => {
  expect(english.utcTime(MOMENT)).toBe('Nov 21, 2026, 23:05 UTC');
  expect(german.utcTime(MOMENT)).toBe('21.11.2026, 23:05 UTC');
  expect(english.utcDay(MOMENT)).toBe('Nov 21, 2026 UTC');
});

test('writes an hour of a day with two digits', () => {
  expect([9, 24].map(english.clock)).toEqual(['09:00', '24:00']);
  expect(formattersOf('fa').clock(9)).toBe('۰۹:۰۰');
});

test('writes moments and days as a clock at a place shows them', () => {
  expect(english.localTime(MOMENT, 'Asia/Shanghai')).toBe('Nov 22, 2026, 07:05 GMT+8');
  expect(english.localDay(MOMENT, 'Asia/Shanghai')).toBe('Nov 22, 2026');
  expect(english.localDay(MOMENT, 'America/New_York')).toBe('Nov 21, 2026');
});

test('writes amounts in US dollars', () => {
  expect(english.dollars(1234.5)).toBe('$1,234.50');
  expect(english.cents(123_450)).toBe('$1,234.50');
  expect([english.price(18_500), english.price(45.5)]).toEqual(['$18,500', '$45.50']);
  expect(english.dollars(5_070.14, 'short')).toBe('$5.1K');
  expect(german.dollars(1234.5).replace(/\s/g, ' ')).toBe('1.234,50 $');
});

test('writes amounts of other currencies in whole units, with their codes', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ');
  expect(['KES', 'XOF', 'INR', 'NGN'].map((code) => plain(english.money(2_390_000.4, code)))).toEqual([
    'KES 2,390,000',
    'XOF 2,390,000',
    'INR 2,390,000',
    'NGN 2,390,000',
  ]);
  expect(plain(german.money(2_390_000.4, 'KES'))).toBe('2.390.000 KES');
});

test('writes amounts in the smallest units of a currency with all its decimals', () => {
  const plain = (text: string) => text.replace(/\s/g, ' ');
  const amounts: [number, string][] = [
    [123_450, 'USD'],
    [-123_450, 'EUR'],
    [1_234, 'JPY'],
    [1_234_500, 'KWD'],
    [5, 'RSD'],
  ];
  expect(amounts.map(([minor, code]) => plain(english.amount(minor, code)))).toEqual([
    '$1,234.50',
    '-EUR 1,234.50',
    'JPY 1,234',
    'KWD 1,234.500',
    'RSD 0.05',
  ]);
});

test('writes numbers and shares', () => {
  expect([english.number(1234.567), german.number(1234.567)]).toEqual(['1,234.57', '1.234,57']);
  expect([english.number(0.0725, 'percent'), english.number(0.07, 'exactPercent')]).toEqual(['7.25%', '7.00%']);
  expect([english.number(4, 'oneDecimal'), english.number(0.073, 'change')]).toEqual(['4.0', '+7.3%']);
});

test('names countries, and returns an unknown code unchanged', () => {
  expect([english.region('CN'), german.region('CN'), english.region('XZ')]).toEqual(['China', 'China', 'XZ']);
});
