import type pg from 'pg';
import type { Inventory } from '#features/catalog/inventory/server/inventory.ts';
import type { ExploreState } from '#features/catalog/listings/model/criteria/explore-query.ts';
import type { RuleBookCache } from '#features/customs/server/api.ts';
import { emailHash } from '#features/people/server/api.ts';
import {
  addressWithoutAccount,
  hoursOfPerson,
  mailAddSearch,
  mailConfirmAddress,
  nextAt,
  peopleOfAddress,
  personOfKey,
  personOfUser,
  setMuted,
} from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import type { Clock } from '#lib/clock.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import type { Caller } from '#lib/server/http/caller.ts';
import { countAttempt } from '#lib/server/http/rate-limit.ts';
import { newSecretToken } from '#lib/server/session/secret-token.ts';
import {
  followedSeller,
  MAX_SEARCHES,
  MOST_AT_ONCE,
  type Rhythm,
  readSavedQuery,
  savedQueryOf,
} from '../model/saved-query.ts';
import type { CountedSearchResponse, SavedSearchResponse, SaveSearchBody } from '../model/saved-search-contract.ts';
import { nameOfSearch } from '../model/search-name.ts';
import type { CompileSearch } from './compile-search.ts';
import { topicOfSearch } from './matching/tell-searches.ts';
import {
  addSearch,
  countSearches,
  currentBatch,
  deleteSearch,
  deleteUnconfirmedSearches,
  lockPersonForSearches,
  type SavedSearch,
  searchesOf,
  searchesOfPeople,
  searchOf,
  searchWithQuery,
  setRhythm,
} from './saved-search-store.ts';

export type SavedSearchDeps = {
  pool: pg.Pool;
  clock: Clock;
  inventory: Inventory;
  rules: RuleBookCache;
  compile: CompileSearch;
  siteOrigin: string;
};

type Outcome = { flag: '0' | '1'; message: string; fields?: Record<string, string>; search?: SavedSearchResponse };
const MAILS_PER_ADDRESS = { uses: 3, inSeconds: 24 * 3_600 };
const WEEK_DAYS = 7;
const DAY_MS = 86_400_000;

/** When a daily or weekly search is looked up next; null for one at once. */
export async function nextDue(db: Queryable, personId: number, rhythm: Rhythm, now: Date): Promise<Date | null> {
  if (rhythm === 'at_once') return null;
  const hours = await hoursOfPerson(db, personId);
  const from = rhythm === 'daily' ? now : new Date(now.getTime() + (WEEK_DAYS - 1) * DAY_MS);
  return nextAt(from, hours?.digestAt ?? 0, hours?.zone ?? 'UTC');
}

/** Counts the cars of a search now. A search that contradicts itself has none. */
export async function countCars(
  { compile, inventory }: Pick<SavedSearchDeps, 'compile' | 'inventory'>,
  state: ExploreState,
) {
  const criteria = await compile(state);
  return criteria ? inventory.count(criteria) : { total: 0, totalIsLeast: false };
}

/** Says how many cars a search finds before it is saved, and whether it may be told at once. */
export async function countSearch(
  deps: SavedSearchDeps,
  { user }: Caller,
  address: string,
  t: Translator,
): Promise<CountedSearchResponse> {
  const state = readSavedQuery(address);
  const { total, totalIsLeast } = await countCars(deps, state);
  const saved = user && (await searchWithQuery(deps.pool, await personOfUser(deps.pool, user.id), savedQueryOf(state)));
  return {
    name: nameOfSearch(state, t),
    query: savedQueryOf(state),
    cars: total,
    is_least: totalIsLeast ?? false,
    may_be_at_once: total <= MOST_AT_ONCE,
    most_at_once: MOST_AT_ONCE,
    saved_id: saved?.id ?? null,
  };
}

/** Returns the person of a call: the logged-in user, or an address without an account by the key of its links. Throws `not_signed_in`, or `forbidden` for administrators. */
async function personOf(db: Queryable, { user, admin }: Caller, key: string | undefined): Promise<number> {
  const person = key === undefined ? null : await personOfKey(db, key);
  if (person !== null) return person;
  if (user) return personOfUser(db, user.id);
  throw new AppError(admin ? 'forbidden' : 'not_signed_in', 'no user session and no key');
}

export async function listSearches(
  { pool }: Pick<SavedSearchDeps, 'pool'>,
  caller: Caller,
  key: string | undefined,
): Promise<{ searches: SavedSearchResponse[] }> {
  return { searches: (await searchesOf(pool, await personOf(pool, caller, key))).map(toResponse) };
}

/**
 * Saves a search for a user, for the key of an emailed link, or for an address whose owner gets a link first. The response to an address is
 * the same whether it is known or not.
 */
export async function saveSearch(
  deps: SavedSearchDeps,
  caller: Caller,
  { query, rhythm, name, email, key }: SaveSearchBody,
  t: Translator,
): Promise<Outcome> {
  const { pool } = deps;
  const state = readSavedQuery(query);
  const counted = await countCars(deps, state);
  const wrong = tooBroad(rhythm, counted, t);
  if (wrong) return wrong;
  const wanted = { state, rhythm, name: name || nameOfSearch(state, t), counted: counted.total };
  if (!caller.user && key === undefined && email !== undefined) {
    await saveForAddress(deps, email, wanted);
    return { flag: '1', message: t('searches.checkEmail') };
  }
  return withTransaction(pool, async (db) => {
    const personId = await personOf(db, caller, key);
    const search = await insert(db, deps, personId, wanted);
    if (!search) return { flag: '0', message: t('searches.tooMany', { count: MAX_SEARCHES }) };
    return { flag: '1', message: t('searches.saved'), search: toResponse(search) };
  });
}

