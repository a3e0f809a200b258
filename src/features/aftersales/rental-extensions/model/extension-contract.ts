import { z } from 'zod';
import { orderParams } from '#features/orders/orders/model/order-contract.ts';
import { actAnswer } from '#features/payments/order-acts/model/order-acts-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';

const day = z.iso.date();
const cents = z.int().describe('Cents of US dollars');

export const EXTENSION_ANSWERS = ['accepted', 'declined', 'withdrawn'] as const;

const extension = z.object({
  id: z.int(),
  last_day: day,
  days: z.int(),
  total_cents: cents.describe('With tax'),
  asked_at: z.string().describe('ISO 8601, UTC'),
  answer: z.enum(EXTENSION_ANSWERS).nullable().describe('Null while it waits for an answer'),
  deposit_ends: z
    .object({ cents, at: z.string().describe('ISO 8601, UTC') })
    .nullable()
    .describe('While it waits: the card hold of the security deposit, if it ends before the new return'),
});
export type ExtensionResponse = z.output<typeof extension>;

const extensionsResponse = z.object({
  role: z.enum(['buyer', 'seller', 'operator']),
  may: actAnswer.describe('Whether the rental can be extended now, and why not'),
  first_day: day,
  last_day: day.describe('The last day of the rental so far'),
  latest_day: day.describe('The last day that can be asked for, if the car is free until then'),
  price_cents: cents.describe('The price of the rental so far, without tax and fee'),
  tax_cents: cents,
  items: z.array(extension).describe('The newest first'),
});
export type ExtensionsResponse = z.output<typeof extensionsResponse>;

const request = z.object({
  order_id: z.int(),
  number: z.string().describe('Of the order'),
  car: z.string(),
  last_day: day,
  total_cents: cents.describe('With tax'),
  since: z.string().describe('Since when the renter waits; ISO 8601, UTC'),
  days: z.int().describe('Whole days of that, as the back office counts them'),
});
export type RentalRequest = z.output<typeof request>;

export const extensionContract = {
  waiting: { responses: { 200: z.object({ items: z.array(request).describe('The oldest first') }) } },
  list: { params: orderParams, responses: { 200: extensionsResponse } },
  ask: {
    params: orderParams,
    body: z.object({
      last_day: day,
      total_cents: z.int().min(1).describe('What the renter saw. The call is refused if it costs something else'),
    }),
    responses: { 200: extensionsResponse },
  },
  answer: {
    params: z.object({ id: idValue, extension: idValue }),
    body: z.object({
      answer: z.enum(EXTENSION_ANSWERS),
      deposit_ends: z
        .string()
        .optional()
        .describe('To accept although the card hold ends before the new return: its end, as shown'),
    }),
    responses: { 200: extensionsResponse },
  },
} satisfies Record<string, CallContract>;
