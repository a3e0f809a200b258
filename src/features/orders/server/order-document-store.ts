import type { Subject } from '#features/documents/server/api.ts';
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

const SUBJECTS = statement(`
  select 'order' as kind, $1::bigint as id
  union all select 'cash receipt', id from cash_receipts where order_id = $1
  union all select 'handover', number from handovers where order_id = $1
  union all select 'security move', id from security_moves where order_id = $1 and kind <> 'used'`);

/** Returns what the documents of an order are about, except its bookings: the order, and money that changed hands in person. */
export function documentSubjectsOf(db: Queryable, orderId: number): Promise<Subject[]> {
  return rowsOf<Subject>(db, SUBJECTS, [orderId]);
}
