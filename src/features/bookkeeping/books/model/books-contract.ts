import { z } from 'zod';
import { INVOICE_GAPS } from '#features/site/operator/model/bank-account.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse } from '#lib/contract-parts.ts';

const cents = z.int().describe('Cents of US dollars; debits are positive and credits negative');
const time = z.string().describe('ISO 8601, UTC');
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-03');

const sums = z.object({ opening_cents: cents, debit_cents: cents, credit_cents: cents, closing_cents: cents });
const account = sums.extend({ account: z.string() });

const minorUnits = z.int().describe('In the smallest unit of the currency');
const foreign = z.object({
  account: z.string(),
  currency: z.string(),
  booked_cents: minorUnits.describe(
    'What was matched of the account by the end of the month, in the smallest unit of the currency',
  ),
  statement_cents: minorUnits
    .nullable()
    .describe('The balance of the newest statement by the end of the month, if one has a balance'),
  statement_on: z.iso.date().nullable(),
  usd_cents: cents.describe('What the books have for what was matched'),
});

const aged = z.object({
  bands: z.array(cents).length(4).describe('0–7, 8–30, 31–60 and more than 60 days'),
  total_cents: cents,
  items: z
    .array(
      z.object({
        account: z.string(),
        order_id: z.int(),
        number: z.string(),
        seller_id: z.int().nullable(),
        cents: cents.describe('Owed; below zero if the other side owes it'),
        since: time,
      }),
    )
    .describe('The oldest 100'),
});
export type AgedResponse = z.output<typeof aged>;

const books = z.object({
  flag: z.literal('1'),
  month,
  accounts: z.array(account),
  totals: sums,
  foreign: z.array(foreign).describe('Our accounts in other currencies at the end of the month'),
  receivables: aged,
  payables: aged,
  held_cents: z.int().describe('Deposits and security deposits of orders that go on, which are not in payables'),
  clearing: z
    .array(
      z.object({
        account: z.string(),
        cents,
        since: time.describe('The oldest money in it that is not settled; of the gateway, its last payout'),
      }),
    )
    .describe('Accounts that should return to zero'),
  waiting_invoices: z.int().describe('Orders that wait for an invoice'),
  missing: z.array(z.enum(INVOICE_GAPS)).describe('What to enter before invoices can be issued'),
});
export type BooksResponse = z.output<typeof books>;

const query = z.object({ month: month.optional() });

export const booksContract = {
  show: { query, responses: { 200: books } },
  csv: { query, responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
