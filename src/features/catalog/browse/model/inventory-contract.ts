import { z } from 'zod';
import {
  checkDestination,
  countryIn,
  destinationParameters,
} from '#features/catalog/listings/model/criteria/destination-query.ts';
import { PROVINCES } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { CAR_TYPES } from '#features/catalog/listings/model/listing.ts';
import { listingsQuery, listingsResponse, oneOf, word } from '#features/catalog/listings/model/listing-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { bandRange, FUEL_TYPES, PRICE_BANDS } from './landing.ts';

const { page, rentSell, sortOrder } = listingsQuery.shape;
const { to, port, mode, buyer, mayImport } = destinationParameters;

const inventoryQuery = z
  .object({
    page,
    rentSell,
    ...{ to, port, mode, buyer, mayImport, sortOrder },
    sortBy: z
      .enum(['match', 'landed'])
      .optional()
      .describe('`match`, the default: newest first, with `to` those first that may be imported. `landed` needs `to`.'),
    carType: oneOf(CAR_TYPES).optional(),
    fuelType: oneOf(FUEL_TYPES).optional(),
    province: oneOf(PROVINCES).optional(),
    priceBand: oneOf(PRICE_BANDS).optional().describe('US dollars, both ends included; per day for Rent cars'),
    make: word(60).optional(),
    model: word(80).optional().describe('Model of the make, in any spelling'),
  })
  .refine(({ make: ofMake, model }) => model === undefined || ofMake !== undefined, 'a model needs its make')
  .refine(
    ({ rentSell, priceBand }) => priceBand === undefined || bandRange(rentSell, priceBand) !== null,
    'cars for sale and for rent have different price bands',
  )
  .superRefine((query, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    checkDestination(query, refuse);
    if (query.to !== undefined && countryIn(query) === undefined) refuse('to', 'must be a country code such as KE');
  });
export type InventoryQuery = z.output<typeof inventoryQuery>;

const cars = z.int();

const inventoryResponse = listingsResponse.pick({ listings: true, pagination: true, destination: true }).extend({
  make: z.string().nullable().describe('Catalog name'),
  model: z.string().nullable(),
  carType: z.enum(CAR_TYPES).nullable(),
  fuelType: z.enum(FUEL_TYPES).nullable(),
  province: z.string().nullable(),
  priceBand: z.string().nullable(),
  prices: z.object({ least: z.number(), most: z.number() }).nullable().describe('US dollars; per day for Rent cars'),
  years: z.object({ oldest: z.int(), newest: z.int() }).nullable(),
  makes: z.array(z.object({ make: z.string(), cars })).describe('Most cars first; empty if a make is given'),
  models: z.array(z.object({ make: z.string(), model: z.string(), cars })).describe('Most cars first'),
  carTypes: z.array(z.object({ carType: z.enum(CAR_TYPES), cars })).describe('Most cars first'),
  fuelTypes: z
    .array(z.object({ fuelType: z.enum(FUEL_TYPES), cars }))
    .describe('Of all makes, most cars first; empty if a make or a fuel is given'),
  provinces: z
    .array(z.object({ province: z.string(), cars }))
    .describe('Of all makes, most cars first; empty if a make or a province is given'),
  priceBands: z
    .array(z.object({ priceBand: z.string(), cars }))
    .describe('Of all makes, lowest first; empty if a make or a price band is given'),
});
export type InventoryResponse = z.output<typeof inventoryResponse>;

export const inventoryContract = {
  find: { query: inventoryQuery, responses: { 200: inventoryResponse } },
} satisfies Record<string, CallContract>;
