import { eraseBuyingFor } from '#features/payments/destinations/server/destination-store.ts';
import { AppError } from '#lib/app-error.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import { erasePayer, hasRunningPayment } from './my-payment-store.ts';

/**
 * Erases contact address, card and for whom cars were bought from the user's payments, which stay in the ledger. Throws while a payment is
 * running.
 */
export async function detachPayments(db: Queryable, userId: number): Promise<void> {
  if (await hasRunningPayment(db, userId))
    throw new AppError('conflict', 'a running payment', { messageKey: 'payment.keepsAccount' });
  await erasePayer(db, userId);
  await eraseBuyingFor(db, userId);
}
