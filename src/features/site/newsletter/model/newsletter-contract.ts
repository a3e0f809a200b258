import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import type { MessageKey } from '#lib/i18n/translator.ts';

const INVALID = { error: 'newsletter.email.invalid' satisfies MessageKey };

const newsletterBody = z.object({ email: z.email(INVALID).max(254, INVALID) });
const newsletterResponse = z.object({ flag: z.literal('1'), message: z.string() });

const newsletterLinkBody = z.object({ token: z.string().max(100) });
/** Flag 0: the link is invalid, used or expired. */
const newsletterLinkResponse = z.object({ flag: z.enum(['0', '1']), message: z.string() });

export const newsletterContract = {
  subscribe: { body: newsletterBody, responses: { 200: newsletterResponse } },
  confirm: { body: newsletterLinkBody, responses: { 200: newsletterLinkResponse } },
  unsubscribe: { body: newsletterLinkBody, responses: { 200: newsletterLinkResponse } },
} satisfies Record<string, CallContract>;

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

const subscribersResponse = z.object({
  items: z.array(subscriber),
  next: z.number().nullable(),
  confirmed: z.number(),
});
export type SubscribersResponse = z.output<typeof subscribersResponse>;

const subscriberParams = z.object({ id });
const removedResponse = z.object({ flag: z.literal('1'), message: text });

export const subscriberContract = {
  list: { query: subscribersQuery, responses: { 200: subscribersResponse } },
  remove: { params: subscriberParams, responses: { 200: removedResponse } },
} satisfies Record<string, CallContract>;
