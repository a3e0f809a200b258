import { holdUntil } from '#features/catalog/listings/model/hold.ts';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';

const DAY_MS = 86_400_000;

/** Who has a car now or later, which changes with the clock. */
export type Reservation = {
  /** When the hold of a buyer who is paying ends. */
  heldUntil: Date | null;
  /** Whether a renter has the car now. */
  isRented: boolean;
  /** Days (YYYY-MM-DD) from the day of reading on for which a car for rent is booked, in order. */
  rentedDays: string[];
};

/** Returns whether a card says that the car is reserved. */
export const isOnCard = ({ heldUntil, isRented }: Reservation): boolean => heldUntil !== null || isRented;

/** Adds to the JSON of a card, or of a car with all details, what depends on the time. */
export function reservedCard(card: string, { heldUntil, isRented, rentedDays }: Reservation, now: Date): string {
  const response = JSON.parse(card) as CardResponse;
  response.availableFrom = isRented ? firstFreeDay(rentedDays, now) : null;
  response.hold = heldUntil && holdUntil(heldUntil, now.getTime());
  return JSON.stringify(response);
}

export function isRentedOn({ rentedDays }: Reservation, { from, to }: { from: string; to: string }): boolean {
  return rentedDays.some((day) => day >= from && day <= to);
}

/** Returns the first free day of a car that is rented today, else null. */
function firstFreeDay(rentedDays: string[], now: Date): string | null {
  const rented = new Set(rentedDays);
  const dayAfter = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  if (!rented.has(dayAfter(0))) return null;
  let days = 1;
  while (rented.has(dayAfter(days))) days += 1;
  return dayAfter(days);
}
