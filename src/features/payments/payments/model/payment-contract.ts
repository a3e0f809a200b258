import { z } from 'zod';
import { listingParams } from '#features/catalog/listings/model/listing-contract.ts';
import { declaredDestination } from '#features/payments/destinations/model/destination-contract.ts';
import { ONLINE_METHODS, PAYMENT_METHODS } from '#features/payments/gateways/model/charge.ts';
import { rentalOffer } from '#features/payments/rental-offers/model/rental-offer.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue } from '#lib/contract-parts.ts';
import { amountOf, centsOf } from '#lib/money.ts';
import { REFUND_STEPS, TRANSACTION_ID } from './payment.ts';
import { formData } from './payment-form.ts';

const day = z.iso.date();
const time = z.string().describe('ISO 8601, UTC');
const amount = z
  .number()
  .min(0.01)
  .max(1_000_000_000)
  .refine((dollars) => Math.abs(dollars - amountOf(centsOf(dollars))) < 1e-8, 'must have at most two decimals');

/** Call 1 of a checkout. Without `listing_id` only the amount is reserved; call 2 then names the car. */
export const payBody = z.object({
  user_id: idValue,
  transaction_id: z.string().regex(TRANSACTION_ID, 'must be TR and digits'),
  amount: amount.describe('US dollars; must be what the server computes'),
  payment_method: z
    .enum([...ONLINE_METHODS, 'credit'])
    .transform((method) => (method === 'credit' ? 'credit_card' : method))
    .describe('`credit` means credit_card'),
  payment_status: z.string().max(40).optional().describe('Ignored'),
  formData,
  listing_id: idValue.optional(),
  start_date: day.optional().describe('First day of a rental; without days, a rental is for today'),
  end_date: day.optional().describe('Day after the last day of a rental'),
  ...declaredDestination,
});
export type PayBody = z.output<typeof payBody>;

/** The buyer's view of a payment state. `confirming`: the gateway has not responded yet; poll again. */
export const PROGRESS = [
  'confirming',
  'needs_action',
  'authorised',
  'captured',
  'refunded',
  'voided',
  'failed',
] as const;

export const paymentResponse = z.object({
  flag: z.literal('1'),
  message: z.string(),
  id: z.int(),
  _id: z.string(),
  transaction_id: z.string(),
  amount: z.number(),
  payment_method: z.enum(PAYMENT_METHODS),
  payment_status: z.enum(['pending', 'success', 'failed', 'refunded']),
  progress: z.enum(PROGRESS),
  listing_id: z.int().nullable(),
  booking_id: z.int().nullable().describe('Once the payment is captured'),
  /** For Stripe.js, when the bank asks the buyer to authenticate. */
  client_secret: z.string().optional(),
});
export type PaymentResponse = z.output<typeof paymentResponse>;

const transactionParams = z.object({ transactionId: z.string().regex(TRANSACTION_ID, 'must be TR and digits') });

/** The payment methods that the payment page offers. */
const paymentOptionsResponse = z.object({
  gateway: z.enum(['simulated', 'stripe']),
  publishableKey: z.string().nullable(),
  methods: z.array(z.enum(ONLINE_METHODS)),
});
export type PaymentOptionsResponse = z.output<typeof paymentOptionsResponse>;

const bookedDaysResponse = z.object({
  today: day.describe(
    'The first day that can be booked: today in UTC, or tomorrow once its hours are over where the car is',
  ),
  cancelableFrom: day.describe(
    'The first day whose pick-up is still ahead, so that a rental from then on can be canceled',
  ),
  freeCancelFrom: day.describe('The first day whose pick-up is more than 24 hours ahead, so that canceling is free'),
  days: z.array(day).describe('Booked days, from today on'),
  longestDays: z.int(),
  lastStart: day,
  rental: rentalOffer,
  fee_cents: z.int().describe('The registration fee that this caller would pay, in cents'),
});
export type BookedDaysResponse = z.output<typeof bookedDaysResponse>;

export const paymentParams = z.object({ id: idValue });
/** Why a second person has to approve that a refund is sent by transfer. */
export const WHY_TWO_SEND = ['other_payer', 'one_claim', 'limit'] as const;

export const refundBody = z.object({
  amount: amount.optional().describe('US dollars; by default all that is refundable'),
  keeps: z
    .number()
    .min(0)
    .optional()
    .describe('US dollars that are kept if the refund ends a booking; needed if that is more than 0'),
  reason: z.string().trim().min(1).max(500),
});
export const refundFailed = z.boolean().describe('Whether the provider already rejected the refund');
export const refundResponse = z.object({
  flag: z.literal('1'),
  message: z.string(),
  refund: z.number(),
  refund_failed: refundFailed,
});

/** An event of a payment. Responses list them oldest first. */
const paymentEvent = z.object({ at: time, event: z.string(), details: z.record(z.string(), z.unknown()) });
export type PaymentEvent = z.output<typeof paymentEvent>;
export const paymentEventsResponse = z.object({ events: z.array(paymentEvent) });

export const paymentContract = {
  pay: { body: payBody, responses: { 200: paymentResponse, 202: paymentResponse } },
  mine: { params: transactionParams, responses: { 200: paymentResponse } },
  options: { responses: { 200: paymentOptionsResponse } },
  bookedDays: { params: listingParams, responses: { 200: bookedDaysResponse } },
} satisfies Record<string, CallContract>;

/** A refund as its buyer sees it. */
export const orderRefund = z.object({
  id: z.int(),
  amount_cents: z.int().describe('Cents of US dollars'),
  by_transfer: z.boolean().describe('Whether finance sends it to a bank account; otherwise the payment provider does'),
  step: z
    .enum(REFUND_STEPS)
    .describe(
      'car: a car has to come back first · check: held by a claim or a check · account: needs a bank account of the buyer · account_waits: the account is not in force yet · ready: to be sent · sending: by the provider · sent · failed: came back',
    ),
  asked_at: time,
  ready_at: time.nullable().describe('Since when a transfer can be sent'),
  account_at: time.nullable().describe('When the account that waits takes effect'),
  account_end: z.string().nullable().describe('The last 4 characters of the account that it goes or went to'),
  sent_at: time.nullable(),
  reference: z.string().nullable().describe('The bank’s id of the transfer'),
  is_repeated: z.boolean().describe('Whether it failed and all of it was asked for again'),
});
export type OrderRefund = z.output<typeof orderRefund>;
