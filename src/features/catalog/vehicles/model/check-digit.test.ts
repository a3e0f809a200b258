import { expect, test } from 'vitest';
import { checkDigit, expectedCheckDigit, requiredCheckDigit } from './vin.ts';

test.each([
  ['1M8GDM9AXKP042788', 'X'],
  ['1HGCM82633A004352', '3'],
  ['1HGCM82643A004352', '3'],
  ['LGXCE6CB0R0123456', '0'],
  ['LFMAP22CXC0424242', 'X'],
  ['5YJ3E1EA5JF037274', 'X'],
  ['WVWZZZ1KZ6W612305', '2'],
])('the expected check digit of %s is %s', (vin, digit) => {
  expect(expectedCheckDigit(vin)).toBe(digit);
  expect(checkDigit(vin)).toBe(vin[8] === digit ? 'fits' : 'differs');
});

test.each([
  ['the United States', '1HGCM82643A004352', 'differs'],
  ['Canada', '2FTEF14H8TCA73155', 'fits'],
  ['Mexico', '3VWD17AJ5EM267503', 'differs'],
  ['the second range of the United States', '7SAYGDEE0NA000001', 'differs'],
  ['China', 'LGXCE6CB1R0123456', 'differs'],
  ['China, second block', 'HESAE8EA3S0000900', 'fits'],
  ['Germany', 'WDB2110161A032195', 'not-required'],
  ['Germany, though it fits', 'WBA71DC010CH14720', 'not-required'],
  ['Japan', 'JS1GN7DA362110089', 'not-required'],
  ['New Zealand, within the range of the United States', '7A400000000000001', 'not-required'],
  ['Panama, within the range of Mexico', '37A00000000000001', 'not-required'],
])('the required check digit for %s', (_, vin, outcome) => {
  expect(requiredCheckDigit(vin)).toBe(outcome);
});
