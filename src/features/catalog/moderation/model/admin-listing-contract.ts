import { z } from 'zod';
import {
  cardResponse,
  dollars,
  listingParams,
  listingResponse,
  listingsResponse,
  MAX_PAGE_SIZE,
  oneOf,
  pageNumber,
  wholeNumber,
  word,
} from '#features/catalog/listings/model/listing-contract.ts';
import { FLAG_GROUPS, type OptionOf, optionsOf } from '#features/catalog/listings/model/listing-fields.ts';
import { CONTACT_METHODS, MAX_PHOTOS } from '#features/catalog/listings/model/listing-form.ts';
import { readSentValues } from '#features/catalog/sell/model/sell-changes.ts';
import { changedResponse, createdResponse, decisionBody } from '#features/catalog/sell/model/sell-contract.ts';
import { vinResponse } from '#features/catalog/vehicles/model/vehicle-contract.ts';
import { USER_STATUSES } from '#features/people/accounts/model/account.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { optionalChoice, optionalFilter } from '#lib/filter-values.ts';
import { OTHER_CHOICE_FILTERS, type OtherChoiceFilter, SETTABLE_STATUSES } from './admin-listing.ts';
import { type AdminListingValues, NEW_VALUES } from './admin-listing-form.ts';

/** Maximum length of a list without paging. */
export const MAX_UNPAGED_LIST = 1_000;
const MANAGED_PAGE_SIZE = 10;

const otherFilters = Object.fromEntries(
  OTHER_CHOICE_FILTERS.map((name): [string, z.ZodType] => [name, optionalChoice(oneOf(optionsOf(name)))]),
) as { [Name in OtherChoiceFilter]: ReturnType<typeof optionalChoice<z.ZodType<OptionOf<Name>>>> };

/** Filters of the admin list of cars. */
export const adminListingFilter = z.object({
  category: optionalFilter(oneOf(optionsOf('carType'))),
  ...otherFilters,
  status: optionalFilter(oneOf(SETTABLE_STATUSES)),
  minPrice: optionalFilter(dollars),
  maxPrice: optionalFilter(dollars),
  search: word(200).default('').describe('Words, a VIN or a listing id.'),
});
export type AdminListingFilter = z.output<typeof adminListingFilter>;

const adminListingQuery = adminListingFilter.extend({
  page: pageNumber.optional().describe('Without it, the response is a plain array.'),
  limit: wholeNumber.transform((limit) => Math.min(Math.max(limit, 1), MAX_PAGE_SIZE)).default(MANAGED_PAGE_SIZE),
  sortBy: z.enum(['price']).optional(),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});
export type AdminListingQuery = z.output<typeof adminListingQuery>;

const adminCardResponse = cardResponse.extend({
  user_id: z.int(),
  state: z.string().describe('Internal status; listing_status is the public one.'),
  version: z.int(),
});
export type AdminCardResponse = z.output<typeof adminCardResponse>;
export const adminCardsResponse = z.array(adminCardResponse);

const adminListingsResponse = listingsResponse
  .pick({ pagination: true, understood: true })
  .extend({ listings: adminCardsResponse });
export type AdminListingsResponse = z.output<typeof adminListingsResponse>;

const adminListingResponse = listingResponse.extend({
  user_id: z.int(),
  state: z.string(),
  version: z.int(),
  reasons: z.array(z.string()),
  odometer: z
    .object({ value: z.int(), unit: z.enum(['km', 'mi']) })
    .nullable()
    .describe('As the seller gave it.'),
  contactMethods: z.array(z.enum(CONTACT_METHODS)),
  availability: z.string().nullable(),
  responseTime: z.string().nullable(),
});
export type AdminListingResponse = z.output<typeof adminListingResponse>;

type Sent = Record<string, unknown>;

/**
 * Converts a number to text, as a form sends it, and null to an empty text. Leaves other values to the form validation.
 */
function asTyped(value: unknown): unknown {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const { $numberDecimal } = Object(value) as { $numberDecimal?: unknown };
  return typeof $numberDecimal === 'string' ? $numberDecimal : value;
}

