import {
  anyOf,
  type Columns,
  execute,
  type Queryable,
  query,
  queryAny,
  queryNumber,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Allocations } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { Order } from '../model/order.ts';
import { type Allocated, carryOver, type PlanItem, type PlannedItem } from '../model/payment-plan.ts';

const ITEMS = statement(`
  select i.id, i.order_id as "orderId", i.position, i.kind, i.amount_cents as "amountCents", i.due_at as "dueAt",
    (select coalesce(sum(a.cents), 0) from allocations a where a.plan_item_id = i.id) as "paidCents"
  from plan_items i join orders o on o.id = i.order_id and o.plan_version = i.version
  where i.order_id = ${anyOf('$1')} order by i.order_id, i.position`);

/** Returns the current plans of several orders by order id. */
export async function plansOfOrders(db: Queryable, orderIds: number[]): Promise<Map<number, PlanItem[]>> {
  const rows = await rowsOf<PlanItem & { orderId: number }>(db, ITEMS, [orderIds]);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export async function planOfOrder(db: Queryable, orderId: number): Promise<PlanItem[]> {
  return (await plansOfOrders(db, [orderId])).get(orderId) ?? [];
}

type MoneySource = { paymentId: number } | { cashReceiptId: number } | { securityMoveId: number };

const INSERT = statement(`
  insert into allocations (order_id, plan_item_id, cents, payment_id, cash_receipt_id, security_move_id, kind)
  select $1, part.item, part.cents, $4, $5, $6, $7 from unnest($2::bigint[], $3::bigint[]) as part (item, cents)`);

export async function insertAllocations(
  db: Queryable,
  orderId: number,
  parts: Allocated[],
  source: MoneySource,
  kind: Allocations['kind'] = 'money',
): Promise<void> {
  await rowsOf(db, INSERT, [
    orderId,
    parts.map(({ itemId }) => itemId),
    parts.map(({ cents }) => cents),
    'paymentId' in source ? source.paymentId : null,
    'cashReceiptId' in source ? source.cashReceiptId : null,
    'securityMoveId' in source ? source.securityMoveId : null,
    kind,
  ]);
}

/** Returns the cents that exceed all items. */
export const surplusOf = queryNumber<[orderId: number]>(`
  select coalesce(sum(cents), 0) as cents from allocations where order_id = $1 and plan_item_id is null`);

/** Returns the cents of undecided payments for an item. */
export const pendingCents = queryNumber<[itemId: number]>(`
  select coalesce(sum(amount_cents), 0) as cents from payments
  where plan_item_id = $1 and state in ('created', 'authorised', 'capturing')`);

/** Returns whether a card hold of the order is being captured for its charges. */
export const areChargesTaken = queryAny<[orderId: number]>(`
  select from card_holds h join payments p on p.id = h.payment_id where h.order_id = $1 and p.state = 'capturing'`);

const INSERT_VERSION = statement(`
  insert into plan_items (order_id, version, position, kind, amount_cents, due_at)
  select o.id, o.plan_version + 1, item.position, item.kind, item.cents, item.due_at
  from orders o, unnest($2::text[], $3::bigint[], $4::timestamptz[]) with ordinality as item (kind, cents, due_at, position)
  where o.id = $1 returning id, position, amount_cents as "amountCents"`);
type Source = Columns<Allocations, 'payment_id' | 'cash_receipt_id' | 'security_move_id' | 'kind'>;
type Received = Source & { position: number; itemId: number; cents: number };
/**
 * A refund of a payment is taken from the last items, whichever payment paid them, so a sum may be negative. Negative sums come first to make
 * room for the others, then the bank charges that we bear, because they can pay nothing else.
 */
const RECEIVED = statement(`
  select i.position, i.id as "itemId", a.payment_id as "paymentId", a.cash_receipt_id as "cashReceiptId",
    a.security_move_id as "securityMoveId", a.kind, sum(a.cents) as cents
  from allocations a join plan_items i on i.id = a.plan_item_id
    join orders o on o.id = i.order_id and o.plan_version = i.version
  where a.order_id = $1 group by 1, 2, 3, 4, 5, 6 having sum(a.cents) <> 0
  order by 1, sum(a.cents) > 0, a.kind desc, min(a.id)`);
const ALLOCATE = statement(`
  insert into allocations (order_id, plan_item_id, cents, payment_id, cash_receipt_id, security_move_id, kind)
  select $1, part.* from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) as part`);
const SWITCH = statement('update orders set plan_version = plan_version + 1 where id = $1');

/**
 * Makes a new version of an order's plan and moves received money to the item of the same position. The excess becomes surplus. Returns the
 * ids of the items. The caller locks the order.
 */
export async function revisePlan(db: Queryable, orderId: number, items: readonly PlannedItem[]): Promise<number[]> {
  const received = await rowsOf<Received>(db, RECEIVED, [orderId]);
  const made = await rowsOf<{ id: number; position: number; amountCents: number }>(db, INSERT_VERSION, [
    orderId,
    items.map(({ kind }) => kind),
    items.map(({ amountCents }) => amountCents),
    items.map(({ dueAt }) => dueAt),
  ]);
  if (made.length !== items.length) throw new Error(`order ${orderId} is missing`);
  const parts = [...received.map((row) => ({ ...row, cents: -row.cents })), ...carryOver(received, made)];
  const column = <Key extends keyof (typeof parts)[number]>(key: Key) => parts.map((part) => part[key]);
  await rowsOf(db, ALLOCATE, [
    orderId,
    column('itemId'),
    column('cents'),
    column('paymentId'),
    column('cashReceiptId'),
    column('securityMoveId'),
    column('kind'),
  ]);
  await rowsOf(db, SWITCH, [orderId]);
  return made.sort((one, other) => one.position - other.position).map(({ id }) => id);
}

/** Adds an item in a new version of the plan and returns its id. The caller locks the order. */
export async function addPlanItem(db: Queryable, orderId: number, item: PlannedItem): Promise<number> {
  const ids = await revisePlan(db, orderId, [...(await planOfOrder(db, orderId)), item]);
  const added = ids.at(-1);
  if (added === undefined) throw new Error(`order ${orderId} is missing`);
  return added;
}

const DAY_MS = 86_400_000;
/** Lead time of a reminder. */
const REMIND_MS = 3 * DAY_MS;
/** Shipping costs are due with the balance, but not earlier than this after their choice. */
const TRANSPORT_DUE_MS = 7 * DAY_MS;
const REMIND = statement("update orders set remind_at = least(remind_at, $2) where id = $1 and life = 'active'");

/** Sets the shipping costs as the last item of the plan; 0 removes them. The caller locks the order. */
export async function planTransport(db: Queryable, orderId: number, cents: number, now: Date): Promise<void> {
  const items = (await planOfOrder(db, orderId)).filter(({ kind }) => kind !== 'transport');
  if (cents === 0) {
    await revisePlan(db, orderId, items);
    return;
  }
  const dueAt = new Date(Math.max(now.getTime() + TRANSPORT_DUE_MS, ...items.map((item) => item.dueAt.getTime())));
  await revisePlan(db, orderId, [...items, { kind: 'transport', amountCents: cents, dueAt }]);
  await rowsOf(db, REMIND, [orderId, new Date(dueAt.getTime() - REMIND_MS)]);
}

/** Returns up to 50 orders that are due for a reminder, each with its first booking. */
export const ordersToRemind = query<{ orderId: number; bookingId: number }, [now: Date]>(`
  select o.id as "orderId", c.booking_id as "bookingId" from orders o join order_cars c on c.order_id = o.id
  where o.remind_at <= $1 and c.booking_id = (select min(first.booking_id) from order_cars first where first.order_id = o.id)
    and not exists (select 1 from watch_hits h where h.order_id = o.id and h.cleared_at is null)
    and not exists (select 1 from order_freezes f where f.order_id = o.id and f.ended_at is null)
    and ${isNotResting('overdue orders', 'o.id')} order by o.remind_at limit 50`);

/** Counts a reminder and schedules the next one. */
export const remindAgain = execute<[orderId: number, at: Date]>(
  'update orders set remind_at = $2, reminded = reminded + 1 where id = $1',
);

export const stopReminding = execute<[orderId: number]>('update orders set remind_at = null where id = $1');

/**
 * Returns the first unpaid item after the deposit. The deposit of a booked order was paid once, so a refunded part of it does not make the
 * buyer late.
 */
export async function itemToRemindOf(db: Queryable, { id }: Order): Promise<PlanItem | null> {
  const isUnpaid = ({ kind, amountCents, paidCents }: PlanItem) => kind !== 'deposit' && paidCents < amountCents;
  return (await planOfOrder(db, id)).find(isUnpaid) ?? null;
}
