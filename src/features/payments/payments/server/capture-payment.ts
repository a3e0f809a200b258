import { lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import type { Charge } from '#features/payments/gateways/model/charge.ts';
import { chargeKeyOf, GatewayTimeout } from '#features/payments/gateways/server/payment-gateway.ts';
import { postCapture } from '#features/payments/ledger/server/ledger-store.ts';
import { lockRentalFee } from '#features/payments/rental-offers/server/rental-store.ts';
import { AppError } from '#lib/app-error.ts';
import { isUniqueViolation, type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Payment } from '../model/payment.ts';
import { releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  bindPayment,
  findHolding,
  findPayment,
  findUnbound,
  lockPayment,
  recordPaymentEvent,
  reschedule,
  type StoredPayment,
  transitionPayment,
} from './payment-store.ts';
import { checkAmount, quoteForUpdate, takeClaim } from './quote-for-update.ts';
import { updateRefundDue } from './refunds/refund-payment.ts';
import { insertRefund } from './refunds/refund-store.ts';
import { updateRentedStatus } from './rental-dates.ts';

const CAPTURE_TIMEOUT_S = 15;
const RETRY_S = 5;
const stillRunning = (messageKey: 'checkout.payment.confirming' | 'errors.stillRunning') =>
  new AppError('conflict', 'a capture is running', { messageKey, retryAfter: 1 });

/**
 * Call 2 of a checkout: captures the reserved amount and marks the car sold. Of several concurrent calls, one asks the
 * gateway. Capture, booking and ledger entry commit in one transaction.
 */
export async function capturePayment(deps: PaymentDeps, payment: StoredPayment): Promise<StoredPayment> {
  const { pool, gateway } = deps;
  const { id } = payment;
  if (payment.state === 'captured') return payment;
  if (payment.state === 'capturing') throw stillRunning('checkout.payment.confirming');
  if (payment.state !== 'authorised' || payment.expiresAt <= deps.clock.now()) throw notHeld(id);
  if (!(await transitionPayment(pool, id, 'authorised', { to: 'capturing', retryAfterSeconds: CAPTURE_TIMEOUT_S }))) {
    throw stillRunning('errors.stillRunning');
  }
  let charge: Charge;
  try {
    charge = await gateway.capture(chargeKeyOf(payment));
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error;
    await reschedule(pool, id, 2);
    throw new AppError('overloaded', 'the capture timed out', {
      messageKey: 'checkout.payment.confirming',
      retryAfter: 3,
    });
  }
  await recordCapture(deps, payment, charge);
  const after = await findPayment(pool, id);
  if (after?.state === 'capturing') throw stillRunning('checkout.payment.confirming');
  if (after?.state !== 'captured' && after?.state !== 'refunded') throw notHeld(id);
  return after;
}

const notHeld = (id: number) => new AppError('conflict', `payment ${id} is not held`, { messageKey: 'payment.lapsed' });

/** Records the gateway's response to a capture. */
export async function recordCapture(deps: PaymentDeps, snapshot: StoredPayment, charge: Charge): Promise<void> {
  const { id } = snapshot;
  if (charge.state === 'captured') return bookCaptured(deps, snapshot);
  if (charge.state === 'authorised') return reschedule(deps.pool, id, RETRY_S);
  await withTransaction(deps.pool, async (db) => {
    const event = { name: 'failed', details: { gateway: charge.state } };
    const change = { to: 'failed', outcome: charge.state, event, retryAfterSeconds: null } as const;
    if (!(await transitionPayment(db, id, 'capturing', change))) return;
    await releaseClaims(db, id);
    const payment = await findPayment(db, id);
    if (payment) await deps.hooks.onFailed(db, payment, false);
  });
}

async function bookCaptured(deps: PaymentDeps, payment: StoredPayment): Promise<void> {
  try {
    await withTransaction(deps.pool, (db) => settleCaptured(deps, db, payment, true));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await withTransaction(deps.pool, (db) => settleCaptured(deps, db, payment, false));
  }
}

/** Books a captured payment, or requests its refund if the car cannot be booked or the order has ended. */
async function settleCaptured(deps: PaymentDeps, db: Queryable, asked: StoredPayment, book: boolean): Promise<void> {
  const { id, quote, planItemId } = asked;
  if (quote?.offer === 'Rent') await lockRentalFee(db, asked.userId);
  const car = quote && (await lockForCheckout(db, quote.listingId));
  const payment = await lockPayment(db, id);
  if (payment?.state !== 'capturing') return;
  const event = { name: 'captured', details: { amountCents: payment.amountCents } };
  await transitionPayment(db, id, 'capturing', { to: 'captured', event, retryAfterSeconds: null });
  let accepted = false;
  if (planItemId !== null) accepted = await deps.hooks.onItemPaid(db, payment);
  else if (book && quote && car) {
    await deps.hooks.onCaptured(db, payment);
    if (quote.offer === 'Sell') await setCheckoutStatus(db, car.id, 'sold');
    else await updateRentedStatus(db, car, deps.clock.now());
    accepted = true;
  }
  // After the hooks, because the entry names the order that they made.
  await postCapture(db, id, payment.amountCents);
  if (!accepted) await refundUnbooked(deps, db, payment);
  else if (planItemId === null) await deps.hooks.onBooked(db, payment);
}

async function refundUnbooked(deps: PaymentDeps, db: Queryable, payment: Payment): Promise<void> {
  const { id: paymentId, amountCents } = payment;
  await releaseClaims(db, paymentId);
  const reason =
    payment.planItemId === null ? 'The car could not be booked.' : 'The order had ended when the payment arrived.';
  await insertRefund(db, { paymentId, capturedCents: amountCents, amountCents, reason, askedBy: 'system' });
  await updateRefundDue(db, paymentId);
  await deps.hooks.onFailed(db, payment, true);
}

/**
 * Returns the user's payment that holds a car, for capture. Otherwise binds the user's newest payment that
 * was authorized without a car, if its amount is right. Throws `forbidden` if there is neither.
 */
export async function findHoldingPayment(deps: PaymentDeps, userId: number, listingId: number): Promise<StoredPayment> {
  const holding = await findHolding(deps.pool, userId, listingId);
  if (holding) return holding;
  return withTransaction(deps.pool, async (db) => {
    const unbound = await findUnbound(db, userId);
    if (!unbound)
      throw new AppError('forbidden', 'no payment of the user holds the car', { messageKey: 'payment.notHeld' });
    const priced = await quoteForUpdate(deps, db, userId, listingId, null, unbound.amountCents);
    const payment = await lockPayment(db, unbound.id);
    if (payment?.state !== 'authorised' || payment.quote !== null || payment.expiresAt <= deps.clock.now()) {
      throw new AppError('conflict', 'the payment expired', { messageKey: 'payment.lapsed' });
    }
    checkAmount(priced.quote, payment.amountCents);
    const quote = { ...priced.quote, bookingCents: payment.amountCents };
    await bindPayment(db, payment.id, quote);
    await takeClaim(db, payment, quote);
    await recordPaymentEvent(db, payment.id, 'bound', { listingId });
    return { ...payment, quote };
  });
}
