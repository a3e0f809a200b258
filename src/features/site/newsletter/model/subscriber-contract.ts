import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

const text = z.string();
const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a number')
  .transform(Number);

const SUBSCRIBER_STATES = ['confirmed', 'waiting'] as const;

export const subscribersQuery = z.object({
  search: z
    .string()
    .trim()
    .max(200)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'is not text')
    .optional(),
  state: z.enum(SUBSCRIBER_STATES).optional(),
  /** Id of the last subscriber on the previous page. */
  after: id.optional(),
});
export type SubscribersQuery = z.output<typeof subscribersQuery>;

const subscriber = z.object({
  id: z.number(),
  email: text,
  state: z.enum(SUBSCRIBER_STATES),
  createdAt: text.describe('ISO 8601, UTC'),
});
export type SubscriberResponse = z.output<typeof subscriber>;

export const subscribersResponse = z.object({
  items: z.array(subscriber),
  next: z.number().nullable(),
  confirmed: z.number(),
});
export type SubscribersResponse = z.output<typeof subscribersResponse>;

export const subscriberParams = z.object({ id });
export const removedResponse = z.object({ flag: z.literal('1'), message: text });

export const subscriberContract = {
  list: { query: subscribersQuery, responses: { 200: subscribersResponse } },
  remove: { params: subscriberParams, responses: { 200: removedResponse } },
} satisfies Record<string, CallContract>;
