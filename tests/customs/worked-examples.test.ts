import { describe, expect, test } from 'vitest';
import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { exactly } from '#features/customs/import-rules/model/charges/amounts.ts';
import { chargesOf } from '#features/customs/import-rules/model/charges/charges.ts';
import { landedCostOf } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { prepareCountry } from '#features/customs/import-rules/model/prepare-country.ts';
import { readSeed } from '#features/customs/import-rules/server/book/seed.ts';

/*
 * Duties of one car in each of ten countries, computed by hand from the shipped rows, whose ids stand at each step. The dollar and the
 * local figures are exact to the cent; a range is low / likely / high.
 */
const book = await readSeed();
const AT = { on: '2026-12-20', today: '2026-11-29', buyer: 'person' } as const;
/** Units for one US dollar, round for the sake of the arithmetic. */
const RATES = {
  ...{ USD: 1, EUR: 0.9, KES: 130, TZS: 2_500, UGX: 3_600, GHS: 12, NGN: 1_500 },
  ...{ GEL: 2.7, RUB: 80, NAD: 18, AED: 3.6725 },
};

type Figures = number | [low: number, likely: number, high: number];
type Sums = Record<string, Figures>;

/** The lines in the order of computation and their sum, in dollars or in the currency of the country. */
function computed(
  country: string,
  { cif, fob = cif, newPrice, ...facts }: Partial<ImportCar> & { cif: number; fob?: number; newPrice?: number },
  currency: 'dollars' | 'local' = 'dollars',
): { lines: Sums; sum: Figures | null } {
  const prepared = prepareCountry(book, country, AT.on)!;
  const car: ImportCar = { ...UNKNOWN_CAR, ...facts };
  const price = newPrice === undefined ? null : exactly(newPrice / RATES[prepared.row.currency as keyof typeof RATES]);
  const values = { currency: 'USD', cif: exactly(cif), fob: exactly(fob), newPrice: price, customsValue: null };
  const newPriceAs =
    newPrice === undefined ? {} : { newPriceAs: { amount: exactly(newPrice), currency: prepared.row.currency } };
  const { lines, total } = chargesOf(prepared, { ...values, ...newPriceAs }, car, AT, RATES);
  const isLocal = currency === 'local';
  return {
    lines: Object.fromEntries(lines.map(({ code, amount, local }) => [code, figures(isLocal ? local! : amount)])),
    sum: total && figures(isLocal ? total.local! : total.amount),
  };
}

const figures = ({ low, likely, high }: { low: number; likely: number; high: number }): Figures =>
  low === high ? likely / 100 : [low / 100, likely / 100, high / 100];

