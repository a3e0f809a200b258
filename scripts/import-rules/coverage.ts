import { dateRange } from '#features/customs/import-rules/model/calendar.ts';
import { type ImportCar, UNKNOWN_CAR } from '#features/customs/import-rules/model/car.ts';
import { usableRates } from '#features/customs/import-rules/model/exchange-rates.ts';
import { expectedDay } from '#features/customs/import-rules/model/expected-day.ts';
import { knownCostOf, type LandedCost, landedCostOf } from '#features/customs/import-rules/model/landed/landed-cost.ts';
import { firstPortOf, portName } from '#features/customs/import-rules/model/ports.ts';
import { prepareCountry } from '#features/customs/import-rules/model/prepare-country.ts';
import { ORIGIN_COUNTRY } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import { type Light, verdictOf } from '#features/customs/import-rules/model/verdict/verdict.ts';
import { readSeed, readSeedRates } from '#features/customs/import-rules/server/book/seed.ts';
import { missingResponse } from '#features/customs/import-rules/server/import-responses.ts';
import { serverTranslator } from '#lib/server/i18n/languages.ts';

export const COVERAGE = 'docs/customs/coverage.md';

type Example = { name: string; priceCents: number; car: ImportCar };

const KNOWN: ImportCar = { ...UNKNOWN_CAR, emissionStage: 6, madeIn: 'CN', modelYear: 2021 };
const EXAMPLES: Example[] = [
  {
    name: 'Toyota RAV4 of 2021, petrol, 1,987 cc, left-hand drive, $18,000',
    priceCents: 1_800_000,
    car: {
      ...KNOWN,
      production: dateRange('2021-05'),
      firstRegistration: dateRange('2021-06'),
      steering: 'left',
      fuel: 'petrol',
      engineCc: 1987,
      powerKw: 126,
      body: 'suv',
      curbWeightKg: 1620,
      volumeCbm: 13.6,
      name: { make: 'Toyota', model: 'RAV4', trim: null, drive: 'all' },
    },
  },
  {
    name: 'Honda Fit of 2021, petrol, 1,317 cc, right-hand drive, $8,000',
    priceCents: 800_000,
    car: {
      ...KNOWN,
      production: dateRange('2021-05'),
      firstRegistration: dateRange('2021-06'),
      steering: 'right',
      fuel: 'petrol',
      engineCc: 1317,
      powerKw: 72,
      body: 'hatchback',
      curbWeightKg: 1090,
      volumeCbm: 10.3,
      name: { make: 'Honda', model: 'Fit', trim: null, drive: 'front' },
    },
  },
  {
    name: 'BYD Dolphin of 2024, electric, 150 kW, left-hand drive, $16,000',
    priceCents: 1_600_000,
    car: {
      ...KNOWN,
      modelYear: 2024,
      production: dateRange('2024-05'),
      firstRegistration: dateRange('2024-06'),
      steering: 'left',
      fuel: 'electric',
      engineCc: 0,
      powerKw: 150,
      co2: 0,
      body: 'hatchback',
      curbWeightKg: 1650,
      volumeCbm: 11.9,
      name: { make: 'BYD', model: 'Dolphin', trim: null, drive: 'front' },
    },
  },
];
const LIGHTS: Record<Light, string> = { green: 'green', amber: 'check first', red: 'not allowed' };
const TAX_RATE = 0.08;
const FEE_CENTS = 30_000;

type Cell = { light: Light; landed: LandedCost };
export type Coverage = { country: string; cells: Cell[] }[];

/** Assesses the examples for each country with the shipped rows, rates and no facts that only a buyer knows, on a day. */
export async function coverageOf(today: string): Promise<Coverage> {
  const book = await readSeed();
  const { rates } = usableRates(await readSeedRates(), today);
  const sailings = book.freight.filter(({ metric, origin }) => metric === 'transit' && origin === ORIGIN_COUNTRY);
  const longest = Math.max(...sailings.map(({ high }) => high));
  const countries = book.countries.map(({ country }) => country).sort();
  return countries.map((country) => {
    const journey = { mode: 'roro', port: firstPortOf(country) } as const;
    const now = prepareCountry(book, country, today)!;
    const { on } = expectedDay(now, journey, today, longest);
    const prepared = prepareCountry(book, country, on)!;
    const at = { on, today, buyer: 'person' } as const;
    const cells = EXAMPLES.map(({ car, priceCents }): Cell => {
      const offer = { priceCents, taxCents: priceCents * TAX_RATE, feeCents: FEE_CENTS, newPrice: null };
      return {
        light: verdictOf(prepared, car, at).light,
        landed: landedCostOf(prepared, offer, journey, car, at, rates),
      };
    });
    return { country, cells };
  });
}

/** The newest day on which a shipped row was checked, so that the table changes only with the rows. */
export async function dayOfSeed(): Promise<string> {
  const { rules, charges } = await readSeed();
  return [...rules, ...charges]
    .map(({ checked }) => checked)
    .sort()
    .at(-1)!;
}

const hasFigure = ({ landed }: Cell) => landed.total !== null && landed.shownAs !== 'none';
export const countriesWithFigure = (coverage: Coverage) =>
  coverage.filter(({ cells }) => cells.some(hasFigure)).map(({ country }) => country);

/** Returns docs/customs/coverage.md. */
export async function coverageDocument(): Promise<string> {
  const t = serverTranslator('en');
  const today = await dayOfSeed();
  const coverage = await coverageOf(today);
  const money = (cents: number) => t.dollars(cents / 100, 'whole');
  const text = (country: string, { light, landed }: Cell) => {
    const { total, shownAs, missing } = landed;
    const missed = [...new Set(missing.map((each) => missingResponse(each, country, t).name))].join(', ');
    if (!total || shownAs === 'none')
      return `${LIGHTS[light]}; at least ${money(knownCostOf(landed).low)}, without ${missed}`;
    const range = `${money(total.low)}–${money(total.high)}`;
    return shownAs === 'range' ? `${LIGHTS[light]}; ${range}` : `${LIGHTS[light]}; ${money(total.likely)} (${range})`;
  };
  const rows = coverage.map(({ country, cells }) => {
    const port = firstPortOf(country);
    const place = port ? `${t.region(country)}, ${portName(port)}` : t.region(country);
    return `| ${[place, ...cells.map((cell) => text(country, cell))].join(' | ')} |`;
  });
  return [
    '# What is known for each country',
    '',
    `\`npm run import-rules\` writes this table from the shipped rows, as of ${today}. A private person buys; nothing is known that only the buyer`,
    `knows, such as the price as new. ${countriesWithFigure(coverage).length} of ${coverage.length} countries have a whole sum for at least one car. Sums include our 8 % and fee.`,
    '',
    `| Country | ${EXAMPLES.map(({ name }) => name).join(' | ')} |`,
    `|---|${EXAMPLES.map(() => '---|').join('')}`,
    ...rows,
    '',
  ].join('\n');
}
