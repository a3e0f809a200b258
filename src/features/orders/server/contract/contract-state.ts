import type { Queryable } from '#lib/server/database/statement.ts';
import type { Order } from '../../model/order.ts';
import type { OrderResponse } from '../../model/order-contract.ts';
import { acceptancesOf } from './contract-store.ts';

/** Whether an order has a sales contract. It exists from the deposit on. */
export function hasContract({ offer, life, terms }: Pick<Order, 'offer' | 'life' | 'terms'>): boolean {
  return terms.requiresContract && offer === 'Sell' && life !== 'held';
}

/** What the buyer sees of the contract; null if the order needs none. */
export async function contractStateOf(db: Queryable, order: Order): Promise<OrderResponse['contract']> {
  if (!hasContract(order)) return null;
  const accepted = (await acceptancesOf(db, order.id)).find(({ party }) => party === 'buyer');
  return { accepted_at: accepted?.at.toISOString() ?? null };
}