describe('ten cars computed by hand', () => {
  test('Kenya: a Toyota RAV4 G of 2021 with right-hand drive, by the list price of the authority', () => {
    // List price of July 2025: 5,414,396.06 KES (TOYOTA, RAV4 G, petrol, 1,986 cc). The price paid does not count.
    // KE-priceWithoutTaxes-3: ÷ 1.25 margin ÷ 1.35 duty ÷ 1.25 excise ÷ 1.16 VAT = 2,212,780.00.
    // KE-customsValue-2, KE-DEP-25-6: 2026 - 2021 = 5 calendar years, less 50 percent = 1,106,390.00.
    // KE-importDuty-5: 35 % = 387,236.50. Value and duty: 1,493,626.50.
    // KE-excise-3: petrol of 1,501 to 3,000 cc, 25 % of that = 373,406.62. With it: 1,867,033.12.
    // KE-vat-1: 16 % = 298,725.30. KE-idf-3: 2.5 % of the value = 27,659.75. KE-rdl-2: 2 % = 22,127.80. KE-validation-1: 12,000.
    const car: ImportCar = {
      ...UNKNOWN_CAR,
      ...{ fuel: 'petrol', engineCc: 1_986, steering: 'right', body: 'suv' },
      ...{ production: dateRange('2021-03'), firstRegistration: dateRange('2021-04') },
      name: { make: 'Toyota', model: 'RAV4', trim: 'G', drive: 'all' },
    };
    const offer = { priceCents: 1_500_000, taxCents: 0, feeCents: 0, newPrice: null };
    const prepared = prepareCountry(book, 'KE', AT.on)!;
    const at = (reference: string | null) =>
      landedCostOf(prepared, { ...offer, reference }, { mode: 'roro', port: 'KEMBA' }, car, AT, RATES);
    const listed = at(null).reference!.prices.find(({ price }) => price === 5_414_396.06)!;
    const { lines, total } = at(listed.id).charges;
    const by = Object.fromEntries(lines.map(({ code, local }) => [code, figures(local!)]));
    expect(by).toEqual({
      ...{ priceWithoutTaxes: 2_212_780, customsValue: 1_106_390 },
      ...{
        importDuty: 387_236.5,
        excise: 373_406.62,
        vat: 298_725.3,
        idf: 27_659.75,
        rdl: 22_127.8,
        validation: 12_000,
      },
    });
    expect(figures(total!.local!)).toBe(1_121_155.97);
  });

  test('Tanzania: a petrol car of 1,986 cc made in 2017', () => {
    // TZ-importDuty-1: 25 % of CIF 12,000 = 3,000. TZ-excise-2: up to 2,000 cc, 5 % of 15,000 = 750.
    // TZ-ageExcise-1, TZ-AGE-2: 2026 - 2017 = 9 calendar years, 15 % of 15,000 = 2,250.
    // TZ-vat-1: 18 % of 15,000 + 750 + 2,250 = 3,240. TZ-rdl-2: 1.5 / 2 / 2 % of CIF. TZ-processing-1: 0.6 % of FOB 10,500 = 63.
    // TZ-vehicleLevy-3: 0 / 0 / 150,000 TZS = 60.
    const { lines, sum } = computed('TZ', {
      ...{ cif: 12_000, fob: 10_500, fuel: 'petrol', engineCc: 1_986, production: dateRange('2017-05') },
    });
    expect(lines).toEqual({
      ...{ importDuty: 3_000, excise: 750, ageExcise: 2_250, vat: 3_240 },
      ...{ rdl: [180, 240, 240], processing: 63, vehicleLevy: [0, 0, 60] },
    });
    expect(sum).toEqual([9_483, 9_543, 9_603]);
  });

  test('Uganda: a petrol car of 1,797 cc, nine full years old on arrival', () => {
    // The customs value is taken as CIF 8,000. UG-importDuty-1: 25 % = 2,000. UG-vat-1: 18 % of 10,000 = 1,800. UG-withholding-1: 6 % = 480.
    // UG-infrastructure-1: 1.5 / 2 / 2 %. UG-environment-1: from eight full years 20 / 50 / 50 %.
    // UG-registration-1: below 3,000 cc 1.2 / 1.2 / 1.5 million UGX. UG-idf-1: 0 / 0 / 1 %.
    const { lines, sum } = computed('UG', {
      ...{ cif: 8_000, fuel: 'petrol', engineCc: 1_797, production: dateRange('2017-06-10') },
    });
    expect(lines).toEqual({
      ...{ importDuty: 2_000, vat: 1_800, withholding: 480, infrastructure: [120, 160, 160] },
      ...{ environment: [1_600, 4_000, 4_000], registration: [333.33, 333.33, 416.67], idf: [0, 0, 80] },
    });
    expect(sum).toEqual([6_333.33, 8_773.33, 8_936.67]);
  });

  test('Ghana: a diesel pickup of 2,494 cc, eight years old, for a person', () => {
    // CIF 15,000, FOB 13,200. GH-importDuty-6: diesel of 1,501 to 2,500 cc 10 % = 1,500.
    // Of CIF: GH-ecowas-1 0.5, GH-exim-1 0.75, GH-auLevy-1 0.2, GH-specialLevy-1 2, GH-examination-1 1, GH-withholding-1 1 %.
    // GH-network-1: 0.4 % of FOB = 52.80. GH-networkTaxes-2: 20 % of that = 10.56.
    // Of CIF and duty, 16,500: GH-nhil-1 and GH-getfund-1 2.5 % each = 412.50; GH-vat-2 15 / 15 / 15.75 %.
    // GH-upfront-1: 12.5 % of CIF = 1,875. GH-overage-1: none up to ten years. GH-entryFees-1: 438.84 GHS ÷ 12 = 36.57.
    const { lines, sum } = computed('GH', {
      ...{
        cif: 15_000,
        fob: 13_200,
        fuel: 'diesel',
        engineCc: 2_494,
        steering: 'left',
        production: dateRange('2018-03'),
      },
    });
    expect(lines).toEqual({
      ...{
        importDuty: 1_500,
        ecowas: 75,
        exim: 112.5,
        auLevy: 30,
        specialLevy: 300,
        examination: 150,
        withholding: 150,
      },
      ...{ network: 52.8, networkTaxes: 10.56, nhil: 412.5, getfund: 412.5, vat: [2_475, 2_475, 2_598.75] },
      ...{ upfront: 1_875, overage: 0, entryFees: 36.57 },
    });
    expect(sum).toEqual([7_592.43, 7_592.43, 7_716.18]);
  });

  test('Nigeria: a petrol car of 2,494 cc', () => {
    // CIF 10,000, FOB 8,800. NG-importDuty-1: 20 % = 2,000. NG-nac-2: 5 / 5 / 15 %. NG-surcharge-1: 7 % of the duty = 140.
    // NG-ciss-1: 1 % of FOB = 88. NG-etls-1: 0.5 % = 50. NG-fobCharge-1: 0 / 0 / 4 % of FOB.
    // NG-greenTax-1, NG-GREEN-2: from 2,000 cc 2 % = 200.
    // NG-vat-1: 7.5 % of CIF, duty, levies and green tax, 12,978 or 13,978 with the higher levy.
    const { lines, sum } = computed('NG', {
      ...{ cif: 10_000, fob: 8_800, fuel: 'petrol', engineCc: 2_494, production: dateRange('2019-02') },
    });
    expect(lines).toEqual({
      ...{ importDuty: 2_000, nac: [500, 500, 1_500], surcharge: 140, ciss: 88, etls: 50, fobCharge: [0, 0, 352] },
      ...{ greenTax: 200, vat: [973.35, 973.35, 1_048.35] },
    });
    expect(sum).toEqual([3_951.35, 3_951.35, 5_378.35]);
  });

  test('Georgia: a hybrid of 2,487 cc with left-hand drive made in 2021, in lari', () => {
    // CIF 11,000 dollars = 29,700 lari. GE-customsDuty-2: 0 / 0 / 5 % = 1,485.
    // GE-excise-2: 5 calendar years, 1.5 × 2,487 = 3,730.50. GE-hybridRelief-1: -60 % = -2,238.30.
    // GE-importTax-1: 0.05 × 2,487 = 124.35. GE-importTaxByAge-1: 0.0025 × 2,487 × 5 = 31.09.
    // GE-customsService-1: 150. GE-registration-1: 92 / 122 / 122.
    // GE-vat-2: 0 / 0 / 18 % of CIF, duty, excise after the relief and import tax, at most 32,832.6375 = 5,909.87.
    const { lines, sum } = computed(
      'GE',
      { cif: 11_000, fuel: 'hybrid', engineCc: 2_487, steering: 'left', production: dateRange('2021-05') },
      'local',
    );
    expect(lines).toEqual({
      ...{
        customsDuty: [0, 0, 1_485],
        excise: 3_730.5,
        hybridRelief: -2_238.3,
        importTax: 124.35,
        importTaxByAge: 31.09,
      },
      ...{ customsService: 150, registration: [92, 122, 122], vat: [0, 0, 5_909.87] },
    });
    expect(sum).toEqual([1_889.64, 1_919.64, 9_314.51]);
  });

  test('Russia: a petrol car of 1,498 cc and 149 hp, three full years old', () => {
    // RU-duty-2, RU-CC-3-5-2: three to five years, to 1,500 cc 1.7 euros × 1,498 = 2,546.60 euros ÷ 0.9 = 2,829.56 dollars.
    // RU-recycling-2: up to 160 hp, over three years 5,200 rubles ÷ 80 = 65.
    const { lines, sum } = computed('RU', {
      ...{ cif: 9_000, fuel: 'petrol', engineCc: 1_498, powerKw: 110, production: dateRange('2023-01-15') },
    });
    expect(lines).toEqual({ duty: 2_829.56, recycling: 65 });
    expect(sum).toBe(2_894.56);
  });

  test('Russia: under three years the higher of a share and an amount for each cubic centimeter counts', () => {
    // CIF 9,000 dollars = 8,100 euros, up to 8,500. RU-duty-1: 54 % = 4,860 dollars, at least 2.5 euros × 1,998 = 4,995 euros = 5,550 dollars.
    // RU-recycling-1: up to three years 3,400 rubles ÷ 80 = 42.50.
    const { lines } = computed('RU', {
      ...{ cif: 9_000, fuel: 'petrol', engineCc: 1_998, powerKw: 110, production: dateRange('2024-06-15') },
    });
    expect(lines).toEqual({ duty: 5_550, recycling: 42.5 });
  });

  test('Namibia: a petrol car of 1,498 cc whose price as new is 400,000 Namibia dollars', () => {
    // NA-customsDuty-1: 25 % of CIF 9,000 = 2,250.
    // NA-adValorem-1: 0.00003 × 400,000 - 0.75 = 11.25 % of 400,000 = 45,000 Namibia dollars ÷ 18 = 2,500.
    // NA-vatBase-1: 9,000 + 10 % = 9,900. NA-vat-1: 15 % of 9,900 + 2,250 + 2,500 = 2,197.50.
    // NA-environment-1: 40 × (140 - 120) = 800 Namibia dollars = 44.44.
    const { lines, sum } = computed('NA', {
      ...{ cif: 9_000, newPrice: 400_000, fuel: 'petrol', engineCc: 1_498, co2: 140, production: dateRange('2021-02') },
    });
    expect(lines).toEqual({ customsDuty: 2_250, adValorem: 2_500, vatBase: 9_900, vat: 2_197.5, environment: 44.44 });
    expect(sum).toBe(6_991.94);
  });

  test('United Arab Emirates: a car of 14,000 dollars CIF', () => {
    // AE-customsDuty-1: 5 % = 700. AE-vat-1: 5 % of 14,700 = 735. AE-clearing-1: 700 dollars.
    const facts = { cif: 14_000, fuel: 'petrol', engineCc: 3_956, production: dateRange('2022-04') } as const;
    expect(computed('AE', facts)).toEqual({ lines: { customsDuty: 700, vat: 735, clearing: 700 }, sum: 2_135 });
    // × 3.6725
    expect(computed('AE', facts, 'local')).toEqual({
      ...{ lines: { customsDuty: 2_570.75, vat: 2_699.29, clearing: 2_570.75 }, sum: 7_840.79 },
    });
  });

  test('Germany: an electric car, with the German rate of VAT', () => {
    // EU-customsDuty-1: 10 % of CIF 15,000 = 1,500. EU-countervailing-1: 0 / 0 / 35.3 % = 5,295.
    // DE-vat-1: 19 % of 16,500 = 3,135, or of 21,795 = 4,141.05. No source has the registration tax, so there is no sum.
    const { lines, sum } = computed('DE', { cif: 15_000, fuel: 'electric', production: dateRange('2024-05') });
    expect(lines).toEqual({
      ...{ customsDuty: 1_500, countervailing: [0, 0, 5_295], vat: [3_135, 3_135, 4_141.05] },
    });
    expect(sum).toBeNull();
  });
});

