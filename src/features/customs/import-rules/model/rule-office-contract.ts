import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue, pagedResponse } from '#lib/contract-parts.ts';
import { isEmailAddress } from '#lib/email-address.ts';
import { optionalFilter } from '#lib/filter-values.ts';
import { countryCode } from './import-contract.ts';
import { MAX_DRAFTS, MAX_LENGTH, RULE_LISTS } from './rule-office.ts';

const text = z.string();
const isText = (value: string) => value.isWellFormed() && !value.includes('\0');
const typed = (max: number) => z.string().trim().max(max).refine(isText, 'is not text');
const list = z.enum(RULE_LISTS);
const rowId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,79}$/, 'must be the id of a row');
const cells = z
  .record(z.string().max(30), typed(MAX_LENGTH.cell))
  .refine((values) => Object.keys(values).length <= 40, 'too many fields');
const record = z.record(text, text).describe('The cells by the names of their columns');
const page = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a page')
  .transform(Number)
  .default(1);

const rowsQuery = z.object({
  list: list.default('rules'),
  country: optionalFilter(countryCode),
  search: optionalFilter(typed(200)),
  stale: optionalFilter(z.enum(['stale', 'fresh'])),
  page,
});
export type RowsQuery = z.output<typeof rowsQuery>;

const column = z.object({
  name: text,
  choices: z.array(text).describe('The texts that a cell may have; empty: any that fits'),
});

const row = z.object({
  list,
  id: text,
  country: text.nullable(),
  title: text,
  checkedOn: text.nullable(),
  staleOn: text.nullable(),
  isStale: z.boolean(),
  validFrom: text.nullable(),
  validTo: text.nullable(),
  draft: z.int().nullable().describe('Id of the draft that corrects it'),
});
export type RuleRowResponse = z.output<typeof row>;

const rowsResponse = pagedResponse(row).extend({
  version: z.int(),
  countries: z.array(text),
  staleRows: z.int().describe('Stale rows of this list in all countries'),
  rateFetch: z
    .object({
      source: text,
      at: text,
      ratesOf: text.nullable(),
      published: z.int(),
      held: z.int().describe('Rates that wait for people, as drafts'),
      problem: text.nullable(),
    })
    .nullable()
    .describe('The last time that exchange rates were fetched; null for other lists, and if they never were'),
});
export type RuleRowsResponse = z.output<typeof rowsResponse>;

const oneQuery = z.object({ list, id: rowId.optional() });
const oneResponse = z.object({
  list,
  columns: z.array(column),
  row: row.extend({ record }).nullable(),
  history: z.array(
    z.object({
      id: text,
      record,
      version: z.int(),
      reason: text,
      publishedAt: text,
      proposer: text.nullable(),
      approver: text.nullable(),
    }),
  ),
});
export type RuleRowDetail = z.output<typeof oneResponse>;

const draft = z.object({
  id: z.int(),
  list,
  rowId: text,
  title: text,
  country: text.nullable(),
  record,
  version: z.int(),
  corrects: text.nullable(),
  changes: z.array(z.object({ column: text, before: text, after: text })),
  savedBy: text.nullable().describe('Null for fetched exchange rates that differ much from the last ones'),
  savedAt: text,
});
export type DraftResponse = z.output<typeof draft>;

const lights = z.object({ green: z.int(), amber: z.int(), red: z.int() });
const effect = z.object({ country: text, before: lights, after: lights });
export type EffectResponse = z.output<typeof effect>;

const lineProblem = z.object({ line: z.int(), field: text, problem: text });

const isFew = (ids: number[]) => ids.length > 0 && ids.length <= MAX_DRAFTS;
const FEW = `must be 1 to ${MAX_DRAFTS} drafts`;
const draftIds = z.array(idValue).refine(isFew, FEW);
const listedDrafts = z
  .string()
  .regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/, 'must be ids separated by commas')
  .transform((ids) => ids.split(',').map(Number))
  .refine(isFew, FEW);

