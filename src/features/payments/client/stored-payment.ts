import { type PendingPayment, parsePending } from '../model/pending-payment.ts';

/** Where this browser keeps the payment that a person is making for a car. */
export function paymentKey(userId: number, listingId: number): string {
  return `payment-${userId}-${listingId}`;
}

/** Both: one is seen by other tabs, the other outlives a logout here. A browser may refuse either. */
const STORES = [() => localStorage, () => sessionStorage];

export function storedPayment(key: string): PendingPayment | null {
  for (const store of STORES) {
    const kept = attempt(() => parsePending(store().getItem(key)));
    if (kept) return kept;
  }
  return null;
}

export function storePayment(key: string, kept: PendingPayment | null): void {
  for (const store of STORES) {
    attempt(() => (kept ? store().setItem(key, JSON.stringify(kept)) : store().removeItem(key)));
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
