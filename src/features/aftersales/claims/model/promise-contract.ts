import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

/** Fewer decided claims say nothing, so no share and no time is shown. */
export const ENOUGH_DECIDED = 10;

const promise = z.object({
  flag: z.literal('1'),
  version: z.int(),
  covered: z.array(z.string()),
  how_much: z.string(),
  how_long: z.string(),
  not_covered: z.array(z.string()),
  counted: z.object({
    claims: z.int().describe('Claims about cars for sale, without withdrawn ones'),
    decided: z.int(),
    upheld_percent: z.int().nullable().describe('Of those decided, how many gave the buyer money back; null below 10'),
    median_days: z.number().nullable().describe('From the claim to the decision; null below 10'),
  }),
});
export type PromiseResponse = z.output<typeof promise>;

export const promiseContract = {
  read: { responses: { 200: promise } },
} satisfies Record<string, CallContract>;
