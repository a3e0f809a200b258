import { z } from 'zod';
import { orderParams, orderResponse } from '#features/orders/orders/model/order-contract.ts';
import { declaredDestination } from '#features/payments/destinations/model/destination-contract.ts';
import { PAYMENT_METHODS } from '#features/payments/gateways/model/charge.ts';
import { PLAN_OFFERS } from '#features/payments/order-terms/model/order-terms.ts';
import { payBody, paymentResponse } from '#features/payments/payments/model/payment-contract.ts';
import { formData } from '#features/payments/payments/model/payment-form.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { MAX_CARS } from './cars-of-order.ts';
import { transferBuyer, transferEmail } from './transfer-form.ts';

const { transaction_id, amount, start_date, end_date } = payBody.shape;

const placeOrderBody = z.object({
  listing_id: idValue.optional().describe('The car, if it is one'),
  listing_ids: z
    .array(idValue)
    .min(1)
    .max(MAX_CARS)
    .optional()
    .describe('Instead of `listing_id`: cars for sale of one seller, held together for one bank transfer, all or none'),
  transaction_id,
  amount: amount.describe('What is paid first by the plan, in US dollars; must be what the server computes'),
  payment_method: z.enum(PAYMENT_METHODS),
  plan: z.enum(PLAN_OFFERS).default('deposit_25'),
  formData: z.optional(formData).describe('For every method but a bank transfer'),
  email: z.optional(transferEmail).describe('For a bank transfer: where we write to about this order'),
  buyer: z.optional(transferBuyer).describe('For a bank transfer: who buys, as printed on the documents'),
  accepted_terms: z.int().optional().describe('For a bank transfer: the version of the terms that the buyer accepted'),
  start_date,
  end_date,
  ...declaredDestination,
});
export type PlaceOrderBody = z.output<typeof placeOrderBody>;

const placedOrder = z.object({
  payment: paymentResponse,
  order: orderResponse.nullable().describe('Null until a payment by another method than a bank transfer is captured'),
});

const takeOutBody = z.object({ listing_id: idValue });

export const placeOrderContract = {
  place: { body: placeOrderBody, responses: { 200: placedOrder, 202: placedOrder } },
  takeOut: { params: orderParams, body: takeOutBody, responses: { 200: orderResponse } },
  cancelHold: { params: orderParams, responses: { 200: orderResponse } },
} satisfies Record<string, CallContract>;

const listingParams = z.object({ id: idValue });
const waitingResponse = z.object({
  flag: z.literal('1'),
  waiting: z.boolean().describe('Whether the user gets an email when the car is free'),
});

export const waitingContract = {
  ask: { params: listingParams, responses: { 200: waitingResponse } },
  stop: { params: listingParams, responses: { 200: waitingResponse } },
} satisfies Record<string, CallContract>;

const userParams = z.object({ id: idValue });
const holdRightResponse = z.object({
  flag: z.literal('1'),
  lapsed: z.int().describe('Holds for transfers that lapsed since the right was last restored'),
  may_hold: z.boolean(),
  is_new: z
    .boolean()
    .describe(
      'No money of the user has arrived, and nobody allowed more holds within a year: two cars at once, and further limits',
    ),
});
export type HoldRightResponse = z.output<typeof holdRightResponse>;

export const holdRightContract = {
  read: { params: userParams, responses: { 200: holdRightResponse } },
  restore: {
    params: userParams,
    body: z.object({ reason: z.string().trim().min(1).max(500) }),
    responses: { 200: holdRightResponse },
  },
} satisfies Record<string, CallContract>;
