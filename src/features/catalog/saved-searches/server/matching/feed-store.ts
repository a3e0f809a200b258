import {
  execute,
  type Queryable,
  query,
  queryColumn,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Listings, SavedSearches, SearchedCars, SearchFeed } from '#lib/server/database/rows.ts';
import type { CarFacts } from '../../model/car-facts.ts';
import type { CarState, SeenCar } from '../../model/seen-car.ts';

export type Feed = {
  snapshot: string | null;
  server: string | null;
  lookedAt: Date | null;
  batch: number;
  /** The last car of a comparison of all cars; null: none is under way. */
  scannedTo: number | null;
};

const FEED = 'snapshot, server, looked_at as "lookedAt", batch, scanned_to as "scannedTo"';

/** Takes or extends the lease of the only reader. Returns null while another process has it. */
export const takeLease = queryFirst<Feed & Pick<SearchFeed, 'holder'>, [holder: string, seconds: number]>(`
  with before as (select holder from search_feed for update)
  update search_feed set holder = $1, held_until = now() + make_interval(secs => $2)
  from before where search_feed.holder = $1::uuid or held_until is null or held_until < now()
  returning ${FEED}, before.holder`);

export const endLease = execute<[holder: string]>('update search_feed set held_until = null where holder = $1');

/** Locks the position for the transaction that moves it. Returns null if the lease was lost. */
export const lockFeed = queryFirst<Feed, [holder: string]>(
  `select ${FEED} from search_feed where holder = $1 for update`,
);

export const moveFeed = execute<
  [snapshot: string | null, server: string | null, lookedAt: Date, batch: number, scannedTo: number | null]
>('update search_feed set snapshot = $1, server = $2, looked_at = $3, batch = $4, scanned_to = $5');

/** Until when cars were read; null before the first read. */
export const readLookedAt = queryFirst<{ lookedAt: Date | null }>('select looked_at as "lookedAt" from search_feed');

export type LoadedSearch = Pick<SavedSearches, 'id' | 'query'> & { told: number; isActive: boolean };
type ChangedSearch = LoadedSearch & { snapshot: string };

const ACTIVE = `s.rhythm = 'at_once' and (p.user_id is not null or p.confirmed_at is not null)`;
const SEARCH = `s.id, s.query, coalesce(extract(epoch from s.told_at), 0)::float8 as told, ${ACTIVE} as "isActive"`;

/** Returns all active searches after an id. */
export const searchesAfter = query<LoadedSearch, [id: number, limit: number]>(`
  select ${SEARCH} from saved_searches s join notification_people p on p.id = s.person_id
  where s.id > $1 and ${ACTIVE} order by s.id limit $2`);

/** Returns the searches that changed since a snapshot, and the new snapshot. The statement is not prepared, as in the feed of cars. */
export async function searchesSince(
  db: Queryable,
  snapshot: string,
): Promise<{ searches: LoadedSearch[]; snapshot: string }> {
  const { rows } = await db.query<ChangedSearch | { snapshot: string; id: null }>(
    `with here as materialized (select pg_current_snapshot() as snapshot)
     select here.snapshot::text as snapshot, changed.* from here left join lateral (
       select ${SEARCH} from saved_searches s join notification_people p on p.id = s.person_id
       where s.change_xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(s.change_xid, $1::pg_snapshot)
     ) as changed on true`,
    [snapshot],
  );
  return { searches: rows.filter((row): row is ChangedSearch => row.id !== null), snapshot: rows[0]!.snapshot };
}

/**
 * Pairs of a search and a car, of which all changes since a snapshot were committed before the search was saved, confirmed or made a search at
 * once. The statement is not prepared, as in the feed of cars.
 */
export async function changesBeforeSearches(
  db: Queryable,
  listingIds: number[],
  snapshot: string,
): Promise<Set<string>> {
  const { rows } = await db.query<{ pair: string }>(
    `select s.id || ' ' || c.listing_id as pair from saved_searches s join listing_changes c on c.listing_id = any($1)
     where s.change_xid >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(s.change_xid, $2::pg_snapshot)
       and c.xid >= pg_snapshot_xmin($2::pg_snapshot) and not pg_visible_in_snapshot(c.xid, $2::pg_snapshot)
     group by s.id, c.listing_id having bool_and(pg_visible_in_snapshot(c.xid, s.change_snapshot::pg_snapshot))`,
    [listingIds, snapshot],
  );
  return new Set(rows.map(({ pair }) => pair));
}

type SeenRow = SearchedCars & { facts: CarFacts; state: CarState };

/** Returns cars as they were last seen, by id. */
export async function seenCars(db: Queryable, ids: number[]): Promise<Map<number, SeenCar>> {
  const rows = await SEEN(db, ids);
  return new Map(rows.map((row) => [row.listing_id, seenOf(row)]));
}

const SEEN_COLUMNS =
  'listing_id, state, facts, told_cents, was_cents, generation, drops, is_held, published_at, dropped_at';
const SEEN = query<SeenRow, [ids: number[]]>(`select ${SEEN_COLUMNS} from searched_cars where listing_id = any($1)`);

