import { z } from 'zod';
import { unstorable } from '#lib/cell-text.ts';
import { ConfigError } from '#lib/config-error.ts';
import { DATE_ORDERS } from '#lib/tables/dates.ts';
import { ENCODINGS } from '#lib/tables/encodings.ts';
import { DELIMITERS } from '#lib/tables/split-text.ts';
import { FACT_NAMES } from './fact-columns.ts';
import { isCurrencyCode } from './words/currencies.ts';

const fact = z.enum(FACT_NAMES);
const rate = z
  .number({ error: 'must be a number' })
  .positive({ error: 'must be above 0' })
  // The database writes 1e-300 with 300 digits.
  .refine((value) => value >= 1e-9 && value <= 1e9, { error: 'must be between 0.000000001 and 1,000,000,000' });
const MAX_TEXT = 1_000;
const isText = (text: string) => unstorable(text) === null;
const text = z
  .string({ error: 'must be text' })
  .min(1, { error: 'must not be empty' })
  .max(MAX_TEXT, { error: `must have at most ${MAX_TEXT} characters` })
  .refine(isText, { error: 'must not have NUL characters or half characters' });
const word = z
  .string()
  .max(MAX_TEXT, { error: `must have names of at most ${MAX_TEXT} characters` })
  .refine(isText, { error: 'must not have names with NUL characters or half characters' });
/** Of the whole mapping as JSON. The column holds 60,000, and PostgreSQL adds spaces. */
const MAX_LENGTH = 40_000;

export const mappingSchema = z
  .strictObject(
    {
      columns: z
        .partialRecord(
          fact,
          z.union([text, z.array(text).min(1), z.null()], { error: 'must be a column name, a list of them, or null' }),
        )
        .optional(),
      constants: z.partialRecord(fact, text).optional(),
      values: z.partialRecord(fact, z.record(word, text)).optional(),
      currency: z
        .string({ error: 'must be text' })
        .refine(isCurrencyCode, { error: 'must be a currency code like USD, EUR or CNY' })
        .optional(),
      rate: rate.optional(),
      rates: z.record(z.string().refine(isCurrencyCode, { error: 'must be a currency code' }), rate).optional(),
      ignoreCurrencySign: z.boolean({ error: 'must be true or false' }).optional(),
      mileageUnit: z.enum(['km', 'mi'], { error: 'must be "km" or "mi"' }).optional(),
      dateOrder: z.enum(DATE_ORDERS, { error: 'must be "DMY", "MDY" or "YMD"' }).optional(),
      calendar: z.enum(['convert', 'leave-out'], { error: 'must be "convert" or "leave-out"' }).optional(),
      fillDown: z.array(fact, { error: 'must be a list of facts' }).optional(),
      hiddenRows: z.enum(['read', 'leave-out'], { error: 'must be "read" or "leave-out"' }).optional(),
      photos: z.enum(['leave-out'], { error: 'must be "leave-out"' }).optional(),
      sheet: text.optional(),
      engineUnit: z.enum(['cc', 'l'], { error: 'must be "cc" or "l"' }).optional(),
      encoding: z.enum(ENCODINGS, { error: `must be one of ${ENCODINGS.join(', ')}` }).optional(),
      delimiter: z.enum(DELIMITERS, { error: 'must be a comma, a semicolon, a tab or |' }).optional(),
    },
    { error: 'must be a JSON object' },
  )
  .superRefine((mapping, context) => {
    if (isShort(mapping)) return;
    const lengthOf = ([, entry]: [string, unknown]) => JSON.stringify(entry)?.length ?? 0;
    const [longest] = Object.entries(mapping).sort((a, b) => lengthOf(b) - lengthOf(a));
    context.addIssue({
      code: 'too_big',
      origin: 'string',
      maximum: MAX_LENGTH,
      path: [longest?.[0] ?? ''],
      message: `makes the mapping longer than ${MAX_LENGTH} characters`,
    });
  });

/** Whether a mapping can be stored. */
export const isShort = (mapping: object): boolean => JSON.stringify(mapping).length <= MAX_LENGTH;

/** The operator's declarations about a spreadsheet. */
export type Mapping = z.infer<typeof mappingSchema>;

/**
 * Throws a `ConfigError` for an invalid file. `source` appears in its message, for example 'the mapping file x.json'.
 */
export function readMapping(json: string, source: string): Mapping {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    throw new ConfigError(`Invalid JSON in ${source}: ${(error as Error).message}.`, error);
  }
  const result = mappingSchema.safeParse(parsed);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => sentenceOf(issue, source)).join('\n'));
}

function sentenceOf(issue: z.core.$ZodIssue, source: string): string {
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return `In ${source}, ${place || 'the content'} ${issue.message}.`;
  const known = place === '' ? Object.keys(mappingSchema.shape) : FACT_NAMES;
  return `In ${source}, ${place || 'the content'} has an unknown entry '${issue.keys.join("', '")}'. Known entries are ${known.join(', ')}.`;
}
