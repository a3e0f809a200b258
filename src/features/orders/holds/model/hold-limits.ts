import type { MessageKey } from '#lib/i18n/translator.ts';

/** Live holds of buyers from whom no money has arrived yet, because holding costs nothing. All counts are cars. */
export type NewBuyerHolds = {
  wanted: number;
  /** Of this buyer, and of other new buyers who gave the same address. */
  own: number;
  ofAddress: number;
  /** Of the seller, by whichever new buyer, and how many cars the seller has for sale. */
  ofSeller: number;
  stock: number;
};

const MAX_OF_BUYER = 2;
const MAX_OF_ADDRESS = 2;
/** A small seller may have as many held. */
const MIN_OF_SELLER = 5;
const SHARE_OF_SELLER = 0.5;

/** Returns why a new buyer may not hold more cars, or null. A payment by card, or a yes of our office, ends these limits. */
export function newBuyerProblem({ wanted, own, ofAddress, ofSeller, stock }: NewBuyerHolds): MessageKey | null {
  if (own + wanted > MAX_OF_BUYER) return 'orders.transfer.newBuyer';
  if (ofAddress + wanted > MAX_OF_ADDRESS) return 'orders.transfer.newAddress';
  const most = Math.max(MIN_OF_SELLER, Math.floor(stock * SHARE_OF_SELLER));
  return ofSeller + wanted > most ? 'orders.transfer.sellerHeld' : null;
}
