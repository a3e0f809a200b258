import { z } from 'zod';
import { listingParams, wholeNumber } from '#features/listings/model/listing-contract.ts';
import { changedAnswer, decisionBody } from '#features/sell/model/sell-contract.ts';
import { vinAnswer } from '#features/vehicles/model/vin-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { managedCardAnswer, managedListingAnswer } from './admin-listing-contract.ts';

export const moderationQuery = z.object({
  listing: wholeNumber.optional().describe('The listing to show, if it still waits.'),
});

const twinAnswer = managedCardAnswer.extend({
  sameVin: z.boolean(),
  samePhotos: z.int().describe('How many of its photos were sent with the other car too.'),
  sameSeller: z.boolean(),
});
export type ModerationQuery = z.output<typeof moderationQuery>;

/** What a moderator decides by, on one page. */
export const moderationAnswer = z.object({
  flag: z.literal('1'),
  waiting: z.int().describe('How many listings wait; counted up to 1,000.'),
  review: z
    .object({
      listing: managedListingAnswer,
      next: z
        .int()
        .nullable()
        .describe('The listing behind it; behind the last one stands the first. Null: no other waits.'),
      vin: vinAnswer
        .nullable()
        .describe('What the VIN says, and where the typed car differs; null where there is none.'),
      twins: z.array(twinAnswer).describe('Other cars with the same VIN, or with a photo of the same file.'),
      seller: z.object({
        id: z.int(),
        name: z.string(),
        email: z.string(),
        mobile: z.string().nullable(),
        status: z.string(),
        since: z.string(),
        listings: z.record(z.string(), z.int()).describe('How many of the latest 1,000 listings there are, by state.'),
        latest: z.array(managedCardAnswer),
      }),
    })
    .nullable(),
});
export type ModerationAnswer = z.output<typeof moderationAnswer>;
export type ReviewAnswer = NonNullable<ModerationAnswer['review']>;
export type TwinAnswer = ReviewAnswer['twins'][number];

export const moderationContract = {
  next: { query: moderationQuery, responses: { 200: moderationAnswer } },
  decide: { params: listingParams, body: decisionBody, responses: { 200: changedAnswer } },
} satisfies Record<string, CallContract>;
