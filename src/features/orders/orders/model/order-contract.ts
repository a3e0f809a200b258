import { z } from 'zod';
import { shortQuoteResponse } from '#features/catalog/landed-cost/model/landed-cost-contract.ts';
import { ONLINE_METHODS } from '#features/payments/gateways/model/charge.ts';
import { actAnswer } from '#features/payments/order-acts/model/order-acts-contract.ts';
import { ORDER_LIVES } from '#features/payments/order-acts/model/order-life.ts';
import { cancelTerms } from '#features/payments/order-terms/model/order-terms-contract.ts';
import { TRANSACTION_ID } from '#features/payments/payments/model/payment.ts';
import { orderRefund, paymentResponse } from '#features/payments/payments/model/payment-contract.ts';
import { formData } from '#features/payments/payments/model/payment-form.ts';
import { rentalTimes } from '#features/payments/rental-offers/model/rental-offer.ts';
import { accountNotice } from '#features/site/issued-documents/model/verify-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { PLAN_ITEM_KINDS, PLAN_ITEM_STATES } from './payment-plan.ts';
import { CHARGE_KINDS } from './rental-money.ts';

const time = z.string().describe('ISO 8601, UTC');
const cents = z.int().describe('Cents of US dollars');

const orderMoney = z.object({
  owed_cents: cents,
  received_cents: cents.describe('Received and not refunded'),
  shortfall_cents: cents.describe('What banks kept of transfers; the buyer does not owe it'),
  overpaid_cents: cents.describe('Received beyond what is owed'),
  open_cents: cents.describe('Still to be paid; 0 once the order has ended'),
  overdue: z.boolean(),
  next: z
    .object({
      plan_item: z.int(),
      kind: z.enum(PLAN_ITEM_KINDS),
      amount_cents: cents,
      due_on: z.iso.date().describe('In UTC'),
    })
    .nullable()
    .describe('The next payment of the plan'),
});

const orderCar = z.object({
  listing_id: z.int(),
  booking_id: z.int().nullable(),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  image: z.object({ url: z.string(), placeholder: z.string().optional() }).nullable(),
  price_cents: cents,
  tax_cents: cents,
  fee_cents: cents,
  total_cents: cents,
});

export const orderSummary = z.object({
  id: z.int(),
  number: z.string(),
  reference: z.string().describe('What the buyer writes on a bank transfer'),
  offer: z.enum(['Sell', 'Rent']),
  life: z.enum(ORDER_LIVES),
  created_at: time,
  ended_at: time.nullable(),
  money: orderMoney,
  contract: z
    .object({ accepted_at: time.nullable().describe('By the buyer') })
    .nullable()
    .describe('The sales contract; null if the order needs none'),
  cars: z.array(orderCar),
});
export type OrderSummary = z.output<typeof orderSummary>;

const planItem = z.object({
  id: z.int(),
  kind: z.enum(PLAN_ITEM_KINDS),
  amount_cents: cents,
  due_on: z.iso.date().describe('In UTC'),
  paid_cents: cents,
  state: z.enum(PLAN_ITEM_STATES),
});
export type PlanItemResponse = z.output<typeof planItem>;

const orderDocument = z.object({
  id: z.int(),
  kind: z.string(),
  number: z.string(),
  code: z.string().nullable().describe('For `/verify/{code}`; null for documents without a signature'),
  sha256: z.string().nullable(),
  url: z.string(),
});

const orderHold = z.object({
  until: time.describe('When the hold ends unless the money arrives'),
  time_zone: z.string().describe('IANA name of the zone of the bank'),
});

/** How to pay what is due next by bank transfer. */
const transferDetails = z.object({
  amount_cents: cents,
  reference: z.string(),
  holder: z.string(),
  bank: z.string(),
  account: z.string().describe('IBAN or account number, without spaces'),
  bic: z.string(),
  is_demo: z.boolean().describe('The account is invented'),
});
export type TransferDetails = z.output<typeof transferDetails>;

