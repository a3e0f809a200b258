import type { Allocations } from '#lib/server/database/rows.ts';
import { type Columns, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import { carryOver, type PlannedItem } from '../model/payment-plan.ts';
import { planOfOrder } from './plan-store.ts';

const INSERT = statement(`
  insert into plan_items (order_id, version, position, kind, amount_cents, due_at)
  select o.id, o.plan_version + 1, item.position, item.kind, item.cents, item.due_at
  from orders o, unnest($2::text[], $3::bigint[], $4::timestamptz[]) with ordinality as item (kind, cents, due_at, position)
  where o.id = $1 returning id, position, amount_cents as "amountCents"`);
type Source = Columns<Allocations, 'payment_id' | 'cash_receipt_id' | 'security_move_id' | 'kind'>;
type Received = Source & { position: number; itemId: number; cents: number };
/**
 * What goes back of a payment is taken from the last items, whoever paid them, so a sum may be negative. These come first and make room for the
 * others, then the bank charges that we bear, because they can pay nothing else.
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
 * Makes a new version of an order's plan, and moves what was received for an item to the one that has its position. What exceeds
 * that item was received beyond what is owed. Returns the ids of the items. The caller holds the order's lock.
 */
export async function revisePlan(db: Queryable, orderId: number, items: readonly PlannedItem[]): Promise<number[]> {
  const received = await rowsOf<Received>(db, RECEIVED, [orderId]);
  const made = await rowsOf<{ id: number; position: number; amountCents: number }>(db, INSERT, [
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

/** Makes a new version of an order's plan with one item more. Returns its id. The caller holds the order's lock. */
export async function addPlanItem(db: Queryable, orderId: number, item: PlannedItem): Promise<number> {
  const ids = await revisePlan(db, orderId, [...(await planOfOrder(db, orderId)), item]);
  const added = ids.at(-1);
  if (added === undefined) throw new Error(`order ${orderId} is missing`);
  return added;
}

const DAY_MS = 86_400_000;
/** The buyer of a sale is reminded so long before an item is due. */
const REMIND_MS = 3 * DAY_MS;
/** What shipping adds is due with the balance, or so long after it was chosen if that is later. */
const TRANSPORT_DUE_MS = 7 * DAY_MS;
const REMIND = statement("update orders set remind_at = least(remind_at, $2) where id = $1 and life = 'active'");

/** Sets what shipping adds to the plan of a sale, as its last item; 0 removes it. The caller holds the order's lock. */
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
