import { type CheckoutListing, setCheckoutStatus } from '#features/catalog/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { setPeriod } from '../admin/server/admin-payment-store.ts';
import { dayOf } from '../model/calendar-day.ts';
import type { RentalPeriod } from '../model/payment.ts';
import { daysOf } from '../model/quote.ts';
import { claimDays, isBookedOn, releaseClaims } from './claim-store.ts';
import { recordPaymentEvent } from './payment-store.ts';

type DatesChange = { paymentId: number; listingId: number; from: RentalPeriod; to: RentalPeriod };

/**
 * Changes the days of a paid rental. Returns false if another payment has one of them; the transaction is then aborted.
 */
export async function changeRentalDates(
  db: Queryable,
  { paymentId, listingId, from, to }: DatesChange,
): Promise<boolean> {
  await releaseClaims(db, paymentId);
  if (!(await claimDays(db, listingId, daysOf(to), paymentId))) return false;
  await setPeriod(db, paymentId, to);
  await recordPaymentEvent(db, paymentId, 'dates moved', { from, to });
  return true;
}

/** Sets a Rent car to `rented` if it is booked today, else to `active`. Other statuses, such as paused, stay. */
export async function updateRentedStatus(db: Queryable, { id, status }: CheckoutListing, now: Date): Promise<void> {
  if (status !== 'active' && status !== 'rented') return;
  const next = (await isBookedOn(db, id, dayOf(now))) ? 'rented' : 'active';
  if (next !== status) await setCheckoutStatus(db, id, next);
}
