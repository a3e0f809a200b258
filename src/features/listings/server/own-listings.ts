import type { Queryable } from '#platform/database/statement.ts';
import { listingsOfSeller, withdrawListings } from './listing-store.server.ts';

export function listingsForExport(db: Queryable, userId: number): Promise<Record<string, unknown>[]> {
  return listingsOfSeller(db, userId);
}

/** Nobody would answer for the cars of a closed account. */
export function withdrawListingsOf(db: Queryable, userId: number): Promise<void> {
  return withdrawListings(db, userId);
}
