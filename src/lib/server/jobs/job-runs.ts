import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { WorkFailures } from '#lib/server/database/rows.ts';
import { traceAlone } from '#lib/server/tracing/tracing.ts';

/** What a background job of this process did. Times are in milliseconds since 1970. */
type JobRun = {
  /** The time between two runs. */
  everyMs: number;
  /** When the job was set up; its runs begin at multiples of the interval after that. */
  openedAt: number;
  startedAt: number | null;
  succeededAt: number | null;
  /** When the job, or its work on one row, last failed. */
  failedAt: number | null;
  /** Code or type of the last error. Messages may quote personal data; they are in the log only. */
  error: string | null;
  failures: number;
  /** Runs that have not ended. */
  running: number;
  /** Rows that the job has reserved and not finished. */
  leased: number;
};

/** One run, as its work sees it. */
export type Run = {
  /** Aborts when the process stops. Work that has not begun is then left to other processes. */
  stopping: AbortSignal;
  /** Reports an error that does not end the run. */
  onError(error: unknown): void;
  /** Counts reserved rows; below zero for finished ones. */
  lease(change: number): void;
};

export type Job = {
  /** Runs the work and notes the outcome. Never rejects. */
  run(work: (run: Run) => Promise<unknown>): Promise<void>;
  /** Aborts `stopping`, so that the current run ends early. */
  stop(): void;
  /** Removes the job from `jobRuns`. */
  close(): void;
};

/** While the database does not answer, a job reports it this often instead of at each of its runs. */
const REPORT_AWAY_EVERY_MS = 60_000;

const runs = new Map<string, JobRun>();

/** Replaces the error of a database that does not answer. It has no stack, which would say nothing about the cause. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(`waits for the database, which does not answer (${errorCode(cause)})`);
    this.name = 'DatabaseAway';
    this.stack = '';
  }
}

/** The jobs of this process, by name. */
export const jobRuns: ReadonlyMap<string, Readonly<JobRun>> = runs;

/** Sets up a job whose runs are noted in `jobRuns`. Errors are also given to `onError`; while the database is away, one a minute. */
export function openJob(name: string, everyMs: number, onError: (error: unknown) => void): Job {
  const stopping = new AbortController();
  const noted: JobRun = {
    everyMs,
    openedAt: Date.now(),
    startedAt: null,
    succeededAt: null,
    failedAt: null,
    error: null,
    failures: 0,
    running: 0,
    leased: 0,
  };
  runs.set(name, noted);
  let awayReportedAt = Number.NEGATIVE_INFINITY;
  const run: Run = {
    stopping: stopping.signal,
    onError(error) {
      Object.assign(noted, { failedAt: Date.now(), error: errorCode(error), failures: noted.failures + 1 });
      if (!isDatabaseAway(error)) return onError(error);
      if (performance.now() - awayReportedAt < REPORT_AWAY_EVERY_MS) return;
      awayReportedAt = performance.now();
      onError(new DatabaseAway(error));
    },
    lease(change) {
      noted.leased += change;
    },
  };
  return {
    async run(work) {
      noted.startedAt = Date.now();
      noted.running += 1;
      try {
        await traceAlone(`job ${name}`, () => work(run));
        noted.succeededAt = Date.now();
        awayReportedAt = Number.NEGATIVE_INFINITY;
      } catch (error) {
        run.onError(error);
      } finally {
        noted.running -= 1;
      }
    },
    stop: () => stopping.abort(),
    close() {
      if (runs.get(name) === noted) runs.delete(name);
    },
  };
}

/** When a job runs next; the job is late if that is in the past. */
export function nextRunOf({ everyMs, openedAt, startedAt }: JobRun): number {
  if (startedAt === null) return openedAt + everyMs;
  return startedAt + everyMs;
}

/** Messages of the database's client, which have no code and quote nothing. */
const PLAIN =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|The database does not respond)/;
/** Refused and broken connections, and a database that starts or shuts down. */
const AWAY_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '08006'];
const MAX_LENGTH = 80;

/** Type and code of an error, and the rule of the database that it broke. Messages may quote personal data; they are in the log only. */
function errorCode(error: unknown): string {
  const { code, name, message, constraint } = (error ?? {}) as Record<string, unknown>;
  const [plain] = (typeof message === 'string' && PLAIN.exec(message)) || [];
  if (plain !== undefined) return plain;
  const parts = [name, code, constraint].filter((part) => typeof part === 'string' && part !== '');
  return parts.join(' ').slice(0, MAX_LENGTH) || 'unknown';
}

/** Returns whether an error only says that the database does not answer. */
function isDatabaseAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Record<string, unknown>;
  return AWAY_CODES.includes(String(code)) || (typeof message === 'string' && PLAIN.test(message));
}

