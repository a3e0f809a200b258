import { shareOfCents } from '#lib/money.ts';

/** Share of the total (price, tax and registration fee) that a buyer pays as a deposit to book a car. */
export const BOOKING_SHARE = 0.25;

/** Returns the deposit in cents, rounded half up. */
export function depositOf(totalCents: number): number {
  return shareOfCents(totalCents, BOOKING_SHARE);
}
