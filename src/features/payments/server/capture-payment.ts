import type { Charge } from '#features/gateways/model/charge.ts';
import { chargeKeyOf, GatewayTimeout } from '#features/gateways/server/api.ts';
import { postCapture } from '#features/ledger/server/api.ts';
import { lockForCheckout, setCheckoutStatus } from '#features/listings/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { isUniqueViolation, type Queryable } from '#lib/server/database/statement.ts';
import type { Payment } from '../model/payment.ts';
import { releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayment, lockPayment, recordPaymentEvent, reschedule, transitionPayment } from './payment-store.ts';
import { insertRefund } from './refund-store.ts';
import { updateRentedStatus } from './rental-dates.ts';

const CAPTURE_LASTS_S = 15;
const AGAIN_S = 5;
const stillRunning = (messageKey: 'payment.confirming' | 'errors.stillRunning') =>
  new AppError('conflict', 'a capture is running', { messageKey, retryAfter: 1 });

/**
 * Call 2 of a checkout: takes the reserved amount and marks the car sold. Of several that try at once one asks the
 * gateway. The
 * payment is captured, booked and in the books in one transaction, so none of these is ever there without the others.
 */
export async function capturePayment(deps: PaymentDeps, id: number): Promise<Payment> {
  const { pool, gateway } = deps;
  const payment = await findPayment(pool, id);
  if (!payment) throw new Error(`payment ${id} has vanished`);
  if (payment.state === 'captured') return payment;
  if (payment.state === 'capturing') throw stillRunning('payment.confirming');
  if (payment.state !== 'authorised' || payment.expiresAt <= deps.clock.now()) throw lapsed(id);
  if (!(await transitionPayment(pool, id, 'authorised', { to: 'capturing', retryAfterSeconds: CAPTURE_LASTS_S }))) {
    throw stillRunning('errors.stillRunning');
  }
  let charge: Charge;
  try {
    charge = await gateway.capture(chargeKeyOf(payment));
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error;
    await reschedule(pool, id, 2);
    throw new AppError('overloaded', 'the capture got no answer', { messageKey: 'payment.confirming', retryAfter: 3 });
  }
  await recordCapture(deps, id, charge);
  const after = await findPayment(pool, id);
  if (after?.state === 'capturing') throw stillRunning('payment.confirming');
  if (after?.state !== 'captured' && after?.state !== 'refunded') throw lapsed(id);
  return after;
}

const lapsed = (id: number) => new AppError('conflict', `payment ${id} is not held`, { messageKey: 'payment.lapsed' });

/** Writes down what the gateway says to a capture. */
export async function recordCapture(deps: PaymentDeps, id: number, charge: Charge): Promise<void> {
  if (charge.state === 'captured') return bookCaptured(deps, id);
  if (charge.state === 'authorised') return reschedule(deps.pool, id, AGAIN_S);
  await withTransaction(deps.pool, async (db) => {
    if (
      !(await transitionPayment(db, id, 'capturing', { to: 'failed', outcome: charge.state, retryAfterSeconds: null }))
    )
      return;
    await releaseClaims(db, id);
    await recordPaymentEvent(db, id, 'failed', { gateway: charge.state });
    const payment = await findPayment(db, id);
    if (payment) await deps.hooks.onFailed(db, payment, false);
  });
}

async function bookCaptured(deps: PaymentDeps, id: number): Promise<void> {
  try {
    await withTransaction(deps.pool, (db) => settleCaptured(deps, db, id, true));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await withTransaction(deps.pool, (db) => settleCaptured(deps, db, id, false));
  }
}

/** Money that was taken becomes a booking, or goes back. */
async function settleCaptured(deps: PaymentDeps, db: Queryable, id: number, book: boolean): Promise<void> {
  const seen = await findPayment(db, id);
  const quote = seen?.quote;
  if (!quote) return;
  const car = await lockForCheckout(db, quote.listingId);
  const payment = await lockPayment(db, id);
  if (payment?.state !== 'capturing') return;
  await transitionPayment(db, id, 'capturing', { to: 'captured', retryAfterSeconds: null });
  await postCapture(db, id, payment.amountCents);
  await recordPaymentEvent(db, id, 'captured', { amountCents: payment.amountCents });
  if (book && car) {
    await deps.hooks.captured(db, payment);
    if (quote.offer === 'Sell') await setCheckoutStatus(db, car.id, 'sold');
    else await updateRentedStatus(db, car, deps.clock.now());
    return;
  }
  await releaseClaims(db, id);
  const { amountCents } = payment;
  const reason = 'The car could not be booked.';
  await insertRefund(db, { paymentId: id, capturedCents: amountCents, amountCents, reason, askedBy: 'system' });
  await deps.hooks.onFailed(db, payment, true);
}
