import { lockForCheckout } from '#features/catalog/server/api.ts';
import { chargeKeyOf, type GatewayRefund } from '#features/payments/gateways/server/payment-gateway.ts';
import {
  isEarned,
  limitDeposit,
  postRefund,
  releaseDeposit,
  reverseRefund,
} from '#features/payments/ledger/server/ledger-store.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import {
  carsOfPayment,
  findPayment,
  lockPayment,
  recordPaymentEvent,
  type StoredPayment,
  transitionPayment,
} from '../payment-store.ts';
import {
  insertProviderRefund,
  recordProviderRefundFailed,
  recordRefundSync,
  refundSyncDueAt,
} from './provider-refund-store.ts';
import { recordRefundOutcome, reopenPayment, updateRefundDue } from './refund-payment.ts';
import {
  isOrderLive,
  isPending,
  outstandingCents,
  pendingCents,
  refundsOfPayment,
  takenCents,
} from './refund-store.ts';

/**
 * Reconciles the ledger with the gateway's refunds: ours, which may fail days later, and those made at the provider.
 * Idempotent.
 */
export async function syncRefunds(deps: PaymentDeps, id: number): Promise<void> {
  const [snapshot, dueAt] = [await findPayment(deps.pool, id), await refundSyncDueAt(deps.pool, id)];
  if (!snapshot) return;
  const refunds = await deps.gateway.refunds(chargeKeyOf(snapshot));
  await withTransaction(deps.pool, async (db) => {
    for (const car of await carsOfPayment(db, snapshot)) await lockForCheckout(db, car);
    const payment = await lockPayment(db, id);
    if (!payment) return;
    for (const refund of refunds) {
      if (refund.attempt === null) await syncProviderRefund(deps, db, payment, refund);
      else await syncOwnRefund(deps, db, payment, refund);
    }
    await recordRefundSync(db, id, dueAt);
  });
}

async function syncOwnRefund(deps: PaymentDeps, db: Queryable, { id }: StoredPayment, update: GatewayRefund) {
  const refund = (await refundsOfPayment(db, id)).refunds.find(({ attempt }) => attempt === update.attempt);
  if (refund) await recordRefundOutcome(deps, db, refund, update);
}

/**
 * Records a refund made at the provider, or its failure. Cancels the booking once the payment is fully refunded.
 */
async function syncProviderRefund(deps: PaymentDeps, db: Queryable, payment: StoredPayment, update: GatewayRefund) {
  const { id } = payment;
  const { reference, cents: amountCents, state, failure } = update;
  if (state === 'failed') {
    if (!(await recordProviderRefundFailed(db, reference))) return;
    await reverseRefund(db, id, reference);
    await deps.hooks.onReturned(db, id, -amountCents);
    await restoreDeposit(db, id);
    await recordPaymentEvent(db, id, 'refund failed', { amountCents, failure });
    if (await reopenPayment(db, payment)) await deps.hooks.onRefundFailed(db, id);
  } else if (state === 'done' && (await insertProviderRefund(db, reference, id, amountCents))) {
    await postRefund(db, id, reference, amountCents);
    await recordPaymentEvent(db, id, 'refunded at the provider', { amountCents, reference });
    await deps.hooks.onReturned(db, id, amountCents);
    const goneCents = await takenCents(db, id);
    if (goneCents < payment.amountCents) return;
    const arrivedCents = goneCents - pendingCents(await refundsOfPayment(db, id));
    if (
      arrivedCents >= payment.amountCents &&
      (await transitionPayment(db, id, 'captured', { to: 'refunded', retryAfterSeconds: null }))
    )
      await deps.hooks.onRefunded(db, id, null);
    await deps.hooks.onFullyRefunded(db, id, 'refund');
  }
}

/**
 * Limits the deposit, after a refund failed, to what is still owed. What was earned when the booking ended stays
 * earned.
 */
async function restoreDeposit(db: Queryable, id: number): Promise<void> {
  await updateRefundDue(db, id);
  const { refunds } = await refundsOfPayment(db, id);
  if (refunds.length > 0 && (await isOrderLive(db, id))) return;
  const owedCents = await outstandingCents(db, id);
  const hasFailed = refunds.some(({ failure }) => failure !== null);
  if (hasFailed && !refunds.some(isPending)) await releaseDeposit(db, id, owedCents);
  else if (refunds.length > 0) await limitDeposit(db, id, owedCents);
  else if (await isEarned(db, id)) await releaseDeposit(db, id, owedCents);
}
