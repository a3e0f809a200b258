import type { Charge } from '#features/gateways/model/charge.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayment, recordPaymentEvent, reschedule, transitionPayment } from './payment-store.ts';

/** A buyer who says nothing more for so long is gone; the worker finishes what he began. */
export const BUYER_TIMEOUT_S = 20;
const ACTION_LASTS_S = 30;

/**
 * Writes down what the gateway says to a payment that it was asked to authorise. News that comes late changes nothing.
 * A buyer who
 * does not wait for the answer is written to when it is no.
 */
export async function recordAuthorization(
  { pool, hooks }: PaymentDeps,
  id: number,
  charge: Charge,
  { buyerIsGone = false } = {},
): Promise<void> {
  const { state, reference, cardBrand, cardLast4 } = charge;
  const known = { reference, cardBrand, cardLast4 };
  if (state === 'needs_action') return reschedule(pool, id, ACTION_LASTS_S, 'needs_action');
  await withTransaction(pool, async (db) => {
    if (state === 'authorised') {
      const moved = await transitionPayment(db, id, 'created', {
        to: 'authorised',
        ...known,
        retryAfterSeconds: BUYER_TIMEOUT_S,
      });
      if (moved) await recordPaymentEvent(db, id, 'authorised', { cardBrand, cardLast4 });
    } else if (
      await transitionPayment(db, id, 'created', { to: 'failed', ...known, outcome: state, retryAfterSeconds: null })
    ) {
      await releaseClaims(db, id);
      await recordPaymentEvent(db, id, 'failed', { gateway: state });
      const payment = buyerIsGone && (await findPayment(db, id));
      if (payment) await hooks.onFailed(db, payment, false);
    }
  });
}
