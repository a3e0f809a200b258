import { z } from 'zod';
import { PAYMENT_METHODS } from '#features/gateways/model/payment-method.ts';
import { countryCode } from '#features/import-rules/model/import-contract.ts';
import { payBody, paymentResponse } from '#features/payments/model/payment-contract.ts';
import { formData } from '#features/payments/model/payment-form.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/id-value.ts';
import { orderParams, orderResponse } from '../order-contract.ts';
import { transferBuyer, transferEmail } from '../transfers/transfer-form.ts';
import { PLAN_OFFERS } from './plan-offer.ts';

const { transaction_id, amount, start_date, end_date, destination, shown_light, buying_for } = payBody.shape;

export const placeOrderBody = z.object({
  listing_id: idValue,
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
  destination,
  shown_light,
  buying_for,
});
export type PlaceOrderBody = z.output<typeof placeOrderBody>;

export const placedOrder = z.object({
  payment: paymentResponse,
  order: orderResponse.nullable().describe('Null until a payment by another method than a bank transfer is captured'),
});
export type PlacedOrder = z.output<typeof placedOrder>;

/** What a buyer accepts before a car is held for a transfer, and the plans on offer. */
export const orderTermsResponse = z.object({
  version: z.int(),
  plans: z.array(z.object({ plan: z.enum(PLAN_OFFERS), share: z.number() })),
  balance_days: z.int(),
  grace_days: z.int(),
  transfer: z
    .object({
      hold_days: z.int().describe('Business days'),
      until: z.string().describe('When a hold that is made now would end; ISO 8601, UTC'),
      time_zone: z.string().describe('IANA name of the zone of the bank'),
      is_demo: z.boolean().describe('The account is invented'),
    })
    .nullable()
    .describe('Null while no transfers are taken, because the company or its bank account is not entered'),
});
export type OrderTermsResponse = z.output<typeof orderTermsResponse>;

export const placeOrderContract = {
  terms: { query: z.object({ country: countryCode.optional() }), responses: { 200: orderTermsResponse } },
  place: { body: placeOrderBody, responses: { 200: placedOrder, 202: placedOrder } },
  cancelHold: { params: orderParams, responses: { 200: orderResponse } },
} satisfies Record<string, CallContract>;
