import { createHash } from 'node:crypto';
import type { Charge } from '#features/gateways/model/charge.ts';
import { chargeKeyOf, GatewayTimeout } from '#features/gateways/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { centsOf } from '#lib/money.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { HOLD_MINUTES, type Payment, type RentalPeriod } from '../model/payment.ts';
import type { PayBody } from '../model/payment-contract.ts';
import { recordAuthorization } from './authorize-payment.ts';
import { isClaimed } from './claim-store.ts';
import { decideDestination } from './destinations/decide-destination.ts';
import { insertDestination } from './destinations/destination-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type ParsedForm, parsePaymentForm } from './payment-instrument.ts';
import { countDecline, countPaymentAttempt, type Payer } from './payment-limits.ts';
import {
  findByTransaction,
  findPayment,
  insertPayment,
  recordPaymentEvent,
  reschedule,
  type StoredPayment,
} from './payment-store.ts';
import { checkAmount, checkBuyer, quoteForUpdate, takeClaim } from './quote-for-update.ts';

/** Longer than the gateway timeout: a call that is older has died, and the worker takes over. */
export const CALL_TIMEOUT_S = 15;
export const OUTCOME_UNKNOWN = 'unknown';

export type PaymentStatus = { payment: Payment; clientSecret?: string };

/**
 * Call 1 of a checkout: claims the car for the buyer and asks the gateway to reserve the amount. The gateway is called
 * outside any transaction, with the payment id as idempotency key. A replay call returns the same result and moves no
 * money.
 */
export async function pay(deps: PaymentDeps, payer: Payer, body: PayBody): Promise<PaymentStatus> {
  const { pool, gateway, clock } = deps;
  const form = parsePaymentForm(gateway.name, body.payment_method, body.formData, clock.now());
  const hash = hashOf(body, form);
  const existing = await findByTransaction(pool, payer.userId, body.transaction_id);
  if (existing) return replay(deps, payer, existing, hash, form);
  if (gateway.isCircuitOpen()) throw unavailable();
  await rejectClaimed(deps, body);
  const { payment, isNew } = await hold(deps, payer, body, form, hash);
  return isNew ? authorize(deps, payer, payment, form) : replay(deps, payer, payment, hash, form);
}

/** Fails fast, so that many buyers of one car do not queue for its row lock. */
async function rejectClaimed({ pool }: PaymentDeps, { listing_id: id }: PayBody): Promise<void> {
  if (id !== undefined && (await isClaimed(pool, id))) {
    throw new AppError('conflict', `car ${id} is claimed`, { messageKey: 'payment.sold' });
  }
}

/**
 * Inserts the payment and claims the car, or returns the payment of an earlier copy of this call. Counts the attempt in the
 * same transaction, so copies and refused attempts cost nothing; last, so the counter of a network is locked only briefly.
 */
async function hold(deps: PaymentDeps, payer: Payer, body: PayBody, form: ParsedForm, bodyHash: Buffer) {
  const { userId } = payer;
  const { listing_id: listingId } = body;
  if (body.destination && listingId === undefined)
    throw new AppError('malformed', 'a destination without a car', {
      fields: { listing_id: 'payment.destination.noCar' },
    });
  // Before the transaction, because a look at the rules takes a connection of its own.
  const book = body.destination && (await deps.rules.newest());
  return withTransaction(deps.pool, async (db) => {
    await checkBuyer(deps, db, userId);
    const period = rentalPeriodOf(body);
    const priced = listingId === undefined ? null : await quoteForUpdate(deps, db, userId, listingId, period);
    const quote = priced?.quote ?? null;
    const amountCents = centsOf(body.amount);
    if (quote) checkAmount(quote, amountCents);
    const destination = book && priced && decideDestination(book, priced.car, body, deps.clock);
    const payment = await insertPayment(db, {
      userId,
      transactionId: body.transaction_id,
      bodyHash,
      quote,
      amountCents: quote?.bookingCents ?? amountCents,
      method: body.payment_method,
      contactEmail: form.email,
      holdMinutes: HOLD_MINUTES,
      retryAfterSeconds: CALL_TIMEOUT_S,
    });
    if (!payment) return { payment: await findExisting(deps, userId, body.transaction_id), isNew: false };
    if (quote) await takeClaim(db, payment, quote);
    if (destination) await insertDestination(db, payment.id, destination);
    await recordPaymentEvent(db, payment.id, 'created', { listingId: quote?.listingId ?? null });
    await countPaymentAttempt(db, payer);
    return { payment, isNew: true };
  });
}

/** Returns null if the body has no days. Throws if it has only one of them. */
function rentalPeriodOf({ start_date: startDay, end_date: endDay }: PayBody): RentalPeriod | null {
  if (startDay !== undefined && endDay !== undefined) return { startDay, endDay };
  if (startDay === undefined && endDay === undefined) return null;
  throw new AppError('malformed', 'one day of two', { messageKey: 'payment.dates.invalid' });
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
  const { id, method } = payment;
  let charge: Charge;
  try {
    charge = await gateway.authorize({ ...chargeKeyOf(payment), currency: 'USD', method, instrument });
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
  if (state === 'failed') throw new AppError('declined', `payment ${payment.id} failed`);
  if (state === 'voided')
    throw new AppError('conflict', `payment ${payment.id} expired`, { messageKey: 'payment.lapsed' });
  return clientSecret !== undefined && outcome === 'needs_action' ? { payment, clientSecret } : { payment };
}

const unavailable = () =>
  new AppError('overloaded', 'the circuit breaker is open', { messageKey: 'payment.unavailable', retryAfter: 30 });

/**
 * Hashes the request to detect a reused transaction id. Of a card only the last four digits are included, so the hash
 * cannot be used to guess its number.
 */
function hashOf(body: PayBody, { instrument, email }: ParsedForm): Buffer {
  const instrumentPart = instrument.kind === 'card' ? instrument.number.slice(-4) : instrument;
  const { amount, payment_method, listing_id, start_date, end_date } = body;
  const { destination, shown_light, buying_for } = body;
  const text = JSON.stringify([
    ...[amount, payment_method, listing_id, start_date, end_date, email, instrumentPart],
    ...(destination ? [destination, shown_light, buying_for] : []),
  ]);
  return createHash('sha256').update(text).digest();
}
