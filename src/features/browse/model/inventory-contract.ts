import { z } from 'zod';
import { CAR_TYPES } from '#features/listings/model/listing.ts';
import { listingsQuery, listingsResponse, oneOf, word } from '#features/listings/model/listing-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

const { page, rentSell } = listingsQuery.shape;

export const inventoryQuery = z
  .object({
    page,
    rentSell,
    carType: oneOf(CAR_TYPES).optional(),
    make: word(60).optional(),
    model: word(80).optional().describe('Model of the make, in any spelling'),
  })
  .refine(({ make: ofMake, model }) => model === undefined || ofMake !== undefined, 'a model needs its make');
export type InventoryQuery = z.output<typeof inventoryQuery>;

const cars = z.int();

export const inventoryResponse = listingsResponse.pick({ listings: true, pagination: true }).extend({
  make: z.string().nullable().describe('Catalog name'),
  model: z.string().nullable(),
  carType: z.enum(CAR_TYPES).nullable(),
  prices: z.object({ least: z.number(), most: z.number() }).nullable().describe('US dollars; per day for Rent cars'),
  years: z.object({ oldest: z.int(), newest: z.int() }).nullable(),
  makes: z.array(z.object({ make: z.string(), cars })).describe('Most cars first; empty if a make is given'),
  models: z.array(z.object({ make: z.string(), model: z.string(), cars })).describe('Most cars first'),
  carTypes: z.array(z.object({ carType: z.enum(CAR_TYPES), cars })).describe('Most cars first'),
});
export type InventoryResponse = z.output<typeof inventoryResponse>;

export const inventoryContract = {
  find: { query: inventoryQuery, responses: { 200: inventoryResponse } },
} satisfies Record<string, CallContract>;
