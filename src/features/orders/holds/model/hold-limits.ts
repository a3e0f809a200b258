import type { MessageKey } from '#lib/i18n/translator.ts';

/** Live holds of buyers who have not paid anything yet. All counts are cars. */
export type NewBuyerHolds = {
  wanted: number;
  /** Of this buyer, and of other new buyers who gave the same address. */
  own: number;
  ofAddress: number;
  /** Cars of the seller that any new buyer holds, and cars that the seller has for sale. */
  ofSeller: number;
  stock: number;
};

const MAX_OF_BUYER = 2;
const MAX_OF_ADDRESS = 2;
/** The share does not apply below this count. */
const MIN_OF_SELLER = 5;
const SHARE_OF_SELLER = 0.5;

/** Returns why a new buyer may not hold more cars, or null. The limits end with the first payment or an approval by the office. */
export function newBuyerProblem({ wanted, own, ofAddress, ofSeller, stock }: NewBuyerHolds): MessageKey | null {
  if (own + wanted > MAX_OF_BUYER) return 'orders.transfer.newBuyer';
  if (ofAddress + wanted > MAX_OF_ADDRESS) return 'orders.transfer.newAddress';
  const most = Math.max(MIN_OF_SELLER, Math.floor(stock * SHARE_OF_SELLER));
  return ofSeller + wanted > most ? 'orders.transfer.sellerHeld' : null;
}