const security = z.object({
  asked_cents: cents.describe('To bring to the pick-up by the terms of the order'),
  taken_cents: cents,
  returned_cents: cents,
  used_cents: cents.describe('Used for charges'),
  held_cents: cents,
});
const charge = z.object({
  id: z.int(),
  kind: z.enum(CHARGE_KINDS),
  amount_cents: cents,
  from_security_cents: cents.describe('Paid from the security deposit'),
  reason: z.string(),
  at: time,
  evidence: z.array(z.object({ format: z.enum(['pdf', 'jpg']), url: z.string() })),
});
export type ChargeResponse = z.output<typeof charge>;

export const orderResponse = orderSummary.extend({
  hold: orderHold.nullable().describe('While the car is held for a bank transfer'),
  transfer: transferDetails.nullable().describe('Null if nothing is to be paid or no transfers are taken'),
  terms: z.object({
    version: z.int(),
    requires_balance: z.boolean().describe('Whether the order is completed only when everything is paid'),
    grace_days: z.int().describe('Days after the due date until an unpaid sale is canceled'),
    claim_days: z.int().describe('Days after the handover in which the buyer may open a claim'),
    cancel: cancelTerms,
  }),
  acts: z.array(actAnswer).describe('What may happen to the order now'),
  is_checked: z.boolean().describe('Whether our office checks the order, so that nothing in it changes meanwhile'),
  plan: z.array(planItem),
  refunds: z.object({
    waiting_cents: cents.describe('Asked for, and not sent yet'),
    sent_cents: cents,
    kept_cents: cents.describe('What we keep of a canceled order'),
    awaits_car: z.boolean().describe('Refunds are sent once the car is back or recorded as lost'),
    car: z.enum(['back', 'lost']).nullable().describe('What became of the cars, once each is back or lost'),
  }),
  destinations: z
    .array(shortQuoteResponse.extend({ listing_id: z.int(), car: z.string() }))
    .describe('What the import rules said about each car when it was paid for'),
  refund_steps: z.array(orderRefund).describe('Refunds to the buyer, the oldest first'),
  security: security.optional().describe('The security deposit of a rental'),
  rental: rentalTimes.optional().describe('Of a rental that is booked'),
  charges: z.array(charge).optional().describe('What a renter owes in addition to the price'),
  documents: z.array(orderDocument),
  account_notice: accountNotice,
  moves: z.array(
    z.object({
      from: z.enum(ORDER_LIVES).nullable(),
      to: z.enum(ORDER_LIVES),
      actor: z.enum(['buyer', 'seller', 'admin', 'system']),
      reason: z.string(),
      at: time,
    }),
  ),
});
export type OrderResponse = z.output<typeof orderResponse>;

const payItemBody = z.object({
  plan_item: idValue,
  payment_method: z.enum(ONLINE_METHODS),
  formData,
  transaction_id: z.string().regex(TRANSACTION_ID, 'must be TR and digits'),
  amount_cents: z.int().min(100).max(100_000_000_00).optional().describe('By default all that is open of the item'),
});
export type PayItemBody = z.output<typeof payItemBody>;

const myOrdersQuery = z.object({
  page: pageQuery.page,
  open: z.enum(['true', 'false']).optional().describe('true: only orders that are held or booked'),
});

export const orderParams = z.object({ id: idValue });
const myOrdersResponse = pagedResponse(orderSummary);
export type MyOrdersResponse = z.output<typeof myOrdersResponse>;

export const orderContract = {
  mine: { query: myOrdersQuery, responses: { 200: myOrdersResponse } },
  one: { params: orderParams, responses: { 200: orderResponse } },
  pay: { params: orderParams, body: payItemBody, responses: { 200: paymentResponse, 202: paymentResponse } },
  thread: { params: orderParams, responses: { 200: z.object({ flag: z.literal('1'), number: z.string() }) } },
} satisfies Record<string, CallContract>;

export const orderDocumentContract = {
  file: { params: z.object({ id: idValue, document: idValue }), responses: { 200: fileResponse } },
} satisfies Record<string, CallContract>;
