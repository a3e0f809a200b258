import { z } from 'zod';
import { FLAG_FILTERS, VALUE_FILTERS } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { cardResponse, listingsQuery, searchQuery, word } from '#features/catalog/listings/model/listing-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';

/** Filters that can be dropped from a search to find cars, by the names that the page uses. `q` is a word. */
export const RELAXED = [
  'q',
  'price',
  'make',
  'model',
  ...VALUE_FILTERS,
  'year',
  'years',
  'mileage',
  'engine',
  ...FLAG_FILTERS,
  'mayImport',
  'landed',
  'listedWithinDays',
  'days',
  'minRating',
] as const;
export type Relaxed = (typeof RELAXED)[number];

/** Filters of several parameters. The others are the parameter of their name. */
const PARAMETERS = {
  price: ['minPrice', 'maxPrice'],
  make: ['make', 'model'],
  years: ['minYear', 'maxYear'],
  mileage: ['minMileageKm', 'maxMileageKm'],
  engine: ['minEngineCc', 'maxEngineCc'],
  landed: ['minLanded', 'maxLanded'],
  days: ['from', 'to'],
} as const satisfies Partial<Record<Relaxed, string[]>>;

/** Returns the parameters of the list and search calls that belong to a filter. */
export function parametersOf(name: Relaxed): readonly string[] {
  return name in PARAMETERS ? PARAMETERS[name as keyof typeof PARAMETERS] : [name];
}

const suggestionsQuery = z.object({
  q: word(200).default('').describe('What has been typed so far. The last word may be incomplete.'),
  rentSell: listingsQuery.shape.rentSell,
});

const cars = z.int();

const suggestionsResponse = z.object({
  suggestions: z
    .array(
      z.object({
        filters: z
          .record(z.string(), z.array(z.string()))
          .describe('Parameters of the list call, each with its values. They give these cars.'),
        cars,
      }),
    )
    .describe('At most 8, likeliest first. All have cars.'),
});
export type SuggestionsResponse = z.output<typeof suggestionsResponse>;
export type Suggestion = SuggestionsResponse['suggestions'][number];

const relaxation = z.object({
  drop: z.enum(RELAXED).describe('The filter without which cars match, or `q`: a word of the search'),
  word: z.string().optional().describe('The word, if a word is dropped'),
  q: z.string().optional().describe('The search without this word'),
  mayImport: z.literal('amber').optional().describe('The filter is widened to this value instead of dropped'),
  steering: z.enum(['left', 'right']).optional().describe('The filter gets this value instead of being dropped'),
  minYear: z.int().optional().describe('The filters by year become this lower limit instead of being dropped'),
  port: z.string().optional().describe('`mayImport` stays, and the list is for this port of the country instead'),
  cars,
  isLeast: z.boolean().describe('There may be more cars, because counting stopped.'),
});
export type Relaxation = z.output<typeof relaxation>;

const relaxationsResponse = z.object({
  relaxations: z.array(relaxation).describe('Each single filter or word without which cars match, most cars first'),
  nearest: z
    .array(cardResponse)
    .describe(
      'Cars that lack one of the filters, or else share make, model, type, fuel or price; none if nothing is shared',
    ),
});
export type RelaxationsResponse = z.output<typeof relaxationsResponse>;

export const searchContract = {
  suggestions: { query: suggestionsQuery, responses: { 200: suggestionsResponse } },
  relaxations: { query: searchQuery, responses: { 200: relaxationsResponse } },
} satisfies Record<string, CallContract>;
