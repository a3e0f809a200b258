import type { Order } from '#features/orders/orders/model/order.ts';
import { planTransport } from '#features/orders/server/api.ts';
import { insertChoice } from '#features/payments/server/api.ts';
import { SOLD_FOB } from '#features/payments/trade-terms/model/trade-term.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { tradeTermFacts } from './trade-term-facts.ts';

/**
 * Makes an order FOB again, because its shipping was not paid in time. If a car is already on a vessel, changes nothing and returns false:
 * the buyer still owes the shipping. The caller holds the lock of the order.
 */
export async function dropUnpaidTransport(db: Queryable, order: Order, now: Date): Promise<boolean> {
  if ((await tradeTermFacts(db, order, now)).closed === 'shipped') return false;
  const reason = 'It was not paid in time.';
  await insertChoice(db, order.id, { choice: SOLD_FOB, lines: [], chosenBy: null, reason });
  await planTransport(db, order.id, 0, now);
  return true;
}
