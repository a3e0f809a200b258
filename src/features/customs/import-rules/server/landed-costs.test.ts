import { describe, expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { exactly } from '../model/charges/amounts.ts';
import { chargesOf } from '../model/charges/charges.ts';
import { type Journey, type LandedCost, landedCostOf } from '../model/landed/landed-cost.ts';
import { prepareCountry } from '../model/prepare-country.ts';
import { readSeed } from './book/seed.ts';

const book = await readSeed();
const AT = { on: '2026-11-22', today: '2026-11-22', buyer: 'person' } as const;
const RATES = { USD: 1, EUR: 0.92, TZS: 2600, GHS: 12, GEL: 2.7, KZT: 520, RUB: 90, KES: 130, NAD: 18, UGX: 3700 };
const MORE_RATES = { ...RATES, RWF: 1400, UZS: 12_600, AUD: 1.5, XAF: 560, NOK: 10 };

const PETROL: ImportCar = {
  ...UNKNOWN_CAR,
  production: dateRange('2022-05'),
  firstRegistration: dateRange('2022-06'),
  modelYear: 2022,
  steering: 'left',
  fuel: 'petrol',
  engineCc: 1498,
  powerKw: 110,
  emissionStage: 6,
  co2: 140,
  volumeCbm: 11.5,
};
const ELECTRIC: ImportCar = { ...PETROL, production: dateRange('2024-01'), fuel: 'electric', engineCc: null, co2: 0 };

const charged = (
  country: string,
  car: ImportCar,
  newPrice: number | null = null,
  rates: Record<string, number> = MORE_RATES,
) =>
  chargesOf(
    prepareCountry(book, country, AT.on)!,
    {
      currency: 'USD',
      cif: exactly(12_000),
      fob: exactly(10_500),
      newPrice: newPrice ? exactly(newPrice) : null,
      customsValue: null,
    },
    car,
    AT,
    rates,
  );

describe('charges of a used car from China have a total', () => {
  test.each(['TZ', 'GH', 'SN', 'AE', 'SA', 'OM', 'KW', 'QA', 'BH', 'GE', 'NZ', 'AU', 'RU', 'KZ'])('%s', (country) => {
    const { total, missing, shownAs } = charged(country, PETROL);
    expect(missing).toEqual([]);
    expect(total?.amount.likely).toBeGreaterThanOrEqual(60_000);
    expect(shownAs).toBe('total');
  });
});

describe('charges have a range', () => {
  test.each<[string, ImportCar, number | null]>([
    ['KE', PETROL, 30_000],
    ['NA', PETROL, 30_000],
    ['UG', PETROL, null],
    ['RW', PETROL, null],
    ['NG', PETROL, null],
    ['ZW', PETROL, null],
    ['BW', PETROL, null],
    ['JO', PETROL, null],
    ['ET', ELECTRIC, null],
    ['UZ', ELECTRIC, null],
    ['AZ', ELECTRIC, null],
    ['CY', ELECTRIC, null],
    ['IE', ELECTRIC, null],
    ['CM', PETROL, null],
    ['LB', PETROL, null],
    ['MU', PETROL, null],
  ])('%s', (country, car, newPrice) => {
    const { total, missing, shownAs } = charged(country, car, newPrice);
    expect(missing).toEqual([]);
    expect(total?.amount.high).toBeGreaterThanOrEqual(0);
    expect(shownAs).toBe('range');
  });
});

describe('charges have no total, and name what is missing', () => {
  test.each<[string, ImportCar, object]>([
    ['ZM', PETROL, { what: 'amount', code: 'specificDuty' }],
    ['JM', ELECTRIC, { what: 'amount', code: 'importDuty' }],
    ['EU', PETROL, { what: 'amount', code: 'registrationTax' }],
    ['PK', PETROL, { what: 'amount', code: 'customsDuty' }],
    ['IE', PETROL, { what: 'amount', code: 'vrt' }],
    ['NO', PETROL, { what: 'amount', code: 'oneOff' }],
    ['UZ', PETROL, { what: 'amount', code: 'customsDuty' }],
    ['AZ', PETROL, { what: 'amount', code: 'excise' }],
    ['GE', ELECTRIC, { what: 'amount', code: 'excise' }],
    ['KE', PETROL, { what: 'newPrice', code: 'priceWithoutTaxes' }],
    ['TZ', { ...PETROL, engineCc: null }, { what: 'facts', facts: ['engineCc'] }],
    ['GE', { ...PETROL, fuel: null }, { what: 'facts', facts: ['fuel'] }],
    ['RU', { ...PETROL, powerKw: null }, { what: 'facts', facts: ['powerKw'] }],
    ['RU', { ...PETROL, powerKw: 150, engineCc: 2500 }, { what: 'amount', code: 'recycling' }],
    ...['CD', 'MZ', 'MW', 'EG', 'DZ', 'BR', 'NP'].map((country): [string, ImportCar, object] => [
      country,
      PETROL,
      { what: 'duty' },
    ]),
  ])('%s', (country, car, missing) => {
    const charges = charged(country, car);
    expect(charges.total).toBeNull();
    expect(charges.shownAs).toBe('none');
    expect(charges.missing).toContainEqual(expect.objectContaining(missing));
  });
});

test('Namibia takes the rough excise only while the price as new is unknown', () => {
  const excise = (newPrice: number | null) =>
    charged('NA', PETROL, newPrice).lines.find(({ code }) => code === 'adValorem');
  expect(excise(null)).toMatchObject({ ruleId: 'NA-adValorem-2', amount: { low: 0 } });
  expect(excise(30_000)).toMatchObject({ ruleId: 'NA-adValorem-1' });
});

test('an amount in a currency without a rate is missing', () => {
  expect(charged('GE', PETROL, null, { USD: 1 }).missing).toEqual([{ what: 'rate', currency: 'GEL' }]);
  expect(charged('RU', { ...PETROL, production: dateRange('2025-01') }, null, { USD: 1, RUB: 90 }).missing).toEqual([
    { what: 'rate', currency: 'EUR' },
  ]);
  expect(charged('AU', PETROL, null, { USD: 1 }).missing).toEqual([{ what: 'rate', currency: 'AUD' }]);
  const gulf = charged('AE', PETROL, null, { USD: 1 });
  expect(gulf.total).toMatchObject({ amount: { likely: 60_000 + 63_000 + 70_000 }, local: null });
});

test('a car known only by its year has a range over the bands of its possible ages', () => {
  const year = { ...PETROL, production: dateRange('2018'), firstRegistration: null, engineCc: 1500 };
  const ugandan = charged('UG', year).lines.find(({ code }) => code === 'environment');
  expect(ugandan?.amount).toEqual({ low: 0, likely: 600_000, high: 600_000 });
});

const OFFER = { priceCents: 1_000_000, taxCents: 80_000, feeCents: 30_000, newPrice: null };

function landed(country: string, journey: Partial<Journey> = {}, car = PETROL): LandedCost {
  const prepared = prepareCountry(book, country, AT.on)!;
  return landedCostOf(prepared, OFFER, { mode: 'roro', port: null, ...journey }, car, AT, MORE_RATES);
}

const LANDED = ['TZ', 'GH', 'SN', 'AE', 'SA', 'OM', 'KW', 'QA', 'BH', 'GE', 'NZ', 'AU', 'RU', 'NG', 'JO'];

test.each(LANDED)('%s has a landed cost by RoRo', (country) => {
  const { total, missing, fob, cfr, cif } = landed(country);
  expect(missing).toEqual([]);
  expect(fob.likely).toBe(1_000_000);
  expect(cfr!.low).toBeGreaterThan(fob.low);
  expect(cif!.low).toBeGreaterThan(cfr!.low);
  expect(total!.low).toBeGreaterThan(cif!.high / 2);
});

test('a landed cost in the Emirates, part by part', () => {
  const cost = landed('AE');
  const amounts = cost.parts.map(({ code, amount }) => [code, amount.low, amount.likely, amount.high]);
  expect(amounts).toEqual([
    ['car', 1_000_000, 1_000_000, 1_000_000],
    ['carquay', 110_000, 110_000, 110_000],
    ['freight', 70_000, 70_000, 70_000],
    // 110 percent of CIF at 0.2, 0.6 and 1 percent.
    ['insurance', 2359, 7109, 11_901],
  ]);
  expect(cost.cif!.likely).toBe(1_077_109);
  const lines = cost.charges.lines.map(({ code, amount, paidTo }) => [code, amount.likely, paidTo]);
  expect(lines).toEqual([
    ['customsDuty', 53_855, 'customs'],
    ['vat', 56_548, 'customs'],
    ['clearing', 70_000, 'agent'],
  ]);
  expect(cost.total!.likely).toBe(1_077_109 + 110_000 + 53_855 + 56_548 + 70_000);
  expect(cost.notIncluded).toEqual(['exportFees', 'portFees', 'inland']);
  expect(cost.parts[2]?.sources.map(({ id }) => id)).toEqual(['CCP']);
});

test('uses the freight of the most specific destination, per car, container or cubic meter', () => {
  const freight = (cost: LandedCost) => cost.parts.find(({ code }) => code === 'freight')?.amount;
  expect(freight(landed('NG', { mode: 'container20' }))).toEqual({ low: 430_000, likely: 430_000, high: 430_000 });
  expect(freight(landed('NG', { mode: 'container40' }))?.likely).toBe(640_000);
  expect(freight(landed('OM'))?.likely).toBe(80 * 11.5 * 100);
  // FRT-1: 16.25 cubic meters at USD 87.90 make 1,428.38.
  expect(freight(landed('GE', {}, { ...PETROL, volumeCbm: 16.25 }))?.likely).toBe(142_838);
  expect(landed('GE', {}, { ...PETROL, volumeCbm: null }).missing).toEqual([{ what: 'volume' }]);
  expect(landed('GE', { mode: 'container20' })).toMatchObject({
    total: null,
    cif: null,
    missing: [{ what: 'freight' }],
  });
  expect(landed('TZ').transitDays).toEqual({ least: 30, most: 45 });
  expect(landed('GE').transitDays).toBeNull();
});

test('estimates from other origins are never used for China', () => {
  const sources = (cost: LandedCost) => cost.parts.find(({ code }) => code === 'freight')?.sources.map(({ id }) => id);
  expect(book.freight.some(({ origin, destination }) => origin === 'KR' && destination === 'port:JOAQJ')).toBe(true);
  expect(sources(landed('JO', { port: 'JOAQJ' }))).toEqual(['FBASZ']);
  expect(sources(landed('KH', { port: 'KHKOS' }))).toEqual(['AMZT', 'FBASZ']);
});

test('the way inland to a country without a sea is missing', () => {
  const cost = landed('KZ');
  expect(cost.missing).toEqual([{ what: 'inland' }]);
  expect(cost.total).toBeNull();
  expect(cost.charges.total).not.toBeNull();
});

describe('rows that were corrected', () => {
  const share = (country: string, code: string, car: ImportCar) => {
    const line = charged(country, car).lines.find((each) => each.code === code);
    return line && (line.amount.likely / line.base.likely) * 100;
  };

  test.each([
    ['petrol', 1000, 5],
    ['petrol', 1001, 10],
    ['petrol', 3000, 10],
    ['petrol', 3001, 20],
    ['diesel', 1500, 5],
    ['diesel', 2500, 10],
    ['diesel', 2501, 20],
  ] as const)('Ghana: %s of %i cc pays %i percent', (fuel, engineCc, percent) => {
    expect(share('GH', 'importDuty', { ...PETROL, fuel, engineCc })).toBeCloseTo(percent, 2);
  });

  test('Tanzania charges 0.6 percent of FOB for processing, Britain 10 percent duty and 20 percent VAT', () => {
    expect(share('TZ', 'processing', PETROL)).toBeCloseTo(0.6, 2);
    expect(share('GB', 'duty', PETROL)).toBeCloseTo(10, 2);
    expect(share('GB', 'vat', PETROL)).toBeCloseTo(20, 2);
    expect(charged('GB', PETROL).shownAs).toBe('range');
  });

  test('the excise of old right-hand-drive cars in Georgia is a range, because sources disagree', () => {
    const old = { ...PETROL, steering: 'right', production: dateRange('2018-05'), engineCc: 2000 } as const;
    const excise = charged('GE', old).lines.find(({ code }) => code === 'excise')!.local!;
    expect([excise.low, excise.high]).toEqual([900_000, 2_700_000]);
  });
});

test('transport from the port to Zimbabwe is part of the sum and of the value for duty; without a price there is no sum', () => {
  const prepared = prepareCountry(book, 'ZW', AT.on)!;
  const offer = { priceCents: 1_000_000, taxCents: 80_000, feeCents: 30_000, newPrice: null };
  const costOf = (country: typeof prepared) =>
    landedCostOf(country, offer, { mode: 'roro', port: null }, PETROL, AT, MORE_RATES);
  const cost = costOf(prepared);
  const inland = cost.parts.find(({ code }) => code === 'inland')!;
  expect(inland.amount).toEqual({ low: 100_000, likely: 150_000, high: 250_000 });
  const duty = cost.charges.lines.find(({ code }) => code === 'customsDuty')!;
  expect(duty.base.likely).toBe(cost.cif!.likely + inland.amount.likely);
  const charges = cost.charges.total!.amount.likely;
  expect(cost.total!.likely).toBe(cost.cif!.likely + inland.amount.likely + 110_000 + charges);
  const without = costOf({ ...prepared, freight: prepared.freight.filter(({ row }) => row.metric !== 'inland') });
  expect(without.total).toBeNull();
  expect(without.missing).toContainEqual({ what: 'inland' });
});
