import { type CheckoutListing, setCheckoutStatus } from '#features/listings/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { setPeriod } from '../admin/server/admin-payment-store.ts';
import type { RentalPeriod } from '../model/payment.ts';
import { dayOf, daysOf } from '../model/quote.ts';
import { claimDays, isTakenOn, releaseClaims } from './claim-store.ts';
import { recordPaymentEvent } from './payment-store.ts';

type Moved = { paymentId: number; listingId: number; from: RentalPeriod; to: RentalPeriod };

/** Gives a paid rental other days, in a transaction that ends when this is false: somebody has one of them. */
export async function changeRentalDates(db: Queryable, { paymentId, listingId, from, to }: Moved): Promise<boolean> {
  await releaseClaims(db, paymentId);
  if (!(await claimDays(db, listingId, daysOf(to), paymentId))) return false;
  await setPeriod(db, paymentId, to);
  await recordPaymentEvent(db, paymentId, 'dates moved', { from, to });
  return true;
}

/**
 * A Rent car counts as rented while somebody has it today, and stays on offer for other days. One that is paused stays
 * paused.
 */
export async function updateRentedStatus(db: Queryable, { id, status }: CheckoutListing, now: Date): Promise<void> {
  if (status !== 'active' && status !== 'rented') return;
  const shown = (await isTakenOn(db, id, dayOf(now))) ? 'rented' : 'active';
  if (shown !== status) await setCheckoutStatus(db, id, shown);
}
