import type { OrderLife } from '#features/payments/order-acts/model/order-life.ts';

/** The money that a decision may split, in cents. */
export type ClaimMoney = {
  life: OrderLife;
  frozenCents: number;
  /** Paid out to the sellers of the order and not claimed back yet. */
  paidOutCents: number;
  /** What is open of the order. */
  openCents: number;
  /** Refundable payments plus cash. */
  refundableCents: number;
  /** What sellers get at the handover of an order that goes on. */
  sellersCents: number;
};

type Split = { toBuyerCents: number; toSellerCents: number };
/** `clawbackCents`: of the part for the buyer, what had been paid out to the seller. */
export type Decision = Split & { frozenCents: number; clawbackCents: number; endsOrder: boolean };

type SplitRefusal = 'sum' | 'refundable' | 'openMoney' | 'sellersShare' | 'paidOut';

/**
 * Turns a split into a decision, or says why it is impossible. The parts sum to what is frozen; the buyer may get more only from what was
 * paid out to the seller, and only if nothing is left for the seller.
 */
export function decisionOf({ toBuyerCents, toSellerCents }: Split, money: ClaimMoney): Decision | SplitRefusal {
  const { life, frozenCents, paidOutCents, openCents, refundableCents, sellersCents } = money;
  const clawbackCents = Math.max(toBuyerCents + toSellerCents - frozenCents, 0);
  if (toBuyerCents + toSellerCents < frozenCents) return 'sum';
  if (clawbackCents > 0 && (toSellerCents > 0 || life !== 'completed')) return 'sum';
  if (clawbackCents > paidOutCents) return 'paidOut';
  if (toBuyerCents > refundableCents) return 'refundable';
  const endsOrder = life === 'active' && toBuyerCents > 0 && toSellerCents === 0;
  const isReduced = life === 'active' && toBuyerCents > 0 && !endsOrder;
  // An order that continues is completed by what its buyer still owes, so no other amount may be open.
  if (isReduced && openCents > 0) return 'openMoney';
  if (isReduced && toBuyerCents > sellersCents) return 'sellersShare';
  return { toBuyerCents, toSellerCents, frozenCents, clawbackCents, endsOrder };
}

/** The decision of the terms when the time is over: refunds the frozen money to the buyer, up to the refundable amount. */
export function decisionBySilence(money: ClaimMoney): Decision {
  const toBuyerCents = Math.min(money.frozenCents, money.refundableCents);
  const split = { toBuyerCents, toSellerCents: money.frozenCents - toBuyerCents };
  const decision = decisionOf(split, money);
  if (typeof decision !== 'string') return decision;
  const nothing = decisionOf({ toBuyerCents: 0, toSellerCents: money.frozenCents }, money);
  if (typeof nothing === 'string') throw new Error(`no decision is possible: ${nothing}`);
  return nothing;
}

type Origin = { sellerId: number | null; cents: number };

/**
 * Says whom the part for the seller goes to: back to the sellers that the money was owed to, the first of them first. What exceeds that
 * was held for the buyer, and is held again.
 */
export function partsOfSellers(frozen: readonly Origin[], toSellerCents: number): Origin[] {
  const parts: Origin[] = [];
  let left = toSellerCents;
  for (const { sellerId, cents } of frozen) {
    const part = sellerId === null ? 0 : Math.min(left, cents);
    if (part > 0) parts.push({ sellerId, cents: part });
    left -= part;
  }
  return left > 0 ? [...parts, { sellerId: null, cents: left }] : parts;
}
