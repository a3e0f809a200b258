import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { SavedSearches } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';

export type SavedSearch = Columns<
  SavedSearches,
  'id' | 'query' | 'name' | 'rhythm' | 'seller_id' | 'counted' | 'created_at'
> & { isMuted: boolean };

const COLUMNS = `s.id, s.query, s.name, s.rhythm, s.seller_id as "sellerId", s.counted, s.created_at as "createdAt",
  exists (select from notification_mutes m where m.person_id = s.person_id and m.topic = 'search ' || s.id) as "isMuted"`;

export const searchesOf = query<SavedSearch, [personId: number]>(
  `select ${COLUMNS} from saved_searches s where person_id = $1 order by id desc`,
);

export const searchOf = queryFirst<SavedSearch, [personId: number, id: number]>(
  `select ${COLUMNS} from saved_searches s where person_id = $1 and id = $2`,
);

export const searchWithQuery = queryFirst<SavedSearch, [personId: number, query: string]>(
  `select ${COLUMNS} from saved_searches s where person_id = $1 and query = $2`,
);

export const countSearches = queryNumber<[personId: number]>(
  'select count(*) from saved_searches where person_id = $1',
);

/** Locks the person, so that two calls at once do not exceed the limit. */
export const lockPersonForSearches = execute<[personId: number]>(
  'select 1 from notification_people where id = $1 for update',
);

type NewSearch = {
  personId: number;
  query: string;
  sellerId: number | null;
  name: string;
  rhythm: SavedSearch['rhythm'];
  dueAt: Date | null;
  now: Date;
  version: number;
  counted: number;
};

const ADD = statement(`
  insert into saved_searches as known (person_id, query, seller_id, name, rhythm, due_at, told_at, told_version, counted)
  values ($1, $2, (select id from users where id = $3), $4, $5, $6, $7, $8, $9)
  on conflict (person_id, query) do update set name = excluded.name, rhythm = excluded.rhythm, due_at = excluded.due_at,
    told_at = coalesce(known.told_at, excluded.told_at), counted = excluded.counted
  returning id`);

/** Adds a search, or changes name and rhythm of the same one. A search at once has told nobody yet. */
export async function addSearch(db: Queryable, search: NewSearch): Promise<number> {
  const { personId, query: text, sellerId, name, rhythm, dueAt, now, version, counted } = search;
  const toldAt = rhythm === 'at_once' ? null : now;
  const [row] = await rowsOf<{ id: number }>(db, ADD, [
    ...[personId, text, sellerId, name, rhythm],
    ...[dueAt, toldAt, version, counted],
  ]);
  return row!.id;
}

export const setRhythm = execute<[id: number, rhythm: string, dueAt: Date | null, now: Date, batch: number]>(`
  update saved_searches set rhythm = $2, due_at = $3,
    told_at = case when $2 = 'at_once' then null else $4::timestamptz end, told_batch = $5 where id = $1`);

export const currentBatch = queryNumber('select batch from search_feed');

export const deleteSearch = execute<[personId: number, id: number]>(
  'delete from saved_searches where person_id = $1 and id = $2',
);

/** Deletes the searches of an address that was never confirmed: the confirmation link names only the last one. */
export const deleteUnconfirmedSearches = execute<[personId: number]>('delete from saved_searches where person_id = $1');

export const searchesToExport = query<Record<string, unknown>, [userId: number]>(`
  select name, query, rhythm, created_at, told_at from saved_searches
  where person_id = (select id from notification_people where user_id = $1) order by id`);

export const searchesOfPeople = query<Record<string, unknown>, [people: number[]]>(
  'select name, query, rhythm, created_at, told_at from saved_searches where person_id = any($1) order by id',
);

export type DueSearch = Columns<SavedSearches, 'id' | 'person_id' | 'query' | 'name' | 'seller_id' | 'rhythm'> & {
  toldAt: Date;
};

/** Daily and weekly searches of people who can be told, the longest due first. */
export const dueSearches = query<DueSearch, [now: Date, limit: number]>(`
  select s.id, s.person_id as "personId", s.query, s.name, s.seller_id as "sellerId", s.rhythm,
    coalesce(s.told_at, s.created_at) as "toldAt"
  from saved_searches s join notification_people p on p.id = s.person_id
  where s.due_at <= $1 and (p.user_id is not null or p.confirmed_at is not null) and ${isNotResting('saved searches', 's.id')}
  order by s.due_at, s.id limit $2`);

/** Moves a search to its next time. Returns false if it is not due any more. */
export const markLookedUp = queryFirst<
  { id: number },
  [id: number, now: Date, until: Date, dueAt: Date, counted: number]
>('update saved_searches set told_at = $3, due_at = $4, counted = $5 where id = $1 and due_at <= $2 returning id');

export type RuleSearch = Columns<SavedSearches, 'id' | 'person_id' | 'query' | 'name' | 'counted' | 'told_version'>;

/** Searches for a destination that were not compared with the newest import rules, up to 200. */
export const searchesBeforeRules = query<RuleSearch, [version: number]>(`
  select s.id, s.person_id as "personId", s.query, s.name, s.counted, s.told_version as "toldVersion"
  from saved_searches s
  where s.told_version < $1 and s.query ~ '[?&]to=' and ${isNotResting('searches by rules', 's.id')} order by s.id limit 200`);

/** Marks a search as compared with a version of the rules. Returns false if another process was first. */
export const markCompared = queryFirst<{ id: number }, [id: number, version: number, counted: number]>(
  'update saved_searches set told_version = $2, counted = $3 where id = $1 and told_version < $2 returning id',
);
