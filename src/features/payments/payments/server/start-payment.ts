import { createHash } from 'node:crypto';
import type { Charge } from '#features/payments/gateways/model/charge.ts';
import { chargeKeyOf, GatewayTimeout } from '#features/payments/gateways/server/payment-gateway.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { countAttempt, countClient, type Limit } from '#lib/server/http/rate-limit.ts';
import { isHold } from '../model/payment.ts';
import { releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { ParsedForm } from './payment-instrument.ts';
import { findByTransaction, findPayment, reschedule, type StoredPayment, transitionPayment } from './payment-store.ts';

/** Longer than the gateway timeout: a call that is older has died, and the worker takes over. */
export const CALL_TIMEOUT_S = 15;
export const OUTCOME_UNKNOWN = 'unknown';

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
