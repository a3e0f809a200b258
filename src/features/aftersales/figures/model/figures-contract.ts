import { z } from 'zod';
import { OFFERS } from '#features/catalog/listings/model/listing.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

const count = z.int();

const figuresResponse = z.object({
  demo: z.boolean().describe('Whether the shop runs on demo stock. Then nothing is computed'),
  carsListed: count.nullable(),
  buyersServed: count.nullable().describe('People with a completed booking'),
  rating: z.object({ average: z.number(), reviews: count }).nullable(),
  averageAge: z.number().nullable().describe('Years, of all listed cars'),
  topMake: z.object({ make: z.string(), cars: count }).nullable().describe('The make with the most listed cars'),
  vinChecks: z.object({ count, since: z.string().describe('First day, UTC') }).nullable(),
  reviews: z
    .array(
      z.object({
        review_id: z.int(),
        rating: z.int(),
        text: z.string(),
        author: z.string().nullable().describe('First name and an initial; null once the account is closed'),
        month: z.string().describe('YYYY-MM'),
        RentSell: z.enum(OFFERS),
        car: z.string(),
      }),
    )
    .describe('The newest ones; empty if there are too few'),
});
export type FiguresResponse = z.output<typeof figuresResponse>;

export const figuresContract = {
  read: { responses: { 200: figuresResponse } },
} satisfies Record<string, CallContract>;
