import { expect, test } from 'vitest';
import { readVinCell } from './row-to-car.ts';

test('includes the suggestion in the reason', () => {
  expect(readVinCell('LGXCE6CBOR0123456')).toEqual({
    problem: 'a VIN never contains the letters I, O or Q: is it LGXCE6CB0R0123456?',
  });
  expect(readVinCell('00000000000000000')).toEqual({ problem: 'one character repeated is not a VIN' });
});

test.each([
  ['LGXCE6CB1R0123456', 'kept, but the check digit of this Chinese VIN is wrong'],
  ['1HGCM82643A004352', 'kept, but the check digit of this North American VIN is wrong'],
])('%s is accepted with a remark', (vin, remark) => {
  expect(readVinCell(vin)).toEqual({ value: vin, remark });
});

test('accepts a European VIN without a check digit', () => {
  expect(readVinCell('WDB2110161A032195')).toEqual({ value: 'WDB2110161A032195' });
});
