import type { Order, OrderCar } from '#features/orders/orders/model/order.ts';
import { chargesOf } from '#features/orders/orders/server/rental-money-store.ts';
import { billedOf, linesOfOrder, outstandingOfOrder } from '#features/payments/server/api.ts';
import { totalOf } from '#features/payments/trade-terms/model/trade-term.ts';
import { execute, type Queryable, queryColumn } from '#lib/server/database/postgres.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { BillingFacts } from '../model/billing.ts';

/** Leases orders whose invoices have to be compared, for `leaseS` seconds. */
export const claimOrdersToBill = queryColumn<number, [limit: number, leaseS: number]>(`
  update orders set bill_at = now() + make_interval(secs => $2)
  where id in (
    select id from orders where bill_at <= now() and life <> 'held' and ${isNotResting('bills', 'orders.id')}
    order by bill_at limit $1 for update skip locked
  ) returning id`);

/** Ends leases of `leaseS` seconds on orders to bill, unless bill_at was set to another time meanwhile. */
export const handBackOrdersToBill = execute<[ids: number[], leaseS: number]>(`
  update orders set bill_at = now()
  where id = any($1::bigint[]) and bill_at between now() and now() + make_interval(secs => $2::float8)`);

/** Sets when the invoices of an order are compared again; null for the next change. The caller holds the order's lock. */
export const billAgainIn = execute<[orderId: number, seconds: number | null]>(
  'update orders set bill_at = now() + make_interval(secs => $2::float8) where id = $1',
);

/** Reads what decides the invoices of an order. The caller holds its lock. */
export async function billingFactsOf(db: Queryable, order: Order): Promise<BillingFacts> {
  const { id, life, terms, owedCents, receivedCents, shortfallCents } = order;
  const { invoicedCents, creditedCents } = await billedOf(db, id);
  return {
    life,
    requiresBalance: terms.requiresBalance,
    owedCents,
    receivedCents,
    shortfallCents,
    refundingCents: await outstandingOfOrder(db, id),
    invoicedCents,
    creditedCents,
  };
}

/** Returns what the cars of an order, their transport and its charges cost before any reduction. */
export async function costOf(db: Queryable, orderId: number, cars: readonly OrderCar[]): Promise<number> {
  const chargedCents = (await chargesOf(db, orderId)).reduce((sum, { cents }) => sum + cents, 0);
  const addedCents = chargedCents + totalOf(await linesOfOrder(db, orderId));
  return cars.reduce((sum, { totalCents }) => sum + totalCents, addedCents);
}

/** Returns the cents of all refunds of an order that did not fail, the newest first. */
export const refundsOfOrder = queryColumn<number, [orderId: number]>(`
  select r.cents from (
    select payment_id, amount_cents as cents, created_at as at, id from refunds where failed_at is null
    union all select payment_id, amount_cents, heard_at, 0 from provider_refunds where failed_at is null
  ) as r join payments p on p.id = r.payment_id where p.order_id = $1 order by r.at desc, r.id desc`);
