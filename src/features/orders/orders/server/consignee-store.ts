import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/postgres.ts';
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
const CURRENT_OF = statement(`
  select ${COLUMNS} from consignees c where c.order_id = $1 and c.applied_at is not null and c.erased_at is null
  order by c.applied_at desc, c.id desc limit 1`);
const PENDING_OF = statement(`select ${COLUMNS} from consignees c where c.order_id = $1 and ${PENDING}`);

/** Returns the consignee in effect; null if it is the buyer. */
export async function currentConsignee(db: Queryable, orderId: number): Promise<ConsigneeRow | null> {
  return (await rowsOf<ConsigneeRow>(db, CURRENT_OF, [orderId]))[0] ?? null;
}

/** Returns the pending change. There is at most one. */
export async function pendingConsignee(db: Queryable, orderId: number): Promise<ConsigneeRow | null> {
  return (await rowsOf<ConsigneeRow>(db, PENDING_OF, [orderId]))[0] ?? null;
}

const OF_ORDER = statement(`
  select ${COLUMNS} from consignees c where c.order_id = $1 and c.erased_at is null order by c.made_at desc, c.id desc`);

/** Returns all consignees of an order, the newest first. */
export function consigneesOfOrder(db: Queryable, orderId: number): Promise<ConsigneeRow[]> {
  return rowsOf<ConsigneeRow>(db, OF_ORDER, [orderId]);
}

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

const APPLY = statement(`update consignees c set applied_at = $2 where c.id = $1 and ${PENDING} returning id`);
const CANCEL = statement(`
  update consignees c set canceled_at = $2, canceled_by = $3 where c.id = $1 and ${PENDING} returning id`);
const DUE = statement(`
  select c.id, c.order_id as "orderId" from consignees c where ${PENDING} and c.effective_at <= $1 and ${isNotResting('consignees', 'c.id')}
  order by c.effective_at limit 50`);

/** Returns false if the change was applied or canceled before. */
export async function markApplied(db: Queryable, id: number, at: Date): Promise<boolean> {
  return (await rowsOf(db, APPLY, [id, at])).length > 0;
}

/** Returns false if the change was applied or canceled before. */
export async function markCanceled(db: Queryable, id: number, at: Date, by: CancelingParty): Promise<boolean> {
  return (await rowsOf(db, CANCEL, [id, at, by])).length > 0;
}

/** Returns up to 50 changes whose waiting time is over. */
export function dueConsignees(db: Queryable, now: Date): Promise<{ id: number; orderId: number }[]> {
  return rowsOf(db, DUE, [now]);
}

const ADD_LINK = statement('insert into consignee_links (token_hash, consignee_id, party) values ($1, $2, $3)');
const OF_LINK = statement(`
  select l.party, c.id, c.order_id as "orderId" from consignee_links l join consignees c on c.id = l.consignee_id where l.token_hash = $1`);
const DROP_LINKS = statement('delete from consignee_links where consignee_id = $1');

export async function insertCancelLink(
  db: Queryable,
  consigneeId: number,
  tokenHash: Buffer,
  party: MailedParty,
): Promise<void> {
  await rowsOf(db, ADD_LINK, [tokenHash, consigneeId, party]);
}

type LinkTarget = { party: MailedParty; id: number; orderId: number };

export async function findByCancelLink(db: Queryable, tokenHash: Buffer): Promise<LinkTarget | null> {
  return (await rowsOf<LinkTarget>(db, OF_LINK, [tokenHash]))[0] ?? null;
}

export async function deleteCancelLinks(db: Queryable, consigneeId: number): Promise<void> {
  await rowsOf(db, DROP_LINKS, [consigneeId]);
}

const OF_BUYER = statement(`
  select ${COLUMNS} from consignees c join orders o on o.id = c.order_id
  where o.user_id = $1 and c.erased_at is null order by c.id`);
const ERASE = statement(`
  update consignees c set name = '', address = '', id_number = '', phone = '', notify_party = '', erased_at = now()
  from orders o where o.id = c.order_id and o.user_id = $1 and c.erased_at is null`);
const END_PENDING = statement(`
  update consignees c set canceled_at = now(), canceled_by = 'system'
  from orders o where o.id = c.order_id and o.user_id = $1 and ${PENDING}`);

/** For the data export of a user. */
export function consigneesToExport(db: Queryable, userId: number): Promise<ConsigneeRow[]> {
  return rowsOf(db, OF_BUYER, [userId]);
}

/** Erases the consignees that a user named, and cancels pending changes. */
export async function eraseConsignees(db: Queryable, userId: number): Promise<void> {
  await rowsOf(db, END_PENDING, [userId]);
  await rowsOf(db, ERASE, [userId]);
}
