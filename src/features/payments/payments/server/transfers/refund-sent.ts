import { lockForCheckout } from '#features/catalog/server/api.ts';
import { askOrder } from '#features/payments/order-acts/server/ask-order.ts';
import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carsOfPayment, findPayment, lockPayment, recordPaymentEvent } from '../payment-store.ts';
import { recordRefundOutcome } from '../refunds/refund-payment.ts';
import { isPending, type Refund, recordRefundAsked, refundsOfPayment } from '../refunds/refund-store.ts';
import { decideTarget, refundTargets } from './refund-target.ts';
import { insertRefundTransfer } from './refund-transfer-store.ts';

/**
 * `reference`: the bank's id of the outgoing transfer. `accountId`: the account of the buyer that the person saw. `payerReason`: why it went back
 * to the payer.
 */
export type Sent = { reference: string | null; accountId?: number | null; payerReason?: string | null };

/**
 * Records on behalf of a person in finance that a refund was sent; a repeated call changes nothing. Throws while a hit holds the order, so
 * that nobody sends the money first.
 */
export function recordRefundSentByAdmin(
  deps: PaymentDeps,
  adminId: number,
  paymentId: number,
  { refundId, ...sent }: Sent & { refundId: number | null },
  origin: Origin,
): Promise<void> {
  return withTransaction(deps.pool, async (db) => {
    const refund = chosenRefund(await lockTransferRefunds(db, paymentId), refundId);
    if (refund.done) return;
    await recordTransferRefundSent(db, deps, refund, sent, adminId);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'refund sent',
      subject: { kind: 'payment', id: paymentId },
      details: { refund: refund.id, cents: refund.amountCents, ...sent },
    });
  });
}

const noneWaits = () => new AppError('conflict', 'no refund waits', { messageKey: 'refund.noneWaits' });

/** Returns the refund with an id, or the only one of its payment that did not fail. */
function chosenRefund(refunds: Refund[], id: number | null): Refund {
  const possible = refunds.filter((refund) => refund.failure === null && (id === null || refund.id === id));
  if (possible.length > 1) throw new AppError('conflict', 'several refunds', { messageKey: 'refund.whichOne' });
  if (!possible[0]) throw noneWaits();
  return possible[0];
}

/** Locks cars, order and payment of a transfer, and returns its refunds, the oldest first. */
export async function lockTransferRefunds(db: Queryable, paymentId: number): Promise<Refund[]> {
  const snapshot = await findPayment(db, paymentId);
  if (!snapshot) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  for (const car of await carsOfPayment(db, snapshot)) await lockForCheckout(db, car);
  await lockPayment(db, paymentId);
  return snapshot.method === 'bank_transfer' ? (await refundsOfPayment(db, paymentId)).refunds : [];
}

/**
 * Records that finance has sent a refund by transfer, which waits, and to which account. The caller holds the locks. Without `adminId` the line of
 * a bank statement says so, and only the account of the buyer in force counts.
 */
export async function recordTransferRefundSent(
  db: Queryable,
  deps: PaymentDeps,
  refund: Refund,
  { reference, accountId = null, payerReason = null }: Sent,
  adminId: number | null = null,
): Promise<void> {
  const { id, paymentId, amountCents } = refund;
  const payment = await findPayment(db, paymentId);
  if (!payment || !isPending(refund)) throw noneWaits();
  if (payment.orderId !== null) await askOrder(db, payment.orderId, 'send_refund', { now: deps.clock.now() });
  const by = adminId === null ? null : { adminId, accountId, payerReason };
  const target = await decideTarget(db, await refundTargets(db, payment), refund, by);
  await insertRefundTransfer(db, id, target, { reference, adminId });
  await recordRefundAsked(db, id);
  await recordPaymentEvent(db, paymentId, 'refund sent', { refund: id, amountCents, reference });
  await recordRefundOutcome(deps, db, refund, { state: 'done', failure: null });
}
