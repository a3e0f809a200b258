import { actingAdmin, audit } from '#features/people/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Origin } from '#lib/server/http/caller.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { recordRefundOutcome } from '../refunds/refund-payment.ts';
import type { Refund } from '../refunds/refund-store.ts';
import { lockTransferRefunds } from './refund-sent.ts';

/**
 * Records on behalf of a person in finance that the bank returned a refund that was sent by transfer: it is owed again, and can be asked for
 * again. A repeated call changes nothing.
 */
export function recordRefundReturned(
  deps: PaymentDeps,
  adminId: number,
  paymentId: number,
  { refundId, reason }: { refundId: number; reason: string },
  origin: Origin,
): Promise<void> {
  return withTransaction(deps.pool, async (db) => {
    const refund = (await lockTransferRefunds(db, paymentId)).find(({ id }) => id === refundId);
    if (refund && refund.failure !== null) return;
    if (!refund?.done) throw new AppError('conflict', 'the refund was not sent', { messageKey: 'refund.notSent' });
    await recordTransferRefundReturned(deps, db, refund, reason);
    await audit(db, origin, {
      actor: actingAdmin(adminId),
      action: 'refund returned',
      subject: { kind: 'payment', id: paymentId },
      details: { refund: refund.id, cents: refund.amountCents, reason },
    });
  });
}

/** Records that the bank returned a refund that was sent: it is owed again. The caller holds the locks of order and payment. */
export function recordTransferRefundReturned(
  deps: PaymentDeps,
  db: Queryable,
  refund: Refund,
  reason: string,
): Promise<void> {
  return recordRefundOutcome(deps, db, refund, { state: 'failed', failure: reason });
}
