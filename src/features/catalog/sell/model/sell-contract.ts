import { z } from 'zod';
import { DECISIONS, OWNER_TRANSITIONS } from '#features/catalog/listings/model/listing.ts';
import { cardResponse, doneResponse, listingParams } from '#features/catalog/listings/model/listing-contract.ts';
import { FLAG_GROUPS, LISTING_FIELDS } from '#features/catalog/listings/model/listing-fields.ts';
import {
  CONTACT_METHODS,
  consistent,
  EMPTY_VALUES,
  editForm,
  MAX_PHOTOS,
  type SellValues,
  sellForm,
} from '#features/catalog/listings/model/listing-form.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { readSentValues } from './sell-changes.ts';

const text = z.string();
const key = z.string().regex(/^[a-z0-9][a-z0-9-]{0,120}$/, 'must be the key of an uploaded file');
const photos = z.array(key).max(MAX_PHOTOS, 'sell.photos.most');
const version = z.number().int().positive();

/** Fields of a multipart form that hold JSON. */
const NESTED = [...FLAG_GROUPS, 'contactMethods'] as const;
/** The default mileage unit is the one the specified client shows: miles. */
const UNSAID = { ...EMPTY_VALUES, mileageUnit: 'mi' } as const;

const fieldsSent = z.record(z.string(), z.string());

/** Body of POST listings/listings. Ignores fields a seller may not set (status, certified, user id). */
const newListingBody = z.preprocess(
  (sent) => formSent(fieldsSent.parse(sent)),
  z.object({ values: sellForm.check(consistent), photos, report: key.nullable(), user_id: z.string().optional() }),
);

function formSent(fields: Record<string, string>) {
  const typed = Object.entries(fields).filter(([name]) => Object.hasOwn(UNSAID, name));
  const values = Object.fromEntries(typed.map(([name, text]) => [name, isNested(name) ? parsed(text) : text]));
  const { photos = '[]', report = '', user_id } = fields;
  return {
    values: readSentValues(withNested({ ...UNSAID, ...values })),
    photos: parsed(photos),
    report: report === '' ? null : report,
    user_id,
  };
}

const isNested = (name: string) => NESTED.some((nested) => nested === name);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fills in missing flags of nested objects with false. */
function withNested(typed: Record<string, unknown>): Record<string, unknown> {
  const groups = FLAG_GROUPS.filter((name) => isRecord(typed[name]));
  const filled = groups.map((name) => [name, { ...EMPTY_VALUES[name], ...Object(typed[name]) }]);
  return { ...typed, ...Object.fromEntries(filled) };
}

/** Missing optional values stay unchanged, so that a page opened before a field was added can still save. */
export const editedListingBody = z.object({
  version,
  values: z.preprocess((sent) => (isRecord(sent) ? readSentValues(sent) : sent), editForm),
  photos,
  report: key.nullable(),
});
const moveBody = z.object({ move: z.enum(OWNER_TRANSITIONS), version });
export const decisionBody = z.object({
  decision: z.enum(DECISIONS),
  reasons: z.array(z.string().trim().min(1).max(500)).max(20).default([]),
  version,
});
const myListingsQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, 'must be a page number')
    .transform(Number)
    .default(1),
});

const formValues = z.object(
  Object.fromEntries(Object.entries(EMPTY_VALUES).map(([name, empty]) => [name, beingTyped(empty)])),
);
/** Unfinished values of the shape that the form has. Drops unknown names. */
const draftValues = formValues.partial() as unknown as z.ZodType<Partial<SellValues>>;

function beingTyped(empty: SellValues[keyof SellValues]): z.ZodType {
  if (typeof empty === 'string') return z.string().max(2 * LISTING_FIELDS.description.maxLength);
  if (Array.isArray(empty)) return z.array(z.string().max(20)).max(CONTACT_METHODS.length);
  return z.object(Object.fromEntries(Object.keys(empty).map((flag) => [flag, z.boolean().optional()])));
}

const draftBody = z.object({
  id: z.uuid(),
  values: draftValues,
  photos,
  report: z.object({ key, name: z.string().max(200) }).nullable(),
  step: z.number().int().min(1).max(4),
});

const photoResponse = z.object({ key: text, url: text, placeholder: text.nullable() });
const reportResponse = z.object({ key: text, name: text }).nullable();

export const createdResponse = z.object({
  flag: z.literal('1'),
  message: text,
  listing_id: z.number(),
  id: z.number(),
  _id: text,
  listing_status: text,
});
export type CreatedResponse = z.output<typeof createdResponse>;

export const changedResponse = z.object({
  flag: z.literal('1'),
  message: text,
  state: text.optional(),
  version: z.number().optional(),
});
export type ChangedResponse = z.output<typeof changedResponse>;

const myListingResponse = cardResponse.extend({
  state: text,
  reasons: z.array(text),
  views: z.number(),
  favourites: z.number(),
  version: z.number(),
  moves: z.array(text),
});
export type MyListingResponse = z.output<typeof myListingResponse>;
const myListingsResponse = z.object({
  flag: z.literal('1'),
  listings: z.array(myListingResponse),
  pagination: z.object({ page: z.number(), totalPages: z.number(), totalItems: z.number() }),
});
export type MyListingsResponse = z.output<typeof myListingsResponse>;

const valuesResponse = formValues as unknown as z.ZodType<SellValues>;
const editableResponse = z.object({
  flag: z.literal('1'),
  listing: z.object({
    id: z.number(),
    values: valuesResponse,
    photos: z.array(photoResponse),
    report: reportResponse,
    state: text,
    reasons: z.array(text),
    version: z.number(),
    moves: z.array(text),
  }),
});
export type EditableResponse = z.output<typeof editableResponse>;

const draftResponse = z.object({
  flag: z.literal('1'),
  draft: z
    .object({
      id: text,
      values: draftValues,
      photos: z.array(photoResponse),
      report: reportResponse,
      step: z.number(),
      updatedAt: text,
    })
    .nullable(),
});
export type DraftResponse = z.output<typeof draftResponse>;
const draftSavedResponse = z.object({ flag: z.literal('1'), updatedAt: text });

export const sellContract = {
  create: { body: newListingBody, responses: { 200: createdResponse } },
  myListings: { query: myListingsQuery, responses: { 200: myListingsResponse } },
  myListing: { params: listingParams, responses: { 200: editableResponse } },
  edit: { params: listingParams, body: editedListingBody, responses: { 200: changedResponse } },
  move: { params: listingParams, body: moveBody, responses: { 200: changedResponse } },
  remove: { params: listingParams, responses: { 200: changedResponse } },
  draft: { responses: { 200: draftResponse } },
  saveDraft: { body: draftBody, responses: { 200: draftSavedResponse } },
  dropDraft: { responses: { 200: doneResponse } },
} satisfies Record<string, CallContract>;
