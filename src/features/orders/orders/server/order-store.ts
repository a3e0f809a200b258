import { type CheckoutListing, lockForCheckout } from '#features/catalog/server/api.ts';
import type { Order, OrderCar } from '#features/orders/orders/model/order.ts';
import { canTransition, type OrderLife } from '#features/payments/order-acts/model/order-life.ts';
import type { OrderTerms, PlanOffer } from '#features/payments/order-terms/model/order-terms.ts';
import type { Subject } from '#features/site/server/api.ts';
import { AppError } from '#lib/app-error.ts';
import {
  anyOf,
  type Columns,
  execute,
  type Queryable,
  query,
  queryFirst,
  queryValue,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { OrderHolds, OrderMoves, Orders } from '#lib/server/database/rows.ts';

export type OrderRow = Pick<
  Orders,
  'id' | 'user_id' | 'offer' | 'life' | 'reference' | 'plan_version' | 'created_at' | 'ended_at'
> & {
  terms_version: number;
  requires_balance: boolean;
  requires_contract: boolean;
  commission_bps: number;
  balance_days: number;
  grace_days: number;
  hold_days: number;
  security_cents: number;
  cancel_free_days: number;
  cancel_until: OrderTerms['cancelUntil'];
  kept_cancel_bps: number;
  kept_unpaid_bps: number;
  requires_steps: boolean;
  claim_days: number;
  tolerance_cents: number;
  tolerance_bps: number;
  plans: string[];
  country_plans: unknown;
  owed_cents: number;
  received_cents: number;
  shortfall_cents: number;
};

export const ORDER_COLUMNS = `o.id, o.user_id, o.offer, o.life, o.reference, o.plan_version, o.created_at, o.ended_at, o.terms_version,
  t.requires_balance, t.requires_contract, t.commission_bps, t.balance_days, t.grace_days, t.hold_days, t.security_cents,
  t.tolerance_cents, t.tolerance_bps, t.cancel_free_days, t.cancel_until, t.kept_cancel_bps, t.kept_unpaid_bps, t.requires_steps, t.claim_days,
  t.plans, t.country_plans, m.owed_cents, m.received_cents, m.shortfall_cents`;
export const ORDER_JOINS = 'join order_terms t on t.version = o.terms_version join order_money m on m.order_id = o.id';
const ORDERS_FROM = `orders o ${ORDER_JOINS}`;
const SELECT = `select ${ORDER_COLUMNS} from ${ORDERS_FROM}`;

export function orderOfRow(row: OrderRow): Order {
  return {
    id: row.id,
    userId: row.user_id,
    offer: row.offer,
    life: row.life,
    reference: row.reference,
    planVersion: row.plan_version,
    terms: {
      version: row.terms_version,
      requiresBalance: row.requires_balance,
      requiresContract: row.requires_contract,
      commissionBps: row.commission_bps,
      balanceDays: row.balance_days,
      graceDays: row.grace_days,
      securityCents: row.security_cents,
      cancelFreeDays: row.cancel_free_days,
      cancelUntil: row.cancel_until,
      keptCancelBps: row.kept_cancel_bps,
      keptUnpaidBps: row.kept_unpaid_bps,
      requiresSteps: row.requires_steps,
      claimDays: row.claim_days,
      holdDays: row.hold_days,
      toleranceCents: row.tolerance_cents,
      toleranceBps: row.tolerance_bps,
      plans: row.plans as PlanOffer[],
      countryPlans: row.country_plans as OrderTerms['countryPlans'],
    },
    createdAt: row.created_at,
    endedAt: row.ended_at,
    owedCents: row.owed_cents,
    receivedCents: row.received_cents,
    shortfallCents: row.shortfall_cents,
  };
}

const LOCK = statement('select id from orders where id = $1 for update');
const OF_USER = statement(`
  ${SELECT} where o.user_id = $1 and (not $4 or o.life in ('held', 'active')) order by o.created_at desc, o.id desc limit $2 offset $3`);
const COUNT_OF_USER = statement(
  "select count(*) as total from orders where user_id = $1 and (not $2 or life in ('held', 'active'))",
);

export const orderNotFound = () => new AppError('not_found', 'no such order', { messageKey: 'orders.notFound' });

export const findOrder = queryFirst<Order, [id: number]>(`${SELECT} where o.id = $1`, orderOfRow);

/**
 * Locks an order and then reads its money. Lock order of every transaction that moves money of an order: cars, order, payments by id,
 * booking.
 */
export async function lockOrder(db: Queryable, id: number): Promise<Order | null> {
  await rowsOf(db, LOCK, [id]);
  return findOrder(db, id);
}

/** Locks the cars of an order and then the order. Returns the remaining cars, because one may have been removed meanwhile. */
export async function lockOrderAndCars(
  db: Queryable,
  id: number,
): Promise<{ order: Order | null; cars: CheckoutListing[] }> {
  const carIds = async () => ((await carsOfOrders(db, [id])).get(id) ?? []).map(({ listingId }) => listingId);
  const locked: CheckoutListing[] = [];
  for (const listingId of await carIds()) {
    const car = await lockForCheckout(db, listingId);
    if (car) locked.push(car);
  }
  const order = await lockOrder(db, id);
  const left = await carIds();
  return { order, cars: locked.filter((car) => left.includes(car.id)) };
}

export const orderIdOfPayment = queryValue<number, [paymentId: number]>(
  'select order_id as id from payments where id = $1',
);

const CONTACT = statement(`
  select contact_email as email from payments where order_id = $1 and contact_email <> '' order by id limit 1`);

/** Returns the contact address of the first payment; empty if the account was closed. */
export async function contactOfOrder(db: Queryable, orderId: number): Promise<string> {
  return (await rowsOf<{ email: string }>(db, CONTACT, [orderId]))[0]?.email ?? '';
}

/** Returns a page of a user's orders, newest first, and their total number. `isOpen`: only those that are held or booked. */
export async function ordersOfUser(
  db: Queryable,
  userId: number,
  { limit, offset, isOpen }: { limit: number; offset: number; isOpen: boolean },
): Promise<{ orders: Order[]; total: number }> {
  const [[counted], rows] = [
    await rowsOf<{ total: number }>(db, COUNT_OF_USER, [userId, isOpen]),
    await rowsOf<OrderRow>(db, OF_USER, [userId, limit, offset, isOpen]),
  ];
  return { orders: rows.map(orderOfRow), total: counted?.total ?? 0 };
}

const CARS = statement(`
  select c.order_id as "orderId", c.listing_id as "listingId", c.seller_id as "sellerId", c.booking_id as "bookingId",
    c.price_cents + e.price as "priceCents", c.tax_cents + e.tax as "taxCents", c.fee_cents as "feeCents",
    c.total_cents + e.price + e.tax as "totalCents", c.commission_cents + e.commission as "commissionCents"
  from order_cars c cross join lateral (
    select coalesce(sum(price_cents), 0)::bigint as price, coalesce(sum(tax_cents), 0)::bigint as tax,
      coalesce(sum(commission_cents), 0)::bigint as commission
    from rental_extensions where order_id = c.order_id and answer = 'accepted') e
  where c.order_id = ${anyOf('$1')} order by c.order_id, c.listing_id`);

/** Returns cars by order id. Prices of a rental include its accepted extensions. */
export async function carsOfOrders(db: Queryable, orderIds: number[]): Promise<Map<number, OrderCar[]>> {
  const rows = await rowsOf<OrderCar & { orderId: number }>(db, CARS, [orderIds]);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** Returns the sellers of an order's cars that still have an account. */
export const sellersOfOrder = query<{ id: number; name: string; email: string }, [orderId: number]>(`
  select distinct u.id, u.name, u.email from order_cars c join users u on u.id = c.seller_id
  where c.order_id = $1 and u.deleted_at is null order by u.id`);

export async function isSellerOf(db: Queryable, orderId: number, userId: number): Promise<boolean> {
  return (await sellersOfOrder(db, orderId)).some(({ id }) => id === userId);
}

export type Actor = { actor: OrderMoves['actor']; actorId: number | null };

const MOVE = statement(`
  with moved as (
    update orders set life = $3, ended_at = case when $3 in ('completed', 'cancelled') then now() end,
      remind_at = case when $3 in ('completed', 'cancelled') then null else remind_at end
    where id = $1 and life = $2 returning id
  ), unsold as (
    update order_cars set sells = $3 <> 'cancelled' from moved, orders o
    where order_id = moved.id and o.id = moved.id and o.offer = 'Sell' and 'cancelled' in ($2, $3)
  )
  insert into order_moves (order_id, from_life, to_life, actor, actor_id, reason)
  select id, $2, $3, $4, $5, $6 from moved returning id`);

/** Changes the life of an order and records who did it and why. Returns false if the order has left `from`. */
export async function moveOrder(
  db: Queryable,
  id: number,
  { from, to }: { from: OrderLife; to: OrderLife },
  { actor, actorId }: Actor,
  reason: string,
): Promise<boolean> {
  if (!canTransition(from, to)) throw new Error(`a ${from} order cannot become ${to}`);
  return (await rowsOf(db, MOVE, [id, from, to, actor, actorId, reason])).length > 0;
}

type OrderMove = { from: OrderLife | null; to: OrderLife; actor: Actor['actor']; reason: string; at: Date };

export const movesOfOrder = query<OrderMove, [id: number]>(`
  select from_life as "from", to_life as "to", actor, reason, at from order_moves where order_id = $1 order by id`);

/** Returns the subjects of an order's documents, without its bookings. */
export const documentSubjectsOf = query<Subject, [orderId: number]>(`
  select 'order' as kind, $1::bigint as id
  union all select 'cash receipt', id from cash_receipts where order_id = $1
  union all select 'cash return', id from cash_returns where order_id = $1
  union all select 'handover', number from handovers where order_id = $1
  union all select 'security move', id from security_moves where order_id = $1 and kind <> 'used'`);

/** Reason of refunds of a surplus when an order completes. */
export const SURPLUS = 'More was paid than the order cost.';
const SURPLUS_RETURNED = statement(`
  select coalesce(sum(r.amount_cents), 0)::bigint as cents from refunds r join payments p on p.id = r.payment_id
  where p.order_id = $1 and r.reason = $2 and r.asked_by = 'system'`);

/** Returns the refunded cents of the surplus. */
export async function surplusReturned(db: Queryable, orderId: number): Promise<number> {
  return (await rowsOf<{ cents: number }>(db, SURPLUS_RETURNED, [orderId, SURPLUS]))[0]?.cents ?? 0;
}

const INSERT_HOLD = statement(`
  insert into order_holds (order_id, payment_id, until, time_zone, buyer_name, buyer_address, buyer_country, terms_version, accepted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`);

/** How cars are held for a bank transfer, and the buyer as typed for the documents. */
export type OrderHold = Columns<OrderHolds, 'order_id' | 'payment_id' | 'until' | 'time_zone' | 'terms_version'> & {
  name: string;
  address: string;
  country: string;
};

export async function insertOrderHold(db: Queryable, hold: OrderHold, acceptedAt: Date): Promise<void> {
  const { orderId, paymentId, until, timeZone, name, address, country, termsVersion } = hold;
  await rowsOf(db, INSERT_HOLD, [
    orderId,
    paymentId,
    until,
    timeZone,
    name,
    address,
    country,
    termsVersion,
    acceptedAt,
  ]);
}

/** Returns the hold of an order; null if it was not placed by bank transfer. */
export const findOrderHold = queryFirst<OrderHold, [orderId: number]>(`
  select order_id as "orderId", payment_id as "paymentId", until, time_zone as "timeZone", buyer_name as name,
    buyer_address as address, buyer_country as country, terms_version as "termsVersion"
  from order_holds where order_id = $1`);

/** Renews the hold with another payment. A lapsed hold then does not count against the buyer. */
export const renewOrderHold = execute<[orderId: number, paymentId: number, until: Date]>(`
  with before as (
    update payments p set outcome = 'revived' from order_holds h where h.order_id = $1 and p.id = h.payment_id and p.outcome = 'lapsed'
  )
  update order_holds set payment_id = $2, until = $3, reminded_at = null where order_id = $1`);

/** Erases the names and addresses that a user gave with holds. Issued documents keep them. */
export const eraseHolders = execute<[userId: number]>(`
  update order_holds set buyer_name = '-', buyer_address = '-' where order_id in (select id from orders where user_id = $1)`);

export const holdsToExport = query<Record<string, unknown>, [userId: number]>(`
  select h.order_id, h.until, h.buyer_name, h.buyer_address, h.buyer_country, h.accepted_at
  from order_holds h join orders o on o.id = h.order_id where o.user_id = $1 order by 1`);
