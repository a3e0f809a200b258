import { IS_CARD_HELD } from '#features/payments/server/api.ts';
import { type Queryable, query, queryAny, queryFirst, rowsOf, statement } from '#lib/server/database/postgres.ts';
import type { RentalExtensions } from '#lib/server/database/rows.ts';
import type { Rented } from '../model/extension.ts';

/** `licenseUntil`: the last day of the accepted license; null if there is none. */
export type RentedCar = Rented & {
  bookingId: number;
  returnAt: Date;
  returnDay: string;
  timeZone: string;
  licenseUntil: string | null;
};

/** The price includes accepted extensions, which have moved the end of the booking. */
const RENTED = statement(`
  select (b.starts_at at time zone 'UTC')::date::text as "startDay", (b.ends_at at time zone 'UTC')::date::text as "endDay",
    c.price_cents + coalesce(sum(e.price_cents), 0) as "priceCents", c.tax_cents + coalesce(sum(e.tax_cents), 0) as "taxCents",
    t.commission_bps as "commissionBps", b.id as "bookingId", rt.return_at as "returnAt",
    to_char(rt.return_at at time zone rt.time_zone, 'YYYY-MM-DD') as "returnDay", rt.time_zone as "timeZone",
    to_char(d.valid_until, 'YYYY-MM-DD') as "licenseUntil"
  from orders o join order_terms t on t.version = o.terms_version join order_cars c on c.order_id = o.id
    join bookings b on b.id = c.booking_id join rental_times rt on rt.order_id = o.id
    left join rental_extensions e on e.order_id = o.id and e.answer = 'accepted'
    left join rental_drivers d on d.order_id = o.id and d.is_accepted
  where o.id = $1 group by b.id, c.price_cents, c.tax_cents, t.commission_bps, rt.return_at, rt.time_zone, d.valid_until`);

/** Returns the rental of an order; null for a car for sale. */
export async function rentedCarOf(db: Queryable, orderId: number): Promise<RentedCar | null> {
  return (await rowsOf<RentedCar>(db, RENTED, [orderId]))[0] ?? null;
}

const COLUMNS = `id, order_id, to_char(end_day, 'YYYY-MM-DD') as end_day, days, price_cents, tax_cents, commission_cents, asked_at, answer`;
const INSERT = statement(`
  insert into rental_extensions (order_id, end_day, days, price_cents, tax_cents, commission_cents) values ($1, $2, $3, $4, $5, $6)
  on conflict (order_id) where answer is null do nothing returning id`);
const ANSWER = statement(`
  update rental_extensions set answer = $2, answered_at = now(), answered_by = $3, answerer_id = $4 where id = $1 and answer is null returning id`);

type Waiting = { orderId: number; listingId: number; endDay: string; totalCents: number; since: Date };

/** Returns the requests for cars of an owner that wait for an answer, the oldest first. */
export const waitingFor = query<Waiting, [ownerId: number]>(`
  select e.order_id as "orderId", c.listing_id as "listingId", to_char(e.end_day, 'YYYY-MM-DD') as "endDay",
    e.price_cents + e.tax_cents as "totalCents", e.asked_at as since
  from order_cars c join rental_asks a on a.order_id = c.order_id
    join rental_extensions e on e.order_id = c.order_id and e.answer is null
  where c.seller_id = $1 order by e.asked_at, e.id limit 100`);

export type Extension = Pick<
  RentalExtensions,
  'id' | 'order_id' | 'days' | 'price_cents' | 'tax_cents' | 'commission_cents' | 'asked_at' | 'answer'
> & { end_day: string };

export const extensionsOf = query<Extension, [orderId: number]>(
  `select ${COLUMNS} from rental_extensions where order_id = $1 order by id desc`,
);

type NewExtension = Omit<Extension, 'id' | 'asked_at' | 'answer'>;

/** Returns false if another request of the order waits for an answer. */
export async function insertExtension(db: Queryable, asked: NewExtension): Promise<boolean> {
  const { order_id, end_day, days, price_cents, tax_cents, commission_cents } = asked;
  const rows = await rowsOf(db, INSERT, [order_id, end_day, days, price_cents, tax_cents, commission_cents]);
  return rows.length > 0;
}

type By = { by: 'buyer' | 'seller' | 'admin'; id: number };

/** Returns false if the request was answered before. */
export async function answerExtension(
  db: Queryable,
  id: number,
  answer: NonNullable<Extension['answer']>,
  { by, id: answerer }: By,
): Promise<boolean> {
  return (await rowsOf(db, ANSWER, [id, answer, by, answerer])).length > 0;
}

/** Returns true if the order's car is booked on one of the days. `endDay` is exclusive. */
export const isCarTaken = queryAny<[orderId: number, fromDay: string, endDay: string]>(`
  select 1 from rental_days d join order_cars c on c.listing_id = d.listing_id
  where c.order_id = $1 and d.day >= $2::date and d.day < $3::date limit 1`);

/** A card hold of a security deposit that ends before the car of an extended rental has to be back. */
export type EndingDeposit = { cents: number; endsAt: Date };

/** Returns the valid card hold of a rental that would end before its return, if the return were so many days later. */
export const endingDepositOf = queryFirst<EndingDeposit, [orderId: number, days: number]>(`
  select p.amount_cents as cents, p.expires_at as "endsAt"
  from card_holds h join payments p on p.id = h.payment_id join rental_times rt on rt.order_id = h.order_id
  where h.order_id = $1 and ${IS_CARD_HELD} and p.expires_at <= rt.return_by + make_interval(days => $2)
  order by p.id desc limit 1`);
