import type { RulesOf } from '#features/catalog/inventory/server/memory/destinations/destinations.ts';
import { textOfRow } from '#features/customs/import-rules/model/change-text.ts';
import { changesBetween, countriesBehind } from '#features/customs/server/api.ts';
import { notify } from '#features/site/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { type Run, workInTurn } from '#lib/server/jobs/job-runs.ts';
import { paths } from '#paths.ts';
import { countryOfRules, readSavedQuery } from '../model/saved-query.ts';
import { compileQuery } from './compile-search.ts';
import { circumstancesOf } from './matching/circumstances.ts';
import { carsPublishedBetween, readLookedAt } from './matching/feed-store.ts';
import { SearchIndex } from './matching/search-index.ts';
import { type FoundCar, MAX_CARS, tellOfCars, topicOfSearch } from './matching/tell-searches.ts';
import {
  type DueSearch,
  dueSearches,
  markCompared,
  markLookedUp,
  type RuleSearch,
  searchesBeforeRules,
} from './saved-search-store.ts';
import { countCars, nextDue, type SavedSearchDeps } from './saved-searches.ts';

type LookDeps = SavedSearchDeps & { rulesOf: RulesOf };

/** Searches that share one pass over the cars. */
const AT_A_TIME = 500;
const CARS_AT_A_TIME = 1_000;
/** More changes are only counted. They are on the page of the country. */
const MAX_CHANGES = 5;

type Found = { cars: FoundCar[]; count: number };

/** Notifies the people of daily and weekly searches that are due: one notification with all cars that were published or cost less. */
export async function lookUpSearches(deps: LookDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool, clock } = deps;
  const now = clock.now();
  const until = (await readLookedAt(pool))?.lookedAt ?? null;
  const due = until ? await dueSearches(pool, now, AT_A_TIME) : [];
  if (due.length === 0 || !until) return;
  const found = await findFor(deps, due, until, onError);
  await workInTurn(due, {
    pool,
    queue: 'saved searches',
    itemOf: ({ id }) => String(id),
    work: (search) => tell(deps, search, found.get(search.id), { now, until }),
    onError,
    run,
  });
}

/** Finds the cars of all due searches in one pass over the cars that changed since the first of them was looked up. */
async function findFor(
  { pool, clock, compile, rulesOf }: LookDeps,
  due: readonly DueSearch[],
  until: Date,
  onError: (error: unknown) => void,
): Promise<Map<number, Found>> {
  const index = new SearchIndex();
  for (const { id, query } of due) {
    const criteria = await compileQuery(compile, query).catch(onError);
    if (criteria) index.put(id, criteria);
  }
  const since = new Map(due.map(({ id, toldAt }) => [id, toldAt]));
  const first = new Date(Math.min(...due.map(({ toldAt }) => toldAt.getTime())));
  const circumstances = circumstancesOf(rulesOf, clock.now());
  const found = new Map<number, Found>();
  for (let last = 0; ; ) {
    const cars = await carsPublishedBetween(pool, first, until, last, CARS_AT_A_TIME);
    for (const { id, facts, publishedAt, droppedAt, generation } of cars) {
      for (const searchId of index.matches(facts, circumstances)) {
        const after = since.get(searchId)!;
        const isPublished = publishedAt > after;
        if (!isPublished && (droppedAt === null || droppedAt <= after)) continue;
        const reason = isPublished ? (generation > 1 ? 'back' : 'new') : 'cheaper';
        const ofSearch = found.get(searchId) ?? { cars: [], count: 0 };
        ofSearch.count += 1;
        ofSearch.cars.unshift({ id, reason });
        ofSearch.cars.length = Math.min(ofSearch.cars.length, MAX_CARS);
        found.set(searchId, ofSearch);
      }
    }
    last = cars.at(-1)?.id ?? last;
    if (cars.length < CARS_AT_A_TIME) return found;
  }
}

async function tell(
  deps: LookDeps,
  search: DueSearch,
  found: Found | undefined,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  const { total } = await countCars(deps, readSavedQuery(search.query));
  await withTransaction(deps.pool, async (db) => {
    const dueAt = await nextDue(db, search.personId, search.rhythm, now);
    if (!dueAt || !(await markLookedUp(db, search.id, now, until, dueAt, total))) return;
    const once = `search ${search.id} until ${until.toISOString()}`;
    if (found) await tellOfCars(db, [{ search, ...found, once }], now);
  });
}

/**
 * Notifies the people of searches by import rules when a publication changed how many cars they find: one notification that names the changed
 * rules, however many cars they concern. The cars themselves did not change, so nothing else tells of them.
 */
export async function tellOfRules(deps: LookDeps, onError: (error: unknown) => void, run?: Run): Promise<void> {
  const { pool, rules } = deps;
  const { version } = await rules.newest();
  await workInTurn(await searchesBeforeRules(pool, version), {
    pool,
    queue: 'searches by rules',
    itemOf: ({ id }) => String(id),
    work: (search) => compare(deps, search),
    onError,
    run,
  });
}

async function compare(deps: LookDeps, search: RuleSearch): Promise<void> {
  const { pool, rules, clock } = deps;
  const book = await rules.newest();
  const state = readSavedQuery(search.query);
  const country = countryOfRules(state);
  const { total } = country === null ? { total: search.counted } : await countCars(deps, state);
  await withTransaction(pool, async (db) => {
    if (!(await markCompared(db, search.id, book.version, total)) || country === null || total === search.counted)
      return;
    const changes = await changesBetween(db, countriesBehind(book, country), search.toldVersion, book.version);
    if (changes.length === 0) return;
    const facts = {
      ...{ name: search.name, path: `${paths.explore}${search.query}`, country, before: search.counted, now: total },
      changes: changes.slice(0, MAX_CHANGES).map(({ list, record }) => textOfRow(list, record)),
      moreChanges: Math.max(0, changes.length - MAX_CHANGES),
    };
    const once = `search ${search.id} rules ${book.version}`;
    await notify(
      db,
      'search.rules',
      [{ personId: search.personId, facts, once, topic: topicOfSearch(search.id) }],
      clock.now(),
    );
  });
}
