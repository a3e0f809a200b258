import { lockForCheckout } from '#features/listings/server/checkout-listing.ts';
import { withTransaction } from '#platform/database/pool.ts';
import type { Queryable } from '#platform/database/statement.ts';
import { postRefund, reverseRefund } from './ledger-store.server.ts';
import { chargeKeyOf, type GatewayRefund } from './payment-gateway.ts';
import { findPayment, lockPayment, movePayment, notePaymentEvent, type StoredPayment } from './payment-store.server.ts';
import type { PaymentTools } from './payment-tools.ts';
import {
  givenAtProvider,
  insertProviderRefund,
  noteNewsHeard,
  noteProviderRefundFailed,
} from './provider-refund-store.server.ts';
import { noteRefundOutcome } from './refund-payment.ts';
import { findRefund } from './refund-store.server.ts';

/**
 * Makes the books say what the gateway says of a payment's refunds: of ours, which may fail days later, and of those that somebody
 * made at the provider. Asking again changes nothing.
 */
export async function hearRefunds(tools: PaymentTools, id: number): Promise<void> {
  const seen = await findPayment(tools.pool, id);
  if (!seen) return;
  const refunds = await tools.gateway.refunds(chargeKeyOf(seen));
  await withTransaction(tools.pool, async (db) => {
    if (seen.quote) await lockForCheckout(db, seen.quote.listingId);
    const payment = await lockPayment(db, id);
    if (!payment) return;
    for (const refund of refunds) {
      if (refund.attempt === null) await hearProviderRefund(tools, db, payment, refund);
      else await hearOwnRefund(tools, db, payment, refund);
    }
    await noteNewsHeard(db, id);
  });
}

async function hearOwnRefund(tools: PaymentTools, db: Queryable, { id }: StoredPayment, told: GatewayRefund) {
  const refund = await findRefund(db, id);
  if (refund?.attempt === told.attempt) await noteRefundOutcome(tools, db, refund, told);
}

/** Once all of a payment has gone back by other hands than ours, there is nothing left that holds its booking. */
async function hearProviderRefund(tools: PaymentTools, db: Queryable, payment: StoredPayment, told: GatewayRefund) {
  const { id } = payment;
  const { reference, cents: amountCents, state, failure } = told;
  if (state === 'failed') {
    if (!(await noteProviderRefundFailed(db, reference))) return;
    await reverseRefund(db, id, reference);
    await notePaymentEvent(db, id, 'refund failed', { amountCents, failure });
    const isBack = !(await findRefund(db, id))?.done;
    if (isBack && (await movePayment(db, id, 'refunded', { to: 'captured', dueInS: null }))) {
      await tools.consequences.refundFailed(db, id);
    }
  } else if (state === 'done' && (await insertProviderRefund(db, reference, id, amountCents))) {
    await postRefund(db, id, reference, amountCents);
    await notePaymentEvent(db, id, 'refunded at the provider', { amountCents, reference });
    if ((await givenAtProvider(db, id)) < payment.amountCents) return;
    if (!(await movePayment(db, id, 'captured', { to: 'refunded', dueInS: null }))) return;
    await tools.consequences.refunded(db, id);
    await tools.consequences.allGivenBack(db, id);
  }
}
