import type { OrderFileOpenings, OrderFiles } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type NewFile = Omit<OrderFiles, 'told_at'>;
export type FileRecord = OrderFiles & { openings: number };

const COLUMNS =
  'id, order_id, listing_id, kind, step, name, format, bytes, sha256, actor, actor_id, captured_at, told_at';
const INSERT = statement(`
  insert into order_files (id, order_id, listing_id, kind, step, name, format, bytes, sha256, actor, actor_id, captured_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, least($12::timestamptz, now()))
  on conflict (id) do nothing returning ${COLUMNS}, 0 as openings`);
const FIND = statement(`
  select ${COLUMNS}, (select count(*) from order_file_openings o where o.file_id = f.id)::int as openings from order_files f where f.id = $1`);
const OF_ORDER = statement(`
  select ${COLUMNS}, (select count(*) from order_file_openings o where o.file_id = f.id)::int as openings
  from order_files f where f.order_id = $1 order by f.told_at, f.id`);
const OPENED = statement('insert into order_file_openings (file_id, actor, actor_id) values ($1, $2, $3)');

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

export async function recordOpening(
  db: Queryable,
  fileId: string,
  actor: OrderFileOpenings['actor'],
  actorId: number,
): Promise<void> {
  await rowsOf(db, OPENED, [fileId, actor, actorId]);
}

const OPENINGS = statement(`
  select o.id, f.id as "fileId", f.kind, f.name, o.actor, coalesce(a.name, u.name) as person, o.at
  from order_file_openings o join order_files f on f.id = o.file_id
    left join admins a on o.actor = 'admin' and a.id = o.actor_id
    left join users u on o.actor <> 'admin' and u.id = o.actor_id
  where f.order_id = $1 order by o.id desc limit 500`);

export type OpeningRecord = Pick<OrderFiles, 'kind' | 'name'> & {
  id: number;
  fileId: string;
  actor: OrderFileOpenings['actor'];
  person: string | null;
  at: Date;
};

/** Returns the newest openings of an order's files with the names of the people. */
export function openingsOfOrder(db: Queryable, orderId: number): Promise<OpeningRecord[]> {
  return rowsOf<OpeningRecord>(db, OPENINGS, [orderId]);
}
