import type { Charge } from '#features/gateways/model/charge.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayment, recordPaymentEvent, reschedule, transitionPayment } from './payment-store.ts';

/** Without a call of the buyer for this long, the worker takes over the payment. */
export const BUYER_TIMEOUT_S = 20;
const ACTION_TIMEOUT_S = 30;

/**
 * Records the gateway's response to an authorization; no-op if the payment has left `created`. Emails a buyer who no
 * longer waits for the response if it is negative.
 */
export async function recordAuthorization(
  { pool, hooks }: PaymentDeps,
  id: number,
  charge: Charge,
  { emailBuyer = false } = {},
): Promise<void> {
  const { state, reference, cardBrand, cardLast4 } = charge;
  const details = { reference, cardBrand, cardLast4 };
  if (state === 'needs_action') return reschedule(pool, id, ACTION_TIMEOUT_S, 'needs_action');
  await withTransaction(pool, async (db) => {
    if (state === 'authorised') {
      const changed = await transitionPayment(db, id, 'created', {
        to: 'authorised',
        ...details,
        retryAfterSeconds: BUYER_TIMEOUT_S,
      });
      if (changed) await recordPaymentEvent(db, id, 'authorised', { cardBrand, cardLast4 });
    } else if (
      await transitionPayment(db, id, 'created', { to: 'failed', ...details, outcome: state, retryAfterSeconds: null })
    ) {
      await releaseClaims(db, id);
      await recordPaymentEvent(db, id, 'failed', { gateway: state });
      const payment = emailBuyer && (await findPayment(db, id));
      if (payment) await hooks.onFailed(db, payment, false);
    }
  });
}
