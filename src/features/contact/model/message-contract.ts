import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';

const text = z.string();
const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a number')
  .transform(Number);

export const messagesQuery = z.object({
  search: z
    .string()
    .trim()
    .max(200)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'is not text')
    .optional(),
  /** Id of the last message on the previous page. */
  after: wholeNumber.optional(),
});
export type MessagesQuery = z.output<typeof messagesQuery>;

const message = z.object({
  id: z.number(),
  name: text,
  email: text,
  subject: text,
  message: text,
  createdAt: text.describe('ISO 8601, UTC'),
});
export type MessageResponse = z.output<typeof message>;

export const messagesResponse = z.object({ items: z.array(message), next: z.number().nullable() });
export type MessagesResponse = z.output<typeof messagesResponse>;

export const messageContract = {
  list: { query: messagesQuery, responses: { 200: messagesResponse } },
} satisfies Record<string, CallContract>;
