import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/id-value.ts';
import { CLAIM_KINDS, CLAIM_STATES } from './claim.ts';
import { claimResponse, statementBody } from './claim-contract.ts';

const cents = z.int().describe('Cents of US dollars');
const time = z.string().describe('ISO 8601, UTC');
const MAX_CENTS = 100_000_000_00;

const row = z.object({
  id: z.int(),
  order: z.object({ id: z.int(), number: z.string() }),
  kind: z.enum(CLAIM_KINDS),
  state: z.enum(CLAIM_STATES),
  opened_at: time,
  next_at: time.nullable(),
  buyer: z.string(),
  frozen_cents: cents,
});
export type AdminClaimRow = z.output<typeof row>;

const money = z.object({
  frozen_cents: cents,
  paid_out_cents: cents.describe('Paid out to the seller, which a decision may claim back'),
  refundable_cents: cents.describe('What can go back to the buyer'),
  open_cents: cents.describe('What the buyer still owes'),
  sellers_cents: cents.describe('What the sellers get at the handover of an order that goes on'),
  is_active: z.boolean().describe('Whether the cars are still to be handed over'),
});
export type ClaimMoneyResponse = z.output<typeof money>;

const details = z.object({
  flag: z.literal('1'),
  claim: claimResponse,
  buyer: z.string(),
  sellers: z.array(z.string()),
  money,
  limit_cents: cents.describe('What one person may give back to the buyer'),
  may_decide: z.boolean(),
  may_ask: z.boolean(),
  moves: z.array(
    z.object({
      to: z.enum(CLAIM_STATES),
      actor: z.enum(['buyer', 'seller', 'admin', 'system']),
      at: time,
    }),
  ),
});
export type AdminClaimResponse = z.output<typeof details>;

const list = z.object({
  flag: z.literal('1'),
  items: z.array(row).describe('Open claims by the time of their next step, then the newest ended ones; 200 at most'),
  open: z.int(),
});
export type AdminClaimsResponse = z.output<typeof list>;

const params = z.object({ id: idValue });

export const decisionBody = z.object({
  to_buyer_cents: z.int().min(0).max(MAX_CENTS),
  to_seller_cents: z.int().min(0).max(MAX_CENTS),
  reason: z.string().trim().min(1, 'Reason is required').max(2_000),
});

export const questionBody = z.object({
  key: statementBody.shape.key,
  party: z.enum(['buyer', 'seller']),
  text: z
    .string()
    .trim()
    .min(1, 'Question is required')
    .max(2_000)
    .refine((value) => value.isWellFormed() && !value.includes('\u0000'), 'must be text'),
});

export const adminClaimContract = {
  list: { responses: { 200: list } },
  one: { params, responses: { 200: details } },
  ask: { params, body: questionBody, responses: { 200: outcomeResponse } },
  decide: { params, body: decisionBody, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;
