import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { isEmailAddress } from '#lib/email-address.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { MAX_QUERY_LENGTH, RHYTHMS } from './saved-query.ts';

const text = z.string();
const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'is not text');
const address = plainText(MAX_QUERY_LENGTH).describe('The address of a list of cars, or its query');
const rhythm = z.enum(RHYTHMS);
const key = z.string().max(100).optional().describe('Key of an emailed link, for a person without an account');

const savedSearch = z.object({
  id: z.int(),
  name: text,
  query: text.describe('Query of /CarExplore'),
  rhythm,
  is_followed_seller: z.boolean(),
  is_muted: z.boolean().describe('The person stopped its emails and pushes'),
  cars: z.int().describe('How many cars matched when they were last counted'),
  created_at: text.describe('ISO 8601, UTC'),
});
export type SavedSearchResponse = z.output<typeof savedSearch>;

const counted = z.object({
  name: text,
  query: text,
  cars: z.int().describe('How many cars match now'),
  is_least: z.boolean().describe('There are at least so many; more were not counted'),
  may_be_at_once: z.boolean().describe('Whether the search may have the rhythm `at_once`'),
  most_at_once: z.int().describe('With more cars, a search cannot have the rhythm `at_once`'),
  saved_id: z.int().nullable().describe('The same search of the logged-in user; null: not saved'),
});
export type CountedSearchResponse = z.output<typeof counted>;

const outcome = z.object({
  flag: z.enum(['0', '1']),
  message: text,
  fields: z.record(z.string(), z.string()).optional(),
  search: savedSearch.optional(),
});

const INVALID = { error: 'newsletter.email.invalid' satisfies MessageKey };
const saveBody = z.object({
  query: address,
  rhythm,
  name: plainText(120)
    .transform((name) => name.trim())
    .optional(),
  email: z.string().max(254).refine(isEmailAddress, INVALID).optional().describe('Of a person without an account'),
  key,
});
export type SaveSearchBody = z.output<typeof saveBody>;

const params = z.object({ id: idValue });
const byKey = z.object({ key });

export const savedSearchContract = {
  count: { query: z.object({ query: address }), responses: { 200: counted } },
  list: { query: byKey, responses: { 200: z.object({ searches: z.array(savedSearch).describe('Newest first') }) } },
  save: { body: saveBody, responses: { 200: outcome } },
  change: {
    params,
    body: z.object({ rhythm: rhythm.optional(), is_muted: z.boolean().optional(), key }),
    responses: { 200: outcome },
  },
  remove: { params, query: byKey, responses: { 200: outcome } },
} satisfies Record<string, CallContract>;
