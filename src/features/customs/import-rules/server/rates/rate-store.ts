import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { ExchangeRateFetches } from '#lib/server/database/rows.ts';
import type { RowRecord } from '../../model/rows/rule-list.ts';

/** Processes that are due at the same moment wait for each other. The key is arbitrary. */
const LOCK = statement('select pg_advisory_xact_lock(7263423)');
const FIRST_RETRY_S = 300;
const LONGEST_RETRY_S = 3_600;
/** The failures of a source since its last success. A fetch that never ended counts, because its process may have crashed. */
const BEGIN = statement(`
  with last as (
    select max(started_at) filter (where ended_at is not null and problem is null) as success, max(started_at) as any
    from exchange_rate_fetches where source = $1
  ), failed as (
    select count(*)::int as times from exchange_rate_fetches, last
    where source = $1 and (last.success is null or started_at > last.success)
  )
  insert into exchange_rate_fetches (source)
  select $1 from last, failed
  where (last.any is null or last.any <= now() - make_interval(secs => case when failed.times = 0 then 0
      else least(${LONGEST_RETRY_S}, ${FIRST_RETRY_S} * 2 ^ least(failed.times - 1, 10)) end))
    and (last.success is null or last.success <= now() - interval '24 hours')
  returning id, (select least(${LONGEST_RETRY_S}, ${FIRST_RETRY_S} * 2 ^ least(times, 10)) from failed)::int as "retryAfterS"`);

/**
 * Records the start of a fetch. Returns null unless one is due: a day after the last success; after failures in 5 minutes, then twice as
 * long each time, an hour at most. `retryAfterS` is the wait if this one fails. Call it in a transaction.
 */
export async function beginFetch(db: Queryable, source: string): Promise<{ id: number; retryAfterS: number } | null> {
  await rowsOf(db, LOCK, []);
  return (await rowsOf<Pick<ExchangeRateFetches, 'id'> & { retryAfterS: number }>(db, BEGIN, [source]))[0] ?? null;
}

const END = statement(`
  update exchange_rate_fetches set ended_at = now(), rates_of = $2, published = $3, held = $4, problem = $5 where id = $1`);

export type FetchOutcome = { date: string | null; published: number; held: number; problem: string | null };

export async function endFetch(db: Queryable, id: number, outcome: FetchOutcome): Promise<void> {
  const { date, published, held, problem } = outcome;
  await rowsOf(db, END, [id, date, published, held, problem?.slice(0, 500) ?? null]);
}

const FORGET = statement("delete from exchange_rate_fetches where started_at < now() - interval '90 days'");

export async function forgetOldFetches(db: Queryable): Promise<void> {
  await rowsOf(db, FORGET, []);
}

type FetchRow = Columns<ExchangeRateFetches, 'source' | 'started_at' | 'published' | 'held' | 'problem'> & {
  ratesOf: string | null;
};

const LAST = statement(`
  select source, started_at as "startedAt", rates_of::text as "ratesOf", published, held, problem
  from exchange_rate_fetches order by started_at desc, id desc limit 1`);

export async function lastFetch(db: Queryable): Promise<FetchRow | null> {
  return (await rowsOf<FetchRow>(db, LAST, []))[0] ?? null;
}

const NEWEST = statement(`
  select distinct on (record ->> 'currency') record ->> 'currency' as currency, (record ->> 'perUsd')::float8 as "perUsd",
    checked_on as date
  from published_rule_rows row
  where list = 'rates'
    and not exists (select from published_rule_rows later where later.list = 'rates' and later.supersedes = row.id)
  order by 1, checked_on desc`);

type KnownRate = { currency: string; perUsd: number; date: string };

/** Returns the newest published rate of each currency, of any age. */
export async function newestRates(db: Queryable): Promise<Map<string, KnownRate>> {
  return new Map((await rowsOf<KnownRate>(db, NEWEST, [])).map((rate) => [rate.currency, rate]));
}

const NEAR = statement(
  'select per_usd::float8 as "perUsd", rate_on as date from rate_near($1, $2::date) where per_usd is not null',
);

type NearRate = { perUsd: number; date: string };

/** Returns the published rate of the day nearest to a day, at most a week before or after it. */
export async function rateNear(db: Queryable, currency: string, day: string): Promise<NearRate | null> {
  return (await rowsOf<NearRate>(db, NEAR, [currency, day]))[0] ?? null;
}

const HOLD = statement(`
  insert into import_rule_drafts (list, row_id, record)
  select 'rates', row_id, record from jsonb_to_recordset($1::jsonb) as row (row_id text, record jsonb)
  on conflict do nothing`);
const RELEASE = statement(`
  delete from import_rule_drafts
  where list = 'rates' and saved_by is null
    and (record ->> 'currency' = any($1) or record ->> 'date' < $2)`);
const HELD = statement(`
  select record ->> 'currency' as currency from import_rule_drafts where list = 'rates' and saved_by is null`);

/** Stores rates as drafts without an author, for people to publish. */
export async function holdRates(db: Queryable, rows: { id: string; record: RowRecord }[]): Promise<void> {
  await rowsOf(db, HOLD, [JSON.stringify(rows.map(({ id, record }) => ({ row_id: id, record })))]);
}

/** Deletes held rates of the currencies and all from before `oldest`. Returns the currencies of the remaining ones. */
export async function releaseHeld(db: Queryable, currencies: string[], oldest: string): Promise<Set<string>> {
  await rowsOf(db, RELEASE, [currencies, oldest]);
  return new Set((await rowsOf<{ currency: string }>(db, HELD, [])).map(({ currency }) => currency));
}