type Work<Item> = {
  pool: Queryable;
  /** Name under which failures of items are stored. */
  queue: string;
  /** Works on one item. All changes that belong together are one transaction. */
  work: (item: Item) => Promise<unknown>;
  /** What identifies an item. */
  itemOf?: (item: Item) => string;
  /** Errors after which an item is tried again as usual, because it did not cause them. */
  isExpected?: (error: unknown) => boolean;
  /** Ends leases early, so that another process takes the rows immediately. */
  handBack?: (items: Item[]) => Promise<unknown>;
  onError: (error: unknown) => unknown;
  /** Unset: the rows are worked on to the end. */
  run?: Run | undefined;
};

/**
 * Works on items one after the other. An item that fails is skipped until its wait is over and does not stop the others. When the process
 * stops, leased rows that were not begun are handed back.
 */
export async function workInTurn<Item>(items: Item[], options: Work<Item>): Promise<void> {
  const { handBack, run } = options;
  const open = await begun(items, options);
  run?.lease(open.length);
  try {
    while (open.length > 0 && !run?.stopping.aborted) {
      const [next] = open.splice(0, 1) as [Begun<Item>];
      await workOn(next, options).finally(() => run?.lease(-1));
    }
    if (open.length > 0) await handBack?.(open.map(({ item }) => item));
  } finally {
    run?.lease(-open.length);
  }
}

/** Works on leased rows at the same time. Rows that fail while the process stops are handed back. */
export async function workAtOnce<Item>(items: Item[], options: Work<Item>): Promise<void> {
  const { handBack, run } = options;
  const failed: Item[] = [];
  const open = await begun(items, options);
  run?.lease(open.length);
  const each = async (next: Begun<Item>) => {
    if (!(await workOn(next, options).finally(() => run?.lease(-1)))) failed.push(next.item);
  };
  await Promise.all(open.map(each));
  if (run?.stopping.aborted && failed.length > 0) await handBack?.(failed);
}

type Begun<Item> = { item: Item; id: string; hasFailed: boolean };

async function begun<Item>(items: Item[], { pool, queue, itemOf = String }: Work<Item>): Promise<Begun<Item>[]> {
  const failures = await failuresOf(pool, queue, items.map(itemOf));
  return items
    .map((item) => ({ item, id: itemOf(item), hasFailed: failures.has(itemOf(item)) }))
    .filter(({ id }) => failures.get(id) !== true);
}

/** Returns whether the work succeeded. A failure may be counted twice if another process worked on the item simultaneously. */
async function workOn<Item>({ item, id, hasFailed }: Begun<Item>, options: Work<Item>): Promise<boolean> {
  const { pool, queue, work, isExpected, onError, run } = options;
  try {
    await work(item);
    if (hasFailed) await forgetFailures(pool, queue, [id]);
    return true;
  } catch (error) {
    if (isExpected?.(error)) return false;
    if (!run?.stopping.aborted) await noteFailure(pool, queue, id, error).catch(onError);
    await onError(error instanceof Error ? Object.assign(error, { queue, item: id }) : error);
    return false;
  }
}

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
const FORGET_LEFT = statement(`delete from work_failures where retry_at < now() - ${LEFT_AFTER}`);

/** Returns the items that have failed, and whether they still wait. */
async function failuresOf(db: Queryable, queue: string, items: string[]): Promise<Map<string, boolean>> {
  if (items.length === 0) return new Map();
  const rows = await rowsOf<{ item: string; isResting: boolean }>(db, KNOWN, [queue, items]);
  return new Map(rows.map(({ item, isResting }) => [item, isResting]));
}

/** Returns how often an item has failed in a row. */
export const failuresOfItem = queryNumber<[queue: string, item: string]>(
  'select failures from work_failures where queue = $1 and item = $2',
);

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

export const forgetFailures = execute<[queue: string, items: string[]]>(
  'delete from work_failures where queue = $1 and item = any($2::text[])',
);

const STUCK = `failures >= ${STUCK_AFTER} and retry_at > now() - ${LEFT_AFTER}`;

/** Counts the items that need a person, by queue. */
export const countStuck = query<{ queue: string; items: number }>(
  `select queue, count(*)::int as items from work_failures where ${STUCK} group by queue`,
);

type WorkFailure = Columns<WorkFailures, 'queue' | 'item' | 'failures' | 'first_at' | 'last_at' | 'retry_at' | 'error'>;

/** Returns items that failed and have not succeeded since, those with the most failures first. */
export const listFailures = query<WorkFailure, [limit: number]>(`
  select queue, item, failures, first_at as "firstAt", last_at as "lastAt", retry_at as "retryAt", error
  from work_failures where retry_at > now() - ${LEFT_AFTER} order by failures desc, first_at, queue, item limit $1`);

type StuckWork = Pick<WorkFailure, 'queue' | 'item' | 'failures' | 'error'>;

/** Marks the items that need a person as reported, and returns those that were not. */
export const takeUnreported = query<StuckWork>(`
  update work_failures set reported_at = now() where ${STUCK} and reported_at is null returning queue, item, failures, error`);
