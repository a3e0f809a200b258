import { createHash } from 'node:crypto';
import type { Charge } from '#features/payments/gateways/model/charge.ts';
import { chargeKeyOf, GatewayTimeout } from '#features/payments/gateways/server/payment-gateway.ts';
import { AppError } from '#lib/app-error.ts';
import { isHold } from '../model/payment.ts';
import { recordAuthorization } from './authorize-payment.ts';
import type { PaymentDeps } from './payment-deps.ts';
import type { ParsedForm } from './payment-instrument.ts';
import { countDecline, type Payer } from './payment-limits.ts';
import { findByTransaction, findPayment, reschedule, type StoredPayment } from './payment-store.ts';

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
