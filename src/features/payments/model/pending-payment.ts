import type { RentalPeriod } from './payment.ts';
import { TRANSACTION_ID } from './transaction-id.ts';

/**
 * What this browser keeps of a payment from before it is sent until its end is known, so that a reload, another tab or a dead
 * network goes on with the same one. Nothing of a card is in it.
 */
export type PendingPayment = {
  transactionId: string;
  totalCents: number;
  bookingCents: number;
  period: RentalPeriod | null;
  email: string;
  sentAt: number;
};

/** A new payment's name, as the specs want it: TR and the milliseconds. */
export function newTransactionId(nowMs: number): string {
  return `TR${nowMs}`;
}

const isCents = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

/** What was kept; null when it is not there or cannot be read. */
export function parsePending(text: string | null): PendingPayment | null {
  try {
    const kept = JSON.parse(text ?? 'null') as PendingPayment | null;
    if (!kept || !TRANSACTION_ID.test(kept.transactionId)) return null;
    const sound = isCents(kept.totalCents) && isCents(kept.bookingCents) && Number.isFinite(kept.sentAt);
    return sound && typeof kept.email === 'string' ? kept : null;
  } catch {
    return null;
  }
}
