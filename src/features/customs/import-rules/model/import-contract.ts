import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { optionalChoice } from '#lib/filter-values.ts';
import { dateRange } from './calendar.ts';
import { BODIES, BUYERS, FUELS, type Proof } from './car.ts';
import { CHANGE_LISTS } from './change-text.ts';
import { AGE_METHODS, type AGE_UNITS } from './conditions/condition.ts';
import { CHARGE_KINDS, PAID_TO } from './rows/charge-row.ts';
import { SHIPPING_MODES, SOURCE_KINDS, TOTALS } from './rows/rule-rows.ts';

const text = z.string();
const day = text.describe('YYYY-MM-DD');
const amount = z.number();
export const number = (max: number) =>
  optionalChoice(
    z
      .string()
      .regex(/^\d{1,12}(\.\d{1,9})?$/, 'must be a number')
      .transform(Number)
      .refine((value) => value <= max, `must be at most ${max}`),
  );
const date = (example: string) =>
  optionalChoice(
    z
      .string()
      .refine((value) => dateRange(value) !== null, `must be a date such as ${example}`)
      .transform((value) => dateRange(value)!),
  );

export const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'must be a country code such as KE')
  .transform((code) => code.toUpperCase())
  .describe('ISO 3166-1 alpha-2; EU for the European Union');
export const currencyCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be a currency code such as USD')
  .transform((code) => code.toUpperCase());
export const portCode = z
  .string()
  .regex(/^[A-Za-z]{2}[A-Za-z0-9]{3}$/, 'must be a UN/LOCODE such as KEMBA')
  .transform((code) => code.toUpperCase());
export const assessedOn = optionalChoice(
  z.iso
    .date('must be a day as YYYY-MM-DD')
    .refine((on) => on >= '2000-01-01' && on < '2100-01-01', 'must be a day from 2000 to 2099'),
).describe('Expected arrival. Default: today, preparation and sailing, where the rules count arrival; else today.');
export const buyer = z.enum(BUYERS).default('person');
export const shippingMode = z.enum(SHIPPING_MODES).default('roro');

const PROOFS = ['gulf', 'saudi', 'eu', 'us', 'local'] as const;
const conformity = optionalChoice(
  z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(PROOFS))),
).describe(`What papers of the car prove, separated by commas: ${PROOFS.join(', ')}`);

const emission = optionalChoice(
  z
    .string()
    .regex(/^(euro|china)? ?[0-7][a-z]?$/i, 'must be a standard such as euro5 or china6')
    .transform((name) => Number(/\d/.exec(name)?.[0])),
);

/** The facts of a car, for calls without a listing. Omitted facts are unknown. */
export const carFacts = {
  production: date('2019-05').describe('YYYY, YYYY-MM or YYYY-MM-DD'),
  first_registration: date('2019-06').describe('YYYY, YYYY-MM or YYYY-MM-DD'),
  model_year: number(2100),
  steering: optionalChoice(z.enum(['left', 'right'])),
  fuel: optionalChoice(z.enum(FUELS)),
  engine_cc: number(20_000),
  power_hp: number(5_000),
  emission,
  conformity,
  body: optionalChoice(z.enum(BODIES)),
  co2: number(2_000).describe('g/km'),
  curb_weight_kg: number(20_000),
} as const;
const facts = z.object(carFacts);
export type CarFacts = z.output<typeof facts>;

/** The proofs of a car for a country. */
export function proofsFor(country: string, names: readonly (typeof PROOFS)[number][] = []): Proof[] {
  return names.map((name): Proof => (name === 'local' ? `local:${country}` : name));
}

export const source = z.object({
  id: text,
  url: text.nullable(),
  title: text,
  publisher: text,
  published: text.nullable().describe('As the source prints it'),
  kind: z.enum(SOURCE_KINDS),
  seen: day,
});
export type SourceResponse = z.output<typeof source>;

export const range = z.object({ low: amount, likely: amount, high: amount });

export const missingPart = z.object({
  what: text,
  code: text.nullable(),
  facts: z.array(text),
  name: text.describe('What is missing, in a few words'),
  sentence: text.describe('Why it is missing'),
  ask: text.nullable().describe('Whom to ask; null if the caller has it'),
});

const localLine = z.object({
  code: text,
  name: text,
  kind: z.enum(CHARGE_KINDS),
  local: range,
  paid_to: z.enum(PAID_TO),
  source: source.nullable(),
  sources: z.array(source),
  confidence: z.enum(SOURCE_KINDS),
  checked_on: day,
  note: text.nullable(),
});

const line = range.extend({
  code: text,
  name: text,
  kind: z.enum(CHARGE_KINDS).describe('`value` is no cost: it is the base of other lines'),
  base: range.extend({ of: z.array(text) }),
  local: range.nullable(),
  paid_to: z.enum(PAID_TO),
  source: source.nullable().describe('The most reliable of `sources`'),
  sources: z.array(source),
  confidence: z.enum(SOURCE_KINDS),
  checked_on: day,
  note: text.nullable(),
});

