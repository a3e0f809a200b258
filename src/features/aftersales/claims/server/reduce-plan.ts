import { reducedItems } from '#features/orders/orders/model/payment-plan.ts';
import { planOfOrder, revisePlan } from '#features/orders/server/api.ts';
import type { Queryable } from '#lib/server/database/statement.ts';

/**
 * Makes a new version of an order's plan that costs less, the last items first. What was received for them beyond that belongs to no item,
 * until it is given back. The caller holds the order's lock.
 */
export async function reducePlan(db: Queryable, orderId: number, cents: number): Promise<void> {
  const items = reducedItems(await planOfOrder(db, orderId), cents);
  await revisePlan(
    db,
    orderId,
    items.filter(({ amountCents }) => amountCents > 0),
  );
}
