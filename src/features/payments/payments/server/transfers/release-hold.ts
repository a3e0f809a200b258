import { lockForCheckout } from '#features/catalog/server/api.ts';
import { type Queryable, rowsOf, statement, withTransaction } from '#lib/server/database/postgres.ts';
import type { Payment, Quote } from '../../model/payment.ts';
import { releaseClaim, releaseClaims } from '../claim-store.ts';
import type { PaymentDeps } from '../payment-deps.ts';
import { carsOfPayment, lockPayment, recordPaymentEvent, reschedule, transitionPayment } from '../payment-store.ts';

/**
 * Ends the hold of a car when its time is over and no transfer has arrived; otherwise waits for that time. The booking day of the bank
 * decides, so a hold goes on until its statement can be known.
 */
export async function settleTransfer(deps: PaymentDeps, payment: Payment): Promise<void> {
  const { pool, clock, hooks } = deps;
  const { id, state, expiresAt } = payment;
  if (state !== 'created') return reschedule(pool, id, null);
  const leftMs = expiresAt.getTime() - clock.now().getTime();
  if (leftMs > 0) return reschedule(pool, id, leftMs / 1_000);
  await withTransaction(pool, async (db) => {
    for (const car of await carsOfPayment(db, payment)) await lockForCheckout(db, car);
    await lockPayment(db, id);
    const lastsUntil = await hooks.holdLastsUntil(db, payment);
    if (lastsUntil) return prolongHold(db, id, lastsUntil);
    if (await releaseHold(db, id, 'lapsed')) await hooks.onHoldLapsed(db, payment);
  });
}

const PROLONG = statement(`
  update payments set expires_at = $2, due_at = $2, changed_at = now() where id = $1 and state = 'created'`);

/** Lets a hold go on. Other buyers see that the car is held until then. */
async function prolongHold(db: Queryable, id: number, until: Date): Promise<void> {
  await rowsOf(db, PROLONG, [id, until]);
  await recordPaymentEvent(db, id, 'hold prolonged', { until });
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

const REDUCE = statement(`
  update payments set listing_id = $2, price_cents = $3, tax_cents = $4, fee_cents = $5, total_cents = $6, amount_cents = $7, changed_at = now()
  where id = $1 and state = 'created'`);

type Reduced = Pick<Quote, 'listingId' | 'priceCents' | 'taxCents' | 'feeCents' | 'totalCents'> & {
  amountCents: number;
};

/** Releases one of the cars that a payment holds. The caller holds the locks of cars, order and payment. */
export async function reduceHold(db: Queryable, id: number, listingId: number, left: Reduced): Promise<void> {
  const { priceCents, taxCents, feeCents, totalCents, amountCents } = left;
  await rowsOf(db, REDUCE, [id, left.listingId, priceCents, taxCents, feeCents, totalCents, amountCents]);
  await releaseClaim(db, id, listingId);
  await recordPaymentEvent(db, id, 'car taken out', { listingId, amountCents });
}
