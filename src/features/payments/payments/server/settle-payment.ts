import { type ChargeKey, chargeKeyOf, GatewayTimeout } from '#features/payments/gateways/server/payment-gateway.ts';
import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { type Run, workAtOnce } from '#lib/server/jobs/job-runs.ts';
import { releaseClaims } from './claim-store.ts';
import { claimDueDisputes, handBackDisputes } from './disputes/dispute-store.ts';
import { syncDisputes } from './disputes/sync-disputes.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  claimDuePayments,
  findPayment,
  handBackPayments,
  recordPaymentEvent,
  reschedule,
  type StoredPayment,
  transitionPayment,
} from './payment-store.ts';
import { claimDueRefundSyncs, handBackRefundSyncs } from './refunds/provider-refund-store.ts';
import { settleRefund } from './refunds/refund-payment.ts';
import { claimDueRefunds, handBackRefunds } from './refunds/refund-store.ts';
import { syncRefunds } from './refunds/sync-refunds.ts';
import {
  BUYER_TIMEOUT_S,
  CALL_TIMEOUT_S,
  capturePayment,
  recordAuthorization,
  recordCapture,
} from './start-payment.ts';
import { settleTransfer } from './transfers/receive-transfer.ts';

const RETRY_S = 5;
/** Seconds before the end of a card hold at which the renter and staff are notified. */
const TELL_BEFORE_S = 24 * 60 * 60;
/** Tolerated lead of the database clock, which stamps `changedAt`, over ours. */
const CLOCKS_DIFFER_MS = 2_000;
const RELEASE_PENDING = 'release asked';

/**
 * Finishes or undoes a payment after a lost browser, a crash or a gateway timeout. A payment that the buyer confirmed
 * is captured and booked; any other is released, and so is a hold whose transfer did not arrive.
 */
export async function settlePayment(deps: PaymentDeps, id: number): Promise<void> {
  const payment = await findPayment(deps.pool, id);
  if (!payment) return;
  if (payment.method === 'bank_transfer') return settleTransfer(deps, payment);
  const key = chargeKeyOf(payment);
  if (payment.state === 'created') return settleCreated(deps, payment, key);
  if (payment.state === 'authorised') return settleAuthorised(deps, payment, key);
  if (payment.state === 'capturing') return settleCapturing(deps, payment, key);
  if (payment.outcome === RELEASE_PENDING) return releaseAtGateway(deps, payment, key);
  await reschedule(deps.pool, id, null);
}

async function settleCreated(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  if (isExpired(deps, payment)) return abandon(deps, payment, key);
  const charge = await deps.gateway.find(key);
  const mayBeRunning = deps.clock.now().getTime() - payment.createdAt.getTime() < CALL_TIMEOUT_S * 1_000;
  if (charge.state === 'none') {
    return mayBeRunning ? reschedule(deps.pool, payment.id, RETRY_S) : abandon(deps, payment, key);
  }
  if (charge.state === 'needs_action') return reschedule(deps.pool, payment.id, 30, 'needs_action');
  await recordAuthorization(deps, payment.id, charge, { emailBuyer: true });
  if (charge.state !== 'authorised' || !isAssigned(payment) || mayBeRunning) return;
  const authorised = await findPayment(deps.pool, payment.id);
  if (authorised) await capturePayment(deps, authorised);
}

async function settleAuthorised(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  if (isExpired(deps, payment)) return abandon(deps, payment, key);
  if (deps.clock.now().getTime() - payment.changedAt.getTime() < BUYER_TIMEOUT_S * 1_000 - CLOCKS_DIFFER_MS) return;
  if (isAssigned(payment)) await capturePayment(deps, payment);
  else await waitForEnd(deps, payment);
}

/** Waits for the end of a payment without a car, and announces the end of a hold for a security deposit. */
async function waitForEnd({ pool, clock, hooks }: PaymentDeps, payment: StoredPayment): Promise<void> {
  const leftS = (payment.expiresAt.getTime() - clock.now().getTime()) / 1_000;
  const isTold = payment.orderId === null || leftS <= TELL_BEFORE_S;
  // A hold that ends within the difference of the clocks has ended by the database's clock, so it cannot be renewed.
  if (payment.orderId !== null && isTold && leftS > CLOCKS_DIFFER_MS / 1_000)
    await withTransaction(pool, (db) => hooks.onHoldEnds(db, payment));
  await reschedule(pool, payment.id, isTold ? leftS : leftS - TELL_BEFORE_S);
}

/** Captures the charge, or releases it once the hold has expired. The gateway's response decides. */
async function settleCapturing(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  const { gateway } = deps;
  const charge = await gateway.find(key);
  const isReserved = charge.state === 'authorised';
  const next = isExpired(deps, payment) ? gateway.release : gateway.capture;
  await recordCapture(deps, payment, isReserved ? await next(key) : charge);
}

/** Returns whether the payment is for a car or an order, so that it can be captured without another call from the buyer. */
const isAssigned = ({ quote, planItemId }: StoredPayment) => quote !== null || planItemId !== null;
const isExpired = ({ clock }: PaymentDeps, { expiresAt }: StoredPayment) => expiresAt <= clock.now();

/** Releases the car, then the money. The release is retried until the gateway responds. */
async function abandon(deps: PaymentDeps, payment: StoredPayment, key: ChargeKey): Promise<void> {
  const { id, state } = payment;
  const changed = await withTransaction(deps.pool, async (db) => {
    if (
      !(await transitionPayment(db, id, state, { to: 'voided', outcome: RELEASE_PENDING, retryAfterSeconds: RETRY_S }))
    )
      return false;
    await releaseClaims(db, id);
    await recordPaymentEvent(db, id, 'voided');
    await deps.hooks.onFailed(db, payment, false);
    return true;
  });
  if (changed) await releaseAtGateway(deps, payment, key);
}

async function releaseAtGateway(deps: PaymentDeps, { id }: StoredPayment, key: ChargeKey): Promise<void> {
  await deps.gateway.release(key);
  await reschedule(deps.pool, id, null, 'released');
}

const LEASE_S = 20;
/** Errors that settling a payment may end in; any other is reported. */
const EXPECTED = new Set<ErrorCode>(['conflict', 'declined', 'overloaded']);

/** Settles every due payment and refund once. A failed one is retried when its lease ends, or by another process if this one stops. */
export async function settleDuePayments(
  deps: PaymentDeps,
  onError: (error: unknown) => void,
  run?: Run,
): Promise<void> {
  const { pool } = deps;
  const [payments, refunds] = [await claimDuePayments(pool, LEASE_S), await claimDueRefunds(pool, LEASE_S)];
  const disputes = await claimDueDisputes(pool, LEASE_S);
  const syncs = await claimDueRefundSyncs(pool, LEASE_S);
  const isExpected = (error: unknown) =>
    error instanceof GatewayTimeout || (error instanceof AppError && EXPECTED.has(error.code));
  const each = (
    queue: string,
    ids: number[],
    work: (deps: PaymentDeps, id: number) => Promise<unknown>,
    handBack: (db: typeof pool, ids: number[], leaseS: number) => Promise<void>,
  ) =>
    workAtOnce(ids, {
      pool,
      queue,
      isExpected,
      work: (id) => work(deps, id),
      handBack: (failed) => handBack(pool, failed, LEASE_S),
      onError,
      run,
    });
  await Promise.all([
    each('payments', payments, settlePayment, handBackPayments),
    each('refunds', refunds, settleRefund, handBackRefunds),
    each('disputes', disputes, syncDisputes, handBackDisputes),
    each('refund checks', syncs, syncRefunds, handBackRefundSyncs),
  ]);
}
