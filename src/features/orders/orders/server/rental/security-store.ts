import type { SecurityMoves } from '#lib/server/database/rows.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { NO_SECURITY, type Security } from '../../model/rental-money.ts';

const OF_ORDER = statement(`
  select taken_cents as "takenCents", returned_cents as "returnedCents", used_cents as "usedCents", held_cents as "heldCents"
  from order_security where order_id = $1`);

export async function securityOf(db: Queryable, orderId: number): Promise<Security> {
  return (await rowsOf<Security>(db, OF_ORDER, [orderId]))[0] ?? NO_SECURITY;
}

export type NewSecurityMove = Pick<
  SecurityMoves,
  'order_id' | 'key' | 'kind' | 'cents' | 'method' | 'charge_id' | 'note' | 'admin_id' | 'approved_by' | 'account_id'
>;

const INSERT = statement(`
  insert into security_moves (order_id, key, kind, cents, method, charge_id, note, admin_id, approved_by, account_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (key) do nothing returning id`);
const FIND = statement('select order_id, kind, cents, method from security_moves where key = $1');

/** Inserts a move and returns its id; null if its key exists. */
export async function insertSecurityMove(db: Queryable, move: NewSecurityMove): Promise<number | null> {
  const { order_id, key, kind, cents, method, charge_id, note, admin_id, approved_by, account_id } = move;
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [
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

const LEFT_TODAY = statement(`
  select cash_limit_cents - counted_today($1) as cents from order_terms order by version desc limit 1`);

/** Returns what one person alone may still record as taken in person within a day. */
export async function leftToday(db: Queryable, adminId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, LEFT_TODAY, [adminId]))[0]?.cents ?? 0;
}

export type RecordedMove = Pick<SecurityMoves, 'order_id' | 'kind' | 'cents' | 'method'>;

export async function securityMoveOfKey(db: Queryable, key: string): Promise<RecordedMove | null> {
  return (await rowsOf<RecordedMove>(db, FIND, [key]))[0] ?? null;
}
