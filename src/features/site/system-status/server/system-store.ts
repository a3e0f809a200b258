import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { SiteProcesses, Verifications } from '#lib/server/database/rows.ts';
import type { ProcessState } from '../model/process.ts';

type SiteProcess = Columns<
  SiteProcesses,
  'id' | 'host' | 'pid' | 'version' | 'build' | 'node' | 'started_at' | 'memory_bytes' | 'disk_free_bytes'
> & { state: ProcessState };

const NOTE = statement(`
  insert into site_processes (id, host, pid, version, build, node, started_at, memory_bytes, disk_free_bytes, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes,
    disk_free_bytes = excluded.disk_free_bytes, state = excluded.state`);
const FORGET = statement("delete from site_processes where seen_at < now() - interval '1 day'");

/** Records the heartbeat and state of a process. */
export async function noteProcess(db: Queryable, process: SiteProcess): Promise<void> {
  const { id, host, pid, version, build, node, startedAt, memoryBytes, diskFreeBytes, state } = process;
  const facts = [id, host, pid, version, build, node, startedAt, memoryBytes, diskFreeBytes, JSON.stringify(state)];
  await rowsOf(db, NOTE, facts);
  await rowsOf(db, FORGET, []);
}

export const noteStop = execute<[id: string]>(
  'update site_processes set stopped_at = now(), seen_at = now() where id = $1',
);

type Life = 'running' | 'stopped' | 'silent';
type SeenProcess = Omit<SiteProcess, 'state' | 'node'> & {
  seenAt: Date;
  life: Life;
  /** The time of the database. */
  now: Date;
  state: unknown;
};

/** Silent after six missed heartbeats. */
const SEEN = `
  seen as (
    select *, case when stopped_at is not null then 'stopped' when seen_at <= now() - interval '1 minute' then 'silent' else 'running' end as life
    from site_processes where seen_at > now() - interval '1 day')`;

/** Enough for what to look at: the others of a day that restarts processes again and again say the same. */
const SHOWN_ENDED = 5;
const MAX_RUNNING = 50;

/** Running processes, and the last five that ended within a day: first those that did not say so. */
export const listProcesses = query<SeenProcess>(`
  with ${SEEN},
  numbered as (
    select *, row_number() over (partition by life = 'running' order by life = 'silent' desc, seen_at desc, started_at desc, id) as place from seen)
  select id, host, pid, version, build, started_at as "startedAt", seen_at as "seenAt", life, memory_bytes as "memoryBytes",
    disk_free_bytes as "diskFreeBytes", state, now() as now
  from numbered where place <= case when life = 'running' then ${MAX_RUNNING} else ${SHOWN_ENDED} end
  order by life = 'running' desc, place`);

type Ended = { stopped: number; silent: number };

const COUNT_ENDED = statement(`
  with ${SEEN}
  select count(*) filter (where life = 'stopped')::int as stopped, count(*) filter (where life = 'silent')::int as silent from seen`);

/** Counts the processes that ended within a day. */
export async function countEnded(db: Queryable): Promise<Ended> {
  const [counts] = await rowsOf<Ended>(db, COUNT_ENDED, []);
  return counts ?? { stopped: 0, silent: 0 };
}

type DatabaseFacts = { schema: string; postgres: string; databaseBytes: number };
type TableSize = { name: string; bytes: number };
type UploadSizes = { uploads: number; uploadBytes: number };

const FACTS = statement(`
  select (select max(name) from schema_migrations) as schema, split_part(current_setting('server_version'), ' ', 1) as postgres,
    pg_database_size(current_database())::float8 as "databaseBytes"`);
const UPLOADS = statement(
  'select count(*)::int as uploads, coalesce(sum(bytes), 0)::float8 as "uploadBytes" from uploads where stored_at is not null',
);

export async function databaseFacts(db: Queryable): Promise<DatabaseFacts> {
  return (await rowsOf<DatabaseFacts>(db, FACTS, []))[0]!;
}

/** The largest five tables, with their indexes. */
export const largestTables = query<TableSize>(`
  select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace order by bytes desc, name limit 5`);

/** Photos and reports as they were sent; renderings are not counted. */
export async function uploadSizes(db: Queryable): Promise<UploadSizes> {
  return (await rowsOf<UploadSizes>(db, UPLOADS, []))[0]!;
}

type Verification = Columns<Verifications, 'started_at' | 'ended_at' | 'faults' | 'findings'>;

const MAX_FINDINGS = 20;

const NOTE_VERIFICATION = statement(`
  insert into verifications (started_at, ended_at, version, faults, findings) values ($1, now(), $2, $3, $4)`);
const FORGET_VERIFICATIONS = statement(
  'delete from verifications where id not in (select id from verifications order by id desc limit 100)',
);

/** Stores the outcome of `npm run verify`. `findings` are the lines that report something wrong. */
export async function noteVerification(
  db: Queryable,
  { startedAt, version, findings }: { startedAt: Date; version: string; findings: string[] },
): Promise<void> {
  await rowsOf(db, NOTE_VERIFICATION, [startedAt, version, findings.length, findings.slice(0, MAX_FINDINGS)]);
  await rowsOf(db, FORGET_VERIFICATIONS, []);
}

export const newestVerification = queryFirst<Verification>(`
  select started_at as "startedAt", ended_at as "endedAt", faults, findings from verifications order by id desc limit 1`);
