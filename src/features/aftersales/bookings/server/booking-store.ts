import { IS_CARD_HELD, isReported } from '#features/payments/server/api.ts';
import {
  execute,
  type Queryable,
  query,
  queryAny,
  queryColumn,
  queryFirst,
  rowsOf,
  statement,
} from '#lib/server/database/postgres.ts';
import type { Bookings, Payments } from '#lib/server/database/rows.ts';
import { isNotResting } from '#lib/server/jobs/job-runs.ts';
import type { Booking, BookingPaymentStatus, BookingStatus } from '../model/booking.ts';

const COLUMNS = [
  'id',
  'payment_id',
  'listing_id',
  'user_id',
  'offer',
  'starts_at',
  'ends_at',
  'total_cents',
  'paid_cents',
  'status',
  'payment_status',
  'version',
  'created_at',
] as const satisfies (keyof Bookings)[];

export type BookingRow = Pick<Bookings, (typeof COLUMNS)[number]> &
  Pick<Payments, 'transaction_id'> & {
    order_id: number;
    order_total_cents: number;
    cars: string[];
    given_back_cents: number;
    refunded_cents: number;
    received_cents: number;
    in_person_cents: number;
    due_cents: number;
  };

export const BOOKING_COLUMNS = `${COLUMNS.map((column) => `b.${column}`).join(', ')}, p.transaction_id, p.order_id,
    coalesce(p.total_cents, b.total_cents) as order_total_cents,
    array(select concat_ws(' ', c.year, c.make, c.model, nullif(c.trim, '')) from bookings same join listings c on c.id = same.listing_id
      where same.payment_id = b.payment_id order by c.id) as cars, (
    select coalesce(sum(g.amount_cents), 0) from payments q join provider_refunds g on g.payment_id = q.id
    where q.order_id = p.order_id and g.failed_at is null
  ) + (
    select coalesce(sum(d.lost_cents), 0) from payments q join provider_disputes d on d.payment_id = q.id where q.order_id = p.order_id
  ) as given_back_cents, (
    select coalesce(sum(r.amount_cents), 0) from payments q join refunds r on r.payment_id = q.id
    where q.order_id = p.order_id and r.failed_at is null
  ) as refunded_cents, (
    select coalesce(sum(q.amount_cents), 0) from payments q where q.order_id = p.order_id and q.captured_at is not null
  ) as received_cents, (
    select coalesce(sum(a.cents), 0) from allocations a left join plan_items i on i.id = a.plan_item_id
    where a.order_id = p.order_id and a.payment_id is null and i.kind is distinct from 'charge'
  ) as in_person_cents, (
    select coalesce(sum(greatest(i.amount_cents - (select coalesce(sum(a.cents), 0) from allocations a where a.plan_item_id = i.id), 0)), 0)
    from plan_items i join orders o on o.id = i.order_id and o.plan_version = i.version
    where i.order_id = p.order_id and i.kind <> 'charge' and o.life <> 'cancelled'
  ) as due_cents`;
const FROM = 'from bookings b join payments p on p.id = b.payment_id';

export function bookingOfRow(row: BookingRow): Booking {
  return {
    id: row.id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    transactionId: row.transaction_id,
    cars: row.cars,
    listingId: row.listing_id,
    userId: row.user_id,
    offer: row.offer,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    totalCents: row.total_cents,
    orderTotalCents: row.order_total_cents,
    paidCents: row.paid_cents,
    receivedCents: row.received_cents,
    inPersonCents: row.in_person_cents,
    dueCents: row.due_cents,
    givenBackCents: row.given_back_cents,
    refundedCents: row.refunded_cents,
    status: row.status,
    paymentStatus: row.payment_status,
    version: row.version,
    createdAt: row.created_at,
  };
}

const INSERT = statement(`
  insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents, due_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, now() + interval '10 seconds') returning id`);

