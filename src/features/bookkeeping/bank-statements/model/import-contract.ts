import { z } from 'zod';
import { isAccountNumber, withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { idValue } from '#lib/contract-parts.ts';
import { BOOKS_CURRENCY, isCurrency } from '#lib/i18n/currency.ts';
import { DATE_ORDERS } from '#lib/tables/dates.ts';
import { ENCODINGS } from '#lib/tables/encodings.ts';
import { DELIMITERS } from '#lib/tables/split-text.ts';
import { LEFT_OUT_REASONS, ROW_PROBLEMS, STATEMENT_FORMATS } from './statement.ts';
import { COLUMN_FACTS, DECIMAL_SIGNS, isComplete, MEANINGS, UNSIGNED } from './statement-mapping.ts';
import { currency, day, minorUnits, time } from './stored-statement-contract.ts';

/** The schemas of the calls that import a statement and save how tables are read. */
const column = z.string().trim().min(1).max(120);
export const mappingBody = z
  .object({
    name: z.string().trim().min(1).max(60),
    account: z.string().max(60).transform(withoutSpaces).refine(isAccountNumber, 'must be an IBAN or account number'),
    currency: z.string().default(BOOKS_CURRENCY).refine(isCurrency, 'must be the code of a currency'),
    encoding: z.enum(ENCODINGS),
    delimiter: z.enum(DELIMITERS),
    decimalSign: z.enum(DECIMAL_SIGNS),
    dateOrder: z.enum(DATE_ORDERS),
    columns: z.partialRecord(z.enum(COLUMN_FACTS), column),
    hasHeader: z.boolean().default(true),
    ignored: z.array(column).max(200).default([]).describe('Columns that change nothing about what a row means'),
    meanings: z
      .record(z.string().max(120), z.enum(MEANINGS))
      .default({})
      .describe('What words of the columns of directions and states mean'),
    unsigned: z
      .enum(UNSIGNED)
      .nullable()
      .default(null)
      .describe('What amounts without a sign are. Needed if no amount has one and no column says what came in'),
    sheet: z.string().max(120).nullable().default(null).describe('The sheet of a workbook, if several are tables'),
  })
  .refine(({ columns }) => isComplete(columns), 'needs a date, and one column of amounts or two');
export type StatementMappingBody = z.output<typeof mappingBody>;

export const storedMapping = z.object({
  id: z.int(),
  name: z.string(),
  account: z.string(),
  currency,
  encoding: z.enum(ENCODINGS),
  delimiter: z.enum(DELIMITERS),
  decimalSign: z.enum(DECIMAL_SIGNS),
  dateOrder: z.enum(DATE_ORDERS),
  columns: z.partialRecord(z.enum(COLUMN_FACTS), z.string()),
  hasHeader: z.boolean(),
  ignored: z.array(z.string()),
  meanings: z.record(z.string(), z.enum(MEANINGS)),
  unsigned: z.enum(UNSIGNED).nullable(),
  sheet: z.string().nullable(),
  savedAt: time,
});
export type StoredMappingResponse = z.output<typeof storedMapping>;

export const mappingsResponse = z.object({
  items: z.array(storedMapping),
  accounts: z.array(z.string()).describe('Our accounts in US dollars'),
  foreign_accounts: z.array(z.object({ account: z.string(), currency })),
});
export type MappingsResponse = z.output<typeof mappingsResponse>;

const yes = z.enum(['true', 'false']).default('false');
const json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

/** The text fields of the form that imports a file. */
export const importBody = z.object({
  dry_run: yes.describe('Only check the file and say what an import would do'),
  leave_out: yes.describe('Import the rest if rows of a text table cannot be read'),
  mapping_id: idValue.optional().describe('How a text table is read: a saved mapping'),
  same: json
    .pipe(z.record(z.string(), z.boolean()))
    .optional()
    .describe('As JSON: whether each line that was asked about is the stored one, by its key'),
  sheet: z.string().max(120).optional().describe('The sheet of a workbook that the preview shows'),
  mapping: json.pipe(mappingBody).optional().describe('How a text table is read, as JSON. It is saved with the import'),
});

const preview = z.object({
  encoding: z.enum(ENCODINGS),
  certainty: z.enum(['certain', 'likely', 'open']).describe('How certain the encoding is'),
  delimiter: z.enum(DELIMITERS),
  sheet: z.string().nullable().describe('The sheet of a workbook that is read'),
  sheets: z.array(z.string()).describe('Sheets that can be chosen, if several look like a statement'),
  is_sheet_open: z.boolean().describe('Whether a person has to choose the sheet'),
  other_sheets: z.array(z.string()).describe('Other sheets of the workbook, also hidden ones. They are not read'),
  hidden_rows: z.int().describe('Rows that the workbook hides. They are read'),
  has_header: z.boolean(),
  date_order: z.enum(DATE_ORDERS).nullable().describe('Null if the dates do not decide it'),
  decimal_sign: z.enum(DECIMAL_SIGNS).nullable().describe('Null if the amounts do not decide it'),
  is_unsigned: z.boolean().describe('Whether no amount has a sign, so a person has to say what the amounts are'),
  questions: z
    .array(z.object({ header: z.string(), values: z.array(z.string()) }))
    .describe('Columns that could change what a row means, with their words. The import needs to know them'),
  header: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  columns: z.partialRecord(z.enum(COLUMN_FACTS), z.string()).describe('A guess by the words of the header'),
  fits: z.array(z.int()).describe('Saved mappings whose columns the table has'),
});
export type TablePreviewResponse = z.output<typeof preview>;

export const importResponse = z.object({
  outcome: z.enum(['mapping_needed', 'checked', 'imported']),
  format: z.enum(STATEMENT_FORMATS),
  already_imported: z.boolean().describe('This very file was imported before; nothing has changed'),
  preview: preview.nullable(),
  statements: z.array(
    z.object({
      account: z.string(),
      currency,
      number: z.string(),
      from_on: day,
      to_on: day,
      opening_cents: minorUnits.nullable(),
      closing_cents: minorUnits.nullable(),
      new_lines: z.int(),
      known_lines: z.int(),
      pending_lines: z.int().describe('Not booked by the bank yet, and left out'),
      missing_before: z.boolean().describe('No imported statement ends with the opening balance'),
    }),
  ),
  lines: z
    .array(
      z.object({ booked_on: day, cents: minorUnits, currency, counterparty: z.string().nullable(), text: z.string() }),
    )
    .describe('The first new lines'),
  refused: z
    .array(
      z.object({
        row: z.int(),
        problem: z.enum(ROW_PROBLEMS),
        text: z.string(),
      }),
    )
    .describe('The first rows that cannot be read'),
  refused_count: z.int(),
  left_out: z
    .array(z.object({ reason: z.enum(LEFT_OUT_REASONS), rows: z.int(), first: z.int() }))
    .describe('Rows of a table that are no line, by reason, with the number of the first'),
  other_accounts: z.array(z.string()).describe('Accounts of rows that are left out'),
  asked: z
    .array(
      z.object({
        key: z.string(),
        booked_on: day,
        cents: minorUnits,
        currency,
        text: z.string(),
        stored_text: z.string(),
        stored_file: z.string(),
      }),
    )
    .describe('Lines that may be the same as a stored one. An import needs an answer for each'),
});
export type ImportResponse = z.output<typeof importResponse>;
