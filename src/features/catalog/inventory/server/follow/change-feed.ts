import type { Queryable } from '#lib/server/database/postgres.ts';

/**
 * Which transactions a snapshot of PostgreSQL sees, as text, and when the server was started. Another server, or this one after a crash,
 * may use numbers of lost transactions again.
 */
export type Position = { snapshot: string; server: string };

/** Changes are kept this long. A reader that has not looked for a third of it must read all cars again. */
const KEPT = '30 minutes';
export const MAX_GAP_MS = 10 * 60_000;

/** The position of a transaction that reads in one snapshot. */
export async function positionOf(db: Queryable): Promise<Position> {
  const { rows } = await db.query<Position>(
    'select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as server',
  );
  return rows[0]!;
}

/**
 * Finds changes by transactions that the earlier snapshot did not see and this one does. A position in the order of
 * insertion would miss a transaction that began early and commits late. Never ask a standby: its snapshots do not list
 * open transactions. The statement is not prepared, because poolers that share connections lose prepared statements.
 */
const SINCE = `
  with here as materialized (select pg_current_snapshot() as snapshot)
  select here.snapshot::text as snapshot, pg_postmaster_start_time()::text as server, change.listing_id as id
  from here left join lateral (
    select listing_id from listing_changes
    where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
  ) as change on true`;

/**
 * Returns the cars that changed since a position, and the new position. Null after a failover or a restart of the server: what changed
 * since is not known then.
 */
export async function changesSince(
  db: Queryable,
  since: Position,
): Promise<{ ids: number[]; position: Position } | null> {
  const { rows } = await db.query<Position & { id: number | null }>(SINCE, [since.snapshot]);
  const { snapshot, server } = rows[0]!;
  if (server !== since.server || nextOf(snapshot) < nextOf(since.snapshot)) return null;
  const ids = new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
  return { ids: [...ids], position: { snapshot, server } };
}

/** The first transaction that had not ended in any way. It decreases if a server process crashed, which the start time does not show. */
const nextOf = (snapshot: string) => BigInt(snapshot.split(':')[1] ?? '');

/** Deletes changes that every reader has seen or is too late for. */
export async function trimChanges(db: Queryable): Promise<void> {
  await db.query(`delete from listing_changes where changed_at < now() - interval '${KEPT}'`);
}
