import { z } from 'zod';
import { payoutAccounts } from '#features/payments/payout-accounts/model/payout-account-contract.ts';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue } from '#lib/contract-parts.ts';
import { MAX_FEE_CENTS, PAYOUT_STATES } from './payout.ts';

const time = z.string().describe('ISO 8601, UTC');
const cents = z.int().describe('Cents of US dollars');

const payoutResponse = z.object({
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
  owes_cents: cents.describe('Refunded to buyers after it was paid out, and deducted from the next payouts'),
  deductions: z
    .array(z.object({ order: z.object({ id: z.int(), number: z.string() }), cents, at: time }))
    .describe('What was deducted from what an order would have paid, the newest first'),
});
export type MyPayoutsResponse = z.output<typeof myPayouts>;

export const payoutContract = {
  mine: { responses: { 200: myPayouts } },
  statement: { params: z.object({ id: idValue }), responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;

const person = z.object({ id: z.int(), name: z.string() });
const account = z.object({ holder: z.string(), bank: z.string(), account: z.string(), bic: z.string() });

const due = z.object({
  seller: person,
  cents: cents.describe('What may be paid now'),
  later_cents: cents.describe(
    'What may not be paid yet, because buyers can open claims or something has to be decided first',
  ),
  early_cents: cents.describe('The part of it that two people may pay before the days for claims are over'),
  orders: z.int().describe('How many orders it is for'),
  has_account: z.boolean().describe('Whether the seller has entered a bank account that counts'),
  second: z
    .enum(['counted', 'again', 'limit'])
    .nullable()
    .describe(
      'Why the caller may pay it now only with a second person: the money rests on the word of one person, a payout came back, or the limit',
    ),
});
export type DuePayout = z.output<typeof due>;

const payout = payoutResponse.extend({
  seller: person,
  account,
  needs_second_person: z.boolean(),
  created_by: z.string(),
  approved_by: z.string().nullable(),
  fee_cents: cents.nullable(),
  reason: z.string().nullable(),
});
export type AdminPayoutResponse = z.output<typeof payout>;

const payouts = z.object({
  flag: z.literal('1'),
  due: z.array(due).describe('Sellers who are owed money that no open payout covers, the largest amount first'),
  payouts: z.array(payout).describe('Open ones first, then the newest; 100 at most'),
  limit_cents: cents.describe('What one person may pay out to a seller within a day'),
});
export type AdminPayoutsResponse = z.output<typeof payouts>;

const params = z.object({ id: idValue });
const reason = z.string().trim().min(1, 'Reason is required').max(500);
const acted = { responses: { 200: outcomeResponse } };

export const adminPayoutContract = {
  list: { responses: { 200: payouts } },
  create: {
    body: z.object({
      seller_id: idValue,
      early: z.boolean().optional().describe('Also what buyers can still claim; needs a second person'),
    }),
    ...acted,
  },
  days: {
    params,
    body: z.object({ days: z.int().min(0).max(365).describe('After the handover'), reason }),
    ...acted,
  },
  sent: { params, ...acted },
  booked: {
    params,
    body: z.object({ fee_cents: z.int().min(0).max(MAX_FEE_CENTS).describe('What the bank charged') }),
    ...acted,
  },
  failed: { params, body: z.object({ reason }), ...acted },
  cancel: { params, body: z.object({ reason }), ...acted },
} satisfies Record<string, CallContract>;
