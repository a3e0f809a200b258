import { z } from 'zod';
import { OFFERS } from '#features/catalog/listings/model/listing.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { FACT_NAMES } from './fact-columns.ts';
import { mappingSchema } from './mapping-file.ts';

const IMPORT_STATES = ['open', 'waiting', 'running', 'checked', 'imported', 'failed', 'canceled'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The most problems in one response. */
export const MAX_PROBLEMS = 500;

const text = z.string();
const fact = z.enum(FACT_NAMES);

const question = z.object({
  about: z.enum([
    'sheet',
    'encoding',
    'column',
    'currency',
    'rate',
    'mileageUnit',
    'engineUnit',
    'dateOrder',
    'calendar',
    'fillDown',
    'photos',
    'conflict',
  ]),
  fact: fact.nullable().describe('The fact that the answer is needed for'),
  columns: z.array(text),
  examples: z.array(text).describe('Cells that show what is open'),
  choices: z.array(text).describe('The possible answers, if there are only some'),
  text: text.describe('The question, and the option of the command that answers it'),
});

const reading = z.object({
  kind: z.enum(['text', 'xlsx', 'xls', 'ods']).nullable(),
  encoding: text.nullable(),
  encoding_is_certain: z.boolean(),
  other_encodings: z.array(text),
  delimiter: text.nullable(),
  sheet: text.nullable(),
  other_sheets: z.array(text),
  hidden_sheets: z.array(text),
  hidden_rows: z.array(z.int()),
  header: z.array(text),
  columns: z.array(
    z.object({
      fact,
      headers: z.array(text).describe('Tried in this order'),
      examples: z.array(text).describe('Up to three cells'),
    }),
  ),
  unused: z.array(text).describe('Columns that no fact is read from'),
  questions: z.array(question).describe('Nothing is imported before these are answered in the mapping'),
});
export type StockReading = z.output<typeof reading>;

const counts = z.object({
  rows: z.int().describe('All rows of the file; the other counts, apart from warnings, add up to them'),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  closed: z.int().describe('Cars that are sold or rented, which an import never changes'),
  rejected: z.int(),
  blank: z.int(),
  left_out: z.record(text, z.int()).describe('Rows that hold no car, by reason'),
  warnings: z.int(),
  new_makes: z.array(text),
  new_models: z.array(text),
  gone: z
    .array(z.object({ id: z.int(), stock_number: text, make: text, model: text, year: z.int() }))
    .describe('Cars on offer that the file does not have, at most 200'),
});
export type CountsResponse = z.output<typeof counts>;

const problem = z.object({
  row: z.int().describe('As a spreadsheet program numbers it; the first is 1'),
  kind: z.enum(['rejected', 'warning', 'left out']),
  column: text,
  value: text,
  reason: text,
});

const stockImport = z.object({
  id: z.int(),
  state: z.enum(IMPORT_STATES),
  is_dry_run: z.boolean(),
  filename: text,
  seller: z.object({ id: z.int(), name: text }),
  offer: z.enum(OFFERS),
  listing_status: z.enum(['requested', 'active']),
  new_makes: z.boolean(),
  mapping: z.record(text, z.unknown()).describe('What was said about columns, units and dates'),
  reading,
  progress: z.object({ rows: z.int(), done: z.int() }),
  counts: counts.nullable().describe('Null before the first run'),
  problem: text.nullable().describe('Why the import failed'),
  errors: z.array(problem).describe(`At most ${MAX_PROBLEMS}, from the row of the query`),
  next_row: z.int().nullable().describe('Ask for the errors from this row; null: there are no more'),
  created_at: text.describe('ISO 8601, UTC'),
  ended_at: text.nullable(),
});
export type StockImportResponse = z.output<typeof stockImport>;

const params = z.object({ id: idValue });
const flag = z.enum(['true', 'false']).default('false');
const responses = { 200: stockImport };

export const stockImportContract = {
  create: {
    body: z.object({
      seller: z.string().trim().min(3).max(254).describe('Email address of the seller'),
      offer: z.enum(OFFERS).default('Sell'),
      listing_status: z.enum(['requested', 'active']).default('requested').describe('Status of new listings'),
      new_makes: flag.describe('Whether makes that nobody knows are added'),
    }),
    responses,
  },
  show: {
    params,
    query: z.object({
      from_row: z
        .string()
        .regex(/^\d{1,7}$/, 'must be a row')
        .transform(Number)
        .optional(),
    }),
    responses,
  },
  map: { params, body: mappingSchema, responses },
  run: { params, body: z.object({ dry_run: z.boolean().default(false) }), responses },
  cancel: { params, responses },
} satisfies Record<string, CallContract>;
