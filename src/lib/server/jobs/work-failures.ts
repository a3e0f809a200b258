import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { WorkFailures } from '../database/rows.ts';
import { errorCode } from './job-runs.ts';

/** An item that has failed this often in a row needs a person. */
const STUCK_AFTER = 3;
const FIRST_WAIT_S = 30;
const LONGEST_WAIT_S = 1_800;
/** Jobs run at least hourly. An item that was not tried for so long after its wait has left its queue. */
const LEFT_AFTER = "interval '3 hours'";

/** SQL condition: the item of a queue does not wait after a failure. `item` is an expression that gives its id. */
export const isNotResting = (queue: string, item: string) =>
  `not exists (select 1 from work_failures failed where failed.queue = '${queue}' and failed.item = (${item})::text and failed.retry_at > now())`;

const KNOWN = statement(
  'select item, retry_at > now() as "isResting" from work_failures where queue = $1 and item = any($2::text[])',
);
const NOTE = statement(`
  insert into work_failures (queue, item, error, retry_at)
  values ($1, $2, $3, now() + make_interval(secs => coalesce($4::float8, ${FIRST_WAIT_S})))
  on conflict (queue, item) do update set failures = work_failures.failures + 1, error = excluded.error, last_at = now(),
    retry_at = now() + make_interval(
      secs => coalesce($4::float8, least(${LONGEST_WAIT_S}, ${FIRST_WAIT_S} * 2 ^ least(work_failures.failures, 10))))`);
const FORGET = statement('delete from work_failures where queue = $1 and item = any($2::text[])');
const FORGET_LEFT = statement(`delete from work_failures where retry_at < now() - ${LEFT_AFTER}`);

/** Returns the items that have failed, and whether they still wait. */
export async function failuresOf(db: Queryable, queue: string, items: string[]): Promise<Map<string, boolean>> {
  if (items.length === 0) return new Map();
  const rows = await rowsOf<{ item: string; isResting: boolean }>(db, KNOWN, [queue, items]);
  return new Map(rows.map(({ item, isResting }) => [item, isResting]));
}

/**
 * Makes an item wait: 30 seconds at first, twice as long after each failure, half an hour at most. `waitS` is for queues with a schedule of
 * their own.
 */
export async function noteFailure(
  db: Queryable,
  queue: string,
  item: string,
  error: unknown,
  waitS: number | null = null,
): Promise<void> {
  await rowsOf(db, NOTE, [queue, item, errorCode(error), waitS]);
  await rowsOf(db, FORGET_LEFT, []);
}

export async function forgetFailures(db: Queryable, queue: string, items: string[]): Promise<void> {
  await rowsOf(db, FORGET, [queue, items]);
}

const STUCK = `failures >= ${STUCK_AFTER} and retry_at > now() - ${LEFT_AFTER}`;
const COUNT_STUCK = statement(`select queue, count(*)::int as items from work_failures where ${STUCK} group by queue`);
const LIST = statement(`
  select queue, item, failures, first_at as "firstAt", last_at as "lastAt", retry_at as "retryAt", error
  from work_failures where retry_at > now() - ${LEFT_AFTER} order by failures desc, first_at, queue, item limit $1`);
const TAKE_UNREPORTED = statement(`
  update work_failures set reported_at = now() where ${STUCK} and reported_at is null returning queue, item, failures, error`);

/** Counts the items that need a person, by queue. */
export function countStuck(db: Queryable): Promise<{ queue: string; items: number }[]> {
  return rowsOf(db, COUNT_STUCK, []);
}

type WorkFailure = Columns<WorkFailures, 'queue' | 'item' | 'failures' | 'first_at' | 'last_at' | 'retry_at' | 'error'>;

/** Returns items that failed and have not succeeded since, those with the most failures first. */
export function listFailures(db: Queryable, limit: number): Promise<WorkFailure[]> {
  return rowsOf(db, LIST, [limit]);
}

type StuckWork = Pick<WorkFailure, 'queue' | 'item' | 'failures' | 'error'>;

/** Marks the items that need a person as reported, and returns those that were not. */
export function takeUnreported(db: Queryable): Promise<StuckWork[]> {
  return rowsOf(db, TAKE_UNREPORTED, []);
}
