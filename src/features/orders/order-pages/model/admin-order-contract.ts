import { z } from 'zod';
import { CASH_METHODS, TAKEN_METHODS } from '#features/orders/orders/model/order.ts';
import { orderParams, orderResponse, orderSummary } from '#features/orders/orders/model/order-contract.ts';
import { CHARGE_KINDS, MAX_RENTAL_CENTS } from '#features/orders/orders/model/rental-money.ts';
import { importAnswer } from '#features/payments/destinations/model/destination-contract.ts';
import { DISPLAY_PAYMENT_STATUSES, REFUND_STEPS } from '#features/payments/payments/model/payment.ts';
import { outcomeResponse } from '#features/people/accounts/model/account-contract.ts';
import type { CallContract } from '#lib/api-client/api-call.ts';
import { fileResponse, idValue, pagedResponse, pageQuery } from '#lib/contract-parts.ts';
import { filterText, optionalFilter } from '#lib/filter-values.ts';
import { type CountedQueue, ORDER_QUEUES } from './order-queue.ts';

const adminOrdersQuery = z.object({
  ...pageQuery,
  queue: optionalFilter(z.enum(ORDER_QUEUES)),
  search: optionalFilter(filterText).describe(
    'Number or transfer reference of the order, booking id, transaction id, VIN, or a part of the buyer’s name or email',
  ),
  listing: idValue.optional().describe('Only orders of this car'),
});
export type AdminOrdersQuery = z.output<typeof adminOrdersQuery>;

const time = z.string().describe('ISO 8601, UTC');
const buyer = z.object({ id: z.int(), name: z.string(), email: z.string() });
const adminOrderSummary = orderSummary.extend({
  buyer,
  queue: z.enum(ORDER_QUEUES),
  since: time.describe('When the next payment is due, since when the car can be handed over, or when the order ended'),
  days: z.int().describe('Whole days since then; negative until then'),
  renter_waits: z
    .object({ since: z.string().describe('ISO 8601, UTC'), days: z.int() })
    .nullable()
    .describe('While the renter waits for the check of a license or for an answer to a request for more days'),
  refund_to_send: z
    .object({
      cents: z.int(),
      step: z.enum(REFUND_STEPS).describe('What they wait for'),
      since: time,
      days: z.int().describe('Whole days since it was asked for'),
    })
    .nullable()
    .describe('Refunds by transfer that finance has not sent'),
});
export type AdminOrderSummary = z.output<typeof adminOrderSummary>;
const adminOrdersResponse = pagedResponse(adminOrderSummary);
export type AdminOrdersResponse = z.output<typeof adminOrdersResponse>;

const queueCounts = z.object({
  overdue: z.int(),
  balance: z.int(),
  transfer: z.int(),
  check: z.int(),
  claim: z.int(),
  contract: z.int(),
  shipping: z.int(),
  completion: z.int().describe('Orders whose cars were handed over or returned'),
  handover: z.int(),
  refund: z.int().describe('Orders with refunds by transfer to send'),
  renter: z.int().describe('Rentals whose renter waits for the check of a license or for an answer'),
} satisfies Record<CountedQueue, z.ZodInt>);
export type QueueCounts = z.output<typeof queueCounts>;

const waitingOrders = z.object({
  queues: queueCounts,
  refunds_failed: z.int().describe('Payments whose refund failed and is still owed'),
});
export type WaitingOrders = z.output<typeof waitingOrders>;

const cashReceipt = z.object({
  id: z.int(),
  method: z.enum(CASH_METHODS),
  cents: z.int(),
  note: z.string(),
  at: z.string(),
  by: z.string().describe('Who took it'),
});
const payoutAccount = z.object({
  id: z.int(),
  holder: z.string(),
  account_end: z.string().describe('The last characters of the number'),
  full: z
    .object({ bank: z.string(), account: z.string(), bic: z.string() })
    .nullable()
    .describe('Only in `GET`, for roles that see bank accounts'),
});
const moneyMove = z.object({
  key: z.string(),
  cents: z.int().describe('Negative: moved to the other order'),
  other: z.object({ id: z.int(), number: z.string() }),
  reason: z.string(),
  by: z.string(),
  at: time,
  is_undo: z.boolean().describe('Whether it undid another move'),
  is_undone: z.boolean(),
});
const dispute = z.object({
  id: z.int(),
  payment_id: z.int(),
  state: z.enum(['inquiry', 'open', 'won', 'lost']),
  cents: z.int(),
  lost_cents: z.int().describe('What the provider has withdrawn for good'),
  heard_at: time,
  closed_at: time.nullable(),
  evidence_due_at: time.nullable().describe('Until when the provider takes evidence; null if it does not say so'),
  late: z.boolean().describe('Whether the dispute is open and takes no more evidence'),
});
const alone = z.object({
  taken_cents: z.int().describe('For the order, as taken in person'),
  returned_cents: z.int().describe('Of the order, as given back in person'),
  security_cents: z.int().describe('As a security deposit'),
  returns_by_two: z.array(z.enum(CASH_METHODS)).describe('How only two people give back what was taken in person'),
  security_returns_by_two: z.array(z.enum(CASH_METHODS)).describe('How only two people give back the security deposit'),
});
const adminOrderResponse = adminOrderSummary.extend({
  ...orderResponse.shape,
  moves: z.array(
    orderResponse.shape.moves.element.extend({ name: z.string().nullable().describe('Who; null for the system') }),
  ),
  payments: z.array(
    z.object({
      id: z.int(),
      transaction_id: z.string(),
      amount_cents: z.int(),
      state: z.string(),
      status: z.enum(DISPLAY_PAYMENT_STATUSES),
      created_at: z.string(),
    }),
  ),
  destination_not_said: z.boolean().describe('Whether the buyer was asked where the cars go, and did not say it'),
  imports: z.array(importAnswer).describe('What the import rules said about its cars, the newest first'),
  disputes: z.array(dispute).describe('Of its payments, at the provider'),
  cash_receipts: z.array(cashReceipt),
  money_moves: z
    .array(moneyMove)
    .describe('Money that was moved to and from other orders of the buyer, the oldest first'),
  payout_account: payoutAccount
    .nullable()
    .describe('The buyer’s bank account in force. Refunds by transfer go only to it'),
  cash_held_cents: z.int().describe('Taken in person for the order and not returned'),
  alone: alone.nullable().describe('What the caller may still record without a second person, US cents. Only in `GET`'),
});
export type AdminOrderResponse = z.output<typeof adminOrderResponse>;

