import { describe, expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type Buyer, type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { exactly, type Range, type Rates, withRate } from '../model/charges/amounts.ts';
import { type Charges, chargesOf } from '../model/charges/charges.ts';
import { cifOf } from '../model/landed/landed-cost.ts';
import { prepareCountry } from '../model/prepare-country.ts';
import { agesOf } from '../model/verdict/ages.ts';
import { verdictOf } from '../model/verdict/verdict.ts';
import { readSeed } from './book/seed.ts';

const book = await readSeed();

/** Printed calculations of sources, which the shipped rows must give as of their date. */
type Example = {
  id: string;
  source: string;
  country: string;
  on: string;
  reading?: string;
  currency: string;
  cif?: number;
  fob?: number;
  newPrice?: number;
  customsValue?: number;
  car?: Partial<ImportCar>;
  buyer?: Buyer;
  rates?: Rates;
  /** Units of currency by code: the likely amount unless another is named. */
  expected: Record<string, number | Partial<Range>>;
};

const made = (text: string) => dateRange(text)!;

const EXAMPLES: Example[] = [
  {
    id: 'KE-1',
    source: 'DENNISM',
    country: 'KE',
    on: '2025-07-05',
    currency: 'KES',
    customsValue: 1_623_339.58,
    car: { firstRegistration: made('2020'), fuel: 'petrol', engineCc: 1600 },
    // The source takes 3.5 percent for the declaration fee, the authority 2.5.
    expected: {
      importDuty: 568_168.85,
      excise: 547_877.11,
      vat: 438_301.69,
      rdl: 32_466.79,
      idf: 40_583.49,
    },
  },
  {
    id: 'GH-2',
    source: 'GH-VAT26',
    country: 'GH',
    on: '2026-01-01',
    currency: 'GHS',
    cif: 176_234.1,
    fob: 150_000,
    car: { production: made('2017'), engineCc: 2500, fuel: 'petrol' },
    expected: { importDuty: 17_623.41, vat: 29_078.63, nhil: 4_846.44, getfund: 4_846.44, covid: 0 },
  },
  ...[
    { id: 'GE-1', on: '2026-04-02', cc: 2500, age: 6, gel: 3750 },
    { id: 'GE-1 before', on: '2026-04-01', cc: 2500, age: 6, gel: 2000 },
    { id: 'GE-3', on: '2026-04-02', cc: 1500, age: 7, gel: 6750 },
    { id: 'GE-3 before', on: '2026-04-01', cc: 1500, age: 7, gel: 1200 },
  ].map(
    ({ id, on, cc, age, gel }): Example => ({
      id,
      source: 'ESPERO',
      country: 'GE',
      on,
      currency: 'GEL',
      cif: 20_000,
      car: { production: made(String(2026 - age)), steering: 'left', fuel: 'petrol', engineCc: cc },
      expected: { excise: gel },
    }),
  ),
  {
    id: 'GE-5',
    source: 'ESPERO',
    country: 'GE',
    on: '2026-04-02',
    currency: 'GEL',
    cif: 20_000,
    car: { production: made('2021'), steering: 'left', fuel: 'hybrid', engineCc: 2000 },
    // 1,200 in all.
    expected: { excise: 3000, hybridRelief: -1800 },
  },
  {
    id: 'RU-1',
    source: 'RU-CALC',
    country: 'RU',
    on: '2025-12-15',
    currency: 'EUR',
    cif: 7000,
    car: { production: made('2024'), fuel: 'petrol', engineCc: 1800, powerKw: 100 },
    rates: { EUR: 1, RUB: 100 },
    expected: { duty: 4500, recycling: 34 },
  },
  ...[
    { id: 'RU-3', kw: 130, year: '2025', rub: 900_000, on: '2026-06-01' },
    { id: 'RU-3 in December 2025', kw: 130, year: '2024', rub: 750_000, on: '2025-12-01' },
    { id: 'RU-4', kw: 130, year: '2020', rub: 1_492_800, on: '2026-06-01' },
    { id: 'RU-5', kw: 110, year: '2025', rub: 3400, on: '2026-06-01' },
    { id: 'RU-6', kw: 110, year: '2020', rub: 5200, on: '2026-06-01' },
  ].map(
    ({ id, kw, year, rub, on }): Example => ({
      id,
      source: 'RU-APG',
      country: 'RU',
      on,
      currency: 'RUB',
      cif: 1_000_000,
      car: { production: made(year), fuel: 'petrol', engineCc: 1500, powerKw: kw },
      rates: { EUR: 1, RUB: 100 },
      expected: { recycling: rub },
    }),
  ),
  {
    id: 'ZM-1',
    source: 'ZM-SCRIBD',
    country: 'ZM',
    on: '2012-06-01',
    currency: 'ZMK',
    cif: 11_877_336,
    car: { engineCc: 1800, fuel: 'petrol' },
    expected: {
      importDuty: 2_969_334,
      excise: 4_454_001,
      vat: 3_088_107.36,
      carbonSurtax: 100_000,
      asycuda: 50_040,
      advanceTax: 712_640.16,
      vehicleFee: 289_782,
      total: 11_663_904.52,
    },
  },
  {
    id: 'ZM-2',
    source: 'ZM-CODE',
    country: 'ZM',
    on: '2025-06-01',
    reading: 'zm-calculator',
    currency: 'ZMW',
    cif: 150_000,
    car: { production: made('2019'), body: 'suv', engineCc: 2500 },
    expected: { specificDuty: 65_000, excise: 75_250, vat: 46_440, total: 186_690 },
  },
  {
    id: 'RW-1',
    source: 'RWD',
    country: 'RW',
    on: '2025-06-01',
    reading: 'rwanda-daily',
    currency: 'RWF',
    cif: 20_000_000,
    car: { production: made('2017-01'), fuel: 'hybrid' },
    expected: { excise: 3_000_000, vat: 3_600_000, withholding: 1_000_000, total: 7_600_000 },
  },
  {
    id: 'UZ-1',
    source: 'UZ-TT18',
    country: 'UZ',
    on: '2019-06-01',
    currency: 'USD',
    cif: 40_000,
    car: { fuel: 'petrol' },
    expected: { excise: 8000, vat: 9600, total: 17_600 },
  },
  {
    id: 'UZ-2',
    source: 'UZ-TT18',
    country: 'UZ',
    on: '2019-06-01',
    currency: 'USD',
    cif: 35_000,
    car: { fuel: 'electric' },
    expected: { vat: 7000, total: 7000 },
  },
  ...[
    { id: 'UZ-3', on: '2025-05-01', uzs: 78_750_000 },
    { id: 'UZ-3 at the later base unit', on: '2025-09-06', uzs: 86_520_000 },
  ].map(
    ({ id, on, uzs }): Example => ({
      id,
      source: 'UZ-SPOT',
      country: 'UZ',
      on,
      currency: 'UZS',
      cif: 100_000_000,
      car: { production: made('2021'), fuel: 'electric' },
      expected: { recycling: uzs },
    }),
  ),
  ...[
    { year: '2026', percent: 2 },
    { year: '2024', percent: 2 },
    { year: '2023', percent: 4 },
  ].map(
    ({ year, percent }): Example => ({
      id: `AM-E${year}`,
      source: 'PRIMECARS',
      country: 'AM',
      on: '2026-05-02',
      currency: 'USD',
      cif: 10_500,
      fob: 10_000,
      car: { production: made(year), body: 'truck', fuel: 'diesel' },
      expected: { environment: 100 * percent },
    }),
  ),
  {
    id: 'CL-1 and CL-2',
    source: 'BCN-CL',
    country: 'CL',
    on: '2014-03-04',
    currency: 'USD',
    newPrice: 20_000,
    car: { production: made('2007'), engineCc: 2000 },
    expected: { customsValue: 10_000, additionalTax: 1500 },
  },
  {
    id: 'SN-1',
    source: 'SN-DOUANE',
    country: 'SN',
    on: '2026-06-01',
    currency: 'XOF',
    cif: 1_000_000,
    // The page takes 1 percent for the community levy, and does not have the modernization levy of 15,000.
    expected: {
      customsDuty: 200_000,
      statistical: 10_000,
      vat: 217_800,
      registration: 42_834,
      solidarity: { high: 10_000 },
      modernisation: { low: 0, high: 15_000 },
      total: { high: 489_634 + 15_000 },
    },
  },
  {
    id: 'ZW-1',
    source: 'ZW-MB160',
    country: 'ZW',
    on: '2015-10-01',
    currency: 'USD',
    cif: 2100,
    car: { production: made('2000') },
    expected: { customsDuty: 840, surtax: 735, vat: 441, total: 2016 },
  },
  {
    id: 'ZW-2',
    source: 'ZW-VAT26',
    country: 'ZW',
    on: '2026-06-01',
    currency: 'USD',
    cif: 6000,
    fob: 5000,
    car: { production: made('2019') },
    expected: { customsDuty: 2400, surtax: 2100, vat: 1302, total: 5802 },
  },
];

function charged(example: Example): Charges {
  const { country, on, currency, rates = {}, buyer = 'person' } = example;
  const range = (amount: number | undefined) => (amount === undefined ? null : exactly(amount));
  return chargesOf(
    prepareCountry(book, country, on, example.reading)!,
    {
      currency,
      cif: range(example.cif),
      fob: range(example.fob),
      newPrice: range(example.newPrice),
      customsValue: range(example.customsValue),
    },
    { ...UNKNOWN_CAR, ...example.car },
    { on, today: on, buyer },
    rates,
  );
}

describe('gives the charges that a source prints', () => {
  test.each(EXAMPLES)('$id', (example) => {
    expect(book.sources.some(({ id }) => id === example.source)).toBe(true);
    const { lines, total } = charged(example);
    for (const [code, expected] of Object.entries(example.expected)) {
      const amount = code === 'total' ? total?.amount : lines.find((line) => line.code === code)?.amount;
      const wanted = typeof expected === 'number' ? { likely: expected } : expected;
      for (const [side, units] of Object.entries(wanted))
        expect((amount?.[side as keyof Range] ?? 0) / 100, `${code} ${side}`).toBeCloseTo(units, 2);
    }
  });
});

test('RU-1: 100 rubles for a euro make 450,000 rubles', () => {
  const example = EXAMPLES.find(({ id }) => id === 'RU-1')!;
  const { lines } = charged({ ...example, rates: withRate({}, 'EUR', 'RUB', 100) });
  expect(lines.find(({ code }) => code === 'duty')?.local?.likely).toBe(45_000_000);
});

test('ZM-1: old kwacha are a thousandth of new ones', () => {
  const { total, localCurrency } = charged(EXAMPLES.find(({ id }) => id === 'ZM-1')!);
  expect(localCurrency).toBe('ZMW');
  expect(total?.local?.likely).toBe(1_166_390);
});

test.each([
  [2024, 2017],
  [2025, 2018],
  [2026, 2019],
])('KE-A%i: cars that arrive must be first registered in %i or later', (arrival, earliest) => {
  const lightIn = (year: number) => {
    const on = `${arrival}-03-01`;
    const car: ImportCar = { ...UNKNOWN_CAR, firstRegistration: dateRange(String(year)), steering: 'right' };
    return verdictOf(prepareCountry(book, 'KE', on)!, car, { on, today: '2026-11-23', buyer: 'person' }).light;
  };
  expect(lightIn(earliest)).toBe('amber');
  expect(lightIn(earliest - 1)).toBe('red');
});

test('KE-A-edge: a car of 2018 may arrive on December 31, 2025, and not a day later', () => {
  const car: ImportCar = { ...UNKNOWN_CAR, firstRegistration: dateRange('2018'), steering: 'right' };
  const on = (day: string) =>
    verdictOf(prepareCountry(book, 'KE', day)!, car, { on: day, today: '2025-11-20', buyer: 'person' });
  expect(on('2025-12-31')).toMatchObject({ light: 'amber', mustArriveBy: '2025-12-31', gates: { age: 'allowed' } });
  expect(on('2026-01-01').light).toBe('red');
});

test.each([
  ['2009', 'prohibited'],
  ['2010', 'allowed'],
])('GY-A: in 2018 a car made in %s is %s', (year, age) => {
  const on = '2018-06-01';
  const car: ImportCar = { ...UNKNOWN_CAR, production: dateRange(year) };
  const verdict = verdictOf(prepareCountry(book, 'GY', on)!, car, { on, today: on, buyer: 'person' });
  expect(verdict.gates.age).toBe(age);
});

test.each([
  ['2023-05-02', 3],
  ['2023-05-01', 4],
  ['2024-06-15', 2],
])('AM-A: Armenian customs counts a car made on %s as %i years on 2026-05-02', (day, years) => {
  const on = '2026-05-02';
  const car: ImportCar = { ...UNKNOWN_CAR, production: dateRange(day), body: 'truck' };
  const ages = agesOf(prepareCountry(book, 'AM', on)!, car, { on, today: on, buyer: 'person' });
  expect(ages.find(({ method }) => method === 'ceilingYears')).toMatchObject({
    least: years,
    most: years,
    unit: 'years',
  });
  expect(ages.find(({ method }) => method === 'calendarYears')?.least).toBe(2026 - Number(day.slice(0, 4)));
});

test('INS-1: insurance of 110 percent of CIF at 0.5 percent makes 10,055.30 of 10,000', () => {
  expect(cifOf(10_000, 0.005, 1.1)).toBeCloseTo(10_055.3, 2);
});

describe('computes what the template of the Kenyan list of July 2025 does, to the shilling', () => {
  const NEW: Partial<ImportCar> = {
    production: made('2025'),
    firstRegistration: made('2025'),
    conformity: ['local:KE'],
  };
  test.each<[string, Partial<ImportCar>, number]>([
    ['up to 1,500 cc', { fuel: 'petrol', engineCc: 1500 }, 393_444],
    ['over 1,500 cc', { fuel: 'petrol', engineCc: 2000 }, 409_706],
    ['petrol over 3,000 cc', { fuel: 'petrol', engineCc: 3500 }, 438_617],
    ['diesel over 2,500 cc', { fuel: 'diesel', engineCc: 2800 }, 438_617],
    ['electric', { fuel: 'electric', engineCc: 0 }, 297_225],
  ])('%s', (_, car, total) => {
    const charges = charged({
      ...{ id: '', source: 'KE-CRSP25', country: 'KE', on: '2025-07-05', currency: 'KES', newPrice: 1_000_000 },
      car: { ...NEW, ...car },
      expected: {},
    });
    const { low, likely, high } = charges.total!.amount;
    expect(Math.abs(likely / 100 - total)).toBeLessThan(1);
    expect([low, high]).toEqual([likely, likely]);
  });

  test.each([
    [1, 0],
    [2, 20],
    [3, 30],
    [5, 50],
    [7, 60],
    [8, 65],
  ])('a car of %i years is worth %i percent less', (age, percent) => {
    const customsValue = (years: number) =>
      charged({
        ...{ id: '', source: 'KE-CRSP25', country: 'KE', on: '2025-07-05', currency: 'KES', newPrice: 5_000_000 },
        car: { ...NEW, production: made(String(2025 - years)), fuel: 'petrol', engineCc: 1800 },
        expected: {},
      }).lines.find(({ code }) => code === 'customsValue')!.amount.likely;
    expect(customsValue(age) / customsValue(0)).toBeCloseTo(1 - percent / 100, 6);
  });
});
