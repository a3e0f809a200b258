import type { BookingFilter } from '#features/bookings/managed-booking-contract.ts';
import type { Offer } from '#features/listings/listing.ts';
import type { Cursor } from '#platform/database/batches.ts';
import { type Queryable, rowsOf, statement } from '#platform/database/statement.ts';

export type BookingRow = Cursor & {
  listing_id: number;
  user_id: number;
  make: string;
  model: string;
  year: number;
  offer: Offer;
  starts_at: Date;
  ends_at: Date;
  total_cents: number;
  paid_cents: number;
  transaction_id: string;
  status: string;
  payment_status: string;
};

/** Any of it may be left open. */
export type WantedBookings = BookingFilter & { to?: Date; offer?: Offer };

const ROWS = statement(`
  select b.created_at::text as at, b.id, b.listing_id, b.user_id, l.make, l.model, l.year, b.offer, b.starts_at, b.ends_at, b.total_cents,
    b.paid_cents, p.transaction_id, b.status, b.payment_status
  from bookings b join payments p on p.id = b.payment_id join listings l on l.id = b.listing_id
  where b.deleted_at is null and (b.created_at, b.id) > ($1::timestamptz, $2::bigint)
    and b.created_at < coalesce($4::timestamptz, 'infinity') and ($5::text is null or b.offer = $5)
    and ($6::text is null or b.status = $6) and ($7::text is null or b.payment_status = $7)
    and ($8::bigint is null or b.paid_cents >= $8) and ($9::bigint is null or b.paid_cents <= $9)
    and ($10::text is null or $10 = case when b.paid_cents = b.total_cents then 'none' when b.paid_cents = 0 then 'full' else 'partial' end)
    and ($11::text is null or b.id::text = $11 or b.user_id::text = $11 or b.listing_id::text = $11
      or starts_with(lower(p.transaction_id), lower($11)))
  order by b.created_at, b.id limit $3`);

/** The bookings that are wanted, oldest first, after a cursor. */
export function bookingRows(db: Queryable, wanted: WantedBookings, after: Cursor, most: number): Promise<BookingRow[]> {
  const { to, offer, status, paymentStatus, minPaid, maxPaid, due, search } = wanted;
  const open = [to, offer, status, paymentStatus, minPaid, maxPaid, due, search].map((value) => value ?? null);
  return rowsOf<BookingRow>(db, ROWS, [after.at, after.id, most, ...open]);
}
