import { z } from 'zod';
import { ORDER_LIVES } from '#features/payments/order-acts/model/order-life.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';

const text = z.string();
const time = z.string().describe('ISO 8601, UTC');
const bilingual = z.object({ en: text, zh: text });

const contractResponse = z.object({
  order_id: z.int(),
  number: text.describe('Of the order'),
  role: z.enum(['buyer', 'seller']).describe('What the caller is in this order'),
  version: z.int().describe('Of the template'),
  hash: text.describe('SHA-256 of version and clauses, in hex; sent back to accept exactly this text'),
  clauses: z.array(z.object({ title: bilingual, text: bilingual })),
  accepted: z.array(z.object({ party: z.enum(['buyer', 'seller']), name: text, at: time, is_mine: z.boolean() })),
  may_accept: z.boolean(),
  document: z.object({ number: text, url: text }).nullable(),
});
export type SalesContractResponse = z.output<typeof contractResponse>;

const sale = z.object({
  order_id: z.int(),
  number: text,
  life: z.enum(ORDER_LIVES),
  listing_id: z.int(),
  car: text,
  price_cents: z.int(),
  share_cents: z.int().describe('The price without our commission, owed to the seller once the car is handed over'),
  reduced_cents: z.int().describe('What claims and lost disputes took from the seller’s share of the whole order'),
  sold_at: time,
  contract: z.enum(['not_needed', 'open', 'accepted']).describe('Whether the seller accepted the sales contract'),
  consignee_change: z
    .object({ name: text, country: text, effective_at: time })
    .nullable()
    .describe('The change of the consignee that waits'),
});
export type Sale = z.output<typeof sale>;
const sales = z.object({ items: z.array(sale) });
export type SalesResponse = z.output<typeof sales>;

const params = z.object({ id: idValue });
export const contractContract = {
  show: { params, responses: { 200: contractResponse } },
  accept: {
    params,
    body: z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) }),
    responses: { 200: contractResponse },
  },
  sales: { responses: { 200: sales } },
} satisfies Record<string, CallContract>;
