import { chargeKeyOf, type GatewayRefund } from '#features/gateways/server/api.ts';
import { isEarned, limitDeposit, postRefund, releaseDeposit, reverseRefund } from '#features/ledger/server/api.ts';
import { lockForCheckout } from '#features/listings/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { PaymentDeps } from './payment-deps.ts';
import {
  findPayment,
  lockPayment,
  recordPaymentEvent,
  type StoredPayment,
  transitionPayment,
} from './payment-store.ts';
import {
  insertProviderRefund,
  recordProviderRefundFailed,
  recordRefundSync,
  refundedAtProvider,
  refundSyncDueAt,
} from './provider-refund-store.ts';
import { recordRefundOutcome } from './refund-payment.ts';
import { findRefund, type Refund } from './refund-store.ts';

/**
 * Makes the books say what the gateway says of a payment's refunds: of ours, which may fail days later, and of those
 * that somebody
 * made at the provider. Asking again changes nothing.
 */
export async function syncRefunds(deps: PaymentDeps, id: number): Promise<void> {
  const [seen, news] = [await findPayment(deps.pool, id), await refundSyncDueAt(deps.pool, id)];
  if (!seen) return;
  const refunds = await deps.gateway.refunds(chargeKeyOf(seen));
  await withTransaction(deps.pool, async (db) => {
    if (seen.quote) await lockForCheckout(db, seen.quote.listingId);
    const payment = await lockPayment(db, id);
    if (!payment) return;
    for (const refund of refunds) {
      if (refund.attempt === null) await hearProviderRefund(deps, db, payment, refund);
      else await hearOwnRefund(deps, db, payment, refund);
    }
    await recordRefundSync(db, id, news);
  });
}

async function hearOwnRefund(deps: PaymentDeps, db: Queryable, { id }: StoredPayment, told: GatewayRefund) {
  const refund = await findRefund(db, id);
  if (refund?.attempt === told.attempt) await recordRefundOutcome(deps, db, refund, told);
}

/** Once all of a payment has gone back by other hands than ours, there is nothing left that holds its booking. */
async function hearProviderRefund(deps: PaymentDeps, db: Queryable, payment: StoredPayment, told: GatewayRefund) {
  const { id } = payment;
  const { reference, cents: amountCents, state, failure } = told;
  if (state === 'failed') {
    if (!(await recordProviderRefundFailed(db, reference))) return;
    const own = await findRefund(db, id);
    await reverseRefund(db, id, reference);
    await keepDeposit(db, id, own);
    await recordPaymentEvent(db, id, 'refund failed', { amountCents, failure });
    if (!own?.done && (await transitionPayment(db, id, 'refunded', { to: 'captured', retryAfterSeconds: null }))) {
      await deps.hooks.refundFailed(db, id);
    }
  } else if (state === 'done' && (await insertProviderRefund(db, reference, id, amountCents))) {
    await postRefund(db, id, reference, amountCents);
    await recordPaymentEvent(db, id, 'refunded at the provider', { amountCents, reference });
    if ((await refundedAtProvider(db, id)) < payment.amountCents) return;
    if (!(await transitionPayment(db, id, 'captured', { to: 'refunded', retryAfterSeconds: null }))) return;
    await deps.hooks.refunded(db, id);
    await deps.hooks.onFullyRefunded(db, id);
  }
}

/**
 * Leaves as deposit, of money that came back, what may still go back. What was kept when its booking ended stays ours.
 */
async function keepDeposit(db: Queryable, id: number, own: Refund | null): Promise<void> {
  if (own?.failure) await releaseDeposit(db, id, own.owedCents);
  else if (own) await limitDeposit(db, id, own.done ? 0 : own.amountCents);
  else if (await isEarned(db, id)) await releaseDeposit(db, id, 0);
}
