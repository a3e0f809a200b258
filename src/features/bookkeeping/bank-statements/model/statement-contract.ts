import { z } from 'zod';
import { slip } from '#features/orders/transfer-slips/model/slip-contract.ts';
import { isAccountNumber, withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { BOOKS_CURRENCY, isCurrency } from '#lib/i18n/currency.ts';
import { DATE_ORDERS } from '#lib/tables/dates.ts';
import { ENCODINGS } from '#lib/tables/encodings.ts';
import { DELIMITERS } from '#lib/tables/split-text.ts';
import { MAX_CENTS } from './amount-text.ts';
import { LINE_STATES, MATCH_KINDS } from './line-match.ts';
import { LEFT_OUT_REASONS, ROW_PROBLEMS, STATEMENT_FORMATS } from './statement.ts';
import { COLUMN_FACTS, DECIMAL_SIGNS, isComplete, MEANINGS } from './statement-mapping.ts';
import { cents, currency, day, minorUnits, storedStatement, time } from './stored-statement-contract.ts';
import { EFFECTS } from './transfer-effect.ts';

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
  })
  .refine(({ columns }) => isComplete(columns), 'needs a date, and one column of amounts or two');
export type StatementMappingBody = z.output<typeof mappingBody>;

const storedMapping = z.object({
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
  savedAt: time,
});
export type StoredMappingResponse = z.output<typeof storedMapping>;

const mappingsResponse = z.object({
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
  mapping: json.pipe(mappingBody).optional().describe('How a text table is read, as JSON. It is saved with the import'),
});

const preview = z.object({
  encoding: z.enum(ENCODINGS),
  certainty: z.enum(['certain', 'likely', 'open']).describe('How certain the encoding is'),
  delimiter: z.enum(DELIMITERS),
  sheet: z.string().nullable().describe('The sheet of a workbook that is read'),
  other_sheets: z.array(z.string()).describe('Other sheets of the workbook, also hidden ones. They are not read'),
  hidden_rows: z.int().describe('Rows that the workbook hides. They are read'),
  has_header: z.boolean(),
  date_order: z.enum(DATE_ORDERS).nullable().describe('Null if the dates do not decide it'),
  decimal_sign: z.enum(DECIMAL_SIGNS).nullable().describe('Null if the amounts do not decide it'),
  questions: z
    .array(z.object({ header: z.string(), values: z.array(z.string()) }))
    .describe('Columns that could change what a row means, with their words. The import needs to know them'),
  header: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  columns: z.partialRecord(z.enum(COLUMN_FACTS), z.string()).describe('A guess by the words of the header'),
  fits: z.array(z.int()).describe('Saved mappings whose columns the table has'),
});
export type TablePreviewResponse = z.output<typeof preview>;

