import { type PendingPayment, parsePending } from '../model/pending-payment.ts';

/** The storage key of a user's pending payment for a car. */
export function paymentKey(userId: number, listingId: number): string {
  return `payment-${userId}-${listingId}`;
}

/**
 * Both, because other tabs see only localStorage, and sessionStorage survives a logout in this tab. Either may be
 * unavailable.
 */
const STORES = [() => localStorage, () => sessionStorage];

export function storedPayment(key: string): PendingPayment | null {
  for (const store of STORES) {
    const pending = attempt(() => parsePending(store().getItem(key)));
    if (pending) return pending;
  }
  return null;
}

export function storePayment(key: string, pending: PendingPayment | null): void {
  for (const store of STORES) {
    attempt(() => (pending ? store().setItem(key, JSON.stringify(pending)) : store().removeItem(key)));
  }
}

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}
