import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryAny,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Consignees } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { Consignee } from '../model/consignee.ts';

export type ConsigneeRow = Columns<
  Consignees,
  | 'id'
  | 'order_id'
  | 'name'
  | 'address'
  | 'id_number'
  | 'country'
  | 'phone'
  | 'notify_party'
  | 'made_at'
  | 'effective_at'
  | 'applied_at'
  | 'canceled_at'
  | 'canceled_by'
>;
export type CancelingParty = NonNullable<Consignees['canceled_by']>;
/** Parties that get a cancellation link by email. */
export type MailedParty = Exclude<CancelingParty, 'system'>;

const COLUMNS = `c.id, c.order_id as "orderId", c.name, c.address, c.id_number as "idNumber", c.country, c.phone,
  c.notify_party as "notifyParty", c.made_at as "madeAt", c.effective_at as "effectiveAt", c.applied_at as "appliedAt",
  c.canceled_at as "canceledAt", c.canceled_by as "canceledBy"`;
const PENDING = 'c.applied_at is null and c.canceled_at is null';

/** Returns the consignee in effect; null if it is the buyer. */
export const currentConsignee = queryFirst<ConsigneeRow, [orderId: number]>(`
  select ${COLUMNS} from consignees c where c.order_id = $1 and c.applied_at is not null and c.erased_at is null
  order by c.applied_at desc, c.id desc limit 1`);

/** Returns the pending change. There is at most one. */
export const pendingConsignee = queryFirst<ConsigneeRow, [orderId: number]>(
  `select ${COLUMNS} from consignees c where c.order_id = $1 and ${PENDING}`,
);

/** Returns all consignees of an order, the newest first. */
export const consigneesOfOrder = query<ConsigneeRow, [orderId: number]>(`
  select ${COLUMNS} from consignees c where c.order_id = $1 and c.erased_at is null order by c.made_at desc, c.id desc`);

const INSERT = statement(`
  insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8::boolean, $9::timestamptz, $10, case when not $8::boolean then $9::timestamptz end) returning id`);

type NewConsignee = Consignee & { isLocked: boolean; madeAt: Date; effectiveAt: Date };

/** Adds a version, which takes effect immediately unless locked. The caller locks the order and has checked that none is pending. */
export async function insertConsignee(db: Queryable, orderId: number, added: NewConsignee): Promise<number> {
  const { name, address, idNumber, country, phone, notifyParty, isLocked, madeAt, effectiveAt } = added;
  const values = [orderId, name, address, idNumber, country, phone, notifyParty, isLocked, madeAt, effectiveAt];
  return (await rowsOf<{ id: number }>(db, INSERT, values))[0]!.id;
}

/** Returns false if the change was applied or canceled before. */
export const markApplied = queryAny<[id: number, at: Date]>(
  `update consignees c set applied_at = $2 where c.id = $1 and ${PENDING} returning id`,
);

/** Returns false if the change was applied or canceled before. */
export const markCanceled = queryAny<[id: number, at: Date, by: CancelingParty]>(`
  update consignees c set canceled_at = $2, canceled_by = $3 where c.id = $1 and ${PENDING} returning id`);

/** Returns up to 50 changes whose waiting time is over. */
export const dueConsignees = query<{ id: number; orderId: number }, [now: Date]>(`
  select c.id, c.order_id as "orderId" from consignees c where ${PENDING} and c.effective_at <= $1 and ${isNotResting('consignees', 'c.id')}
  order by c.effective_at limit 50`);

const ADD_LINK = statement('insert into consignee_links (token_hash, consignee_id, party) values ($1, $2, $3)');

export async function insertCancelLink(
  db: Queryable,
  consigneeId: number,
  tokenHash: Buffer,
  party: MailedParty,
): Promise<void> {
  await rowsOf(db, ADD_LINK, [tokenHash, consigneeId, party]);
}

type LinkTarget = { party: MailedParty; id: number; orderId: number };

export const findByCancelLink = queryFirst<LinkTarget, [tokenHash: Buffer]>(`
  select l.party, c.id, c.order_id as "orderId" from consignee_links l join consignees c on c.id = l.consignee_id where l.token_hash = $1`);

export const deleteCancelLinks = execute<[consigneeId: number]>('delete from consignee_links where consignee_id = $1');

const ERASE = statement(`
  update consignees c set name = '', address = '', id_number = '', phone = '', notify_party = '', erased_at = now()
  from orders o where o.id = c.order_id and o.user_id = $1 and c.erased_at is null`);
const END_PENDING = statement(`
  update consignees c set canceled_at = now(), canceled_by = 'system'
  from orders o where o.id = c.order_id and o.user_id = $1 and ${PENDING}`);

/** For the data export of a user. */
export const consigneesToExport = query<ConsigneeRow, [userId: number]>(`
  select ${COLUMNS} from consignees c join orders o on o.id = c.order_id
  where o.user_id = $1 and c.erased_at is null order by c.id`);

/** Erases the consignees that a user named, and cancels pending changes. */
export async function eraseConsignees(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, END_PENDING, [userId]);
  await rowsOf(db, ERASE, [userId]);
}
