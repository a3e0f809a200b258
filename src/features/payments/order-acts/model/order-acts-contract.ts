import { z } from 'zod';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { BILLS_OF_LOST, ORDER_ACTS } from './act-list.ts';

export const actAnswer = z.object({
  act: z.enum(ORDER_ACTS),
  may: z.enum(['yes', 'no', 'second']).describe('second: only together with a second person'),
  why: z.string().nullable().describe('Why not, or why it needs a second person, and what to do instead'),
});
export type ActAnswer = z.output<typeof actAnswer>;

const carLoss = z.object({
  listing_id: idValue.describe('The car that is lost'),
  bill: z
    .enum(BILLS_OF_LOST, { error: 'acts.loss.billNeeded' })
    .describe('Why nobody can collect the car with a bill of lading'),
  note: z
    .string()
    .trim()
    .min(1, { error: 'acts.loss.noteNeeded' })
    .max(500)
    .describe('What the carrier confirmed, and when'),
});
export type CarLoss = z.output<typeof carLoss>;

export const lossContract = {
  propose: { params: z.object({ id: idValue }), body: carLoss, responses: { 200: outcomeResponse } },
} satisfies Record<string, CallContract>;

export const returnContract = {
  record: {
    params: z.object({ id: idValue }),
    body: z.object({
      listing_id: idValue.describe('The car that is back'),
      note: z.string().trim().min(1, { error: 'acts.return.noteNeeded' }).max(500).describe('Where and in which state'),
    }),
    responses: { 200: outcomeResponse },
  },
} satisfies Record<string, CallContract>;
