import { expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { listedCars } from './sailing-list.ts';

test.each([
  ['commas', 'Order No,Container No\nCQ-1,ABCU1234567\n'],
  ['semicolons after a sep= line', 'sep=;\nOrder No;Container No\nCQ-1;ABCU1234567\n'],
  [
    'tabs, below the name of the carrier and with empty cells at the end',
    'Pearl Line\t\t\t\nOrder No\tContainer No\t\t\nCQ-1\tABCU1234567\t\t\n',
  ],
  ['protected cells', 'Order No,Container No\n"=""CQ-1""",ABCU1234567\n'],
])('reads a list with %s', (_what, csv) => {
  expect(listedCars({ csv })).toEqual([{ car: 'CQ-1', container: 'ABCU1234567' }]);
});

test('reads a list of one column', () => {
  expect(listedCars({ csv: 'VIN\nLGXCE4CB2N0123456\n' })).toEqual([{ car: 'LGXCE4CB2N0123456' }]);
});

test.each([
  ['no column of cars', 'Container\nABCU1234567\n'],
  ['a quotation mark without an end', 'Car\n"CQ-1\n'],
])('refuses %s', (_what, csv) => {
  expect(() => listedCars({ csv })).toThrow(AppError);
});
