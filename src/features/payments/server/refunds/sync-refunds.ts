import { chargeKeyOf, type GatewayRefund } from '#features/gateways/server/api.ts';
import { isEarned, limitDeposit, postRefund, releaseDeposit, reverseRefund } from '#features/ledger/server/api.ts';
import { lockForCheckout } from '#features/listings/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
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
  refundedAtProvider,
  refundSyncDueAt,
} from './provider-refund-store.ts';
import { recordRefundOutcome, updateRefundDue } from './refund-payment.ts';
import { findRefund, outstandingCents, type Refund } from './refund-store.ts';

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
  const refund = await findRefund(db, id);
  if (refund?.attempt === update.attempt) await recordRefundOutcome(deps, db, refund, update);
}

/**
 * Records a refund made at the provider, or its failure. Cancels the booking once the whole payment was refunded there.
 */
async function syncProviderRefund(deps: PaymentDeps, db: Queryable, payment: StoredPayment, update: GatewayRefund) {
  const { id } = payment;
  const { reference, cents: amountCents, state, failure } = update;
  if (state === 'failed') {
    if (!(await recordProviderRefundFailed(db, reference))) return;
    const own = await findRefund(db, id);
    await reverseRefund(db, id, reference);
    await deps.hooks.onReturned(db, id, -amountCents);
    await restoreDeposit(db, id, own);
    await recordPaymentEvent(db, id, 'refund failed', { amountCents, failure });
    if (!own?.done && (await transitionPayment(db, id, 'refunded', { to: 'captured', retryAfterSeconds: null }))) {
      await deps.hooks.onRefundFailed(db, id);
    }
  } else if (state === 'done' && (await insertProviderRefund(db, reference, id, amountCents))) {
    await postRefund(db, id, reference, amountCents);
    await recordPaymentEvent(db, id, 'refunded at the provider', { amountCents, reference });
    await deps.hooks.onReturned(db, id, amountCents);
    if ((await refundedAtProvider(db, id)) < payment.amountCents) return;
    if (!(await transitionPayment(db, id, 'captured', { to: 'refunded', retryAfterSeconds: null }))) return;
    await deps.hooks.onRefunded(db, id);
    await deps.hooks.onFullyRefunded(db, id);
  }
}

/**
 * Limits the deposit, after a refund failed, to what is still owed. What was earned when the booking ended stays
 * earned.
 */
async function restoreDeposit(db: Queryable, id: number, own: Refund | null): Promise<void> {
  await updateRefundDue(db, id);
  const owedCents = await outstandingCents(db, id);
  if (own?.failure) await releaseDeposit(db, id, owedCents);
  else if (own) await limitDeposit(db, id, owedCents);
  else if (await isEarned(db, id)) await releaseDeposit(db, id, owedCents);
}
