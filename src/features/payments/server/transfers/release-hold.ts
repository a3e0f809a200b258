import { lockForCheckout } from '#features/listings/server/api.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { Payment } from '../../model/payment.ts';
import { releaseClaims } from '../claim-store.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carsOfPayment, lockPayment, recordPaymentEvent, reschedule, transitionPayment } from '../payment-store.ts';

/** Ends the hold of a car when its time is over and no transfer has arrived; otherwise waits for that time. */
export async function settleTransfer(deps: PaymentDeps, payment: Payment): Promise<void> {
  const { pool, clock, hooks } = deps;
  const { id, state, expiresAt } = payment;
  if (state !== 'created') return reschedule(pool, id, null);
  const leftMs = expiresAt.getTime() - clock.now().getTime();
  if (leftMs > 0) return reschedule(pool, id, leftMs / 1_000);
  await withTransaction(pool, async (db) => {
    for (const car of await carsOfPayment(db, payment)) await lockForCheckout(db, car);
    await lockPayment(db, id);
    if (await releaseHold(db, id, 'lapsed')) await hooks.onHoldLapsed(db, payment);
  });
}

/**
 * Releases the car that waits for a transfer. Returns false if the transfer has arrived, or the hold is over. The caller holds the
 * locks of car, order and payment.
 */
export async function releaseHold(db: Queryable, id: number, outcome: 'lapsed' | 'canceled'): Promise<boolean> {
  if (!(await transitionPayment(db, id, 'created', { to: 'voided', outcome, retryAfterSeconds: null }))) return false;
  await releaseClaims(db, id);
  await recordPaymentEvent(db, id, 'voided', { hold: outcome });
  return true;
}
