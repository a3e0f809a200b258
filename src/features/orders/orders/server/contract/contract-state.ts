import type { Queryable } from '#lib/server/database/statement.ts';
import type { Order } from '../../model/order.ts';
import type { OrderSummary } from '../../model/order-contract.ts';
import { buyersAcceptances } from './contract-store.ts';

/** Whether an order has a sales contract. It exists from the deposit on. */
export function hasContract({ offer, life, terms }: Pick<Order, 'offer' | 'life' | 'terms'>): boolean {
  return terms.requiresContract && offer === 'Sell' && life !== 'held';
}

/** What buyers see of the contracts of several orders, by order id; null for an order that needs none. */
export async function contractStatesOf(db: Queryable, orders: Order[]): Promise<Map<number, OrderSummary['contract']>> {
  const needing = orders.filter(hasContract).map(({ id }) => id);
  const accepted = needing.length === 0 ? new Map<number, Date>() : await buyersAcceptances(db, needing);
  return new Map(needing.map((id) => [id, { accepted_at: accepted.get(id)?.toISOString() ?? null }]));
}