type NewBooking = Pick<
  Booking,
  'paymentId' | 'listingId' | 'userId' | 'offer' | 'startsAt' | 'endsAt' | 'totalCents' | 'paidCents'
>;

/** Inserts a pending booking and returns its id. Throws a unique violation if the payment or the car has one. */
export async function insertBooking(db: Queryable, booking: NewBooking): Promise<number> {
  const { paymentId, listingId, userId, offer, startsAt, endsAt, totalCents, paidCents } = booking;
  const values = [paymentId, listingId, userId, offer, startsAt, endsAt, totalCents, paidCents];
  const [row] = await rowsOf<{ id: number }>(db, INSERT, values);
  if (!row) throw new Error('the booking was not inserted');
  return row.id;
}

const OF_USER = statement(`
  select ${BOOKING_COLUMNS} ${FROM} where b.user_id = $1 and b.withdrawn_at is null order by b.created_at desc, b.id desc limit $2 offset $3`);
const COUNT_OF_USER = statement('select count(*) as total from bookings where user_id = $1 and withdrawn_at is null');

export const findBooking = queryFirst<Booking, [id: number]>(
  `select ${BOOKING_COLUMNS} ${FROM} where b.id = $1`,
  bookingOfRow,
);

export const lockBooking = queryFirst<Booking, [id: number]>(
  `select ${BOOKING_COLUMNS} ${FROM} where b.id = $1 for update of b`,
  bookingOfRow,
);

/** Returns the cars that a payment booked, in the sequence in which they are locked. */
export const carsBookedBy = queryColumn<number, [paymentId: number]>(
  'select listing_id as id from bookings where payment_id = $1 order by 1',
);

/** Locks the bookings that a payment made: one, or one for each car of its order. */
export const lockBookingsOfPayment = query<Booking, [paymentId: number]>(
  `select ${BOOKING_COLUMNS} ${FROM} where b.payment_id = $1 order by b.id for update of b`,
  bookingOfRow,
);

/** Returns the booking that a payment made, or that it is a later payment for; of several the first one. */
export const findBookingOfPayment = queryFirst<Booking, [paymentId: number]>(
  `
  select ${BOOKING_COLUMNS} ${FROM} where p.order_id = (select order_id from payments where id = $1) and b.withdrawn_at is null
  order by b.id limit 1`,
  bookingOfRow,
);

/** Returns the booking that a user's payment made; of several the first one. */
export const findBookingOfTransaction = queryFirst<Booking, [userId: number, transactionId: string]>(
  `
  select ${BOOKING_COLUMNS} ${FROM} where p.user_id = $1 and p.transaction_id = $2 order by b.id limit 1`,
  bookingOfRow,
);

/** Returns a page of a user's bookings, newest first, and their total number. */
export async function bookingsOfUser(
  db: Queryable,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ bookings: Booking[]; total: number }> {
  const [[counted], rows] = [
    await rowsOf<{ total: number }>(db, COUNT_OF_USER, [userId]),
    await rowsOf<BookingRow>(db, OF_USER, [userId, limit, offset]),
  ];
  return { bookings: rows.map(bookingOfRow), total: counted?.total ?? 0 };
}

/** Cancels the bookings of a payment that was matched by mistake, and hides them. Returns the ids of their cars. */
export const withdrawBookings = queryColumn<number, [paymentId: number]>(`
  update bookings set status = 'cancelled', deleted_at = now(), withdrawn_at = now(), due_at = null, updated_at = now(), version = version + 1
  where payment_id = $1 returning listing_id as "listingId"`);

/**
 * Changes the status of all bookings that a payment made if they are still in `from`; returns whether they were. The cars of an order are
 * confirmed, handed over and canceled together.
 */
export const transitionBookings = queryAny<[paymentId: number, from: BookingStatus, to: BookingStatus]>(`
  update bookings set status = $3, due_at = null, updated_at = now(), version = version + 1
  where payment_id = $1 and status = $2 returning id`);

