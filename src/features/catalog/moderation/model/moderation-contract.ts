import { z } from 'zod';
import { listingParams, wholeNumber } from '#features/catalog/listings/model/listing-contract.ts';
import { changedResponse, decisionBody } from '#features/catalog/sell/model/sell-contract.ts';
import { vinResponse } from '#features/catalog/vehicles/model/vin-contract.ts';
import { USER_STATUSES } from '#features/people/accounts/model/account.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { adminCardResponse, adminListingResponse } from './admin-listing-contract.ts';

export const moderationQuery = z.object({
  listing: wholeNumber.optional().describe('The listing to show, if it is still in review.'),
});

const duplicateResponse = adminCardResponse.extend({
  sameVin: z.boolean(),
  samePhotos: z.int().describe('Number of photos in common.'),
  similarPhotos: z.int().describe('Number of photos that look the same, such as scaled copies.'),
  photo: adminCardResponse.shape.images.element.nullable().describe('A photo of the car that is or looks the same.'),
  sameSeller: z.boolean(),
});
export type ModerationQuery = z.output<typeof moderationQuery>;

/** The listing in review with all facts for the decision. */
export const moderationResponse = z.object({
  flag: z.literal('1'),
  waiting: z.int().describe('Number of listings in review, counted up to 1,000.'),
  review: z
    .object({
      listing: adminListingResponse,
      next: z.int().nullable().describe('Next listing in the queue, wrapping around. Null if there is no other.'),
      vin: vinResponse.nullable().describe('Decoded VIN and its conflicts; null if there is no VIN.'),
      changes: z
        .array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }))
        .describe('What the seller changed since the last decision; the description is left out.'),
      twins: z
        .array(duplicateResponse)
        .describe('Other cars with the same VIN, or with a photo that is or looks the same.'),
      seller: z.object({
        id: z.int(),
        name: z.string(),
        email: z.string(),
        mobile: z.string().nullable(),
        status: z.enum(USER_STATUSES),
        since: z.string(),
        listings: z.record(z.string(), z.int()).describe('Numbers of the latest 1,000 listings by status.'),
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