export const sailing = z.object({
  vessel: text,
  voyage: text.nullable(),
  port: text.describe('UN/LOCODE. A port of transit for a country without one'),
  port_name: text,
  leaves: day,
  arrives: day.describe('At the port'),
});
export type SailingResponse = z.output<typeof sailing>;

export const assessed = {
  country: text,
  country_name: text,
  on: day,
  on_is: z.enum(['given', 'arrival', 'today']).describe('`arrival`: expected, from `expected`'),
  expected: z
    .object({
      preparation_days: z.int(),
      sailing_days: z.int().nullable().describe('The most that sources name; null if none does'),
      sailing_is: z
        .enum(['scheduled', 'known', 'longest', 'unknown'])
        .describe('`scheduled`: of `sailing`. `longest`: of all routes, because none is known'),
      sailing: sailing.nullable().describe('The next known sailing that a car which is bought today can reach'),
      inland_days: z
        .int()
        .nullable()
        .describe(
          'The most days by land from the port of `sailing` to a country without one; null if no source has them',
        ),
    })
    .nullable(),
  today: day,
  version: z.int().describe('Version of the rules'),
  notice: text,
};

export const chargesResponse = z.object({
  ...assessed,
  currency: text,
  local_currency: text,
  rate: z.number().nullable().describe('Units of `local_currency` for one of `currency`'),
  rate_date: day
    .nullable()
    .describe('Null for a rate that the caller gave. A rate of more than 7 days before `today` makes amounts a range.'),
  shown_as: z.enum(TOTALS).describe('`range`: only low and high are sure enough to be shown'),
  lines: z.array(line),
  local_lines: z
    .array(localLine)
    .describe(
      'Charges that are known only in `local_currency`, because its exchange rate is missing or over 120 days old',
    ),
  total: range.extend({ local: range.nullable() }).nullable().describe('Null if anything is missing'),
  missing: z.array(missingPart),
});
export type ChargesResponse = z.output<typeof chargesResponse>;

const age = z.object({
  method: z.enum([...AGE_METHODS, 'fixedYear']),
  from: z.enum(['production', 'first_registration', 'model_year', 'year']),
  to: text,
  unit: z.enum(['years', 'months', 'days'] satisfies (typeof AGE_UNITS)[keyof typeof AGE_UNITS][]),
  least: z.number().nullable(),
  most: z.number().nullable(),
  used_by: z.array(text).describe('Ids of rules and charges'),
});
const agesResponse = z.object({ ...assessed, ages: z.array(age) });
export type AgesResponse = z.output<typeof agesResponse>;

const countryResponse = z.object({
  country: text,
  name: text,
  currency: text,
  landlocked: z.boolean(),
  total: z.enum(TOTALS).describe('How sure a sum of charges can be'),
  rules: z.int(),
  charges: z.int(),
  stale_days: z.int(),
  checked_on: day.nullable().describe('Of the rule that was checked least recently'),
  ports: z.array(z.object({ code: text, name: text })),
  cities: z.array(text).describe('Cities with a known route from a port'),
});
const countriesResponse = z.object({ version: z.int(), countries: z.array(countryResponse) });
export type CountriesResponse = z.output<typeof countriesResponse>;

const changesQuery = z.object({ country: countryCode.optional() });
export type ChangesQuery = z.output<typeof changesQuery>;

const changesResponse = z.object({
  version: z.int(),
  changes: z
    .array(
      z.object({
        list: z.enum(CHANGE_LISTS),
        id: text.describe('Id of the new row'),
        country: text.describe('EU for the European Union, CN for the export from China'),
        version: z.int(),
        published_at: text.describe('ISO 8601, UTC'),
        text: text.describe('What the row says'),
        before: text.nullable().describe('What the row said before; null for a new one'),
        valid_from: day.nullable(),
        valid_to: day.nullable(),
      }),
    )
    .describe('The newest first. Rows that were only checked again are left out.'),
});
export type ChangesResponse = z.output<typeof changesResponse>;

const chargesQuery = z.object({
  country: countryCode,
  on: assessedOn,
  cif: number(1e12),
  fob: number(1e12),
  currency: currencyCode.default('USD'),
  rate: number(1e9)
    .refine((rate) => rate === undefined || rate > 0, 'must be above 0')
    .describe(
      'Units of the country’s own currency for one of `currency`. Default: ours, if it is at most 120 days old',
    ),
  new_price: number(1e12).describe('Price of the model as new, in `currency`'),
  customs_value: number(1e12).describe('As set by customs, in `currency`'),
  buyer,
  ...carFacts,
});
export type ChargesQuery = z.output<typeof chargesQuery>;

const ageQuery = z.object({ country: countryCode, on: assessedOn, buyer, ...carFacts });
export type AgeQuery = z.output<typeof ageQuery>;

export const importContract = {
  charges: { query: chargesQuery, responses: { 200: chargesResponse } },
  age: { query: ageQuery, responses: { 200: agesResponse } },
  countries: { responses: { 200: countriesResponse } },
  changes: { query: changesQuery, responses: { 200: changesResponse } },
} satisfies Record<string, CallContract>;
