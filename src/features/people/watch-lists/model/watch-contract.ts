import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { clearForm, watchEntryForm } from './watch-form.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');

const entry = z.object({
  id: z.int(),
  kind: z.enum(['party', 'destination']),
  name: text,
  aliases: z.array(text),
  id_number: text,
  country: text,
  reason: text,
  added_by: text,
  added_at: time,
});
export type WatchEntryResponse = z.output<typeof entry>;

const hold = z.object({
  id: z.int(),
  order_id: z.int(),
  role: z.enum(['buyer', 'consignee', 'payer', 'destination']),
  payer_name: text.nullable().describe('The payer as the bank statement names them; null for other roles'),
  name: text.describe('Of the entry'),
  country: text,
  reason: text.describe('Of the entry'),
  at: time,
});
export type OrderHoldResponse = z.output<typeof hold>;

const lists = z.object({
  entries: z.array(entry),
  holds: z.array(hold).describe('The newest 200 open ones'),
});
export type WatchListsResponse = z.output<typeof lists>;

const params = z.object({ id: idValue });
export const watchContract = {
  list: { responses: { 200: lists } },
  add: { body: watchEntryForm, responses: { 200: lists } },
  remove: { params, responses: { 200: lists } },
  importCsv: {
    body: z.object({ csv: z.string().min(1).max(500_000) }),
    responses: { 200: lists.extend({ added: z.int() }) },
  },
  clear: { params, body: clearForm, responses: { 200: lists } },
} satisfies Record<string, CallContract>;
