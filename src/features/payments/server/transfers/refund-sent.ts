import { actingAdmin, audit } from '#features/audit/server/api.ts';
import { lockForCheckout } from '#features/listings/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carsOfPayment, findPayment, lockPayment, recordPaymentEvent } from '../payment-store.ts';
import { recordRefundOutcome } from '../refunds/refund-payment.ts';
import { findRefund } from '../refunds/refund-store.ts';

/** Records on behalf of a person in finance that a refund was sent; a repeated call changes nothing. */
export function recordRefundSentByAdmin(
  deps: PaymentDeps,
  adminId: number,
  paymentId: number,
  sent: { reference: string | null },
  origin: Origin,
): Promise<void> {
  return withTransaction(deps.pool, async (db) => {
    const cents = await recordTransferRefundSent(db, deps, paymentId, sent);
    if (cents === 0) return;
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'refund sent',
      subject: { kind: 'payment', id: paymentId },
      details: { cents, ...sent },
    });
  });
}

/**
 * Records that finance has sent back a transfer. Returns the cents; 0 if it was recorded before. Throws if no refund of this
 * payment waits to be sent. `reference`: the bank's id of the outgoing transfer.
 */
export async function recordTransferRefundSent(
  db: Queryable,
  deps: PaymentDeps,
  paymentId: number,
  { reference }: { reference: string | null },
): Promise<number> {
  const snapshot = await findPayment(db, paymentId);
  if (!snapshot) throw new AppError('not_found', 'no such payment', { messageKey: 'admin.payments.notFound' });
  for (const car of await carsOfPayment(db, snapshot)) await lockForCheckout(db, car);
  await lockPayment(db, paymentId);
  const refund = await findRefund(db, paymentId);
  if (snapshot.method !== 'bank_transfer' || !refund || refund.failure !== null) {
    throw new AppError('conflict', 'no refund waits', { messageKey: 'refund.noneWaits' });
  }
  if (refund.done) return 0;
  await recordPaymentEvent(db, paymentId, 'refund sent', { amountCents: refund.amountCents, reference });
  await recordRefundOutcome(deps, db, refund, { state: 'done', failure: null });
  return refund.amountCents;
}
