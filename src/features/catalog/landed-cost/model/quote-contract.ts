import { z } from 'zod';
import { BUYERS } from '#features/customs/import-rules/model/car.ts';
import { range } from '#features/customs/import-rules/model/import-contract.ts';
import { TOTALS } from '#features/customs/import-rules/model/rows/country-row.ts';
import { RULE_LISTS } from '#features/customs/import-rules/model/rule-office.ts';
import { landedCostContract, light } from './landed-cost-contract.ts';

const text = z.string();

/** An answer that was stored, as it was given. */
export const quoteResponse = z.object({
  car: text,
  listing_id: z.int(),
  buyer: z.enum(BUYERS),
  port_name: text.nullable(),
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
  light,
  shown_light: light.nullable().describe('What the buyer saw before paying'),
  sentence: text,
  landed: range.nullable().describe('US dollars; null if anything is missing'),
  shown_as: z.enum(TOTALS),
  missing: z.array(text),
  today: text.describe('The day of the payment, YYYY-MM-DD'),
  buying_for_country: text.nullable().describe('The country that the buyer declared in spite of a prohibition'),
});
export type ShortQuoteResponse = z.output<typeof shortQuoteResponse>;
