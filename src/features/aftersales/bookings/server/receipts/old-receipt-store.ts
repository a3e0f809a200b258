/** Receipts from before documents were signed. Nothing is added to them. */
import { type Queryable, rowsOf, statement } from '#lib/server/database/statement.ts';

export type OldReceipt = { revision: number; number: string; pdf: Buffer };

const OF_BOOKING = statement(`
  select revision, number, pdf from documents where kind = 'receipt' and booking_id = $1 order by revision`);

/** Returns the receipts of a booking, the oldest first. */
export function oldReceiptsOf(db: Queryable, bookingId: number): Promise<OldReceipt[]> {
  return rowsOf(db, OF_BOOKING, [bookingId]);
}
