import { canTransition, type PayoutState } from '#features/bookkeeping/payouts/model/payout.ts';
import type { Payable } from '#features/payments/server/api.ts';
import {
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Payouts } from '#lib/server/database/rows.ts';

export type Payout = Columns<
  Payouts,
  | 'id'
  | 'seller_id'
  | 'account_id'
  | 'cents'
  | 'needs_second_person'
  | 'created_by'
  | 'fee_cents'
  | 'reason'
  | 'created_at'
  | 'sent_at'
  | 'ended_at'
> & { state: PayoutState };

export const PAYOUT_COLUMNS = `p.id, p.seller_id as "sellerId", p.account_id as "accountId", p.cents, p.state,
  p.needs_second_person as "needsSecondPerson", p.created_by as "createdBy", p.fee_cents as "feeCents", p.reason,
  p.created_at as "createdAt", p.sent_at as "sentAt", p.ended_at as "endedAt"`;

export const findPayout = queryFirst<Payout, [id: number]>(`select ${PAYOUT_COLUMNS} from payouts p where p.id = $1`);

/** Locks a payout until the transaction ends. */
export const lockPayout = queryFirst<Payout, [id: number]>(
  `select ${PAYOUT_COLUMNS} from payouts p where p.id = $1 for update`,
);

const INSERT = statement(`
  insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by)
  values ($1, $2, $3, case when $4 then 'waiting' else 'approved' end, $4, $5) returning id`);
const INSERT_ORDERS = statement(`
  insert into payout_orders (payout_id, order_id, cents)
  select $1, part.order_id, part.cents from unnest($2::bigint[], $3::bigint[]) as part (order_id, cents)`);

const CLAIMS = statement(`
  select coalesce(bool_or(has_counted_money(id)), false) as "isCounted", coalesce(bool_or(is_paid_again(id)), false) as "isAgain"
  from unnest($1::bigint[]) as id`);

/**
 * Returns whether money of one of the orders rests on the word of one person, and whether a payout for one of them was recorded as returned. Either
 * needs a second person.
 */
export async function claimsOfOne(
  db: Queryable,
  parts: Pick<Payable, 'orderId'>[],
): Promise<{ isCounted: boolean; isAgain: boolean }> {
  const orders = parts.map(({ orderId }) => orderId);
  return (await rowsOf<{ isCounted: boolean; isAgain: boolean }>(db, CLAIMS, [orders]))[0]!;
}

type NewPayout = {
  sellerId: number;
  accountId: number;
  parts: Payable[];
  needsSecondPerson: boolean;
  createdBy: number;
};

export const sumOf = (parts: { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0);

export async function insertPayout(db: Queryable, payout: NewPayout): Promise<number> {
  const { sellerId, accountId, parts, needsSecondPerson, createdBy } = payout;
  const [row] = await rowsOf<{ id: number }>(db, INSERT, [
    sellerId,
    accountId,
    sumOf(parts),
    needsSecondPerson,
    createdBy,
  ]);
  const id = row!.id;
  await rowsOf(db, INSERT_ORDERS, [id, parts.map(({ orderId }) => orderId), parts.map(({ cents }) => cents)]);
  return id;
}

const MOVE = statement(`
  update payouts set state = $3, approved_by = coalesce($4, approved_by), fee_cents = coalesce($5, fee_cents), reason = coalesce($6, reason),
    sent_at = case when $3 = 'sent' then now() else sent_at end,
    ended_at = case when $3 in ('booked', 'failed', 'canceled') then now() end
  where id = $1 and state = $2 returning id`);

type Change = { to: PayoutState; approvedBy?: number; feeCents?: number; reason?: string };

/** Changes the state of a payout. Returns false if it has left `from`. Throws if the change is not allowed. */
export async function movePayout(db: Queryable, id: number, from: PayoutState, change: Change): Promise<boolean> {
  const { to, approvedBy = null, feeCents = null, reason = null } = change;
  if (!canTransition(from, to)) throw new Error(`a ${from} payout cannot become ${to}`);
  return (await rowsOf(db, MOVE, [id, from, to, approvedBy, feeCents, reason])).length > 0;
}

const PARTS = statement(`
  select o.payout_id as "payoutId", p.seller_id as "sellerId", o.order_id as "orderId", o.cents
  from payout_orders o join payouts p on p.id = o.payout_id where o.payout_id = any($1::bigint[]) order by o.order_id`);

/** Returns what payouts are for, by payout. */
export async function partsOfPayouts(db: Queryable, ids: number[]): Promise<Map<number, Payable[]>> {
  const rows = await rowsOf<Payable & { payoutId: number }>(db, PARTS, [ids]);
  return Map.groupBy(rows, ({ payoutId }) => payoutId);
}

export const lockSeller = execute<[sellerId: number]>('select id from users where id = $1 for no key update');

/** Locks orders, so that no refund changes what their seller is owed. */
export const lockOrders = execute<[ids: number[]]>(
  'select id from orders where id = any($1::bigint[]) order by id for update',
);

/** Returns what one person may pay out within a day. */
export const payoutLimit = queryNumber(
  'select payout_limit_cents as cents from order_terms order by version desc limit 1',
);

/** Returns what was paid out in the last day without a second person: to the seller or by the person, whichever is more. */
export const paidAloneToday = queryNumber<[sellerId: number, adminId: number]>(
  'select paid_out_today($1, $2) as cents',
);

/** Returns what open payouts that are not sent yet cover. */
export const openParts = query<Payable, [sellerId: number | null]>(`
  select p.seller_id as "sellerId", o.order_id as "orderId", sum(o.cents) as cents
  from payouts p join payout_orders o on o.payout_id = p.id
  where p.state in ('waiting', 'approved') and ($1::bigint is null or p.seller_id = $1) group by 1, 2`);
