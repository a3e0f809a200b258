import { z } from 'zod';
import { countryCode } from '#features/import-rules/model/import-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { PLAN_OFFERS } from './plan-offer.ts';

/** What a buyer accepts before a car is held for a transfer, and the plans on offer. */
export const orderTermsResponse = z.object({
  version: z.int(),
  plans: z.array(z.object({ plan: z.enum(PLAN_OFFERS), share: z.number() })),
  balance_days: z.int(),
  grace_days: z.int(),
  tolerance: z
    .object({ cents: z.int(), bps: z.int().describe('Hundredths of a percent of the amount due') })
    .describe('A transfer that is short by no more than the smaller of both counts as complete'),
  claims: z
    .object({
      days: z.int().describe('After the handover, in which the buyer may open a claim'),
      arrival_days: z.int().describe('After the latest expected arrival, if the car did not arrive'),
      answer_days: z.int().describe('For the answer of the seller'),
      reply_days: z.int().describe('For what the buyer adds to the answer'),
      review_days: z.int().describe('For the decision'),
    })
    .describe('How long a claim may be opened, and its steps may take'),
  transfer: z
    .object({
      hold_days: z.int().describe('Business days'),
      until: z.string().describe('When a hold that is made now would end; ISO 8601, UTC'),
      time_zone: z.string().describe('IANA name of the zone of the bank'),
      is_demo: z.boolean().describe('The account is invented'),
    })
    .nullable()
    .describe('Null while no transfers are taken, because the company or its bank account is not entered'),
});
export type OrderTermsResponse = z.output<typeof orderTermsResponse>;

export const orderTermsContract = {
  read: { query: z.object({ country: countryCode.optional() }), responses: { 200: orderTermsResponse } },
} satisfies Record<string, CallContract>;
