import { z } from 'zod';
import { listingParams } from '#features/catalog/listings/model/listing-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

const dollars = z.number().describe('US dollars');

const pricePositionResponse = z.object({
  level: z.enum(['lower', 'usual', 'higher']).describe('Usual is within 5 % of the median'),
  median: dollars.describe('Median of the similar cars, adjusted to the year and mileage of this car'),
  difference: z.number().describe('The price less the median, as a share of it'),
  cars: z.int().describe('Similar cars: of the same model and about the same age'),
  yearsApart: z.int().describe('How many years older or newer they are at most'),
  adjustments: z
    .object({ perYear: z.number(), per10000Km: z.number() })
    .nullable()
    .describe('What a newer year and 10,000 km more change, as shares of the price; null with too few cars'),
  nearest: z.array(
    z.object({
      listing_id: z.int(),
      name: z.string(),
      year: z.int(),
      mileageKm: z.int().nullable(),
      price: dollars,
      forYear: dollars,
      forMileage: dollars,
      adjusted: dollars,
      make: z.string(),
      model: z.string(),
    }),
  ),
});
export type PricePositionResponse = z.output<typeof pricePositionResponse>;

export const pricePositionContract = {
  of: {
    params: listingParams,
    responses: { 200: z.object({ position: pricePositionResponse.nullable().describe('null with too few cars') }) },
  },
} satisfies Record<string, CallContract>;
