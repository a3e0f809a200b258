import type { Payment, Quote } from '#features/payments/model/payment.ts';
import { insertPayment, recordPaymentEvent, type StoredPayment, takeClaim } from '#features/payments/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { OrderTerms } from '../../model/order.ts';
import { makeHeldOrder } from '../make-order.ts';

type NewHold = Pick<Payment, 'userId' | 'transactionId' | 'contactEmail'> & {
  bodyHash: Buffer;
  /** With the deposit of the chosen plan. */
  quote: Quote;
  until: Date;
  terms: OrderTerms;
};

/**
 * Holds a car for a bank transfer and makes its order. The caller has locked the car and computed the quote. Returns null if the user has
 * a payment with that transaction id. Throws if another payment has the car.
 */
export async function insertHold(db: Queryable, { until, terms, ...hold }: NewHold): Promise<Held | null> {
  const payment = await insertPayment(db, {
    ...hold,
    orderId: null,
    planItemId: null,
    amountCents: hold.quote.bookingCents,
    method: 'bank_transfer',
    hold: until,
    retryAfterSeconds: null,
  });
  if (!payment) return null;
  await takeClaim(db, payment, hold.quote);
  const orderId = await makeHeldOrder(db, payment, terms);
  await recordPaymentEvent(db, payment.id, 'held', { orderId, until });
  return { orderId, payment: { ...payment, orderId } };
}

export type Held = { orderId: number; payment: StoredPayment };
