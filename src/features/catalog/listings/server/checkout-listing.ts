import type { Queryable } from '#lib/server/database/postgres.ts';
import type { Listing, ListingCard, ListingStatus } from '../model/listing.ts';
import { findCardsByIds, findWholeListing, setStatus } from './listing-store.ts';

export type CheckoutListing = Listing & { version: number };

/** Locks a listing until the transaction ends. Returns null if there is none. */
export function lockForCheckout(db: Queryable, id: number): Promise<CheckoutListing | null> {
  return findWholeListing(db, id, true);
}

/** Sets only the status, after a payment or its reversal. */
export async function setCheckoutStatus(db: Queryable, id: number, status: ListingStatus): Promise<void> {
  await setStatus(db, id, status, []);
}

/** Returns listings by id, in any status. */
export async function carsOfBookings(db: Queryable, ids: number[]): Promise<Map<number, ListingCard>> {
  return new Map((await findCardsByIds(db, ids)).map((card) => [card.id, card]));
}

/** Facts of the car for a booking document. Throws if the listing does not exist. */
export async function carForDocument(
  db: Queryable,
  id: number,
): Promise<{ name: string; year: number; vin: string | null }> {
  const card = (await findCardsByIds(db, [id]))[0];
  if (!card) throw new Error(`listing ${id} does not exist`);
  const { make, model, trim, year } = card;
  const listing = await findWholeListing(db, id);
  return { name: [make, model, trim].filter(Boolean).join(' '), year, vin: listing?.vin ?? null };
}
