import { z } from 'zod';
import { BUYERS } from '#features/customs/import-rules/model/car.ts';
import { SHIPPING_MODES } from '#features/customs/import-rules/model/rows/rule-rows.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, totalIsLeast } from '#lib/contract-parts.ts';
import { checkDestination, countryIn, destinationParameters } from './criteria/destination-query.ts';
import { PAGE_SIZE } from './criteria/explore-query.ts';
import { COLORS, FLAG_FILTERS, knownValues, VALUE_FILTERS } from './criteria/listing-criteria.ts';
import { RELATED_TAGS } from './criteria/related-cars.ts';
import { CATALOG_NAMES, type CatalogName } from './facts/catalog-facts.ts';
import { LIMITS, MIN_YEAR, OFFERS } from './listing.ts';
import {
  type ApiName,
  apiNameOf,
  CHOICE_FILTERS,
  type ChoiceFilter,
  type FieldName,
  type FieldsWith,
  type FieldValue,
  fieldOf,
  fieldsWith,
  LISTING_FIELDS,
  type OptionOf,
  optionsOf,
} from './listing-fields.ts';

export const MAX_PAGE_SIZE = 50;
export const MAX_FACET_VALUES = 30;

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
/** One of the values, in any letter case. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z
    .string()
    .transform((text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text)
    .pipe(z.enum(values));

const MAX_VALUES = 30;

/** A parameter that may be repeated. The values are alternatives. */
const severalOf = <Schema extends z.ZodType<unknown, string>>(value: Schema) =>
  z
    .union([value, z.array(value).max(MAX_VALUES, `may be given at most ${MAX_VALUES} times`)])
    .transform((values) => [values].flat() as z.output<Schema>[])
    .optional();

/** Filters by a choice, in any letter case. */
const choiceFilters = Object.fromEntries(
  CHOICE_FILTERS.map((name): [string, z.ZodType] => [name, severalOf(oneOf(optionsOf(name)))]),
) as {
  [Name in ChoiceFilter]: ReturnType<typeof severalOf<z.ZodType<OptionOf<Name>, string>>>;
};

const modelYear = z
  .string()
  .regex(/^\d{4}$/, 'must be a year')
  .transform(Number)
  .refine((year) => year >= MIN_YEAR, 'must be a year')
  .optional();
const limit = (max: number) => wholeNumber.refine((value) => value <= max, `must be at most ${max}`).optional();
const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();
const day = z.iso.date('must be a day as YYYY-MM-DD');
const id = z.string().regex(/^[1-9]\d{0,15}$/, 'must be an id');

/** Filters whose values can be counted. */
export const FACET_NAMES = ['make', 'model', 'year', ...VALUE_FILTERS, ...FLAG_FILTERS, 'mayImport'] as const;
export type FacetName = (typeof FACET_NAMES)[number];

const filters = {
  page: pageNumber.default(1),
  limit: wholeNumber.transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE_SIZE)).default(PAGE_SIZE),
  rentSell: z.enum(OFFERS).default('Sell'),
  status: z
    .literal('active')
    .optional()
    .describe('Only active cars, and cars for rent that are rented today, are public.'),
  make: severalOf(word(60)),
  model: severalOf(word(80)).describe('Models of the makes. A make without any of them matches as a whole.'),
  ...choiceFilters,
  seats: severalOf(oneOf(knownValues('seats')!)),
  doors: severalOf(oneOf(knownValues('doors')!)),
  color: severalOf(oneOf(COLORS)),
  province: severalOf(word(60)),
  city: severalOf(word(60)),
  seller: severalOf(id),
  year: modelYear,
  minYear: modelYear,
  maxYear: modelYear,
  minPrice: dollars.optional(),
  maxPrice: dollars.optional(),
  minMileageKm: limit(LIMITS.mileage.max * 2),
  maxMileageKm: limit(LIMITS.mileage.max * 2),
  minEngineCc: limit(LISTING_FIELDS.engine.range.max),
  maxEngineCc: limit(LISTING_FIELDS.engine.range.max),
  certified: flag,
  hasVin: flag,
  hasReport: flag.describe('Has an inspection or history report that can be downloaded'),
  listedWithinDays: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a number of days')
    .transform(Number)
    .optional(),
  from: day.optional().describe('First day of a rental. Only cars that are free on all days match.'),
  ...destinationParameters,
  minRating: z
    .string()
    .regex(/^[0-5](\.\d)?$/, 'must be a rating from 0 to 5')
    .transform(Number)
    .optional(),
  sortBy: z
    .enum(['price', 'date', 'mileage', 'year', 'match', 'landed'])
    .optional()
    .describe(
      '`match`, the default, ranks exact matches of a search first, then cars that may be imported into the country of `to`, then cars with photos. Equal cars are newest first. `landed` is the likely landed cost at the destination; cars without a total come last.',
    ),
  sortOrder: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('By default, prices, mileages and landed costs ascend, dates and years descend.'),
  include: z
    .enum(['facets'])
    .optional()
    .describe('`facets` adds the makes, car types and years with their numbers of cars.'),
  facets: z
    .string()
    .transform((names) => [...new Set(names.split(','))])
    .pipe(z.array(z.enum(FACET_NAMES)))
    .optional()
    .describe(
      `Adds the values of these filters with their numbers of cars, separated by commas: ${FACET_NAMES.join(', ')}. Models are counted once a make is chosen, cities once a province is, mayImport once a country is.`,
    ),
};

