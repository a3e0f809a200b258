import { expect, test } from 'vitest';
import { ratesProblems, readRatesForm } from './rates-form.ts';

const ROW = {
  'country-0': 'KE',
  'port-0': 'kemba',
  'place-0': '',
  'inspection-0': '',
  'freight-0': '1500.5',
  'insurance-0': '0.6',
  'inland-0': '',
};

test('amounts are read in cents, and the insurance in hundredths of a percent', () => {
  expect(readRatesForm(ROW)).toEqual({
    problems: {},
    rates: [
      {
        country: 'KE',
        port: 'KEMBA',
        place: '',
        inspection_cents: 0,
        freight_cents: 150_050,
        insurance_bps: 60,
        inland_cents: null,
      },
    ],
  });
});

test('empty rows are left out', () => {
  expect(readRatesForm({ ...ROW, 'country-1': 'KE', 'port-1': '', 'freight-1': '' }).rates).toHaveLength(1);
  expect(ratesProblems({ ...ROW, 'insurance-1': '0.6' })).toMatchObject({ 'port-1': 'admin.rates.portUnknown' });
});

test.each([
  [{ 'port-0': 'KEXXX' }, { 'port-0': 'admin.rates.portUnknown' }],
  [{ 'country-0': '' }, { 'country-0': 'admin.rates.countryUnknown' }],
  [{ 'freight-0': '0' }, { 'freight-0': 'admin.rates.amount' }],
  [{ 'freight-0': '12,5' }, { 'freight-0': 'admin.rates.amount' }],
  [{ 'insurance-0': '11' }, { 'insurance-0': 'admin.rates.amount' }],
  [{ 'place-0': 'Nairobi' }, { 'inland-0': 'admin.rates.inlandNeeded' }],
  [{ 'inland-0': '100' }, { 'place-0': 'admin.rates.inlandNeeded' }],
])('%j is refused', (change, problems) => {
  expect(ratesProblems({ ...ROW, ...change })).toEqual(problems);
});

test('the same way twice is refused', () => {
  const second = Object.fromEntries(Object.entries(ROW).map(([field, value]) => [field.replace('-0', '-1'), value]));
  expect(ratesProblems({ ...ROW, ...second })).toEqual({ 'port-1': 'admin.rates.twice' });
});
