import { type ChargeKey, chargeKeyOf } from '#features/gateways/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { BUYER_TIMEOUT_S, recordAuthorization } from './authorize-payment.ts';
import { capturePayment, recordCapture } from './capture-payment.ts';
import { releaseClaims } from './claim-store.ts';
import { CALL_TIMEOUT_S } from './pay.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayment, recordPaymentEvent, reschedule, type StoredPayment, transitionPayment } from './payment-store.ts';

const AGAIN_S = 5;
/** How far the database's clock, by which a payment was changed, may be ahead of ours. */
const CLOCKS_DIFFER_MS = 2_000;
const RELEASE = 'release asked';

/**
 * Finishes or undoes a payment that a lost browser, a crash or a silent gateway left behind: what the buyer confirmed
 * is captured and
 * booked, everything else is given back.
 */
export async function settlePayment(deps: PaymentDeps, id: number): Promise<void> {
  const payment = await findPayment(deps.pool, id);
  if (!payment) return;
  const key = chargeKeyOf(payment);
  if (payment.state === 'created') return settleCreated(deps, payment, key);
  if (payment.state === 'authorised') return settleAuthorised(deps, payment, key);
  if (payment.state === 'capturing') return settleCapturing(deps, payment, key);
  if (payment.outcome === RELEASE) return releaseAtGateway(deps, payment, key);
  await reschedule(deps.pool, id, null);
}

async function settleCreated(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  if (isOver(deps, payment)) return giveUp(deps, payment, key);
  const charge = await deps.gateway.find(key);
  const mayStillRun = deps.clock.now().getTime() - payment.createdAt.getTime() < CALL_TIMEOUT_S * 1_000;
  if (charge.state === 'none') {
    return mayStillRun ? reschedule(deps.pool, payment.id, AGAIN_S) : giveUp(deps, payment, key);
  }
  if (charge.state === 'needs_action') return reschedule(deps.pool, payment.id, 30, 'needs_action');
  await recordAuthorization(deps, payment.id, charge, { buyerIsGone: true });
  if (charge.state === 'authorised' && payment.quote && !mayStillRun) await capturePayment(deps, payment.id);
}

async function settleAuthorised(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  if (isOver(deps, payment)) return giveUp(deps, payment, key);
  if (deps.clock.now().getTime() - payment.changedAt.getTime() < BUYER_TIMEOUT_S * 1_000 - CLOCKS_DIFFER_MS) return;
  if (payment.quote) await capturePayment(deps, payment.id);
  else await reschedule(deps.pool, payment.id, (payment.expiresAt.getTime() - deps.clock.now().getTime()) / 1_000);
}

/** What the gateway will not let be taken is given back when the hold lapses; what it says then is what counts. */
async function settleCapturing(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  const { gateway } = deps;
  const charge = await gateway.find(key);
  const reserved = charge.state === 'authorised';
  const next = isOver(deps, payment) ? gateway.release : gateway.capture;
  await recordCapture(deps, payment.id, reserved ? await next(key) : charge);
}

const isOver = ({ clock }: PaymentDeps, { expiresAt }: StoredPayment) => expiresAt <= clock.now();

/** Lets go of the car first, then of the money: the gateway is asked until it answers. */
async function giveUp(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  const { id, state } = payment;
  const moved = await withTransaction(deps.pool, async (db) => {
    if (!(await transitionPayment(db, id, state, { to: 'voided', outcome: RELEASE, retryAfterSeconds: AGAIN_S })))
      return false;
    await releaseClaims(db, id);
    await recordPaymentEvent(db, id, 'voided');
    await deps.hooks.onFailed(db, payment, false);
    return true;
  });
  if (moved) await releaseAtGateway(deps, payment, key);
}

async function releaseAtGateway(deps: PaymentDeps, { id }: StoredPayment, key: ChargeKey): Promise<void> {
  await deps.gateway.release(key);
  await reschedule(deps.pool, id, null, 'released');
}
