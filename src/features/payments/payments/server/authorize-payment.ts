import type { Charge } from '#features/payments/gateways/model/charge.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { releaseClaims } from './claim-store.ts';
import type { PaymentDeps } from './payment-deps.ts';
import { findPayment, reschedule, transitionPayment } from './payment-store.ts';

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
  if (state === 'authorised') {
    const event = { name: 'authorised', details: { cardBrand, cardLast4 } };
    await transitionPayment(pool, id, 'created', { to: state, ...details, event, retryAfterSeconds: BUYER_TIMEOUT_S });
    return;
  }
  const event = { name: 'failed', details: { gateway: state } };
  await withTransaction(pool, async (db) => {
    const change = { to: 'failed', ...details, outcome: state, event, retryAfterSeconds: null } as const;
    if (!(await transitionPayment(db, id, 'created', change))) return;
    await releaseClaims(db, id);
    const payment = emailBuyer && (await findPayment(db, id));
    if (payment) await hooks.onFailed(db, payment, false);
  });
}
