import { z } from 'zod';
import { DESTINATION_COUNTRIES, isPort } from '#features/customs/import-rules/model/ports.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { hasTwoInspections, MAX_CENTS, MAX_INSURANCE_BPS, MAX_PLACE_LENGTH, MAX_RATES } from './rates-form.ts';

const cents = z.int().min(0).max(MAX_CENTS).describe('Cents of US dollars for a car');

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
    inspection_cents: cents.describe('The same for all rates of a country; 0 if no inspection is offered'),
    freight_cents: cents.min(1),
    insurance_bps: z.int().min(1).max(MAX_INSURANCE_BPS).describe('Hundredths of a percent of the insured value'),
    inland_cents: cents.min(1).nullable().describe('Null for the port alone'),
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
