import { createHash } from 'node:crypto';
import { lockForCheckout, setCheckoutStatus } from '#features/catalog/server/api.ts';
import type { Charge } from '#features/payments/gateways/model/charge.ts';
import { chargeKeyOf, GatewayTimeout } from '#features/payments/gateways/server/payment-gateway.ts';
import { postCapture } from '#features/payments/ledger/server/ledger-store.ts';
import { isHold, type Payment } from '#features/payments/payments/model/payment.ts';
import { lockRentalFee } from '#features/payments/rental-offers/server/rental-store.ts';
import { AppError } from '#lib/app-error.ts';
import { isUniqueViolation, type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { countAttempt, countClient, type Limit } from '#lib/server/http/rate-limit.ts';
import { releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { ParsedForm } from './payment-instrument.ts';
import {
  bindPayment,
  findByTransaction,
  findHolding,
  findPayment,
  findUnbound,
  lockPayment,
  recordPaymentEvent,
  reschedule,
  type StoredPayment,
  transitionPayment,
} from './payment-store.ts';
import { checkAmount, quoteForUpdate, takeClaim, updateRentedStatus } from './quote-for-update.ts';
import { updateRefundDue } from './refunds/refund-payment.ts';
import { insertRefund } from './refunds/refund-store.ts';

/** Longer than the gateway timeout: a call that is older has died, and the worker takes over. */
export const CALL_TIMEOUT_S = 15;
const OUTCOME_UNKNOWN = 'unknown';

export type PaymentStatus = { payment: StoredPayment; clientSecret?: string };

/** One call to pay. `hash`: of its content, from `hashRequest`. */
type PaymentCall = { transactionId: string; form: ParsedForm; hash: Buffer };

/**
 * Inserts a payment with `hold` and asks the gateway to reserve its amount. A repeated call returns the result of the first
 * one. `hold` returns null if another copy of the call has inserted the payment meanwhile.
 */
export async function startPayment(
  deps: PaymentDeps,
  payer: Payer,
  { transactionId, form, hash }: PaymentCall,
  hold: () => Promise<StoredPayment | null>,
): Promise<PaymentStatus> {
  const existing = await findByTransaction(deps.pool, payer.userId, transactionId);
  if (existing) return replay(deps, payer, existing, hash, form);
  if (deps.gateway.isCircuitOpen()) throw unavailable();
  const payment = await hold();
  if (payment) return authorize(deps, payer, payment, form);
  return replay(deps, payer, await findExisting(deps, payer.userId, transactionId), hash, form);
}

async function findExisting({ pool }: PaymentDeps, userId: number, transactionId: string): Promise<StoredPayment> {
  const payment = await findByTransaction(pool, userId, transactionId);
  if (!payment)
    throw new AppError('conflict', 'the first call was rolled back', {
      messageKey: 'errors.stillRunning',
      retryAfter: 1,
    });
  return payment;
}

async function authorize(
  deps: PaymentDeps,
  payer: Payer,
  payment: StoredPayment,
  { instrument }: ParsedForm,
): Promise<PaymentStatus> {
  const { pool, gateway } = deps;
  const { id } = payment;
  let charge: Charge;
  try {
    charge = await gateway.authorize({ ...chargeKeyOf(payment), currency: 'USD', instrument });
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error;
    await reschedule(pool, id, 2, OUTCOME_UNKNOWN);
    return { payment: { ...payment, outcome: OUTCOME_UNKNOWN } };
  }
  await recordAuthorization(deps, id, charge);
  if (charge.state === 'declined') await countDecline(pool, payer);
  return statusOf(await current(deps, id), charge.clientSecret);
}

async function current({ pool }: PaymentDeps, id: number): Promise<StoredPayment> {
  const payment = await findPayment(pool, id);
  if (!payment) throw new Error(`payment ${id} is missing`);
  return payment;
}

/** Returns the result of the first call with this transaction id. */
async function replay(
  deps: PaymentDeps,
  payer: Payer,
  payment: StoredPayment,
  hash: Buffer,
  form: ParsedForm,
): Promise<PaymentStatus> {
  if (!payment.bodyHash.equals(hash)) throw new AppError('unprocessable', 'transaction id reused with another body');
  if (payment.state !== 'created') return statusOf(payment);
  if (payment.outcome === 'needs_action') return authorize(deps, payer, payment, form);
  if (payment.outcome === OUTCOME_UNKNOWN) return { payment };
  throw new AppError('conflict', 'the first call is still running', {
    messageKey: 'errors.stillRunning',
    retryAfter: 1,
  });
}

function statusOf(payment: StoredPayment, clientSecret?: string): PaymentStatus {
  const { state, outcome } = payment;
  if (state === 'failed')
    throw new AppError(
      'declined',
      `payment ${payment.id} failed`,
      isHold(payment) ? { messageKey: 'payment.hold.failed' } : {},
    );
  if (state === 'voided')
    throw new AppError('conflict', `payment ${payment.id} expired`, {
      messageKey: isHold(payment) ? 'payment.hold.lapsed' : 'payment.lapsed',
    });
  return clientSecret !== undefined && outcome === 'needs_action' ? { payment, clientSecret } : { payment };
}

const unavailable = () =>
  new AppError('overloaded', 'the circuit breaker is open', { messageKey: 'payment.unavailable', retryAfter: 30 });

/**
 * Hashes the content of a call to detect a reused transaction id. Of a card only the last four digits are included, so the
 * hash cannot be used to guess its number.
 */
export function hashRequest(content: unknown[], { instrument, email }: ParsedForm): Buffer {
  const instrumentPart = instrument.kind === 'card' ? instrument.number.slice(-4) : instrument;
  return createHash('sha256')
    .update(JSON.stringify([...content, email, instrumentPart]))
    .digest();
}

/** Without a call of the buyer for this long, the worker takes over the payment. */
export const BUYER_TIMEOUT_S = 20;
const ACTION_TIMEOUT_S = 30;

/**
 * Records the gateway's response to an authorization; no-op if the payment has left `created`. Emails a buyer who no
 * longer waits for the response if it is negative.
 */
export async function recordAuthorization(
  { pool, hooks }: PaymentDeps,
  id: number,
  charge: Charge,
  { emailBuyer = false } = {},
): Promise<void> {
  const { state, reference, cardBrand, cardLast4 } = charge;
  const details = { reference, cardBrand, cardLast4 };
  if (state === 'needs_action') return reschedule(pool, id, ACTION_TIMEOUT_S, 'needs_action');
  if (state === 'authorised') {
    const event = { name: 'authorised', details: { cardBrand, cardLast4 } };
    await transitionPayment(pool, id, 'created', { to: state, ...details, event, retryAfterSeconds: BUYER_TIMEOUT_S });
    return;
  }
  const event = { name: 'failed', details: { gateway: state } };
  await withTransaction(pool, async (db) => {
    const change = { to: 'failed', ...details, outcome: state, event, retryAfterSeconds: null } as const;
    if (!(await transitionPayment(db, id, 'created', change))) return;
    await releaseClaims(db, id);
    const payment = emailBuyer && (await findPayment(db, id));
    if (payment) await hooks.onFailed(db, payment, false);
  });
}

const OF_USER: Limit = { uses: 10, inSeconds: 3_600, messageKey: 'payment.tooManyTries' };
const OF_NETWORK: Limit = { uses: 30, inSeconds: 3_600, messageKey: 'payment.tooManyTries' };

export type Payer = { userId: number; ip: string };

/** Counts the attempt before the call of the gateway, to limit the testing of stolen cards. */
export async function countPaymentAttempt(db: Queryable, { userId, ip }: Payer): Promise<void> {
  await countAttempt(db, `pay user ${userId}`, OF_USER);
  await countClient(db, 'pay from', ip, OF_NETWORK);
}

/** Counts a declined card a second time. Never throws `too_many`. */
async function countDecline(db: Queryable, payer: Payer): Promise<void> {
  await countPaymentAttempt(db, payer).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

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
