import { z } from 'zod';
import { BUYERS } from '#features/customs/import-rules/model/car.ts';
import {
  assessed,
  assessedOn,
  buyer,
  carFacts,
  chargesResponse,
  countryCode,
  currencyCode,
  missingPart,
  number,
  portCode,
  range,
  sailing,
  shippingMode,
  source,
} from '#features/customs/import-rules/model/import-contract.ts';
import { PAID_TO } from '#features/customs/import-rules/model/rows/charge-row.ts';
import { DOOR_KINDS } from '#features/customs/import-rules/model/rows/door-row.ts';
import {
  GATES,
  OUTCOMES,
  SHIPPING_MODES,
  SOURCE_KINDS,
  TOTALS,
} from '#features/customs/import-rules/model/rows/rule-rows.ts';
import { RULE_LISTS } from '#features/customs/import-rules/model/rule-office.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue } from '#lib/contract-parts.ts';

/** A list page has at most this many cars. */
const MAX_CARS = 50;

const text = z.string();
const amount = z.number();
const day = text.describe('YYYY-MM-DD');
export const light = z.enum(['green', 'amber', 'red']);
const optionalPort = portCode
  .optional()
  .describe('UN/LOCODE of the port of arrival. Default: the first of the country in GET /api/import/countries');
const atLeast = z
  .number()
  .nullable()
  .describe('Without a total, the sum of what is known, in US dollars. It is not the whole cost.');
const localRate = {
  local_currency: text,
  rate: z
    .number()
    .nullable()
    .describe('Units of `local_currency` for one US dollar; null without one of the last 120 days'),
  rate_date: day.nullable().describe('A rate of more than 7 days before `today` makes amounts a range'),
};
const destination = { country: countryCode, on: assessedOn, buyer };

const referenceId = text
  .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,79}:\d{1,4}$/, 'must be the id of a reference price')
  .describe('Id of one of the prices in `reference`, which the buyer chose');

const checkQuery = z.object({
  ...destination,
  listing_id: idValue.optional().describe('A car of this site. Without it, the facts below describe the car.'),
  make: text.max(60).optional(),
  model: text.max(80).optional(),
  ...carFacts,
});
export type CheckQuery = z.output<typeof checkQuery>;

const reason = z.object({
  rule: text.describe('Id of the rule'),
  country: text.describe('CN for rules about the export from China'),
  gate: z.enum(GATES),
  outcome: z.enum(OUTCOMES).describe('For this car'),
  missing: z.array(text).describe('Facts of the car that would decide it'),
  sentence: text,
  source: source.nullable().describe('The most reliable of `sources`'),
  sources: z.array(source),
  against: z.array(source).describe('Sources that say something else'),
  confidence: z.enum(SOURCE_KINDS),
  sure: z.boolean().describe('Official, or two independent sources agree'),
  checked_on: day,
  stale_on: day.describe('The last day on which the rule may decide'),
  valid_from: day.nullable(),
  valid_to: day.nullable(),
});

const checkResponse = z.object({
  ...assessed,
  listing_id: z.int().nullable(),
  light,
  sentence: text,
  doubts: z.array(z.object({ why: text, rule: text.nullable(), facts: z.array(text), sentence: text })),
  gates: z.object({
    age: z.enum(OUTCOMES),
    steering: z.enum(OUTCOMES),
    conformity: z.enum(['notRequired', 'proven', 'unproven', 'unknown']),
  }),
  reasons: z.array(reason),
  must_arrive_by: day.nullable(),
  checked_on: day.nullable(),
  stale_on: day.nullable().describe('The light is amber after this day until its rules are checked again'),
});
export type CheckResponse = z.output<typeof checkResponse>;

export const cityName = text
  .max(80)
  .optional()
  .describe('A city of the country with a known way from the port, such as Kampala');

const landedQuery = z.object({
  ...destination,
  listing_id: idValue,
  port: optionalPort,
  mode: shippingMode,
  new_price: number(1e12).describe('Price of the model as new in the country, in `new_price_currency`'),
  new_price_currency: currencyCode.default('USD'),
  reference: referenceId.optional(),
  production: carFacts.production,
  co2: carFacts.co2,
  city: cityName,
});
export type LandedQuery = z.output<typeof landedQuery>;

const port = z.object({
  port: text,
  name: text,
  cfr: range.nullable(),
  cif: range.nullable(),
  transit_days: z.object({ least: z.int(), most: z.int() }).nullable(),
});

