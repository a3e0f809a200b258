import { type RentalPeriod, TRANSACTION_ID } from '../model/payment.ts';

/**
 * A payment in the browser's storage, from before it is sent until its outcome is known. A reload, another tab or a
 * lost connection continues the same payment. Contains no card data.
 */
export type PendingPayment = {
  transactionId: string;
  totalCents: number;
  bookingCents: number;
  period: RentalPeriod | null;
  email: string;
  sentAt: number;
};

/** Makes a transaction id in the specification's format: TR and the timestamp in milliseconds. */
export function newTransactionId(nowMs: number): string {
  return `TR${nowMs}`;
}

const isCents = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

/** Parses a stored payment; null if it is missing or invalid. */
export function parsePending(text: string | null): PendingPayment | null {
  try {
    const pending = JSON.parse(text ?? 'null') as PendingPayment | null;
    if (!pending || !TRANSACTION_ID.test(pending.transactionId)) return null;
    const isValid = isCents(pending.totalCents) && isCents(pending.bookingCents) && Number.isFinite(pending.sentAt);
    return isValid && typeof pending.email === 'string' ? pending : null;
  } catch {
    return null;
  }
}

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
