import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { contactMessage } from './contact-forms.ts';
import { MESSAGE_CHANGES, MESSAGE_STATES, replyText } from './message.ts';

const contactBody = contactMessage;
const contactResponse = z.object({ flag: z.literal('1'), message: z.string() });

export const contactContract = {
  send: { body: contactBody, responses: { 200: contactResponse } },
} satisfies Record<string, CallContract>;

const text = z.string();
const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a number')
  .transform(Number);

export const messagesQuery = z.object({
  state: z.enum(MESSAGE_STATES).optional(),
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
  state: z.enum(MESSAGE_STATES),
  taken_by: text.nullable().describe('Name of the person of the office who looks after it'),
  replies: z.array(z.object({ by: text, text, at: text.describe('ISO 8601, UTC') })).describe('Oldest first'),
});
export type MessageResponse = z.output<typeof message>;

const messagesResponse = z.object({
  items: z.array(message),
  next: z.number().nullable(),
  open: z.number().describe('How many of all messages are not done'),
});
export type MessagesResponse = z.output<typeof messagesResponse>;

const params = z.object({ id: wholeNumber });
/** How many replies the caller has seen: a reply is refused if another one was sent meanwhile. */
const replyBody = z.object({ text: replyText, replies: z.int().min(0) });
const outcome = z.object({ flag: z.literal('1'), message: text });

export const messageContract = {
  list: { query: messagesQuery, responses: { 200: messagesResponse } },
  reply: { params, body: replyBody, responses: { 200: outcome } },
  change: { params, body: z.object({ to: z.enum(MESSAGE_CHANGES) }), responses: { 200: outcome } },
} satisfies Record<string, CallContract>;
