import { FROM_THE_BEGINNING, inBatches } from '#platform/database/batches.ts';
import type { Queryable } from '#platform/database/statement.ts';
import type { PaymentFilter } from '../managed-payment-contract.ts';
import { managedPaymentsAfter, type PaymentEntry } from './managed-payment-store.server.ts';

export type { PaymentEntry };

/** Every payment that a filter leaves, oldest first, a batch at a time. */
export function allPayments(db: Queryable, filter: PaymentFilter): AsyncGenerator<PaymentEntry[]> {
  return inBatches(FROM_THE_BEGINNING, (after, most) => managedPaymentsAfter(db, filter, after, most));
}
