import { createHash } from 'node:crypto';
import type { Charge } from '#features/gateways/model/charge.ts';
import { chargeKeyOf, GatewayTimeout } from '#features/gateways/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { centsOf } from '#lib/money.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { HOLD_MINUTES, type Payment } from '../model/payment.ts';
import type { PayBody } from '../model/payment-contract.ts';
import { recordAuthorization } from './authorize-payment.ts';
import { isClaimed } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { type Paying, parsePaymentForm } from './payment-instrument.ts';
import { countDecline, countPaymentAttempt, type Payer, refundPaymentAttempt } from './payment-limits.ts';
import {
  findByTransaction,
  findPayment,
  insertPayment,
  recordPaymentEvent,
  reschedule,
  type StoredPayment,
} from './payment-store.ts';
import { checkAmount, checkBuyer, quoteForUpdate, takeClaim } from './quote-for-update.ts';

/** Longer than the gateway is waited for: after that the call that made a payment died, and a worker looks. */
export const CALL_TIMEOUT_S = 15;
export const UNKNOWN = 'unknown';

/** How a payment stands after a call. */
export type PaymentStatus = { payment: Payment; clientSecret?: string };

/**
 * Call 1 of a checkout: takes the car for the buyer and has the gateway reserve the amount. The gateway is asked
 * outside any
 * transaction, with the payment's id as key. The same call again gets the same answer and moves no money.
 */
export async function pay(deps: PaymentDeps, payer: Payer, body: PayBody): Promise<PaymentStatus> {
  const { pool, gateway, clock } = deps;
  const paying = parsePaymentForm(gateway.name, body.payment_method, body.formData, clock.now());
  const hash = hashOf(body, paying);
  const before = await findByTransaction(pool, payer.userId, body.transaction_id);
  if (before) return repeated(deps, payer, before, hash, paying);
  if (gateway.isCircuitOpen()) throw unavailable();
  await refuseSold(deps, body);
  await countPaymentAttempt(pool, payer);
  const { payment, made } = await hold(deps, payer, body, paying, hash).catch(async (error: unknown) => {
    await refundPaymentAttempt(pool, payer);
    throw error;
  });
  return made ? authorize(deps, payer, payment, paying) : repeated(deps, payer, payment, hash, paying);
}

/** A quick look, so that the crowd after a popular car does not queue for its row. */
async function refuseSold({ pool }: PaymentDeps, { listing_id: id }: PayBody): Promise<void> {
  if (id !== undefined && (await isClaimed(pool, id))) {
    throw new AppError('conflict', `car ${id} is claimed`, { messageKey: 'payment.sold' });
  }
}

function hold(deps: PaymentDeps, { userId }: Payer, body: PayBody, paying: Paying, bodyHash: Buffer) {
  return withTransaction(deps.pool, async (db) => {
    await checkBuyer(deps, db, userId);
    const { listing_id: listingId, start_date: startDay, end_date: endDay } = body;
    const period = startDay !== undefined && endDay !== undefined ? { startDay, endDay } : null;
    const quote = listingId === undefined ? null : await quoteForUpdate(deps, db, userId, listingId, period);
    const amountCents = centsOf(body.amount);
    if (quote) checkAmount(quote, amountCents);
    const payment = await insertPayment(db, {
      userId,
      transactionId: body.transaction_id,
      bodyHash,
      quote,
      amountCents: quote?.bookingCents ?? amountCents,
      method: body.payment_method,
      contactEmail: paying.email,
      holdMinutes: HOLD_MINUTES,
      retryAfterSeconds: CALL_TIMEOUT_S,
    });
    if (!payment) return { payment: await existing(deps, userId, body.transaction_id), made: false };
    if (quote) await takeClaim(db, payment, quote);
    await recordPaymentEvent(db, payment.id, 'created', { listingId: quote?.listingId ?? null });
    return { payment, made: true };
  });
}

async function existing({ pool }: PaymentDeps, userId: number, transactionId: string): Promise<StoredPayment> {
  const payment = await findByTransaction(pool, userId, transactionId);
  if (!payment)
    throw new AppError('conflict', 'the first call is undone', { messageKey: 'errors.stillRunning', retryAfter: 1 });
  return payment;
}

async function authorize(
  deps: PaymentDeps,
  payer: Payer,
  payment: StoredPayment,
  { instrument }: Paying,
): Promise<PaymentStatus> {
  const { pool, gateway } = deps;
  const { id, method } = payment;
  let charge: Charge;
  try {
    charge = await gateway.authorize({ ...chargeKeyOf(payment), currency: 'USD', method, instrument });
  } catch (error) {
    if (!(error instanceof GatewayTimeout)) throw error;
    await reschedule(pool, id, 2, UNKNOWN);
    return { payment: { ...payment, outcome: UNKNOWN } };
  }
  await recordAuthorization(deps, id, charge);
  if (charge.state === 'declined') await countDecline(pool, payer);
  return standing(await current(deps, id), charge.clientSecret);
}

async function current({ pool }: PaymentDeps, id: number): Promise<StoredPayment> {
  const payment = await findPayment(pool, id);
  if (!payment) throw new Error(`payment ${id} has vanished`);
  return payment;
}

/** What the first call made, told again. */
async function repeated(
  deps: PaymentDeps,
  payer: Payer,
  payment: StoredPayment,
  hash: Buffer,
  paying: Paying,
): Promise<PaymentStatus> {
  if (!payment.bodyHash.equals(hash)) throw new AppError('unprocessable', 'transaction id with another body');
  if (payment.state !== 'created') return standing(payment);
  if (payment.outcome === 'needs_action') return authorize(deps, payer, payment, paying);
  if (payment.outcome === UNKNOWN) return { payment };
  throw new AppError('conflict', 'the first call still runs', { messageKey: 'errors.stillRunning', retryAfter: 1 });
}

function standing(payment: StoredPayment, clientSecret?: string): PaymentStatus {
  const { state, outcome } = payment;
  if (state === 'failed') throw new AppError('declined', `payment ${payment.id} failed`);
  if (state === 'voided')
    throw new AppError('conflict', `payment ${payment.id} lapsed`, { messageKey: 'payment.lapsed' });
  return clientSecret !== undefined && outcome === 'needs_action' ? { payment, clientSecret } : { payment };
}

export const unavailable = () =>
  new AppError('overloaded', 'the gateway is silent', { messageKey: 'payment.unavailable', retryAfter: 30 });

/**
 * Of all that makes a payment what it is. Of a card only the last digits take part: a hash must not be a way to guess
 * the rest.
 */
function hashOf(body: PayBody, { instrument, email }: Paying): Buffer {
  const with_ = instrument.kind === 'card' ? instrument.number.slice(-4) : instrument;
  const { amount, payment_method, listing_id, start_date, end_date } = body;
  const text = JSON.stringify([amount, payment_method, listing_id, start_date, end_date, email, with_]);
  return createHash('sha256').update(text).digest();
}