/** Extracts form values from a request. Flattens `priceBreakdown` and converts flags sent as text. */
function sentValues(sent: Sent): Partial<AdminListingValues> {
  const { priceBreakdown: price } = sent;
  const isNested = price === undefined || (typeof price === 'object' && !Array.isArray(price));
  const nested = isNested ? (Object(price) as Sent) : { taxRate: price };
  const { taxRate = sent.taxRate, registrationFee = sent.registrationFee } = nested;
  const flat: Sent = { ...sent, taxRate, registrationFee };
  const known = Object.entries(flat).filter(([name, value]) => Object.hasOwn(NEW_VALUES, name) && value !== undefined);
  const values = Object.fromEntries(known.map(([name, value]) => [name, asTyped(value)]));
  const { certified } = values;
  if (certified === 'true' || certified === 'false' || certified === '') values.certified = certified === 'true';
  return readSentValues(values);
}

const NESTED: string[] = [...FLAG_GROUPS, 'contactMethods', 'priceBreakdown'];

/** Decodes multipart fields; nested ones hold JSON. */
function fromForm(fields: Record<string, string>): Sent {
  const parsed = ([name, text]: [string, string]) => [name, NESTED.includes(name) ? jsonIn(text) : text];
  return Object.fromEntries(Object.entries(fields).map((field) => parsed(field)));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const values = z.custom<Partial<AdminListingValues>>();

/** Body of POST listings. The use case validates the values, because their messages are specified. */
const addedListingBody = z
  .record(z.string(), z.string())
  .transform((fields) => ({ values: sentValues(fromForm(fields)) }))
  .pipe(z.object({ values }));

const imageSent = z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]);

/** Body of PUT listings/{id}. Missing fields keep their value. */
const changedListingBody = z
  .looseObject({
    version: z.int().positive().optional().describe('Version the client read. 409 if the listing is newer.'),
    date_updated: z.string().max(40).optional().describe('Alternative to version. 409 if the listing is newer.'),
    images: z.array(imageSent).max(20).optional().describe('Images to keep, in order.'),
  })
  .transform(({ version, date_updated, images, ...sent }) => ({
    values: sentValues(sent),
    version,
    dateUpdated: date_updated,
    imageKeys: images?.map((url) => url.replace(/^.*\//, '')),
  }));

export const addedFiles = { images: { most: MAX_PHOTOS }, certificationReport: { most: 1 } };

const restoreBody = z.object({ version: z.int().positive() });

const adminOutcomeResponse = z.object({
  flag: z.literal('1'),
  message: z.string(),
  version: z.int(),
  listing_status: z.string(),
});
export type AdminOutcomeResponse = z.output<typeof adminOutcomeResponse>;

export const adminListingContract = {
  one: { params: listingParams, responses: { 200: adminListingResponse } },
  list: { query: adminListingQuery, responses: { 200: adminListingsResponse } },
  add: { body: addedListingBody, responses: { 200: createdResponse } },
  change: { params: listingParams, body: changedListingBody, responses: { 200: adminOutcomeResponse } },
  remove: { params: listingParams, responses: { 200: adminOutcomeResponse } },
  restore: { params: listingParams, body: restoreBody, responses: { 200: adminOutcomeResponse } },
} satisfies Record<string, CallContract>;

const moderationQuery = z.object({
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
const moderationResponse = z.object({
  flag: z.literal('1'),
  waiting: z.int().describe('Number of listings in review, counted up to 1,000.'),
  review: z
    .object({
      listing: adminListingResponse,
      next: z.int().nullable().describe('Next listing in the queue, wrapping around. Null if there is no other.'),
      vin: vinResponse.nullable().describe('Decoded VIN and its conflicts; null if there is no VIN.'),
      undecided: z
        .array(z.enum(['make', 'model']))
        .describe('Which of its names are neither approved nor merged. Search and pages have them once they are.'),
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
        mobileWritten: z.string().nullable().describe('As people write it: +254 712 345678'),
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
