import { z } from 'zod';
import { reviewResponse } from '#features/aftersales/car-reviews/model/review-contract.ts';
import { OFFERS } from '#features/catalog/listings/model/listing.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

/** The newest reviews that a seller's page shows. */
export const SHOWN_REVIEWS = 5;

const sellerParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a seller id')
    .transform(Number),
});

const cars = z.int();

const sellerResponse = z.object({
  seller_id: z.int(),
  name: z.string().describe('A person as first name and initial, a company in full'),
  since: z.string().describe('Month of the registration as YYYY-MM (UTC)'),
  place: z
    .object({ city: z.string().nullable(), province: z.string() })
    .nullable()
    .describe('Where most of the listed cars are'),
  listed: z.object(
    Object.fromEntries(OFFERS.map((offer) => [offer, cars])) as Record<(typeof OFFERS)[number], typeof cars>,
  ),
  sold: cars.describe('Cars bought on this site from the seller, less cancelled bookings'),
  rented: cars.describe('Completed rentals'),
  documents: z
    .object({ withVin: cars, withReport: cars, certified: cars })
    .describe('How many of the listed cars have a checked VIN, a report that can be downloaded, and our certification'),
  rating: z.object({ average: z.number(), count: z.int() }).nullable(),
  reviews: z
    .array(reviewResponse.extend({ listing_id: z.int(), car: z.string() }))
    .describe(`The newest ${SHOWN_REVIEWS}`),
});
export type SellerResponse = z.output<typeof sellerResponse>;

export const sellerContract = {
  one: { params: sellerParams, responses: { 200: sellerResponse } },
} satisfies Record<string, CallContract>;
