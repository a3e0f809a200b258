import type { RentalPeriod } from './payment.ts';
import { TRANSACTION_ID } from './transaction-id.ts';

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
