import { z } from 'zod';
import { countryCode } from '#features/customs/import-rules/model/import-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { PLAN_OFFERS } from './plan-offer.ts';
import { CANCEL_STEPS } from './term-values.ts';

export const cancelTerms = z
  .object({
    free_days: z.int().describe('After the booking, in which canceling costs nothing'),
    until: z.enum(CANCEL_STEPS).describe('The step that ends the right to cancel'),
    kept_bps: z
      .int()
      .describe('Kept of the price after the free days, in hundredths of a percent; 10000: canceling ends with them'),
    kept_unpaid_bps: z.int().describe('Kept of the price if the balance is not paid'),
  })
  .describe('Until when the buyer of a car for sale may cancel, and what that costs');
export type CancelTerms = z.output<typeof cancelTerms>;

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
  cancel: cancelTerms,
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
