import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { STEP_STATES } from './progress.ts';
import { placeResponse } from './shipment-contract.ts';
import { ALL_STEPS, REPORTED_STEPS } from './step.ts';

const yardOrder = z.object({
  order_id: z.int(),
  number: z.string(),
  offer: z.enum(['Sell', 'Rent']),
  cars: z.array(z.string()),
  listing_ids: z.array(z.int()).describe('Of `cars`'),
  next: z.enum(ALL_STEPS).nullable(),
  due_at: z.string().nullable(),
  late_days: z.int(),
  steps: z
    .array(z.object({ step: z.enum(REPORTED_STEPS), state: z.enum(STEP_STATES) }))
    .describe('The steps that the caller may report'),
});
export type YardOrder = z.output<typeof yardOrder>;

export const yardResponse = z.object({
  account: z.string().describe('Whose orders these are'),
  as_of: z.string(),
  orders: z.array(yardOrder),
  ports: z.array(placeResponse),
});
export type YardResponse = z.output<typeof yardResponse>;

export const yardContract = {
  read: { responses: { 200: yardResponse } },
} satisfies Record<string, CallContract>;
