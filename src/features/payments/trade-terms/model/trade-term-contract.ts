import { z } from 'zod';
import { DESTINATION_COUNTRIES, isPort } from '#features/customs/import-rules/model/ports.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { hasTwoInspections, MAX_CENTS, MAX_INSURANCE_BPS, MAX_PLACE_LENGTH, MAX_RATES } from './rates-form.ts';
import { LINE_KINDS, TRADE_TERMS } from './trade-term.ts';

const cents = z.int().describe('Cents of US dollars');
const term = z.enum(TRADE_TERMS).describe('Incoterms 2020. FOB: aboard in China, which the price includes');

const offer = z.object({
  term,
  port: z.string().nullable().describe('UN/LOCODE of the port of discharge; null for FOB'),
  place: z.string().describe('Where the cars are delivered inland; empty except for CIP'),
  lines: z
    .array(z.object({ kind: z.enum(LINE_KINDS), cents }))
    .describe('What it adds to the price of all cars, without an inspection'),
  total_cents: cents,
});
export type TradeOffer = z.output<typeof offer>;

/**
 * - `ended`: the order is not under way, is a rental, or has terms without a balance
 * - `checked`: our office checks the order
 * - `claimed`: a claim or dispute freezes its money, or has reduced its price
 * - `shipped`: a car is on a vessel, or was loaded
 * - `no_country`: the order has no destination
 * - `no_rates`: we ship to no port for that country
 */
const CLOSED_REASONS = ['ended', 'checked', 'claimed', 'shipped', 'no_country', 'no_rates'] as const;

const tradeTerms = z.object({
  term: term.nullable().describe('Null for a rental, and for a sale from before orders had a trade term'),
  port: z.string().nullable(),
  place: z.string(),
  inspection: z.boolean(),
  lines: z.array(z.object({ listing_id: z.int(), kind: z.enum(LINE_KINDS), cents })),
  total_cents: cents.describe('What the trade term adds to the price'),
  country: z.string().nullable().describe('Where the cars go'),
  closed: z.enum(CLOSED_REASONS).nullable().describe('Why no other trade term can be chosen; null if one can'),
  offers: z.array(offer).describe('Empty if it is closed'),
  inspection_cents: cents.describe('What an inspection of all cars before the export would add; 0 if none is offered'),
});
export type TradeTermsResponse = z.output<typeof tradeTerms>;

const params = z.object({ id: idValue });
const choiceBody = z.object({
  term,
  port: z.string().max(5).nullable(),
  place: z.string().max(MAX_PLACE_LENGTH),
  inspection: z.boolean(),
  total_cents: cents.describe('What the buyer saw that it adds; another amount is refused'),
});
export type ChoiceBody = z.output<typeof choiceBody>;

export const tradeTermContract = {
  offers: { params, responses: { 200: tradeTerms } },
  choose: { params, body: choiceBody, responses: { 200: tradeTerms } },
} satisfies Record<string, CallContract>;

const rateCents = z.int().min(0).max(MAX_CENTS).describe('Cents of US dollars for a car');

const rate = z
  .object({
    country: z
      .string()
      .refine((code) => DESTINATION_COUNTRIES.includes(code), { error: 'admin.rates.countryUnknown' })
      .describe('Where the car stays, which may lie behind the country of the port'),
    port: z
      .string()
      .refine(isPort, { error: 'admin.rates.portUnknown' })
      .describe('UN/LOCODE of the port of discharge'),
    place: z.string().trim().max(MAX_PLACE_LENGTH).describe('Where the car is delivered inland; empty for the port'),
    inspection_cents: rateCents.describe('The same for all rates of a country; 0 if no inspection is offered'),
    freight_cents: rateCents.min(1),
    insurance_bps: z.int().min(1).max(MAX_INSURANCE_BPS).describe('Hundredths of a percent of the insured value'),
    inland_cents: rateCents.min(1).nullable().describe('Null for the port alone'),
  })
  .refine(({ place, inland_cents: inland }) => (place === '') === (inland === null), {
    error: 'admin.rates.inlandNeeded',
    path: ['inland_cents'],
  });

const rates = z.object({
  flag: z.literal('1'),
  rates: z.array(rate),
  seen: z.string().describe('Identifies this list; a change must name the list that it replaces'),
});
export type RatesResponse = z.output<typeof rates>;

const saveBody = z
  .object({ rates: z.array(rate).max(MAX_RATES), seen: z.string().max(64) })
  .refine(
    ({ rates: all }) =>
      new Set(all.map(({ country, port, place }) => `${country} ${port} ${place}`)).size === all.length,
    {
      error: 'admin.rates.twice',
    },
  )
  .refine(({ rates: all }) => !hasTwoInspections(all), { error: 'admin.rates.twoInspections' });
export type RatesBody = z.output<typeof saveBody>;

export const rateContract = {
  read: { responses: { 200: rates } },
  save: { body: saveBody, responses: { 200: rates } },
} satisfies Record<string, CallContract>;