const importResponse = z.object({
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

const suggestion = z.object({
  order_id: z.int(),
  number: z.string(),
  reference: z.string().describe('What the buyer writes on a transfer'),
  buyer: z.string(),
  life: z.string(),
  open_cents: cents.describe('What the order still owes; 0 if it has ended'),
  next_cents: cents.describe('What it owes next'),
  score: z.int(),
  reasons: z.array(z.enum(['reference', 'amount', 'short', 'name', 'nameInLatin', 'hold'])),
  one_click: z.boolean(),
  effect: z
    .enum(EFFECTS)
    .nullable()
    .describe('What matching would do to the order; null if it depends on the value of a line in another currency'),
  part_cents: minorUnits.describe(
    'How much of the line is proposed for it, if the line names several orders; else all that is left',
  ),
  effect_cents: cents.describe('What is missing, stays open or is too much'),
  in_time: z.boolean().describe('Whether the bank booked it before the end of the hold'),
  payer_differs: z.boolean().describe('Another person than the buyer paid; a reason is required'),
  slips: z.array(slip).describe('What the buyer sent to announce a transfer; it proves nothing'),
});
export type SuggestionResponse = z.output<typeof suggestion>;

const match = z.object({
  id: z.int(),
  kind: z.enum(MATCH_KINDS),
  cents: minorUnits.describe('The part of the line'),
  usd_cents: cents.nullable().describe('Its value, of a line in another currency that is booked'),
  order: z
    .object({
      id: z.int(),
      number: z.string(),
      life: z.string(),
      is_held: z.boolean().describe('A watched party or destination holds it'),
    })
    .nullable(),
  payment_id: z.int().nullable(),
  payout_id: z.int().nullable(),
  other_line_id: z.int().nullable(),
  fee_cents: cents,
  payer_differs: z.boolean(),
  reason: z.string().nullable(),
  matched_by: z.string().nullable(),
  matched_at: time,
});

export const lineResponse = z.object({
  id: z.int(),
  account: z.string(),
  booked_on: day,
  value_on: day.nullable(),
  age_days: z.int().describe('Days since the bank booked it'),
  cents: minorUnits,
  currency,
  left_cents: minorUnits.describe('What is not matched yet'),
  charges_cents: minorUnits.describe('What banks kept on the way, as far as the statement says'),
  counterparty: z.string().nullable(),
  counterparty_account: z.string().nullable(),
  text: z.string(),
  bank_reference: z.string().nullable(),
  end_to_end_id: z.string().nullable(),
  code: z.string().nullable(),
  is_reversal: z.boolean(),
  state: z.enum(LINE_STATES),
  to_confirm: z
    .boolean()
    .describe('Whether a second person has to confirm the statement before the rest of the line is matched'),
  matches: z.array(match).describe('What the line, or each part of it, was matched to'),
  suggestions: z.array(suggestion),
});
export type LineResponse = z.output<typeof lineResponse>;

const linesQuery = z.object({
  ...pageQuery,
  state: z.enum(LINE_STATES).optional(),
  currency: z.string().length(3).optional(),
  search: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Payer, text, reference, or an amount in the currency of the line'),
});
export type LinesQuery = z.output<typeof linesQuery>;

const figures = z.object({
  open: z.int(),
  in_cents: cents.describe('Money in that is not matched, in US dollars'),
  out_cents: cents.describe('Money out that is not matched, in US dollars'),
  set_aside: z.int(),
  set_aside_cents: cents,
  foreign: z
    .array(z.object({ currency, in_cents: minorUnits, out_cents: minorUnits, set_aside_cents: minorUnits }))
    .describe('The same of each other currency'),
  oldest_on: day.nullable().describe('The day of the oldest open line'),
});
const linesResponse = pagedResponse(lineResponse).extend({ figures });
export type LinesResponse = z.output<typeof linesResponse>;

const payeeFields = {
  payee: z.object({ name: z.string().nullable(), account: z.string().nullable() }).describe('Who should get it'),
  payee_differs: z.boolean().describe('The line names another person; a reason is required'),
};
const otherLine = z.object({
  line_id: z.int(),
  account: z.string(),
  booked_on: day,
  cents: minorUnits,
  currency,
  counterparty: z.string().nullable(),
  text: z.string(),
});
/** What the exchange rate of about the day of a line says. */
const worth = z
  .object({ cents: cents.describe('Its value, without a sign'), on: day.describe('The day of the rate') })
  .nullable()
  .describe('Null without an exchange rate of that week. A value that is far from it needs a second person');
const choicesResponse = z.object({
  line: lineResponse,
  statement: storedStatement
    .nullable()
    .describe('The statement of the line, if a second person has to confirm it first'),
  orders: z.array(suggestion).describe('Orders found by the search, else the suggestions'),
  refunds: z
    .array(
      z.object({
        payment_id: z.int(),
        order: z.string().nullable(),
        buyer: z.string(),
        cents,
        ...payeeFields,
      }),
    )
    .describe('Refunds by transfer of this amount that wait to be sent, or were sent'),
  refund_returns: z
    .array(
      z.object({
        payment_id: z.int(),
        order: z.string().nullable(),
        buyer: z.string(),
        cents,
        fee_cents: cents,
        is_recorded: z.boolean().describe('Staff have recorded that it was returned; otherwise the match records it'),
      }),
    )
    .describe('Refunds by transfer that the line may have brought back, less a fee of banks'),
  payouts: z
    .array(z.object({ payout_id: z.int(), seller: z.string(), cents, fee_cents: cents }))
    .describe('Payouts on their way that the line may have paid, with a fee of the bank'),
  cash_returns: z
    .array(z.object({ order_id: z.int(), order: z.string(), buyer: z.string(), cents, ...payeeFields }))
    .describe('Orders whose cash was returned by transfer, at least this amount in total'),
  returns: z.array(otherLine).describe('Open lines with the opposite amount'),
  worth,
  conversions: z
    .array(otherLine.extend({ worth }))
    .describe('Open lines of about the same days on other accounts, in the opposite direction, not both in US dollars'),
});
export type ChoicesResponse = z.output<typeof choicesResponse>;

const reason = z.string().trim().max(500).optional();
const wholeMatchBody = z.object({
  kind: z.enum(MATCH_KINDS).default('order'),
  cents: z
    .int()
    .positive()
    .optional()
    .describe('A part of the line, without its sign; all that is left of it if absent'),
  left_cents: z
    .int()
    .positive()
    .optional()
    .describe(
      'What was left of the line, without its sign, when the user chose a part, so that a repeated call matches nothing twice',
    ),
  usd_cents: z
    .int()
    .positive()
    .max(MAX_CENTS)
    .optional()
    .describe(
      'What a part of a line in another currency is worth, without its sign; of a conversion, if no side is in US dollars',
    ),
  order_id: z
    .int()
    .positive()
    .optional()
    .describe('Of an order, a bill for shipping it, or its cash that was returned'),
  payment_id: z.int().positive().optional().describe('Of a refund or its return: the payment that was refunded'),
  payout_id: z.int().positive().optional().describe('Of a payout'),
  other_line_id: z
    .int()
    .positive()
    .optional()
    .describe('Of a return: the line with the opposite amount. Of a conversion: the line on the other account'),
  fee_cents: z
    .int()
    .min(0)
    .max(100_000_000)
    .default(0)
    .describe('Of a payout by the provider or the card terminal, or of a refund that came back: what was kept of it'),
  revive: z
    .boolean()
    .default(false)
    .describe('Of an order whose hold expired: reopen it and book its cars instead of refunding the money'),
  reason: reason.describe(
    'Required if the bank names another person than the buyer, for a returned fee, to set a line aside, and for payments of our own',
  ),
});
export const matchBody = wholeMatchBody.refine(
  ({ cents, left_cents: left }) => cents === undefined || left !== undefined,
  'a part needs left_cents',
);
export type MatchBody = z.output<typeof matchBody>;

const matchResponse = lineResponse.extend({
  waits: z.boolean().describe('Whether a second person has to approve it, so that nothing was matched yet'),
});
const unmatchBody = z.object({
  reason: z.string().trim().min(1).max(500),
  match_id: z.int().positive().optional().describe('Of a line with several parts: which one'),
});
export type UnmatchBody = z.output<typeof unmatchBody>;

const params = z.object({ id: idValue });
const statementsQuery = z.object({
  before: idValue.optional(),
  state: z.literal('to_confirm').optional().describe('Only those that a second person has to confirm'),
});
export type StatementsQuery = z.output<typeof statementsQuery>;

export const statementContract = {
  import: { body: importBody, responses: { 200: importResponse } },
  list: {
    query: statementsQuery,
    responses: { 200: z.object({ items: z.array(storedStatement), next: z.int().nullable() }) },
  },
  confirm: { params, responses: { 200: storedStatement } },
  lines: { query: linesQuery, responses: { 200: linesResponse } },
  line: {
    params,
    query: z.object({
      search: z.string().trim().max(100).optional().describe('Order number, reference, buyer or VIN'),
    }),
    responses: { 200: choicesResponse },
  },
  match: { params, body: matchBody, responses: { 200: matchResponse } },
  unmatch: {
    params,
    body: unmatchBody,
    responses: { 200: lineResponse },
  },
  mappings: {
    responses: { 200: mappingsResponse },
  },
  saveMapping: { body: mappingBody, responses: { 200: storedMapping } },
} satisfies Record<string, CallContract>;
