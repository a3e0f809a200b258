import { peopleOfAddress } from '#features/site/server/api.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { searchesOfPeople } from './saved-search-store.ts';

/** Returns what was saved for the address before the person had an account. */
export async function searchesOfAddress(db: Queryable, email: string): Promise<unknown[]> {
  return searchesOfPeople(db, await peopleOfAddress(db, email));
}

/** Saved searches are deleted with the person who gets their notifications. */
export async function keepSearches(): Promise<void> {}