type DependentFilters = Parameters<typeof checkDestination>[0] & {
  make?: string[] | undefined;
  model?: string[] | undefined;
  from?: string | undefined;
};

/** Refuses parameters that mean nothing without another one. */
function checkDependencies(query: DependentFilters, context: z.RefinementCtx): void {
  const { make, model, from, to, rentSell } = query;
  const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (model && !make) refuse('model', 'needs a make');
  checkDestination(query, refuse);
  if (countryIn(query) !== undefined) {
    if (from) refuse('from', 'needs to, a day');
    return;
  }
  if (from && !to) refuse('to', 'is missing');
  if (to && !from) refuse('from', 'is missing');
  if (from && to && from > to) refuse('to', 'must not be before from');
  if (from && rentSell !== 'Rent') refuse('from', 'needs rentSell=Rent');
}

export const listingsQuery = z.object(filters).superRefine(checkDependencies);
export const searchQuery = z.object({ ...filters, q: word(200).default('') }).superRefine(checkDependencies);
export type ListingsQuery = z.output<typeof listingsQuery>;

export const listingParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,15}$/, 'must be a listing id')
    .transform(Number),
});
/** Cars that one call returns by their numbers. */
const MAX_CARDS = 12;
const cardsQuery = z.object({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'must be listing ids, separated by commas')
    .transform((ids) => [...new Set(ids.split(',').map(Number))])
    .refine((ids) => ids.length <= MAX_CARDS, `must be at most ${MAX_CARDS}`),
});
const relatedQuery = z.object({
  limit: wholeNumber.transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE_SIZE)).default(9),
});

const image = z.object({
  url: z.string().describe('Relative to the API base; `w`, `q` and `f` choose width, quality and format.'),
  placeholder: z.string().optional().describe('Blurred preview as a data URI'),
});

function schemaOf(name: FieldName): z.ZodType {
  const field = fieldOf(name);
  switch (field.kind) {
    case 'choice':
      return z.enum(field.options).nullable();
    case 'number':
      return (field.decimals ? z.number() : z.int()).nullable();
    case 'flags':
      return z.object(Object.fromEntries(Object.keys(field.flags).map((flag) => [flag, z.boolean()])));
    default:
      return z.string().nullable();
  }
}

type FieldSchemas<Name extends FieldName> = { [N in Name as ApiName<N>]: z.ZodType<FieldValue<N>> };

function fieldSchemas<const Place extends 'card' | 'details'>(place: Place) {
  const schemas = fieldsWith({ in: place }).map((name) => {
    const { note } = fieldOf(name);
    return [apiNameOf(name), note === undefined ? schemaOf(name) : schemaOf(name).describe(note)];
  });
  return Object.fromEntries(schemas) as FieldSchemas<FieldsWith<{ in: Place }>>;
}

/** Only known facts are in the response. */
function catalogSchemas() {
  return Object.fromEntries(CATALOG_NAMES.map((name) => [name, schemaOf(name).optional()])) as {
    [Name in CatalogName]: z.ZodOptional<z.ZodType<NonNullable<FieldValue<Name>>>>;
  };
}

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
  ...fieldSchemas('card'),
  certified: z.boolean(),
  priceBreakdown: z.object({ taxRate: z.number(), registrationFee: z.number().describe('US dollars, charged once') }),
  images: z.array(image),
  rating: z.number().nullable(),
  reviewCount: z.int(),
  availableFrom: z.string().nullable().describe('First free day of a car that is rented today, as YYYY-MM-DD (UTC)'),
  hold: z
    .object({ until: z.string(), minutes: z.int().describe('Minutes until then, at the time of the response') })
    .nullable()
    .describe('Set while another buyer’s payment holds the car. It cannot be booked until then.'),
  dateposted: z.string(),
  date_updated: z.string(),
});
export type CardResponse = z.output<typeof cardResponse>;

const facet = z.object({
  value: z.string(),
  cars: z.int().nullable().describe('null if cars are not counted by value, as for words in texts'),
});
const namedFacets = Object.fromEntries(FACET_NAMES.map((name) => [name, z.array(facet).optional()])) as {
  [Name in FacetName]: z.ZodOptional<z.ZodArray<typeof facet>>;
};
const facetsResponse = z.object({
  makes: z.array(facet).optional(),
  carTypes: z.array(facet).optional(),
  years: z.array(facet).optional(),
  ...namedFacets,
});
export type FacetsResponse = z.output<typeof facetsResponse>;

