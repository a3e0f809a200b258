import type { Allocations } from '#lib/server/database/rows.ts';
import { anyOf, type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';
import type { Allocated, PlanItem } from '../model/payment-plan.ts';

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

export type MoneySource = { paymentId: number } | { cashReceiptId: number } | { securityMoveId: number };

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

const SURPLUS = statement(`
  select coalesce(sum(cents), 0) as cents from allocations where order_id = $1 and plan_item_id is null`);

/** Returns the cents received beyond all items. */
export async function surplusOf(db: Queryable, orderId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, SURPLUS, [orderId]))[0]?.cents ?? 0;
}

const PENDING = statement(`
  select coalesce(sum(amount_cents), 0) as cents from payments
  where plan_item_id = $1 and state in ('created', 'authorised', 'capturing')`);

/** Returns the cents of payments for an item whose outcome is not known yet. */
export async function pendingCents(db: Queryable, itemId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, PENDING, [itemId]))[0]?.cents ?? 0;
}

const IS_TAKEN = statement(`
  select from card_holds h join payments p on p.id = h.payment_id where h.order_id = $1 and p.state = 'capturing'`);

/** Whether the charges of a rental are just being taken from an amount that is held on a card. */
export async function areChargesTaken(db: Queryable, orderId: number): Promise<boolean> {
  return (await rowsOf(db, IS_TAKEN, [orderId])).length > 0;
}
