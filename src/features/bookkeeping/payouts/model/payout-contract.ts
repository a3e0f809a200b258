import { z } from 'zod';
import { payoutAccounts } from '#features/payments/payout-accounts/model/payout-account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue } from '#lib/contract-parts.ts';
import { PAYOUT_STATES } from './payout.ts';

const time = z.string().describe('ISO 8601, UTC');
const cents = z.int().describe('Cents of US dollars');

export const payoutResponse = z.object({
  id: z.int(),
  cents,
  state: z.enum(PAYOUT_STATES),
  account_end: z.string(),
  created_at: time,
  sent_at: time.nullable(),
  ended_at: time.nullable(),
  orders: z.array(z.object({ id: z.int(), number: z.string(), cents })),
  statement: z.string().nullable().describe('The number of the payout statement, once it was sent'),
});
export type PayoutResponse = z.output<typeof payoutResponse>;

const myPayouts = z.object({
  flag: z.literal('1'),
  due_cents: cents.describe('Owed for handed over cars, and to be paid now'),
  later_cents: cents.describe('Owed, and to be paid when the days for claims of the buyers are over'),
  ...payoutAccounts.shape,
  payouts: z.array(payoutResponse).describe('The newest 50'),
  owes_cents: cents.describe('Given back to buyers after it was paid out, and deducted from the next payouts'),
  deductions: z
    .array(z.object({ order: z.object({ id: z.int(), number: z.string() }), cents, at: time }))
    .describe('What was deducted from what an order would have paid, the newest first'),
});
export type MyPayoutsResponse = z.output<typeof myPayouts>;

export const payoutContract = {
  mine: { responses: { 200: myPayouts } },
  statement: { params: z.object({ id: idValue }), responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
