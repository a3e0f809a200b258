import { z } from 'zod';
import { listingParams, wholeNumber } from '#features/listings/model/listing-contract.ts';
import { changedResponse, decisionBody } from '#features/sell/model/sell-contract.ts';
import { vinResponse } from '#features/vehicles/model/vin-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { adminCardResponse, adminListingResponse } from './admin-listing-contract.ts';

export const moderationQuery = z.object({
  listing: wholeNumber.optional().describe('The listing to show, if it still waits.'),
});

const duplicateResponse = adminCardResponse.extend({
  sameVin: z.boolean(),
  samePhotos: z.int().describe('How many of its photos were sent with the other car too.'),
  sameSeller: z.boolean(),
});
export type ModerationQuery = z.output<typeof moderationQuery>;

/** The listing in review with all facts for the decision. */
export const moderationResponse = z.object({
  flag: z.literal('1'),
  waiting: z.int().describe('How many listings wait; counted up to 1,000.'),
  review: z
    .object({
      listing: adminListingResponse,
      next: z
        .int()
        .nullable()
        .describe('The listing behind it; behind the last one stands the first. Null: no other waits.'),
      vin: vinResponse
        .nullable()
        .describe('What the VIN says, and where the typed car differs; null where there is none.'),
      twins: z.array(duplicateResponse).describe('Other cars with the same VIN, or with a photo of the same file.'),
      seller: z.object({
        id: z.int(),
        name: z.string(),
        email: z.string(),
        mobile: z.string().nullable(),
        status: z.string(),
        since: z.string(),
        listings: z.record(z.string(), z.int()).describe('How many of the latest 1,000 listings there are, by state.'),
        latest: z.array(adminCardResponse),
      }),
    })
    .nullable(),
});
export type ModerationResponse = z.output<typeof moderationResponse>;
export type ReviewResponse = NonNullable<ModerationResponse['review']>;
export type DuplicateResponse = ReviewResponse['twins'][number];

export const moderationContract = {
  next: { query: moderationQuery, responses: { 200: moderationResponse } },
  decide: { params: listingParams, body: decisionBody, responses: { 200: changedResponse } },
} satisfies Record<string, CallContract>;