/** Sets the payment status of the payment's booking. No-op if there is none. */
export const recordPaymentStatus = execute<[paymentId: number, status: BookingPaymentStatus]>(`
  update bookings set payment_status = $2, updated_at = now(), version = version + 1 where payment_id = $1`);

export const bookingsToExport = query<Record<string, unknown>, [userId: number]>(`
  select b.id, p.transaction_id, b.listing_id, b.offer, b.starts_at, b.ends_at, b.total_cents, b.paid_cents, b.status,
    b.payment_status, b.created_at
  ${FROM} where b.user_id = $1 order by b.id`);

/** Returns true if the user has a pending or confirmed booking as buyer. */
export const hasLiveBooking = queryAny<[userId: number]>(
  "select 1 from bookings where user_id = $1 and status in ('pending', 'confirmed') limit 1",
);

/** Returns true if a car of the user has a pending or confirmed booking. */
export const hasLiveSale = queryAny<[userId: number]>(`
  select 1 from listings l join bookings b on b.listing_id = l.id
  where l.user_id = $1 and b.status in ('pending', 'confirmed') limit 1`);

/** Leases up to 20 due bookings that no browser confirmed, for `leaseS` seconds. */
export const claimDueBookings = queryColumn<number, [leaseS: number]>(`
  update bookings set due_at = now() + make_interval(secs => $1::float8)
  where id in (select id from bookings where due_at <= now() and ${isNotResting('bookings', 'id')}
    order by due_at limit 20 for update skip locked) returning id`);

/** Ends leases of `leaseS` seconds on bookings, unless due_at was set to another time meanwhile. */
export const handBackBookings = execute<[ids: number[], leaseS: number]>(`
  update bookings set due_at = now()
  where id = any($1::bigint[]) and due_at between now() and now() + make_interval(secs => $2::float8)`);

/** Returns confirmed rentals that have ended, are paid, hold no security deposit and are not frozen, and whose car is not with its renter. All others stay confirmed. */
export const rentalsOver = queryColumn<number, [now: Date]>(`
  select b.id from bookings b join payments p on p.id = b.payment_id join orders o on o.id = p.order_id
    join order_terms t on t.version = o.terms_version join order_money m on m.order_id = o.id
    join rental_times rt on rt.order_id = o.id
  where b.offer = 'Rent' and b.status = 'confirmed' and rt.return_at <= $1 and ${isNotResting('ended rentals', 'b.id')}
    and not exists (select 1 from order_security s where s.order_id = o.id and s.held_cents > 0)
    and not exists (select 1 from card_holds h join payments p on p.id = h.payment_id where h.order_id = o.id and ${IS_CARD_HELD})
    and not exists (select 1 from order_freezes f where f.order_id = o.id and f.ended_at is null)
    and (not t.requires_balance or m.received_cents + m.shortfall_cents >= m.owed_cents)
    and (not t.requires_steps or ${isReported('return', 'o.id')}
      or (rt.return_by <= $1 and not ${isReported('pick_up', 'o.id')}))
  order by b.ends_at limit 200`);

/** Returns Rent cars whose status must change between `active` and `rented` today. */
export const carsChangingToday = queryColumn<number, [today: string]>(`
  select id from (
    select l.id from rental_days d join listings l on l.id = d.listing_id
    where d.day = $1::date and l.status = 'active' and l.deleted_at is null
      and exists (select 1 from bookings b where b.payment_id = d.payment_id)
    union
    select l.id from bookings b join listings l on l.id = b.listing_id
    where b.offer = 'Rent' and b.ends_at between $1::date - 30 and $1::date and l.status = 'rented' and l.deleted_at is null
      and not exists (select 1 from rental_days d where d.listing_id = l.id and d.day = $1::date)
  ) as changed where ${isNotResting('rented cars', 'changed.id')} limit 200`);