const seenOf = (row: SeenRow): SeenCar => ({
  ...{ state: row.state, facts: row.facts, toldCents: row.told_cents, wasCents: row.was_cents },
  ...{ generation: row.generation, drops: row.drops, isHeld: row.is_held },
  ...{ publishedAt: row.published_at, droppedAt: row.dropped_at },
});

type Published = SeenCar & { id: number };

/** Public cars that were published or lowered in price in a period, in the order of their ids. */
export const carsPublishedBetween = query<Published, [after: Date, until: Date, afterId: number, limit: number]>(
  `select ${SEEN_COLUMNS} from searched_cars
   where state = 'public' and listing_id > $3 and (published_at > $1 and published_at <= $2 or dropped_at > $1 and dropped_at <= $2)
   order by listing_id limit $4`,
  (row: SeenRow) => ({ ...seenOf(row), id: row.listing_id }),
);

const PUT = statement(`
  insert into searched_cars (${SEEN_COLUMNS})
  select * from unnest($1::bigint[], $2::text[], $3::jsonb[], $4::bigint[], $5::bigint[], $6::int[], $7::int[], $8::bool[],
    $9::timestamptz[], $10::timestamptz[])
  on conflict (listing_id) do update set state = excluded.state, facts = excluded.facts, told_cents = excluded.told_cents,
    was_cents = excluded.was_cents, generation = excluded.generation, drops = excluded.drops, is_held = excluded.is_held,
    published_at = excluded.published_at, dropped_at = excluded.dropped_at`);

export async function putSeenCars(db: Queryable, cars: readonly { id: number; seen: SeenCar }[]): Promise<void> {
  const column = <Value>(of: (seen: SeenCar) => Value) => cars.map(({ seen }) => of(seen));
  await rowsOf(db, PUT, [
    cars.map(({ id }) => id),
    column(({ state }) => state),
    column(({ facts }) => JSON.stringify(facts)),
    column(({ toldCents }) => toldCents),
    column(({ wasCents }) => wasCents),
    column(({ generation }) => generation),
    column(({ drops }) => drops),
    column(({ isHeld }) => isHeld),
    column(({ publishedAt }) => publishedAt),
    column(({ droppedAt }) => droppedAt),
  ]);
}

type Status = Pick<Listings, 'id' | 'status'> & { isDeleted: boolean };

export const statusesOf = query<Status, [ids: number[]]>(
  'select id, status, deleted_at is not null as "isDeleted" from listings where id = any($1)',
);

/** Ids of all cars that are public or were seen, after one of them. */
export const nextCars = queryColumn<number, [afterId: number, limit: number]>(`
  (select id from listings where id > $1 and (status = 'active' or status = 'rented' and offer = 'Rent') and deleted_at is null
    order by id limit $2)
  union (select listing_id from searched_cars where listing_id > $1 order by listing_id limit $2)
  order by 1 limit $2`);

export const REASON_CODES = { new: 0, cheaper: 1, sold: 2, back: 3 } as const;
export type Match = { searchId: number; listingId: number; reason: keyof typeof REASON_CODES; generation: number };

const ADD = statement(`
  insert into search_matches (search_id, listing_id, reason, generation, batch)
  select m.search_id, m.listing_id, m.reason, m.generation, $5
  from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::int[]) as m (search_id, listing_id, reason, generation)
  join saved_searches s on s.id = m.search_id and s.rhythm = 'at_once'
  where m.reason <> ${REASON_CODES.sold} or exists (
    select from search_matches told where told.search_id = m.search_id and told.listing_id = m.listing_id)
  on conflict do nothing returning search_id`);

/**
 * Adds matches that are not known, and returns their searches. A search is told of a sale only if it was told of the car; the person has
 * never heard of the others.
 */
export async function addMatches(db: Queryable, matches: readonly Match[], batch: number): Promise<number[]> {
  const rows = await rowsOf<{ search_id: number }>(db, ADD, [
    matches.map(({ searchId }) => searchId),
    matches.map(({ listingId }) => listingId),
    matches.map(({ reason }) => REASON_CODES[reason]),
    matches.map(({ generation }) => generation),
    batch,
  ]);
  return rows.map(({ search_id }) => search_id);
}

/** Searches with matches of which their people were not told yet. A match waits minutes, so older ones are not looked at. */
export const pendingSearches = queryColumn<number>(`
  select distinct m.search_id from search_matches m join saved_searches s on s.id = m.search_id and s.rhythm = 'at_once'
  where m.batch > s.told_batch and m.at > now() - interval '1 day'`);

/** Users who saved a car, by car. */
export const saversOf = query<{ listingId: number; userId: number }, [listingIds: number[]]>(`
  select listing_id as "listingId", user_id as "userId" from favourites where listing_id = any($1) order by 1, 2`);

/** Deletes matches that are so old that their car is hardly on offer any more. */
export const deleteOldMatches = execute<[afterS: number]>(
  'delete from search_matches where at < now() - make_interval(secs => $1)',
);
