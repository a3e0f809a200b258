import { describe, expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type Buyer, type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { kwOfHorsepower } from '#features/customs/import-rules/model/conditions/condition.ts';
import { exactly } from '../model/charges/amounts.ts';
import { type Charges, chargesOf } from '../model/charges/charges.ts';
import { prepareCountry } from '../model/prepare-country.ts';
import type { RuleBook } from '../model/rows/rule-book.ts';
import { readSeed } from './book/seed.ts';

const book = await readSeed();

type Given = Partial<ImportCar> & {
  cif?: number;
  fob?: number;
  newPrice?: number;
  on?: string;
  currency?: string;
  buyer?: Buyer;
  reading?: string;
};

function charges(country: string, given: Given = {}, rules: RuleBook = book): Charges {
  const {
    cif = 10_000,
    fob = 9000,
    newPrice,
    on = '2026-11-22',
    currency = 'USD',
    buyer = 'person',
    reading,
    ...facts
  } = given;
  const car: ImportCar = { ...UNKNOWN_CAR, fuel: 'petrol', engineCc: 1500, production: dateRange('2022-05'), ...facts };
  const values = {
    currency,
    cif: exactly(cif),
    fob: exactly(fob),
    newPrice: newPrice === undefined ? null : exactly(newPrice),
    customsValue: null,
  };
  const rates = { USD: 1, EUR: 1, RUB: 100, KZT: 500, NAD: 20, AUD: 1.5, UGX: 3700, GHS: 12 };
  return chargesOf(prepareCountry(rules, country, on)!, values, car, { on, today: on, buyer }, rates);
}

/** In units of the currency; null if the charge is not due. */
function likely(country: string, code: string, given: Given = {}): number | null {
  const line = charges(country, given).lines.find((each) => each.code === code);
  return line ? line.amount.likely / 100 : null;
}

describe('steps of a charge', () => {
  test.each<[string, string, Given, number | null]>([
    ['TZ', 'excise', { engineCc: 1000 }, 0],
    ['TZ', 'excise', { engineCc: 1001 }, 625],
    ['TZ', 'excise', { engineCc: 2000 }, 625],
    ['TZ', 'excise', { engineCc: 2001 }, 1250],
    ['TZ', 'ageExcise', { production: dateRange('2019') }, 0],
    ['TZ', 'ageExcise', { production: dateRange('2018') }, 1875],
    ['TZ', 'ageExcise', { production: dateRange('2016') }, 1875],
    ['TZ', 'ageExcise', { production: dateRange('2015') }, 3750],
    ['GH', 'overage', { production: dateRange('2016') }, 0],
    ['GH', 'overage', { production: dateRange('2014') }, 500],
    ['GH', 'overage', { production: dateRange('2011') }, 2000],
    ['GH', 'overage', { production: dateRange('2010') }, 5000],
    ['NG', 'greenTax', { engineCc: 1999 }, 0],
    ['NG', 'greenTax', { engineCc: 2000 }, 200],
    ['NG', 'greenTax', { engineCc: 4000 }, 400],
    ['NG', 'greenTax', { fuel: 'electric', engineCc: null }, null],
    ['NG', 'greenTax', { engineCc: 4000, on: '2026-06-30' }, null],
    ['NG', 'nac', { on: '2026-06-30' }, 1500],
    ['NG', 'nac', { on: '2026-07-01' }, 500],
    ['RW', 'excise', { fuel: 'hybrid', production: dateRange('2019-01') }, 1250],
    ['RW', 'excise', { fuel: 'hybrid', production: dateRange('2018-01') }, 1875],
    // The higher of percent and euros per cc, by value in euros.
    ['RU', 'duty', { production: dateRange('2024'), cif: 8500, engineCc: 1000 }, 4590],
    ['RU', 'duty', { production: dateRange('2024'), cif: 8501, engineCc: 1000 }, 4080.48],
    ['RU', 'duty', { production: dateRange('2024'), cif: 8501, engineCc: 2000 }, 7000],
    ['RU', 'duty', { engineCc: 1500 }, 2550],
    ['RU', 'duty', { engineCc: 1501 }, 3752.5],
    ['RU', 'duty', { production: dateRange('2015'), engineCc: 3001 }, 17_105.7],
    ['RU', 'recycling', { powerKw: kwOfHorsepower(160) }, 52],
    ['RU', 'recycling', { powerKw: kwOfHorsepower(161) }, 14_928],
    ['KZ', 'recycling', { engineCc: 1000 }, 648.75],
    ['KZ', 'recycling', { engineCc: 3001 }, 4973.75],
    ['KZ', 'registration', { production: dateRange('2024-11-22') }, 2.16],
    ['KZ', 'registration', { production: dateRange('2024-11-21') }, 432.5],
    ['KZ', 'registration', { production: dateRange('2023-11-21') }, 4325],
    ['KZ', 'excise', { engineCc: 3000 }, null],
    ['KZ', 'excise', { engineCc: 3001 }, 600.2],
    // Percent of the price as new, which rises with it up to 25.
    ['NA', 'adValorem', { newPrice: 25_000 }, 3562.5],
    ['NA', 'adValorem', { newPrice: 50_000 }, 12_500],
    ['NA', 'adValorem', { newPrice: 1000 }, 0],
    ['NA', 'environment', { co2: 120, newPrice: 1000 }, 0],
    ['NA', 'environment', { co2: 150, newPrice: 1000 }, 60],
    ['GE', 'hybridRelief', { fuel: 'petrol', steering: 'left' }, null],
  ])('%s %s of %j is %s', (country, code, given, amount) => {
    expect(likely(country, code, given)).toBe(amount);
  });
});

test('a charge of an electric car spans the amounts of two sources', () => {
  const [duty] = charges('AU', { fuel: 'electric', engineCc: null }).lines;
  expect(duty?.amount).toEqual({ low: 0, likely: 0, high: 50_000 });
});

test('a charge is unknown in a year without a value of its base unit', () => {
  const { total, missing } = charges('KZ', { on: '2027-01-01' });
  expect(total).toBeNull();
  expect(missing).toContainEqual(expect.objectContaining({ what: 'amount', code: 'recycling' }));
});

test('ignores rows of another reading', () => {
  const codes = (country: string, on: string) => charges(country, { on, fuel: 'hybrid' }).lines.map(({ code }) => code);
  expect(codes('ZM', '2026-11-22')).toEqual([]);
  expect(codes('RW', '2025-06-01')).not.toContain('excise');
});

test('a corrected charge replaces the row that it names', () => {
  const row = book.charges.find(({ id }) => id === 'AE-customsDuty-1')!;
  const correction = { ...row, id: 'AE-customsDuty-2', low: 7, likely: 7, high: 7, supersedes: row.id };
  const corrected = charges('AE', {}, { ...book, charges: [...book.charges, correction] });
  expect(corrected.lines.map(({ code, amount }) => [code, amount.likely])).toEqual([
    ['customsDuty', 70_000],
    ['vat', 53_500],
    ['clearing', 70_000],
  ]);
});
