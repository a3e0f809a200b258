import type { SiteProcesses } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { ProcessState } from '../model/process-state.ts';

export type SiteProcess = Columns<
  SiteProcesses,
  'id' | 'host' | 'pid' | 'version' | 'build' | 'node' | 'started_at' | 'memory_bytes' | 'disk_free_bytes'
> & { state: ProcessState };

const NOTE = statement(`
  insert into site_processes (id, host, pid, version, build, node, started_at, memory_bytes, disk_free_bytes, state)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (id) do update set seen_at = now(), memory_bytes = excluded.memory_bytes,
    disk_free_bytes = excluded.disk_free_bytes, state = excluded.state`);
const FORGET = statement("delete from site_processes where seen_at < now() - interval '1 day'");

/** Says that a process is alive, and what it does. */
export async function noteProcess(db: Queryable, process: SiteProcess): Promise<void> {
  const { id, host, pid, version, build, node, startedAt, memoryBytes, diskFreeBytes, state } = process;
  const facts = [id, host, pid, version, build, node, startedAt, memoryBytes, diskFreeBytes, JSON.stringify(state)];
  await rowsOf(db, NOTE, facts);
  await rowsOf(db, FORGET, []);
}

const STOPPED = statement('update site_processes set stopped_at = now(), seen_at = now() where id = $1');

export async function noteStop(db: Queryable, id: string): Promise<void> {
  await rowsOf(db, STOPPED, [id]);
}

export type SeenProcess = Omit<SiteProcess, 'state' | 'node'> & {
  seenAt: Date;
  stoppedAt: Date | null;
  /** The time of the database. */
  now: Date;
  state: unknown;
};

const LIST = statement(`
  select id, host, pid, version, build, started_at as "startedAt", seen_at as "seenAt", stopped_at as "stoppedAt",
    memory_bytes as "memoryBytes", disk_free_bytes as "diskFreeBytes", state, now() as now
  from site_processes where seen_at > now() - interval '1 day' order by stopped_at is not null, seen_at desc, started_at desc limit 50`);

/** Processes of the last day. */
export function listProcesses(db: Queryable): Promise<SeenProcess[]> {
  return rowsOf<SeenProcess>(db, LIST, []);
}
