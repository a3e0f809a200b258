import { type Queryable, query, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type {
  ClaimEvidence,
  FileWithdrawals,
  OrderFileOpenings,
  OrderFiles,
  OrderParcels,
  ParcelWithdrawals,
} from '#lib/server/database/rows.ts';

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

export const findFile = queryFirst<FileRecord, [id: string]>(`${FILES} where f.id = $1`);

export const filesOfOrder = query<FileRecord, [orderId: number]>(
  `${FILES} where f.order_id = $1 order by f.told_at, f.id`,
);

/** Withdraws a file. Returns null if it was withdrawn before. */
export async function insertFileWithdrawal(db: Queryable, row: Omit<FileWithdrawals, 'at'>): Promise<Date | null> {
  const { file_id: id, reason, actor, actor_id: by } = row;
  return (await rowsOf<{ at: Date }>(db, WITHDRAW, [id, reason, actor, by]))[0]?.at ?? null;
}

const INSERT_OPENING = statement(`
  insert into order_file_openings (file_id, statement_id, position, actor, actor_id) values ($1, $2, $3, $4, $5)`);
/** Evidence of claims is stored without a name, so it has the name of its download. */
const OPENED = `(
  select o.id, o.actor, o.actor_id, o.at, f.order_id, f.id as file_id, null::bigint as claim_id, f.kind, f.name
  from order_file_openings o join order_files f on f.id = o.file_id
  union all
  select o.id, o.actor, o.actor_id, o.at, c.order_id, null, c.id, 'claim_evidence', format('claim-%s-%s-%s.%s', c.id, s.id, e.position, e.format)
  from order_file_openings o join claim_evidence e on e.statement_id = o.statement_id and e.position = o.position
    join claim_statements s on s.id = e.statement_id join claims c on c.id = s.claim_id
) as o`;

/** A file of the documents room, or the evidence of a claim. */
type Opened = { fileId: string } | { evidence: Pick<ClaimEvidence, 'statement_id' | 'position'> };

type Person = Pick<OrderFileOpenings, 'actor' | 'actor_id'>;

/** Records who opened a file. */
export async function recordOpening(db: Queryable, opened: Opened, { actor, actor_id: by }: Person): Promise<void> {
  const [file, of] = 'fileId' in opened ? [opened.fileId, null] : [null, opened.evidence];
  await rowsOf(db, INSERT_OPENING, [file, of?.statement_id ?? null, of?.position ?? null, actor, by]);
}

type OpeningRecord = {
  id: number;
  /** Either this or the id of the claim. */
  fileId: string | null;
  claimId: number | null;
  kind: OrderFiles['kind'] | 'claim_evidence';
  name: string;
  actor: OrderFileOpenings['actor'];
  person: string | null;
  at: Date;
};

/** Returns the newest openings of the files of an order and its claims, with the names of the people. */
export const openingsOfOrder = query<OpeningRecord, [orderId: number]>(`
  select o.id, o.file_id as "fileId", o.claim_id as "claimId", o.kind, o.name, o.actor, coalesce(a.name, u.name) as person, o.at
  from ${OPENED}
    left join admins a on o.actor = 'admin' and a.id = o.actor_id
    left join users u on o.actor <> 'admin' and u.id = o.actor_id
  where o.order_id = $1 order by o.id desc limit 500`);

/** Returns when a user opened files of orders, for the export of personal data. */
export const openingsToExport = query<Record<string, unknown>, [userId: number]>(`
  select o.order_id, o.kind, o.name, o.at from ${OPENED} where o.actor <> 'admin' and o.actor_id = $1 order by o.id`);

type NewParcel = Omit<OrderParcels, 'told_at' | 'sent_on'> & { sent_on: string };
/** `reason` and `withdrawn_at` are null unless it was withdrawn. */
export type ParcelRecord = NewParcel & { told_at: Date; reason: string | null; withdrawn_at: Date | null };

const PARCEL_COLUMNS = `id, order_id, courier, tracking_number, to_char(sent_on, 'YYYY-MM-DD') as sent_on, contents, p.actor, p.actor_id, told_at`;
const INSERT_PARCEL = statement(`
  insert into order_parcels as p (id, order_id, courier, tracking_number, sent_on, contents, actor, actor_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing
  returning ${PARCEL_COLUMNS}, null as reason, null::timestamptz as withdrawn_at`);
const PARCELS = `
  select ${PARCEL_COLUMNS}, w.reason, w.at as withdrawn_at from order_parcels p left join parcel_withdrawals w on w.parcel_id = p.id`;
const WITHDRAW_PARCEL = statement(`
  insert into parcel_withdrawals (parcel_id, reason, actor, actor_id) values ($1, $2, $3, $4)
  on conflict (parcel_id) do nothing returning at`);

/** Inserts a parcel. Returns null if its id is taken. */
export async function insertParcel(db: Queryable, parcel: NewParcel): Promise<ParcelRecord | null> {
  const {
    id,
    order_id: orderId,
    courier,
    tracking_number: tracking,
    sent_on: on,
    contents,
    actor,
    actor_id: by,
  } = parcel;
  const [row] = await rowsOf<ParcelRecord>(db, INSERT_PARCEL, [
    id,
    orderId,
    courier,
    tracking,
    on,
    contents,
    actor,
    by,
  ]);
  return row ?? null;
}

export const findParcel = queryFirst<ParcelRecord, [id: string]>(`${PARCELS} where p.id = $1`);

export const parcelsOfOrder = query<ParcelRecord, [orderId: number]>(
  `${PARCELS} where p.order_id = $1 order by told_at desc, id`,
);

/** Withdraws a parcel. Returns null if it was withdrawn before. */
export async function insertWithdrawal(db: Queryable, row: Omit<ParcelWithdrawals, 'at'>): Promise<Date | null> {
  const { parcel_id: id, reason, actor, actor_id: by } = row;
  return (await rowsOf<{ at: Date }>(db, WITHDRAW_PARCEL, [id, reason, actor, by]))[0]?.at ?? null;
}
