import { type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { FileWithdrawals, OrderFiles } from '#lib/server/database/rows.ts';

export type NewFile = Omit<OrderFiles, 'told_at'>;
/** `reason` and `withdrawn_at` are null unless it was withdrawn. `is_signed`: a photo of a signed handover. */
export type FileRecord = OrderFiles & {
  openings: number;
  is_signed: boolean;
  reason: string | null;
  withdrawn_at: Date | null;
};

const COLUMNS = `f.id, f.order_id, f.listing_id, f.kind, f.step, f.name, f.format, f.bytes, f.sha256, f.actor, f.actor_id, f.captured_at, f.told_at`;
const INSERT = statement(`
  insert into order_files as f (id, order_id, listing_id, kind, step, name, format, bytes, sha256, actor, actor_id, captured_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, least($12::timestamptz, now()))
  on conflict (id) do nothing returning ${COLUMNS}, 0 as openings, false as is_signed, null as reason, null::timestamptz as withdrawn_at`);
const FILES = `
  select ${COLUMNS}, (select count(*) from order_file_openings o where o.file_id = f.id)::int as openings,
    exists (select from handover_photos p where p.file_id = f.id) as is_signed, w.reason, w.at as withdrawn_at
  from order_files f left join file_withdrawals w on w.file_id = f.id`;
const FIND = statement(`${FILES} where f.id = $1`);
const OF_ORDER = statement(`${FILES} where f.order_id = $1 order by f.told_at, f.id`);
const WITHDRAW = statement(`
  insert into file_withdrawals (file_id, reason, actor, actor_id) values ($1, $2, $3, $4)
  on conflict (file_id) do nothing returning at`);

/** Inserts a file. Returns null if its id is taken. */
export async function insertFile(db: Queryable, file: NewFile): Promise<FileRecord | null> {
  const [inserted] = await rowsOf<FileRecord>(db, INSERT, [
    file.id,
    file.order_id,
    file.listing_id,
    file.kind,
    file.step,
    file.name,
    file.format,
    file.bytes,
    file.sha256,
    file.actor,
    file.actor_id,
    file.captured_at,
  ]);
  return inserted ?? null;
}

export async function findFile(db: Queryable, id: string): Promise<FileRecord | null> {
  return (await rowsOf<FileRecord>(db, FIND, [id]))[0] ?? null;
}

export function filesOfOrder(db: Queryable, orderId: number): Promise<FileRecord[]> {
  return rowsOf<FileRecord>(db, OF_ORDER, [orderId]);
}

/** Withdraws a file. Returns null if it was withdrawn before. */
export async function insertFileWithdrawal(db: Queryable, row: Omit<FileWithdrawals, 'at'>): Promise<Date | null> {
  const { file_id: id, reason, actor, actor_id: by } = row;
  return (await rowsOf<{ at: Date }>(db, WITHDRAW, [id, reason, actor, by]))[0]?.at ?? null;
}
