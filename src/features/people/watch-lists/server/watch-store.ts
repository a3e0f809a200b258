import {
  type Columns,
  type Queryable,
  query,
  queryAny,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { WatchEntries, WatchHits } from '#lib/server/database/rows.ts';

export type WatchEntry = Columns<
  WatchEntries,
  'id' | 'kind' | 'name' | 'aliases' | 'id_number' | 'country' | 'reason' | 'added_at'
> & {
  addedBy: string;
};
export type HoldRole = WatchHits['role'];

const LOCK = statement('lock table watch_entries in share row exclusive mode');
const INSERT = statement(`
  insert into watch_entries (kind, name, aliases, id_number, country, reason, added_by) values ($1, $2, $3, $4, $5, $6, $7) returning id`);
const REMOVE = statement(`
  update watch_entries set removed_by = $2, removed_at = now() where id = $1 and removed_at is null returning id`);

/** Returns the entries in force, the newest first. */
export const watchEntries = query<WatchEntry>(`
  select e.id, e.kind, e.name, e.aliases, e.id_number as "idNumber", e.country, e.reason, e.added_at as "addedAt", a.name as "addedBy"
  from watch_entries e join admins a on a.id = e.added_by where e.removed_at is null order by e.id desc`);

export type NewEntry = Pick<WatchEntry, 'kind' | 'name' | 'aliases' | 'idNumber' | 'country' | 'reason'>;

/** Adds entries one transaction at a time, so their ids become visible in order. */
export async function insertEntries(db: Queryable, adminId: number, entries: NewEntry[]): Promise<number[]> {
  await rowsOf(db, LOCK, []);
  const ids = [];
  for (const { kind, name, aliases, idNumber, country, reason } of entries) {
    const [row] = await rowsOf<{ id: number }>(db, INSERT, [kind, name, aliases, idNumber, country, reason, adminId]);
    ids.push(row!.id);
  }
  return ids;
}

/** Returns false if the entry is unknown or was removed. */
export async function removeEntry(db: Queryable, adminId: number, id: number): Promise<boolean> {
  return (await rowsOf(db, REMOVE, [id, adminId])).length > 0;
}

/** Returns the id of the newest entry, 0 without one. */
export const newestEntryId = queryNumber('select coalesce(max(id), 0) as id from watch_entries');

const HOLD = statement(`
  insert into watch_hits (order_id, entry_id, role, pair_hash, payer_name)
  select $1, $2, $3, $4, $5 where not exists (
    select 1 from watch_hits c where c.entry_id = $2 and c.pair_hash = $4 and c.cleared_at is not null)
  on conflict (order_id, entry_id, pair_hash) do nothing`);

/** Holds an order, unless a person has cleared this pair of entry and name before. `payerName`: only of a payer. */
export async function insertHold(
  db: Queryable,
  orderId: number,
  entryId: number,
  role: HoldRole,
  pairHash: Buffer,
  payerName: string | null = null,
): Promise<void> {
  await rowsOf(db, HOLD, [orderId, entryId, role, pairHash, payerName]);
}

export const isOrderHeld = queryAny<[orderId: number]>(
  'select 1 from watch_hits where order_id = $1 and cleared_at is null limit 1',
);

/** Returns the order that was held; null if the hold is unknown or was cleared. */
export const clearHold = queryFirst<
  { orderId: number; entryId: number },
  [id: number, adminId: number, reason: string]
>(`
  update watch_hits set cleared_by = $2, cleared_at = now(), clear_reason = $3 where id = $1 and cleared_at is null
  returning order_id as "orderId", entry_id as "entryId"`);

type OpenHold = {
  id: number;
  orderId: number;
  role: HoldRole;
  at: Date;
  payerName: string | null;
  name: string;
  country: string;
  reason: string;
};

/** Returns the newest 200 open holds. */
export const openHolds = query<OpenHold>(`
  select h.id, h.order_id as "orderId", h.role, h.at, h.payer_name as "payerName", e.name, e.country, e.reason
  from watch_hits h join watch_entries e on e.id = h.entry_id where h.cleared_at is null order by h.id desc limit 200`);
