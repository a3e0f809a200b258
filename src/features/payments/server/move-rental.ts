import type { Queryable } from '#platform/database/statement.ts';
import type { RentalPeriod } from '../payment.ts';
import { dayOf, daysOf } from '../quote.ts';
import { claimDays, isTakenOn, releaseClaims } from './claim-store.server.ts';
import { setPeriod } from './managed-payment-store.server.ts';
import { notePaymentEvent } from './payment-store.server.ts';

type Moved = { paymentId: number; listingId: number; from: RentalPeriod; to: RentalPeriod };

/** Gives a paid rental other days, in a transaction that ends when this is false: somebody has one of them. */
export async function moveRental(db: Queryable, { paymentId, listingId, from, to }: Moved): Promise<boolean> {
  await releaseClaims(db, paymentId);
  if (!(await claimDays(db, listingId, daysOf(to), paymentId))) return false;
  await setPeriod(db, paymentId, to);
  await notePaymentEvent(db, paymentId, 'dates moved', { from, to });
  return true;
}

/** Whether somebody has a Rent car on the day of a moment. */
export function isRentedOn(db: Queryable, listingId: number, moment: Date): Promise<boolean> {
  return isTakenOn(db, listingId, dayOf(moment));
}
