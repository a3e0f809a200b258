import { z } from 'zod';
import { orderParams } from '#features/orders/orders/model/order-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue } from '#lib/contract-parts.ts';

export const slip = z.object({
  id: z.int(),
  format: z.enum(['pdf', 'jpg']),
  bytes: z.int(),
  at: z.string().describe('ISO 8601, UTC'),
  url: z.string(),
});
export type SlipResponse = z.output<typeof slip>;

const slipsResponse = z.object({
  items: z.array(slip).describe('The oldest first'),
  may_send: z.boolean().describe('Whether the order still waits for money and has fewer than five slips'),
});
export type SlipsResponse = z.output<typeof slipsResponse>;

export const slipContract = {
  send: { params: orderParams, responses: { 200: slipsResponse } },
  mine: { params: orderParams, responses: { 200: slipsResponse } },
  ofOrder: { params: orderParams, responses: { 200: slipsResponse } },
  open: { params: z.object({ id: idValue, slip: idValue }), responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
