import { expect, test } from 'vitest';
import { readDoors, readEngine, readMileage, readNumber, readPrice, readSeats, readYear } from './cell-values.ts';

const pounds = { currency: 'GBP', rates: { GBP: 1.25 }, times: 1, inCells: false, ignoreSign: false };
const yuan = { ...pounds, currency: 'CNY', rates: { CNY: 0.14 } };
const euros = { ...pounds, currency: 'EUR', rates: { EUR: 1 } };
const mixed = { ...pounds, currency: null, rates: { USD: 1, CNY: 0.14 }, inCells: true };
const problem = (text: string) => ({ problem: expect.stringContaining(text) });

test.each([
  [' £30,495', pounds, { value: 38_118_75 }],
  ['30495', pounds, { value: 38_118_75 }],
  ['12.8万', yuan, { value: 17_920_00 }],
  ['１２８，０００元', yuan, { value: 17_920_00 }],
  ['¥128000', yuan, { value: 17_920_00 }],
  ['12.8', { ...yuan, times: 10_000 }, { value: 17_920_00 }],
  ['12.500 €', euros, { value: 12_500_00 }],
  ['12 500,50 EUR', euros, { value: 12_500_50 }],
  ['$5,000', euros, problem("marked '$', but the sheet is declared to be in EUR")],
  ['$5,000', { ...euros, ignoreSign: true }, { value: 5_000_00 }],
  ['5,000', { ...euros, inCells: true }, problem('has no currency')],
  ['£0', pounds, problem('is 0')],
  ['$11,111,111', { ...euros, ignoreSign: true }, problem('above the limit of 5,000,000 USD')],
  ['-5000', pounds, problem("'-'")],
  ['面议', yuan, problem('not a number')],
  ['1,23,456', euros, { value: 123_456_00 }],
  ['9.9k', euros, { value: 9_900_00 }],
  ['3.125万', yuan, { value: 4_375_00 }],
  ['6.2w', yuan, { value: 8_680_00 }],
  ['١٢٬٥٠٠', euros, { value: 12_500_00 }],
  ['FOB 12,500', euros, { value: 12_500_00 }],
  ['USD 12,500', mixed, { value: 12_500_00 }],
  ['12,500元', mixed, { value: 1_750_00 }],
  ['€12,500', mixed, problem('in EUR, and no rate')],
  ['$12,500', mixed, problem('could be USD, AUD')],
  ['12,500', mixed, problem('has no currency')],
  ['XYZ 12,500', euros, problem("'xyz'")],
  ['5000 VB', euros, problem("'vb'")],
])('reads the price %s', (cell, money, expected) => {
  expect(readPrice(cell, money)).toEqual(expected);
});

const miles = { unit: 'mi', times: 1 } as const;
const kilometers = { unit: 'km', times: 1 } as const;
test.each([
  ['48,055', miles, { value: { value: 48_055, unit: 'mi' } }],
  ['150,000km', { unit: null, times: 1 }, { value: { value: 150_000, unit: 'km' } }],
  ['3.125万公里', kilometers, { value: { value: 31_250, unit: 'km' } }],
  ['3.2', { unit: 'km', times: 10_000 }, { value: { value: 32_000, unit: 'km' } }],
  ['3.2万公里', kilometers, { value: { value: 32_000, unit: 'km' } }],
  ['62.000 км', { unit: null, times: 1 }, { value: { value: 62_000, unit: 'km' } }],
  ['٦٢٠٠٠', kilometers, { value: { value: 62_000, unit: 'km' } }],
  ['٦٢٬٠٠٠ كم', { unit: null, times: 1 }, { value: { value: 62_000, unit: 'km' } }],
  ['62 000 miles', { unit: null, times: 1 }, { value: { value: 62_000, unit: 'mi' } }],
  ['62k km', { unit: null, times: 1 }, { value: { value: 62_000, unit: 'km' } }],
  ['15944.0', miles, { value: { value: 15_944, unit: 'mi' } }],
  ['0', kilometers, { value: { value: 0, unit: 'km' } }],
  ['64.2', miles, problem('not a whole number')],
  ['12,000 km', miles, problem('marked km')],
  ['Unknown', miles, problem('not a number')],
  ['-5', miles, problem("'-'")],
  ['99999999', miles, problem('above')],
] as const)('the mileage %s', (cell, unit, expected) => {
  expect(readMileage(cell, unit)).toEqual(expected);
});

test.each([
  ['1.5', null, { value: 1500 }],
  ['0.999', null, { value: 999 }],
  ['2143', null, { value: 2143 }],
  ['2148CC', null, { value: 2148 }],
  ['1.0T', null, { value: 1000 }],
  ['1,5 L', null, { value: 1500 }],
  ['1998毫升', 'l', { value: 1998 }],
  ['2143', 'l', problem('no car')],
  [' 2,00 cc', null, problem('no car')],
  ['£145', null, problem('not an engine size')],
  ['31', null, problem('no car')],
  ['0', 'l', problem('is 0')],
] as const)('the engine %s', (cell, unit, expected) => {
  expect(readEngine(cell, unit)).toEqual(expected);
});

test.each([
  ['2017', { value: 2017 }],
  ['2017.0', { value: 2017 }],
  ['2017年3月', { value: 2017 }],
  ['2017-03-01 00:00:00', { value: 2017 }],
  ['03/2017', { value: 2017 }],
  ['2027', { value: 2027 }],
  ['2028', problem('between 1900 and 2027')],
  ['9999', problem('between')],
  ['1899', problem('between')],
  ['2019款', { value: 2019 }],
  ['MY2019', { value: 2019 }],
  ['Mar-19', { value: 2019 }],
  ['43525', { value: 2019 }],
  ['2562', problem('the Buddhist calendar')],
  ['平成31年', problem('the Japanese calendar')],
  ['17', problem('not a year')],
  ['20171', problem('not a year')],
])('reads the year %s', (cell, expected) => {
  expect(readYear(cell, 2026)).toEqual(expected);
});

test('reads doors as dealers write them', () => {
  for (const cell of ['4', '4门', '4-door', '4 doors', '4D', '4-türig'])
    expect(readDoors(cell), cell).toEqual({ value: 4 });
  for (const cell of ['4/5', '1', '7', 'four']) expect(readDoors(cell), cell).toEqual(problem('from 2 to 6'));
});

test('reads seats and owners within their limits', () => {
  expect(readSeats('5座')).toEqual({ value: 5 });
  expect(readSeats('1')).toEqual(problem('from 2 to 15'));
  expect(readNumber('0', { min: 0, max: 99 }, 'owners')).toEqual({ value: 0 });
  expect(readNumber('first', { min: 0, max: 99 }, 'owners')).toEqual(problem('owners must be a number from 0 to 99'));
});
