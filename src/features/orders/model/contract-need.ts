import type { OrderSummary } from './order-contract.ts';

/** Whether the buyer still has to accept the sales contract. */
export function needsContract({ contract, life }: Pick<OrderSummary, 'contract' | 'life'>): boolean {
  return contract?.accepted_at === null && life === 'active';
}
