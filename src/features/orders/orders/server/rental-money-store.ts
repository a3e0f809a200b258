import {
  type Queryable,
  query,
  queryAny,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { ChargeEvidence, OrderCharges, SecurityMoves } from '#lib/server/database/rows.ts';
import { NO_SECURITY, type Security } from '../model/rental-money.ts';

const SECURITY_OF = statement(`
  select taken_cents as "takenCents", returned_cents as "returnedCents", used_cents as "usedCents", held_cents as "heldCents"
  from order_security where order_id = $1`);

export async function securityOf(db: Queryable, orderId: number): Promise<Security> {
  return (await rowsOf<Security>(db, SECURITY_OF, [orderId]))[0] ?? NO_SECURITY;
}

type NewSecurityMove = Pick<
  SecurityMoves,
  'order_id' | 'key' | 'kind' | 'cents' | 'method' | 'charge_id' | 'note' | 'admin_id' | 'approved_by' | 'account_id'
>;

const INSERT_MOVE = statement(`
  insert into security_moves (order_id, key, kind, cents, method, charge_id, note, admin_id, approved_by, account_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (key) do nothing returning id`);

const NEEDS_TWO = statement('select security_return_needs_two($1, $2) as "needsTwo"');

/** Returns whether returning the deposit of an order in this way takes two people. */
export async function returnNeedsTwo(db: Queryable, orderId: number, method: string): Promise<boolean> {
  return (await rowsOf<{ needsTwo: boolean }>(db, NEEDS_TWO, [orderId, method]))[0]!.needsTwo;
}

/** Inserts a move and returns its id; null if its key exists. */
export async function insertSecurityMove(db: Queryable, move: NewSecurityMove): Promise<number | null> {
  const { order_id, key, kind, cents, method, charge_id, note, admin_id, approved_by, account_id } = move;
  const [row] = await rowsOf<{ id: number }>(db, INSERT_MOVE, [
    order_id,
    key,
    kind,
    cents,
    method,
    charge_id,
    note,
    admin_id,
    approved_by,
    account_id,
  ]);
  return row?.id ?? null;
}

/** Returns the cents that one person may still record today without a second person. */
export const leftToday = queryNumber<[adminId: number]>(`
  select cash_limit_cents - counted_today($1) as cents from order_terms order by version desc limit 1`);

type RecordedMove = Pick<SecurityMoves, 'order_id' | 'kind' | 'cents' | 'method'>;

export const securityMoveOfKey = queryFirst<RecordedMove, [key: string]>(
  'select order_id, kind, cents, method from security_moves where key = $1',
);

export type Evidence = Pick<ChargeEvidence, 'format' | 'content'>;
type NewCharge = Pick<OrderCharges, 'order_id' | 'key' | 'kind' | 'cents' | 'reason' | 'content_hash' | 'admin_id'>;

const INSERT = statement(`
  insert into order_charges (order_id, key, kind, cents, reason, content_hash, admin_id) values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (key) do nothing returning id`);
const INSERT_EVIDENCE = statement(`
  insert into charge_evidence (charge_id, position, format, content)
  select $1, n, format, content from unnest($2::text[], $3::bytea[]) with ordinality as file (format, content, n)`);

/** Inserts a charge with its evidence and returns its id; null if its key exists. */
export async function insertCharge(db: Queryable, charge: NewCharge, evidence: Evidence[]): Promise<number | null> {
  const { order_id, key, kind, cents, reason, content_hash, admin_id } = charge;
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [order_id, key, kind, cents, reason, content_hash, admin_id]);
  if (!row) return null;
  const column = <Key extends keyof Evidence>(name: Key) => evidence.map((file) => file[name]);
  await rowsOf(db, INSERT_EVIDENCE, [row.id, column('format'), column('content')]);
  return row.id;
}

export const chargeOfKey = queryFirst<Pick<OrderCharges, 'order_id' | 'content_hash'>, [key: string]>(
  'select order_id, content_hash from order_charges where key = $1',
);

type Charge = Pick<OrderCharges, 'id' | 'kind' | 'cents' | 'reason' | 'at'> & {
  fromSecurityCents: number;
  /** The format of each file. */
  evidence: ChargeEvidence['format'][];
};

export const chargesOf = query<Charge, [orderId: number]>(`
  select c.id, c.kind, c.cents, c.reason, c.at, coalesce(m.cents, 0) as "fromSecurityCents",
    coalesce((select array_agg(e.format order by e.position) from charge_evidence e where e.charge_id = c.id), '{}') as evidence
  from order_charges c left join security_moves m on m.charge_id = c.id where c.order_id = $1 order by c.id`);

/** Returns whether a signed return protocol exists. */
export const wasReturned = queryAny<[orderId: number]>(
  "select from handovers where order_id = $1 and kind = 'return' limit 1",
);

/** Returns a file of a charge of an order. */
export const findEvidence = queryFirst<Evidence, [orderId: number, chargeId: number, position: number]>(`
  select e.format, e.content from charge_evidence e join order_charges c on c.id = e.charge_id
  where c.order_id = $1 and c.id = $2 and e.position = $3`);
