import { z } from 'zod';
import { buyer, countryCode, portCode } from '#features/customs/import-rules/model/import-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/file-response.ts';
import { idValue } from '#lib/id-value.ts';
import { quoteResponse } from './quote-contract.ts';

const day = z.string().describe('YYYY-MM-DD');

const makeBody = z.object({
  listing_id: idValue,
  country: countryCode,
  port: portCode.optional().describe('UN/LOCODE. Default: the first port of the country'),
  buyer,
  new_price: z.number().positive().max(1e12).optional().describe('Price of the model as new, in `new_price_currency`'),
  new_price_currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
    .default('USD'),
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
