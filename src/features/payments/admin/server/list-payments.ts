import { FROM_THE_BEGINNING, inBatches } from '#lib/server/database/batches.ts';
import type { Queryable } from '#lib/server/database/statement.ts';
import type { PaymentFilter } from '../../model/admin-payment-contract.ts';
import { adminPaymentsAfter, type PaymentEntry } from './admin-payment-store.ts';

export type { PaymentEntry };

/** Every payment that a filter leaves, oldest first, a batch at a time. */
export function listAllPayments(db: Queryable, filter: PaymentFilter): AsyncGenerator<PaymentEntry[]> {
  return inBatches(FROM_THE_BEGINNING, (after, most) => adminPaymentsAfter(db, filter, after, most));
}