const mistakeBody = z.object({
  country: countryCode,
  rule_id: rowId.optional(),
  text: typed(MAX_LENGTH.mistake).refine((value) => value !== '', 'must not be empty'),
  listing_id: idValue.optional(),
  contact: typed(MAX_LENGTH.contact)
    .refine((address) => address === '' || isEmailAddress(address), 'importRules.mistake.email')
    .optional()
    .describe('Email address for the answer'),
  website: z.string().max(500).optional().describe('Left empty by people: a field that the form hides'),
});
export type Mistake = z.output<typeof mistakeBody>;

const mistake = z.object({
  id: z.int(),
  country: text,
  ruleId: text.nullable(),
  listingId: z.int().nullable(),
  text,
  contact: text.nullable(),
  reportedAt: text,
  doneAt: text.nullable(),
  answer: text.nullable(),
  answeredAt: text.nullable(),
});
export type MistakeResponse = z.output<typeof mistake>;

const recheck = z.object({
  list: z.enum(['rules', 'charges']),
  id: text,
  country: text,
  title: text,
  checkedOn: text,
  /** Days since the last check. */
  age: z.int(),
  staleOn: text,
  isStale: z.boolean(),
  uses: z.int().describe('Lights and costs of the country in the last 90 days'),
  sources: z.array(z.object({ title: text, url: text.nullable() })),
  draft: z.boolean().describe('Whether it has a draft or an open proposal'),
});
export type RecheckResponse = z.output<typeof recheck>;

const params = z.object({ id: idValue });
const saved = { 200: outcomeResponse };

export const ruleOfficeContract = {
  rows: { query: rowsQuery, responses: { 200: rowsResponse } },
  row: { query: oneQuery, responses: { 200: oneResponse } },
  drafts: { responses: { 200: z.object({ items: z.array(draft) }) } },
  /** `corrects`: the id of a published row. */
  addDraft: { body: z.object({ list, corrects: rowId.optional(), cells }), responses: saved },
  editDraft: { params, body: z.object({ cells, version: z.coerce.number().int().min(1) }), responses: saved },
  dropDraft: { params, responses: saved },
  preview: { query: z.object({ drafts: listedDrafts }), responses: { 200: z.object({ effects: z.array(effect) }) } },
  propose: {
    body: z.object({
      drafts: draftIds,
      reason: typed(MAX_LENGTH.reason).refine((reason) => reason.length >= 10, 'admin.rules.reasonTooShort'),
    }),
    responses: saved,
  },
  exportCsv: { query: rowsQuery.pick({ list: true, country: true }), responses: { 200: fileResponse } },
  importCsv: {
    body: z.object({ list, csv: z.string().max(MAX_LENGTH.csv).refine(isText, 'is not text') }),
    responses: {
      200: z.object({ saved: z.int(), unchanged: z.int(), problems: z.array(lineProblem) }),
    },
  },
  mistakes: { responses: { 200: z.object({ items: z.array(mistake) }) } },
  rechecks: { responses: { 200: z.object({ items: z.array(recheck) }) } },
  confirm: {
    body: z.object({
      rows: z
        .array(z.object({ list: z.enum(['rules', 'charges']), id: rowId }))
        .refine((rows) => rows.length > 0 && rows.length <= MAX_DRAFTS, FEW),
    }),
    responses: saved,
  },
  answerMistake: {
    params,
    body: z.object({ text: typed(MAX_LENGTH.answer).refine((value) => value !== '', 'admin.rules.answerEmpty') }),
    responses: saved,
  },
  closeMistake: { params, body: z.object({ done: z.enum(['yes', 'no']) }), responses: saved },
} satisfies Record<string, CallContract>;

/** What anybody may report about the rules. */
export const mistakeContract = {
  report: { body: mistakeBody, responses: saved },
} satisfies Record<string, CallContract>;
