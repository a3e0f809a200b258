import type { OrderTerms } from '#features/payments/order-terms/model/order-terms.ts';
import type { Payment, Quote } from '#features/payments/payments/model/payment.ts';
import { sumOfQuotes } from '#features/payments/payments/model/quote.ts';
import { insertPayment, recordPaymentEvent, type StoredPayment, takeClaim } from '#features/payments/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { makeHeldOrder } from '../make-order.ts';

type NewHold = Pick<Payment, 'userId' | 'transactionId' | 'contactEmail'> & {
  bodyHash: Buffer;
  /** Of each car, by ascending id. */
  quotes: readonly [Quote, ...Quote[]];
  /** What is to be transferred first for all cars together. */
  depositCents: number;
  until: Date;
  terms: OrderTerms;
};

/**
 * Holds cars for a bank transfer and makes their order. The caller has locked the cars and computed the quotes. Returns null if the user
 * has a payment with that transaction id. Throws if another payment has one of the cars.
 */
export async function insertHold(
  db: Queryable,
  { until, terms, quotes, depositCents, ...hold }: NewHold,
): Promise<Held | null> {
  const payment = await insertPayment(db, {
    ...hold,
    quote: sumOfQuotes(quotes),
    orderId: null,
    planItemId: null,
    amountCents: depositCents,
    method: 'bank_transfer',
    hold: until,
    retryAfterSeconds: null,
  });
  if (!payment) return null;
  for (const quote of quotes) await takeClaim(db, payment, quote);
  const orderId = await makeHeldOrder(db, payment, quotes, terms);
  await recordPaymentEvent(db, payment.id, 'held', { orderId, until });
  return { orderId, payment: { ...payment, orderId } };
}

export type Held = { orderId: number; payment: StoredPayment };