const doorLine = z.object({
  code: z.enum(DOOR_KINDS),
  name: text,
  state: z.enum(['priced', 'included', 'ask']).describe('`included`: the landed cost has it already'),
  amount: range.nullable().describe('US dollars'),
  ask: text.nullable().describe('Whom to ask for the amount'),
  source: source.nullable(),
  sources: z.array(source),
  confidence: z.enum(SOURCE_KINDS).nullable(),
  checked_on: day.nullable(),
});
const door = z.object({
  city: text.nullable().describe('The city of the call or of the quote'),
  cities: z.array(text).describe('The cities of the country with a known route from a port; of a quote only its own'),
  lines: z.array(doorLine).describe('What is paid besides the landed cost, whichever the city'),
  legs: z.array(
    z.object({
      city: text,
      port: text,
      port_name: text,
      border: text.nullable(),
      days: z.object({ least: z.int(), most: z.int() }).nullable(),
      line: doorLine,
      total: range.nullable().describe('At the door in the city; null if anything is missing'),
      at_least: z.number().describe('US dollars, the sum of what is known'),
      sentence: text.describe('What the sum includes and what it lacks'),
    }),
  ),
});

const landedResponse = z.object({
  ...assessed,
  listing_id: z.int(),
  port: text.nullable(),
  mode: z.enum(SHIPPING_MODES),
  light,
  sentence: text,
  currency: z.literal('USD'),
  parts: z.array(
    range.extend({
      code: text,
      name: text,
      paid_to: z.enum(PAID_TO),
      source: source.nullable(),
      sources: z.array(source),
      confidence: z.enum(SOURCE_KINDS).nullable().describe('Null for amounts of the seller and of this site'),
      checked_on: day.nullable(),
    }),
  ),
  carquay: z
    .object({ tax: z.number(), registration_fee: z.number() })
    .describe('What the buyer pays CarQuay besides the price. It is no duty.'),
  fob: range,
  cfr: range.nullable(),
  cif: range.nullable(),
  charges: chargesResponse.pick({
    currency: true,
    local_currency: true,
    rate: true,
    rate_date: true,
    lines: true,
    local_lines: true,
    total: true,
    shown_as: true,
    missing: true,
  }),
  total: range
    .nullable()
    .describe('At the port of arrival, with the charges of the country; null if anything is missing'),
  at_least: atLeast,
  shown_as: z.enum(TOTALS).describe('`range`: only low and high are sure enough to be shown'),
  local: z
    .object({ price: z.number(), total: range.nullable() })
    .nullable()
    .describe('Price and total in the currency of the country, at the rate of `charges`; null without a rate'),
  new_price: z
    .object({
      given: z.object({ amount: z.number(), currency: text }).nullable(),
      used_by: z.array(text).describe('Names of the charges that depend on it'),
      sources: z.array(source),
    })
    .nullable()
    .describe('The price of the model as new; null where no charge depends on it'),
  reference: z
    .object({
      make: text,
      currency: text,
      valid_from: day.nullable(),
      source: source.nullable(),
      sources: z.array(source),
      is_used: z.boolean().describe('False if the prices differ too much to compute with, until the buyer chooses one'),
      chosen: text.nullable(),
      prices: z.array(
        z.object({
          id: text,
          model: text.describe('As printed'),
          number: text.nullable(),
          wheels_driven: z.int().nullable(),
          engine_cc: z.number().nullable(),
          body: text.nullable(),
          fuel: text.nullable(),
          price: amount,
        }),
      ),
    })
    .nullable()
    .describe('The prices of this car in the list of the authority; null without such a list or price'),
  asks: z
    .array(z.enum(['reference', 'new_price', 'production', 'co2']))
    .describe('Facts that the buyer may know and that would make the sum whole or exact: parameters of this call'),
  in_time: z
    .object({
      is_late: z.boolean().describe('The next sailing arrives after `last_day`'),
      gate: z.enum(['age', 'conformity']).nullable().describe('What is judged worse after `last_day`; null if in time'),
      last_day: day.describe('The last day of arrival on which the car is judged as well as today'),
      sailing: sailing.nullable().describe('The last known sailing that arrives by then'),
    })
    .nullable()
    .describe('The date by which the car has to arrive; null without one, and if the call names the day'),
  transit_days: port.shape.transit_days,
  missing: z.array(missingPart),
  not_included: z.array(z.object({ code: text, name: text })),
  door: door.nullable().describe('What is paid between the port and the door; null in quotes without a city'),
  ports: z.array(port).describe('Up to five ports of the country to compare'),
});
export type LandedResponse = z.output<typeof landedResponse>;

