import { z } from 'zod';
import { slip } from '#features/orders/transfer-slips/model/slip-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { MAX_CENTS } from './amount-text.ts';
import { importBody, importResponse, mappingBody, mappingsResponse, storedMapping } from './import-contract.ts';
import { LINE_STATES, MATCH_KINDS } from './line-match.ts';
import { cents, currency, day, minorUnits, storedStatement, time } from './stored-statement-contract.ts';
import { EFFECTS } from './transfer-effect.ts';

const suggestion = z.object({
  order_id: z.int(),
  number: z.string(),
  reference: z.string().describe('What the buyer writes on a transfer'),
  buyer: z.string(),
  life: z.string(),
  open_cents: cents.describe('What the order still owes; 0 if it has ended'),
  next_cents: cents.describe('What it owes next'),
  score: z.int(),
  reasons: z.array(
    z.enum(['reference', 'bareReference', 'nearReference', 'amount', 'short', 'name', 'nameInLatin', 'hold']),
  ),
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

const lineResponse = z.object({
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
  payee_differs: z.boolean().describe('The line names another person; a reason and a second person are required'),
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
        ...payeeFields,
      }),
    )
    .describe('Refunds by transfer that the line may have brought back, less a fee of banks'),
  payouts: z
    .array(z.object({ payout_id: z.int(), seller: z.string(), cents, fee_cents: cents, ...payeeFields }))
    .describe('Payouts on their way that the line may have paid, with a fee of the bank'),
  cash_returns: z
    .array(z.object({ order_id: z.int(), order: z.string(), buyer: z.string(), cents, ...payeeFields }))
    .describe('Orders whose cash was returned by transfer, at least this amount in total'),
  undo_second: z
    .array(z.object({ match_id: z.int(), why: z.string() }))
    .describe('Matches that only two people undo, because the car of the order has papers or is gone'),
  returns: z
    .array(otherLine.extend({ payee_differs: payeeFields.payee_differs }))
    .describe('Open lines with the opposite amount'),
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
    'Required if the bank names another person than expected, for a returned fee, to set a line aside, and for payments of our own',
  ),
});
const matchBody = wholeMatchBody.refine(
  ({ cents, left_cents: left }) => cents === undefined || left !== undefined,
  'a part needs left_cents',
);
export type MatchBody = z.output<typeof matchBody>;

const matchResponse = lineResponse.extend({
  waits: z.boolean().describe('Whether a second person has to approve it, so that nothing has changed yet'),
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
    responses: { 200: matchResponse },
  },
  mappings: {
    responses: { 200: mappingsResponse },
  },
  saveMapping: { body: mappingBody, responses: { 200: storedMapping } },
} satisfies Record<string, CallContract>;
