import type { Offer } from '#features/catalog/listings/model/listing.ts';
import { readTradeSearch } from '#features/payments/payments/model/payment-search.ts';
import { carsOfVin, usersLike } from '#features/payments/server/api.ts';
import type { DirectedRange, RowCount } from '#lib/contract-parts.ts';
import type { Cursor } from '#lib/server/database/batches.ts';
import {
  type Conditions,
  countRows,
  MAX_COUNTED_RESULTS,
  orderSql,
  type SortDirection,
} from '#lib/server/database/list-sql.ts';
import { execute, type Queryable, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { Listings } from '#lib/server/database/rows.ts';
import type { Booking, BookingSort, DUE_FILTERS } from '../../model/booking.ts';
import type { BookingFilter } from '../../model/booking-contract.ts';
import { BOOKING_COLUMNS, type BookingRow, bookingOfRow } from '../../server/booking-store.ts';

const SORT_COLUMN: Record<BookingSort, string> = { booking: 'created_at', total: 'total_cents', paid: 'paid_cents' };
const DUE_SQL: Record<(typeof DUE_FILTERS)[number], string> = {
  none: 'b.paid_cents = b.total_cents',
  partial: 'b.paid_cents > 0 and b.paid_cents < b.total_cents',
  full: 'b.paid_cents = 0',
};

type Slice = DirectedRange & { sort: BookingSort; order: SortDirection };

/** Returns a slice of the filtered bookings. Rows and payments are read only for that slice. */
export async function findAdminBookings(
  db: Queryable,
  filter: BookingFilter,
  { sort, order, limit, offset, backwards }: Slice,
): Promise<Booking[]> {
  const { where, values } = conditions(filter);
  const column = SORT_COLUMN[sort];
  const { rows } = await db.query<BookingRow>(
    `with page as (
       select b.id from bookings b where ${where}
       order by ${orderSql(column, order, { from: 'b.', backwards })} limit $${values.length + 1} offset $${values.length + 2}
     )
     select ${BOOKING_COLUMNS} from page join bookings b on b.id = page.id join payments p on p.id = b.payment_id
     order by ${orderSql(column, order, { from: 'b.' })}`,
    [...values, limit, offset],
  );
  return rows.map(bookingOfRow);
}

export function countAdminBookings(db: Queryable, filter: BookingFilter): Promise<RowCount> {
  return countRows(db, 'bookings b', conditions(filter), filter.search ? MAX_COUNTED_RESULTS : undefined);
}

/** The filters of the screen and, for reports, a time range and an offer. All are optional. */
export type BookingListRequest = BookingFilter & { from?: Date; to?: Date; offer?: Offer };

/** A row of the booking export. */
export type BookingEntry = Cursor &
  Pick<
    BookingRow,
    | 'listing_id'
    | 'user_id'
    | 'offer'
    | 'starts_at'
    | 'ends_at'
    | 'total_cents'
    | 'paid_cents'
    | 'transaction_id'
    | 'status'
    | 'payment_status'
  > &
  Pick<Listings, 'make' | 'model' | 'year'>;

/** Returns the matching bookings after a cursor, oldest first. */
export async function adminBookingsAfter(
  db: Queryable,
  request: BookingListRequest,
  after: Cursor,
  max: number,
): Promise<BookingEntry[]> {
  const { where, values } = conditions(request);
  const [at, id, limit] = [1, 2, 3].map((place) => `$${values.length + place}`);
  const { rows } = await db.query<BookingEntry>(
    `select b.created_at::text as at, b.id, b.listing_id, b.user_id, l.make, l.model, l.year, b.offer, b.starts_at, b.ends_at,
       b.total_cents, b.paid_cents, p.transaction_id, b.status, b.payment_status
     from bookings b join payments p on p.id = b.payment_id join listings l on l.id = b.listing_id
     where ${where} and (b.created_at, b.id) > (${at}::timestamptz, ${id}::bigint)
     order by b.created_at, b.id limit ${limit}`,
    [...values, after.at, after.id, max],
  );
  return rows;
}

function conditions({
  status,
  paymentStatus,
  minPaid,
  maxPaid,
  due,
  search,
  from,
  to,
  offer,
}: BookingListRequest): Conditions {
  const values: unknown[] = [];
  const where = ['b.deleted_at is null'];
  const add = (value: unknown, condition: (place: string) => string) => {
    if (value === undefined) return;
    values.push(value);
    where.push(condition(`$${values.length}`));
  };
  add(status, (value) => `b.status = ${value}`);
  add(paymentStatus, (value) => `b.payment_status = ${value}`);
  add(minPaid, (cents) => `b.paid_cents >= ${cents}`);
  add(maxPaid, (cents) => `b.paid_cents <= ${cents}`);
  add(from, (time) => `b.created_at >= ${time}`);
  add(to, (time) => `b.created_at < ${time}`);
  add(offer, (value) => `b.offer = ${value}`);
  if (due) where.push(DUE_SQL[due]);
  if (search) {
    const { sql, found } = bookingsLike(search);
    for (const value of found) values.push(value);
    where.push(sql(found.map((_, index) => `$${values.length - found.length + index + 1}`)));
  }
  return { where: where.join(' and '), values };
}

const OF_ORDER = (id: string) => `b.id in (select booking_id from order_cars where order_id = ${id})`;

/** The condition of bookings that a search text names, by the places of its values. */
function bookingsLike(text: string): { sql: (places: string[]) => string; found: unknown[] } {
  const search = readTradeSearch(text);
  switch (search.by) {
    case 'id':
      return { sql: ([id]) => `(b.id = ${id} or b.user_id = ${id} or b.listing_id = ${id})`, found: [search.id] };
    case 'order':
      return { sql: ([id = '']) => OF_ORDER(id), found: [search.id] };
    case 'reference':
      return {
        sql: ([name]) => OF_ORDER(`(select id from orders where reference = ${name})`),
        found: [search.reference],
      };
    case 'transaction':
      return {
        sql: ([pattern]) => `b.payment_id in (select id from payments where transaction_id like ${pattern})`,
        found: [search.pattern],
      };
    case 'words':
      return {
        sql: ([pattern = '', vin = '']) => `b.id in (
          select id from bookings where user_id in (${usersLike(pattern)})
          union all select id from bookings where listing_id in (${carsOfVin(vin)}))`,
        found: [search.pattern, search.vin],
      };
  }
}

const HIDE = statement(`
  update bookings set deleted_at = now(), updated_at = now(), version = version + 1
  where id = $1 and deleted_at is null returning id`);
const SHOW = statement(`
  update bookings set deleted_at = null, updated_at = now(), version = version + 1
  where id = $1 and deleted_at is not null returning id`);

/** Returns a booking unless it is hidden from the back office. */
export const findAdminBooking = queryFirst<Booking, [id: number]>(
  `
  select ${BOOKING_COLUMNS} from bookings b join payments p on p.id = b.payment_id where b.id = $1 and b.deleted_at is null`,
  bookingOfRow,
);

/** Hides a booking from the back office's list or shows it again; returns whether anything changed. */
export async function setBookingHidden(db: Queryable, id: number, hidden: boolean): Promise<boolean> {
  return (await rowsOf(db, hidden ? HIDE : SHOW, [id])).length > 0;
}

export const setBookingDates = execute<[id: number, startsAt: Date, endsAt: Date]>(`
  update bookings set starts_at = $2, ends_at = $3, updated_at = now(), version = version + 1 where id = $1`);