const foreignPriceResponse = z.object({
  text: z.string().describe('As it was typed'),
  currencies: z
    .array(z.string())
    .describe('ISO 4217; several if the name is that of several currencies, none if it is not known'),
  min: z.int().nullable().describe('US dollars'),
  max: z.int().nullable(),
  rateDate: z
    .string()
    .nullable()
    .describe('YYYY-MM-DD; null if it cannot be converted, and then the price is left out'),
});
export type ForeignPriceResponse = z.output<typeof foreignPriceResponse>;

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
  destination: z
    .object({
      country: z.string(),
      port: z.string().nullable(),
      mode: z.enum(SHIPPING_MODES),
      buyer: z.enum(BUYERS),
      withoutTotal: z
        .int()
        .nullable()
        .describe('Cars that match all filters but the landed cost and have no total; null unless it filters or sorts'),
      prohibited: z
        .int()
        .nullable()
        .describe(
          'Cars that match all filters but `mayImport` and may not be imported; null unless it filters or is counted',
        ),
    })
    .optional()
    .describe('Where `to` ships the cars'),
  facetRest: z
    .partialRecord(z.enum(FACET_NAMES), z.object({ values: z.int(), cars: z.int() }))
    .optional()
    .describe(`Values beyond the first ${MAX_FACET_VALUES} of a filter`),
  understood: z.string().optional().describe('Corrected search text, if it was corrected.'),
  dropped: z
    .array(z.string())
    .optional()
    .describe('Words of the search that no car matches; the cars match the others.'),
  foreignPrices: z.array(foreignPriceResponse).optional().describe('Prices of the search in other currencies'),
});
export type ListingsResponse = z.output<typeof listingsResponse>;

export const relatedResponse = z.array(cardResponse.extend({ score: z.int(), tags: z.array(z.enum(RELATED_TAGS)) }));
export type RelatedResponse = z.output<typeof relatedResponse>;

const cardsResponse = z.object({
  listings: z.array(cardResponse).describe('In the order of the ids, without cars that are not public.'),
});

export const listingResponse = cardResponse.extend({
  ...fieldSchemas('details'),
  certificationReport: z.string().nullable(),
  sellerId: z.int().nullable().describe('null once the account of the seller is closed'),
  sellerName: z.string().nullable().describe('A person as first name and initial, a company in full'),
  catalogFacts: z
    .object({ ...catalogSchemas(), date: z.string().describe('When the catalog was compiled, as YYYY-MM-DD') })
    .nullable()
    .describe('What the catalog knows where the seller states nothing. null if it knows nothing'),
  vinFacts: z
    .object({
      country: z.string().nullable().describe('Where the car was built, ISO 3166-1 alpha-2'),
      years: z.array(z.int()).describe('Possible model years'),
    })
    .nullable()
    .describe('What the VIN says'),
});
export type ListingResponse = z.output<typeof listingResponse>;

const carPageResponse = listingResponse.extend({
  landingPages: z
    .enum(['model', 'make', 'none'])
    .describe(
      'Which landing pages exist: of its model and make, of its make only, or none until the office approves them',
    ),
});
export type CarPageResponse = z.output<typeof carPageResponse>;

/** A listing for the payment page, with the price as an exact decimal. */
const listingDecimalResponse = listingResponse.extend({ price: z.object({ $numberDecimal: z.string() }) });
export type ListingDecimalResponse = z.output<typeof listingDecimalResponse>;

/** Empty success response. */
export const doneResponse = z.object({ flag: z.literal('1') });

/** A destination, the version of the rules and the day follow for a card with the landed cost: `7-2abc.KE-KEMBA.12.20261123.jpg`. */
const CARD_FILE = /^[1-9]\d{0,15}-[0-9a-z]{1,16}(?:\.[A-Za-z0-9-]{2,30}\.\d{1,9}\.\d{8})?\.jpg$/;
export const cardParams = z.object({ file: z.string().regex(CARD_FILE) });

export const listingContract = {
  featured: { responses: { 200: z.array(cardResponse) } },
  find: { query: listingsQuery, responses: { 200: listingsResponse } },
  search: { query: searchQuery, responses: { 200: listingsResponse } },
  cards: { query: cardsQuery, responses: { 200: cardsResponse } },
  one: { params: listingParams, responses: { 200: carPageResponse } },
  oneToPay: { params: listingParams, responses: { 200: listingDecimalResponse } },
  related: { params: listingParams, query: relatedQuery, responses: { 200: relatedResponse } },
  countView: { params: listingParams, responses: { 200: doneResponse } },
  shareCard: { params: cardParams, responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
