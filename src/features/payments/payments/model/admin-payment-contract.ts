import { z } from 'zod';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { filterAmount, filterDay, filterText, optionalFilter } from '#lib/filter-values.ts';
import { DISPLAY_PAYMENT_STATUSES, PAYMENT_STATES, REFUND_STEPS } from './payment.ts';
import { paymentEventsResponse, paymentParams, refundBody, refundResponse, WHY_TWO_SEND } from './payment-contract.ts';
import { PAYMENT_SORTS, REFUND_FILTER } from './payment-search.ts';

/** Facts that the back office adds to a payment or booking. */
export const saleFacts = z.object({
  car: z.string().nullable(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  order_id: z.int().nullable(),
  received: z.number().describe('Of the whole order, without refunds, US dollars'),
  due: z.number().describe('Still to be paid of the order, US dollars'),
});
export type SaleFacts = z.output<typeof saleFacts>;

const time = z.string().describe('ISO 8601, UTC');
const DAY_MS = 86_400_000;

/** Filters of the payment list. `to` is the last day included. */
export const paymentFilter = z.object({
  status: optionalFilter(z.enum(DISPLAY_PAYMENT_STATUSES)),
  from: optionalFilter(filterDay),
  to: optionalFilter(filterDay.transform((date) => new Date(date.getTime() + DAY_MS))),
  minAmount: optionalFilter(filterAmount),
  maxAmount: optionalFilter(filterAmount),
  refund: optionalFilter(z.enum(REFUND_FILTER)).describe('Only payments whose refund failed'),
  search: optionalFilter(filterText).describe(
    'The id of a user or a car, the start of a transaction id, the number of an order, a VIN, or a part of the buyer’s name or email',
  ),
});
export type PaymentFilter = z.output<typeof paymentFilter>;

const paymentsQuery = paymentFilter.extend({
  sort: z.enum(PAYMENT_SORTS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  ...pageQuery,
});
export type PaymentsQuery = z.output<typeof paymentsQuery>;

const adminPayment = z.object({
  _id: z.string(),
  id: z.int(),
  transaction_id: z.string(),
  user_id: z.int(),
  car_id: z.int().nullable(),
  amount: z.number(),
  payment_method: z.string(),
  date_of_payment: time,
  payment_status: z.enum(DISPLAY_PAYMENT_STATUSES),
  refund_failed: z.boolean().describe('A refund failed and its amount is still owed to the buyer'),
  sale: saleFacts.optional().describe('On pages of the list'),
});
export type AdminPayment = z.output<typeof adminPayment>;

/** A page, or an array of the newest payments when the query is empty. */
const paymentsResponse = z.union([z.array(adminPayment), pagedResponse(adminPayment)]);

const adminPaymentDetail = adminPayment.extend({
  state: z.enum(PAYMENT_STATES),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  contact_email: z.string(),
  total: z.number().nullable(),
  captured_at: time.nullable(),
  booking_id: z.int().nullable(),
  order_id: z.int().nullable(),
  refund: z
    .object({
      amount: z.number(),
      done: z.boolean(),
      failed: z.string().nullable().describe('Why it failed'),
      owed: z
        .number()
        .describe(
          'Part of failed refunds that was neither asked for again nor refunded at the provider since, US dollars',
        ),
    })
    .nullable()
    .describe('The newest refund'),
  refunds: z
    .array(
      z.object({
        id: z.int(),
        amount: z.number(),
        reason: z.string(),
        asked_at: time,
        done: z.boolean(),
        failed: z.string().nullable().describe('Why it failed'),
        step: z.enum(REFUND_STEPS),
        account_end: z
          .string()
          .nullable()
          .describe('The last 4 characters of the account that a transfer goes or went to'),
        account_at: time.nullable().describe('When the account that waits takes effect'),
        sent_at: time.nullable(),
        reference: z.string().nullable().describe('The bank’s id of the transfer'),
        second: z
          .enum(WHY_TWO_SEND)
          .nullable()
          .describe('Why the caller may send it only with a second person; null if one person may'),
      }),
    )
    .describe('All refunds that we asked for, the oldest first'),
  refund_target: z
    .object({
      account: z
        .object({ id: z.int(), holder: z.string(), bank: z.string(), account: z.string(), bic: z.string() })
        .nullable()
        .describe('The account of the buyer in force'),
      payer: z
        .object({ name: z.string().nullable(), account: z.string() })
        .nullable()
        .describe('Who sent the transfer, as the bank names it; if the buyer has no account'),
    })
    .nullable()
    .describe('Where refunds of a transfer go; for roles that see bank accounts'),
  refundable: z.number().describe('What can still be refunded, US dollars'),
  refund_alone: z.number().describe('What the caller may still refund without a second person, US dollars'),
  refund_second: z
    .string()
    .nullable()
    .describe('Why the order gives money back only by two people, whatever the amount; null if it does not'),
  given_back: z.number().describe('Refunded manually at the payment provider, US dollars'),
});
export type AdminPaymentDetail = z.output<typeof adminPaymentDetail>;

const paymentOutcomeResponse = z.object({ flag: z.literal('1'), message: z.string() });

const refundSentBody = z.object({
  refund_id: idValue.optional().describe('Which of the refunds; needed if the payment has several'),
  reference: z.string().trim().max(100).optional().describe('The bank’s id of the outgoing transfer'),
  account_id: idValue
    .optional()
    .describe('The account of the buyer that it went to; refused if another one is in force'),
  payer_reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe('Why it went back to the account that the transfer came from, because the buyer has none in force'),
});

const refundReturnedBody = z.object({
  refund_id: idValue,
  reason: z.string().trim().min(1).max(100).describe('What the bank says'),
});

export const adminPaymentContract = {
  list: { query: paymentsQuery, responses: { 200: paymentsResponse } },
  one: { params: paymentParams, responses: { 200: adminPaymentDetail } },
  remove: { params: paymentParams, responses: { 200: paymentOutcomeResponse } },
  restore: { params: paymentParams, responses: { 200: paymentOutcomeResponse } },
  events: { params: paymentParams, responses: { 200: paymentEventsResponse } },
  refund: { params: paymentParams, body: refundBody, responses: { 200: refundResponse } },
  refundReturned: { params: paymentParams, body: refundReturnedBody, responses: { 200: paymentOutcomeResponse } },
  refundSent: { params: paymentParams, body: refundSentBody, responses: { 200: paymentOutcomeResponse } },
} satisfies Record<string, CallContract>;
