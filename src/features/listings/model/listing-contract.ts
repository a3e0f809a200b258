import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/file-response.ts';
import { totalIsLeast } from '#lib/paging.ts';
import { PAGE_SIZE } from './criteria/explore-query.ts';
import { RELATED_TAGS } from './criteria/related-cars.ts';
import { CAR_TYPES, CONDITIONS, FUEL_TYPES, MIN_YEAR, OFFERS, TRANSMISSIONS } from './listing.ts';

export const MAX_PAGE_SIZE = 50;

export const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'must be a whole number')
  .transform(Number);
export const pageNumber = wholeNumber.refine((page) => page >= 1, 'pages are counted from 1');
export const dollars = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be an amount of dollars')
  .transform(Number);
export const word = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), 'is not text');
export const oneOf = <const T extends readonly string[]>(values: T) => z.string().toLowerCase().pipe(z.enum(values));

const filters = {
  page: pageNumber.default(1),
  limit: wholeNumber.transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE_SIZE)).default(PAGE_SIZE),
  rentSell: z.enum(OFFERS).default('Sell'),
  status: z.literal('active').optional().describe('Only active cars are public.'),
  make: word(60).optional(),
  carType: oneOf(CAR_TYPES).optional(),
  year: z
    .string()
    .regex(/^\d{4}$/, 'must be a year')
    .transform(Number)
    .refine((year) => year >= MIN_YEAR, 'must be a year')
    .optional(),
  minPrice: dollars.optional(),
  maxPrice: dollars.optional(),
  minRating: z
    .string()
    .regex(/^[0-5](\.\d)?$/, 'must be a rating from 0 to 5')
    .transform(Number)
    .optional(),
  sortBy: z.enum(['price']).optional(),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  include: z.enum(['facets']).optional().describe('`facets` adds the filter values with their numbers of cars.'),
};

export const listingsQuery = z.object(filters);
export const searchQuery = z.object({ ...filters, q: word(200).default('') });
export type ListingsQuery = z.output<typeof listingsQuery>;

export const listingParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a listing id')
    .transform(Number),
});
export const relatedQuery = z.object({
  limit: wholeNumber.transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE_SIZE)).default(9),
});

const image = z.object({
  url: z.string().describe('Relative to the API base; `w`, `q` and `f` choose width, quality and format.'),
  placeholder: z.string().optional().describe('Blurred preview as a data URI'),
});

export const cardResponse = z.object({
  listing_id: z.int(),
  id: z.int(),
  car_id: z.int(),
  _id: z.string(),
  RentSell: z.enum(OFFERS),
  listing_status: z.enum(['active', 'sold', 'rented', 'requested']),
  make: z.string(),
  model: z.string(),
  trim: z.string().nullable(),
  year: z.int(),
  price: z.number().describe('US dollars; per day for a Rent car'),
  mileage: z.int().nullable().describe('miles'),
  mileageKm: z.int().nullable(),
  carType: z.enum(CAR_TYPES).nullable(),
  fuelType: z.enum(FUEL_TYPES).nullable(),
  transmission: z.enum(TRANSMISSIONS).nullable(),
  seatingCapacity: z.int().nullable(),
  exteriorColor: z.string().nullable(),
  location: z.string().nullable(),
  condition: z.enum(CONDITIONS).nullable(),
  certified: z.boolean(),
  images: z.array(image),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  dateposted: z.string(),
  date_updated: z.string(),
});
export type CardResponse = z.output<typeof cardResponse>;

const facet = z.object({
  value: z.string(),
  cars: z.int().nullable().describe('null if cars are not counted by value, as for words in texts'),
});
const facetsResponse = z.object({ makes: z.array(facet), carTypes: z.array(facet), years: z.array(facet) });
export type FacetsResponse = z.output<typeof facetsResponse>;

export const listingsResponse = z.object({
  listings: z.array(cardResponse),
  pagination: z.object({
    page: z.int(),
    limit: z.int(),
    totalPages: z.int(),
    totalItems: z.int(),
    totalIsLeast,
  }),
  facets: facetsResponse.optional(),
  understood: z.string().optional().describe('Corrected search text, if it was corrected.'),
});
export type ListingsResponse = z.output<typeof listingsResponse>;

export const relatedResponse = z.array(cardResponse.extend({ score: z.int(), tags: z.array(z.enum(RELATED_TAGS)) }));
export type RelatedResponse = z.output<typeof relatedResponse>;

export const listingResponse = cardResponse.extend({
  engine: z.int().nullable().describe('cc; null for electric cars'),
  interiorColor: z.string().nullable(),
  vin: z.string().nullable(),
  owner: z.int().nullable().describe('number of previous owners'),
  description: z.string().nullable(),
  certificationReport: z.string().nullable(),
  serviceHistory: z.object({
    recentServicing: z.boolean(),
    noAccidentHistory: z.boolean(),
    modifications: z.boolean(),
  }),
  modificationDetails: z.string().nullable(),
  extraFeatures: z.object({
    gps: z.boolean(),
    sunroof: z.boolean(),
    leatherSeats: z.boolean(),
    backupCamera: z.boolean(),
  }),
  priceBreakdown: z.object({ taxRate: z.number(), registrationFee: z.number().describe('US dollars') }),
});
export type ListingResponse = z.output<typeof listingResponse>;

/** A listing for the payment page, with the price as an exact decimal. */
export const listingDecimalResponse = listingResponse.extend({ price: z.object({ $numberDecimal: z.string() }) });
export type ListingDecimalResponse = z.output<typeof listingDecimalResponse>;

/** Empty success response. */
export const doneResponse = z.object({ flag: z.literal('1') });

export const cardParams = z.object({ file: z.string().regex(/^[1-9]\d{0,15}-[0-9a-z]{1,16}\.jpg$/) });

export const listingContract = {
  featured: { responses: { 200: z.array(cardResponse) } },
  find: { query: listingsQuery, responses: { 200: listingsResponse } },
  search: { query: searchQuery, responses: { 200: listingsResponse } },
  one: { params: listingParams, responses: { 200: listingResponse } },
  oneToPay: { params: listingParams, responses: { 200: listingDecimalResponse } },
  related: { params: listingParams, query: relatedQuery, responses: { 200: relatedResponse } },
  countView: { params: listingParams, responses: { 200: doneResponse } },
  shareCard: { params: cardParams, responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