const landedListQuery = z.object({
  ...destination,
  ids: text
    .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, 'must be ids separated by commas')
    .transform((ids) => [...new Set(ids.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_CARS, `may have at most ${MAX_CARS} ids`),
  port: optionalPort,
  mode: shippingMode,
});
export type LandedListQuery = z.output<typeof landedListQuery>;

const landedItem = z.object({
  listing_id: z.int(),
  light,
  why: text
    .nullable()
    .describe('In a few words what a red light, or a next sailing that arrives too late, rests on; null otherwise'),
  sentence: text,
  landed: range.nullable().describe('US dollars; null if anything is missing'),
  at_least: atLeast,
  shown_as: z.enum(TOTALS),
  missing: z.array(text).describe('Why there is no sum, in sentences'),
  lacks: z.array(text).describe('What the sum lacks, in a few words each'),
  local: z
    .object({ price: z.number(), landed: range.nullable() })
    .nullable()
    .describe('Price and landed cost in `local_currency`; null without a rate, and for US dollars'),
});
const landedListResponse = z.object({
  ...assessed,
  port: text.nullable(),
  place: text.describe('Name of the port, or of the country if it has none'),
  mode: z.enum(SHIPPING_MODES),
  buyer: text,
  currency: z.literal('USD'),
  ...localRate,
  items: z.array(landedItem).describe('Public cars for sale in the order of `ids`'),
});
export type LandedListResponse = z.output<typeof landedListResponse>;

export const landedCostContract = {
  check: { query: checkQuery, responses: { 200: checkResponse } },
  one: { query: landedQuery, responses: { 200: landedResponse } },
  several: { query: landedListQuery, responses: { 200: landedListResponse } },
} satisfies Record<string, CallContract>;

/** An answer that was stored, as it was given. */
export const quoteResponse = z.object({
  car: text,
  listing_id: z.int(),
  buyer: z.enum(BUYERS),
  port_name: text.nullable(),
  place: text.describe('The port or the city, and the country'),
  check: landedCostContract.check.responses[200],
  cost: landedCostContract.one.responses[200].describe('Without other ports to compare'),
  rows: z
    .array(z.object({ list: z.enum(RULE_LISTS), ids: z.array(text) }))
    .describe('The published rows that the answer rests on'),
});
export type QuoteResponse = z.output<typeof quoteResponse>;

/** A stored answer in a few lines. */
export const shortQuoteResponse = z.object({
  country: text,
  country_name: text,
  port_name: text.nullable(),
  place: text.describe('The port or the city, and the country'),
  light,
  shown_light: light.nullable().describe('What the buyer saw before paying'),
  sentence: text,
  landed: range.nullable().describe('US dollars; null if anything is missing'),
  at_least: atLeast,
  shown_as: z.enum(TOTALS),
  missing: z.array(text),
  lacks: z.array(text).describe('What the sum lacks, in a few words each'),
  today: text.describe('The day of the payment, YYYY-MM-DD'),
  buying_for_country: text.nullable().describe('The country that the buyer declared in spite of a prohibition'),
});
export type ShortQuoteResponse = z.output<typeof shortQuoteResponse>;

/** What only the buyer knows about a car, in a body. It counts for the cost. */
export const saidByBuyer = {
  new_price: z.number().positive().max(1e12).optional().describe('Price of the model as new, in `new_price_currency`'),
  new_price_currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
    .optional()
    .describe('Default: USD'),
  reference: referenceId.optional(),
  production: text.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2021-05').optional(),
  co2: z.number().min(0).max(2_000).optional().describe('g/km'),
};

const makeBody = z.object({
  listing_id: idValue,
  country: countryCode,
  port: portCode.optional().describe('UN/LOCODE. Default: the first port of the country'),
  city: cityName,
  buyer,
  ...saidByBuyer,
});
export type MakeQuoteBody = z.output<typeof makeBody>;

const params = z.object({ code: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'must be the code of a quote') });

const madeQuote = z.object({
  flag: z.literal('1'),
  number: z.string(),
  code: z.string().describe('Part of the address to share. Whoever has it may read the quote.'),
  valid_until: day.describe('The last day on which the quote holds, in UTC'),
});
export type MadeQuote = z.output<typeof madeQuote>;

const landedQuote = quoteResponse.extend({
  number: z.string(),
  code: z.string(),
  issued_at: z.string().describe('ISO 8601, UTC'),
  valid_until: day,
  expired: z.boolean(),
});
export type LandedQuoteResponse = z.output<typeof landedQuote>;

export const landedQuoteContract = {
  make: { body: makeBody, responses: { 200: madeQuote } },
  read: { params, responses: { 200: landedQuote } },
  pdf: { params, responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