/** An order after money was taken or returned in person. */
const movedInPerson = adminOrderResponse.extend({
  message: z.string().describe('Whether it is recorded or waits for a second person'),
});

const cashBody = z.object({
  key: z
    .string()
    .min(8)
    .max(60)
    .describe('Generated by the client; a repeated call with the same key has no second effect'),
  method: z.enum(TAKEN_METHODS),
  amount_cents: z.int().min(1).max(100_000_000_00),
  note: z.string().trim().max(500).default(''),
});

const moveBody = z.object({
  key: z
    .string()
    .min(8)
    .max(60)
    .describe('Generated by the client; a repeated call with the same key has no second effect'),
  to_order_id: z.int().positive().describe('Another order of the same buyer'),
  amount_cents: z.int().min(1).max(100_000_000_00).describe('At most what was received beyond the cost of the order'),
  reason: z.string().trim().min(1, 'Reason is required').max(500),
});

export const adminOrderContract = {
  list: { query: adminOrdersQuery, responses: { 200: adminOrdersResponse } },
  queues: { responses: { 200: waitingOrders } },
  one: { params: orderParams, responses: { 200: adminOrderResponse } },
  cash: {
    params: orderParams,
    body: cashBody,
    responses: { 200: movedInPerson },
  },
  move: { params: orderParams, body: moveBody, responses: { 200: adminOrderResponse } },
  undoMove: {
    params: orderParams.extend({ key: z.string().min(8).max(60) }),
    body: z.object({ reason: z.string().trim().min(1, 'Reason is required').max(500) }),
    responses: {
      200: adminOrderResponse.extend({
        waits: z.boolean().describe('Whether a second person has to approve it, so that nothing was moved yet'),
      }),
    },
  },
  complete: { params: orderParams, responses: { 200: adminOrderResponse } },
  revive: { params: orderParams, responses: { 200: adminOrderResponse } },
} satisfies Record<string, CallContract>;

export const cashReturnContract = {
  give: {
    params: z.object({ id: idValue }),
    body: z.object({
      key: z.string().min(8).max(60).describe('Generated by the browser; a repeated call is the same return'),
      method: z.enum(['cash', 'transfer']),
      amount_cents: z.int().min(1).max(100_000_000_00),
      account_id: z.int().positive().optional().describe('Of a transfer: the account of the buyer that the person saw'),
      note: z.string().trim().min(1, 'Reason is required').max(500),
    }),
    responses: { 200: outcomeResponse },
  },
} satisfies Record<string, CallContract>;

const key = z
  .string()
  .min(8)
  .max(60)
  .describe('Generated by the client; a repeated call with the same key has no second effect');

const securityBody = z
  .object({
    key,
    kind: z.enum(['taken', 'returned']),
    method: z.enum(CASH_METHODS),
    amount_cents: z.int().min(1).max(MAX_RENTAL_CENTS),
    account_id: z.int().positive().optional().describe('Of a transfer: the account of the buyer that the person saw'),
    note: z.string().trim().max(500).default(''),
  })
  .refine(({ kind, method }) => kind === 'returned' || method !== 'transfer', {
    path: ['method'],
    error: 'a deposit is taken in cash or by card',
  });

/** The text fields of the form; its files are `evidence`. */
const chargeBody = z.object({
  key,
  kind: z.enum(CHARGE_KINDS),
  amount_cents: z.coerce.number().int().min(1).max(MAX_RENTAL_CENTS),
  reason: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .refine((text) => text.isWellFormed() && !text.includes('\u0000'), 'must be text'),
});

export const rentalContract = {
  security: { params: orderParams, body: securityBody, responses: { 200: movedInPerson } },
  charge: { params: orderParams, body: chargeBody, responses: { 200: adminOrderResponse } },
  evidence: {
    params: z.object({ id: idValue, charge: idValue, position: idValue }),
    responses: { 200: fileResponse },
  },
} satisfies Record<string, CallContract>;