test('the excise of right-hand-drive cars in Georgia is three times that of left-hand drive up to six years', () => {
  const excise = (year: number, steering: 'left' | 'right') =>
    computed(
      'GE',
      { cif: 9_000, fuel: 'petrol', engineCc: 2_000, steering, production: dateRange(`${year}-05`) },
      'local',
    ).lines.excise;
  expect(excise(2020, 'left')).toBe(3_000);
  expect(excise(2020, 'right')).toBe(9_000);
  expect(excise(2019, 'left')).toBe(9_000);
  expect(excise(2019, 'right')).toEqual([9_000, 27_000, 27_000]);
});

test('members of the union pay their own VAT if a source names it, others a range', () => {
  const vat = (country: string) =>
    computed(country, { cif: 10_000, fuel: 'petrol', engineCc: 1_498, production: dateRange('2022-05') }).lines.vat;
  expect(['DE', 'FR', 'NL', 'PL'].map(vat)).toEqual([2_090, 2_200, 2_310, 2_530]);
  expect(vat('ES')).toEqual([1_870, 2_310, 2_970]);
});

test.each(['UG', 'RW', 'CL'])('%s does not ask for the engine of an electric car', (country) => {
  const prepared = prepareCountry(book, country, AT.on)!;
  const car: ImportCar = { ...UNKNOWN_CAR, fuel: 'electric', production: dateRange('2023-05'), body: 'suv' };
  const values = {
    currency: 'USD',
    cif: exactly(9_000),
    fob: exactly(8_000),
    newPrice: exactly(20_000),
    customsValue: null,
  };
  const { missing } = chargesOf(prepared, values, car, AT, { ...RATES, RWF: 1_400, CLP: 950 });
  expect(missing.filter((each) => 'facts' in each && each.facts.includes('engineCc'))).toEqual([]);
});
