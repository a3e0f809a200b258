import { expect, test } from 'vitest';
import { textOfRow } from './change-text.ts';

const charge = (cells: Record<string, string>) => textOfRow('charges', { name: 'Duty', operator: 'percent', ...cells });

test('a charge names its rate once, or its range, with the unit', () => {
  expect(charge({ likely: '25' })).toBe('Duty: 25 %');
  expect(charge({ low: '25', likely: '35', high: '35' })).toBe('Duty: 25–35 %');
  expect(charge({ operator: 'perUnit', likely: '1.5', currency: 'GEL', per: 'cc' })).toBe('Duty: 1.5 GEL / cc');
  expect(charge({ operator: 'notKnown' })).toBe('Duty: not known');
});

test('a charge without a number says how it is computed, without internal names', () => {
  expect(charge({ likely: 'table:AM-ENVIRONMENT' })).toBe('Duty: by a table of rates');
  expect(charge({ operator: 'slopedPercent', slope: '2' })).toBe('Duty: by a formula');
});

test('a list of reference prices is counted', () => {
  expect(textOfRow('references', { make: 'AUDI', prices: 'A4|1\nA6|2' })).toBe('AUDI, reference prices: 2');
});
