import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrderOf, otherCalendar, readDay, readMonth, readSerial } from './dates.ts';
import { readNumber } from './numbers.ts';

test.each([
  ['2026-11-02', 'YMD', '2026-11-02'],
  ['2026-11-02', 'DMY', '2026-11-02'],
  ['02/11/2026', 'DMY', '2026-11-02'],
  ['11/02/2026', 'MDY', '2026-11-02'],
  ['02-Nov-2026', 'DMY', '2026-11-02'],
  ['03 NOV 2026', 'MDY', '2026-11-03'],
  ['04-Sept-26', 'DMY', '2026-09-04'],
  ['Nov 2, 2026', 'DMY', '2026-11-02'],
  ['Mon 2 Nov 2026', 'DMY', '2026-11-02'],
  ['2nd November 2026', 'DMY', '2026-11-02'],
  ['2 novembre 2026', 'DMY', '2026-11-02'],
  ['1 août 2026', 'DMY', '2026-08-01'],
  ['2 de noviembre de 2026', 'DMY', '2026-11-02'],
  ['02/nov/2026', 'DMY', '2026-11-02'],
  ['2 de março de 2026', 'DMY', '2026-03-02'],
  ['2 ноября 2026 г.', 'DMY', '2026-11-02'],
  ['2 نوفمبر 2026', 'DMY', '2026-11-02'],
  ['٠٢/١١/٢٠٢٦', 'DMY', '2026-11-02'],
  ['2 Novemba 2026', 'DMY', '2026-11-02'],
  ['2 ኖቬምበር 2026', 'DMY', '2026-11-02'],
  ['2. Dezember 2026', 'DMY', '2026-12-02'],
  ['2026年11月2日', 'YMD', '2026-11-02'],
  ['20261102', 'YMD', '2026-11-02'],
  ['02112026', 'DMY', '2026-11-02'],
  ['2026-11-02T10:11:12Z', 'YMD', '2026-11-02'],
  ['02/11/2026 10:11', 'DMY', '2026-11-02'],
  ['02.11.98', 'DMY', '1998-11-02'],
  ['31/02/2026', 'DMY', null],
  ['11/20/2026', 'DMY', null],
  ['2 jui 2026', 'DMY', null],
  ['2 Foo 2026', 'DMY', null],
  ['20.11', 'DMY', null],
  ['', 'DMY', null],
] as const)('reads %s in the order %s as %s', (text, order, day) => {
  expect(readDay(text, order)).toBe(day);
});

describe('dateOrderOf', () => {
  test.each([
    [['02/11/2026', '14/11/2026'], { order: 'DMY', isOpen: false, isSerial: false }],
    [['11/02/2026', '11/14/2026'], { order: 'MDY', isOpen: false, isSerial: false }],
    [['02/11/2026', '03/11/2026'], { order: 'DMY', isOpen: true, isSerial: false }],
    [['11/11/2026'], { order: 'DMY', isOpen: false, isSerial: false }],
    [['02 Nov 2026'], { order: 'DMY', isOpen: false, isSerial: false }],
    [['2026-11-02'], { order: 'YMD', isOpen: false, isSerial: false }],
    [['46328', '46329'], { order: 'YMD', isOpen: false, isSerial: true }],
  ])('decides the column %j', (texts, found) => {
    expect(dateOrderOf(texts)).toEqual(found);
  });

  test('finds a contradiction, and columns without dates', () => {
    expect(dateOrderOf(['14/11/2026', '11/14/2026'])).toBeNull();
    expect(dateOrderOf(['a', 'b'])).toBeNull();
  });
});

test('reads the serial numbers of spreadsheets', () => {
  expect(readSerial('46328')).toBe('2026-11-02');
  expect(readSerial('46328.5')).toBe('2026-11-02');
  expect(readSerial('12500')).toBeNull();
});

test.each([
  ['02/11/2569', 'buddhist'],
  ['R8.11.02', 'japanese'],
  ['令和8年11月2日', 'japanese'],
  ['H31/3', 'japanese'],
  ['民國115年11月2日', 'minguo'],
  ['1448/05/21', 'hijri'],
  ['02/11/2026', null],
] as const)('names the calendar of %s: %s', (text, calendar) => {
  expect(otherCalendar(text)).toBe(calendar);
});

test('returns a day of the calendar or null for any cell', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9/.\- A-Za-z]{1,20}$/));
  fc.assert(
    fc.property(texts, fc.constantFrom('YMD', 'DMY', 'MDY'), (text, order) => {
      const day = readDay(text, order as 'YMD');
      if (day !== null) expect(new Date(`${day}T00:00:00Z`).toISOString()).toContain(day);
    }),
  );
});

test.each([`a${' '.repeat(20_000)}b`, `1${' '.repeat(20_000)}a1`, `1${'.'.repeat(20_000)}1`, '年'.repeat(20_000)])(
  'long text number %# is no date, no number and read at once',
  (text) => {
    const start = process.cpuUsage();
    expect([readDay(text, 'DMY'), readMonth(text, { days: 'DMY', pairs: 'MY' }), readNumber(text, '.')]).toEqual([
      null,
      null,
      null,
    ]);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(200);
  },
);