type Wanted = { state: ExploreState; rhythm: Rhythm; name: string; counted: number };

/** Returns null if the person has too many searches. */
async function insert(
  db: Queryable,
  { clock, rules }: SavedSearchDeps,
  personId: number,
  { state, rhythm, name, counted }: Wanted,
): Promise<SavedSearch | null> {
  await lockPersonForSearches(db, personId);
  const query = savedQueryOf(state);
  const known = await searchWithQuery(db, personId, query);
  if (!known && (await countSearches(db, personId)) >= MAX_SEARCHES) return null;
  const now = clock.now();
  const dueAt = await nextDue(db, personId, rhythm, now);
  const { version } = await rules.book();
  const id = await addSearch(db, {
    ...{ personId, query, name, rhythm, dueAt, now, version, counted },
    sellerId: followedSeller(state),
  });
  return searchOf(db, personId, id);
}

/** Emails the owner of an address. Does nothing if the address had too many emails. */
async function saveForAddress(deps: SavedSearchDeps, email: string, wanted: Wanted): Promise<void> {
  const { pool, siteOrigin } = deps;
  const { token, hash } = newSecretToken();
  await withTransaction(pool, async (db) => {
    if (!(await canEmail(db, email))) return;
    const { id, isConfirmed, key } = await addressWithoutAccount(db, email, hash);
    if (isConfirmed) {
      // Anybody can type the address, so its owner adds the search.
      const address = new URLSearchParams({ key, add: savedQueryOf(wanted.state), rhythm: wanted.rhythm });
      await mailAddSearch(db, siteOrigin, { email, what: wanted.name, query: String(address) });
      return;
    }
    await deleteUnconfirmedSearches(db, id);
    await insert(db, deps, id, wanted);
    await mailConfirmAddress(db, siteOrigin, { email, token, what: wanted.name });
  });
}

async function canEmail(db: Queryable, email: string): Promise<boolean> {
  try {
    await countAttempt(db, `saved search mail ${emailHash(email)}`, MAILS_PER_ADDRESS);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many') return false;
    throw error;
  }
}

function tooBroad(
  rhythm: Rhythm,
  { total, totalIsLeast }: { total: number; totalIsLeast?: boolean },
  t: Translator,
): Outcome | null {
  if (rhythm !== 'at_once' || total <= MOST_AT_ONCE) return null;
  const message = t(totalIsLeast ? 'searches.tooBroad.least' : 'searches.tooBroad', {
    count: total,
    most: MOST_AT_ONCE,
  });
  return { flag: '0', message, fields: { rhythm: message } };
}

/** Changes the rhythm of a search, or stops and resumes its emails. Throws `not_found` for an unknown search and for those of others. */
export async function changeSearch(
  deps: SavedSearchDeps,
  caller: Caller,
  {
    id,
    rhythm,
    isMuted,
    key,
  }: { id: number; rhythm?: Rhythm | undefined; isMuted?: boolean | undefined; key?: string | undefined },
  t: Translator,
): Promise<Outcome> {
  const { pool, clock } = deps;
  const personId = await personOf(pool, caller, key);
  const search = await searchOf(pool, personId, id);
  if (!search) throw new AppError('not_found', 'no such saved search');
  if (rhythm !== undefined && rhythm !== search.rhythm) {
    const wrong = tooBroad(rhythm, await countCars(deps, readSavedQuery(search.query)), t);
    if (wrong) return wrong;
  }
  return withTransaction(pool, async (db) => {
    const now = clock.now();
    if (rhythm !== undefined && rhythm !== search.rhythm)
      await setRhythm(db, id, rhythm, await nextDue(db, personId, rhythm, now), now, await currentBatch(db));
    if (isMuted !== undefined) await setMuted(db, personId, topicOfSearch(id), isMuted);
    const changed = await searchOf(db, personId, id);
    return { flag: '1', message: t('searches.changed'), ...(changed && { search: toResponse(changed) }) };
  });
}

/** Deletes a search; succeeds if it is already deleted. */
export async function removeSearch(
  { pool }: Pick<SavedSearchDeps, 'pool'>,
  caller: Caller,
  id: number,
  key: string | undefined,
  t: Translator,
): Promise<Outcome> {
  await deleteSearch(pool, await personOf(pool, caller, key), id);
  return { flag: '1', message: t('searches.removed') };
}

function toResponse(search: SavedSearch): SavedSearchResponse {
  const { id, name, query, rhythm, sellerId, isMuted, counted, createdAt } = search;
  return {
    ...{ id, name, query, rhythm, cars: counted },
    is_followed_seller: sellerId !== null,
    is_muted: isMuted,
    created_at: createdAt.toISOString(),
  };
}

/** Returns what was saved for the address before the person had an account. */
export async function searchesOfAddress(db: Queryable, email: string): Promise<unknown[]> {
  return searchesOfPeople(db, await peopleOfAddress(db, email));
}

/** Saved searches are deleted with the person who gets their notifications. */
export async function keepSearches(): Promise<void> {}
