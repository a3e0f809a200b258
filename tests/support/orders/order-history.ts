import type pg from 'pg';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../catalog/cars.ts';

type History = {
  from: Date;
  to: Date;
  sales: number;
  rentals: number;
  /** One of this many bookings is canceled and refunded. */
  cancelledEach?: number;
};

const BASKET = `
  create temp table basket on commit drop as
  select n, case when n <= $3::int then 'Sell' else 'Rent' end as offer, 1000000 + (n * 7919) % 900000 as price,
    'TR' || ($6::bigint + n) as transaction, n % $5::int = 0 as cancelled,
    $1::timestamptz + ($2::timestamptz - $1::timestamptz) * ((n - 0.5) / ($3::int + $4::int)) as at,
    -- A renter pays the fee once a year; these rentals are those of one that paid it before.
    case when n <= $3::int then 30000 else 0 end as fee,
    null::bigint as listing_id, null::bigint as payment_id, null::bigint as order_id
  from generate_series(1, $3::int + $4::int) n`;
const CARS = `
  with sample as (select * from listings where id = $1), made as (
    insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents)
    select sample.user_id, sample.make_id, sample.model_id, sample.make, sample.model, 'Sell', 'sold', 2020, 1500000
    from sample, generate_series(1, $2::int) returning id
  ), numbered as (select id, row_number() over (order by id) as n from made)
  update basket set listing_id = numbered.id from numbered where numbered.n = basket.n`;
const PAYMENTS = `
  with made as (
    insert into payments (user_id, transaction_id, body_hash, listing_id, offer, price_cents, tax_cents, fee_cents, total_cents,
      start_day, end_day, amount_cents, method, card_brand, card_last4, contact_email, state, expires_at, captured_at, created_at)
    select $1, transaction, '\\x00', listing_id, offer, price, price * 8 / 100, fee, price + price * 8 / 100 + fee,
      case when offer = 'Rent' then at::date end, case when offer = 'Rent' then at::date + 3 end, (price + price * 8 / 100 + fee) / 4,
      (array['credit_card', 'paypal', 'upi'])[1 + n % 3], case when n % 3 = 0 then 'Visa' end, case when n % 3 = 0 then '4242' end,
      'buyer@buyers.example', case when cancelled then 'refunded' else 'captured' end, at, at, at
    from basket returning id, transaction_id
  )
  update basket set payment_id = made.id from made where made.transaction_id = basket.transaction`;
const BOOKINGS = `
  insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents, status, payment_status, created_at)
  select p.id, b.listing_id, p.user_id, b.offer, b.at::date, b.at::date + case when b.offer = 'Rent' then 3 else 0 end, p.total_cents,
    p.amount_cents, case when b.cancelled then 'cancelled' else 'confirmed' end, case when b.cancelled then 'refunded' else 'paid' end, b.at
  from basket b join payments p on p.id = b.payment_id`;
const ORDERS = `
  with made as (
    insert into orders (user_id, offer, life, terms_version, created_at, ended_at)
    select p.user_id, b.offer, case when b.cancelled then 'cancelled' else 'active' end, 2, b.at, case when b.cancelled then b.at end
    from basket b join payments p on p.id = b.payment_id order by b.n returning id
  ), numbered as (select id, row_number() over (order by id) as n from made)
  update basket set order_id = numbered.id from numbered where numbered.n = basket.n`;
const ORDER_DETAILS = [
  'update payments p set order_id = b.order_id from basket b where p.id = b.payment_id',
  `insert into order_cars (order_id, listing_id, seller_id, booking_id, price_cents, tax_cents, fee_cents, total_cents, commission_cents, sells)
   select b.order_id, b.listing_id, l.user_id, k.id, p.price_cents, p.tax_cents, p.fee_cents, p.total_cents, 0, b.offer = 'Sell' and not b.cancelled
   from basket b join payments p on p.id = b.payment_id join bookings k on k.payment_id = p.id join listings l on l.id = b.listing_id`,
  `insert into plan_items (order_id, position, kind, amount_cents, due_at)
   select b.order_id, i.position, i.kind, case i.kind when 'deposit' then p.amount_cents else p.total_cents - p.amount_cents end,
     b.at + case i.kind when 'balance' then interval '7 days' else interval '0' end
   from basket b join payments p on p.id = b.payment_id, (values (1, 'deposit'), (2, 'balance')) as i (position, kind)`,
  `insert into allocations (order_id, plan_item_id, cents, payment_id)
   select b.order_id, i.id, part.sign * i.amount_cents, b.payment_id
   from basket b join plan_items i on i.order_id = b.order_id and i.position = 1, (values (1), (-1)) as part (sign)
   where part.sign = 1 or b.cancelled`,
];
const BOOKS = `
  with entries as (
    insert into ledger_entries (payment_id, kind, at)
    select payment_id, 'capture', at from basket union all
    select payment_id, 'refund', at + interval '1 hour' from basket where cancelled
    returning id, payment_id, kind
  )
  insert into ledger_lines (entry_id, account, cents)
  select e.id, account, case when (account = 'gateway') = (e.kind = 'capture') then p.amount_cents else -p.amount_cents end
  from entries e join payments p on p.id = e.payment_id, unnest(array['gateway', 'deposits']) account`;
const REFUNDS = `
  insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, created_at, done_at)
  select p.id, p.amount_cents, p.amount_cents, 'cancelled', 'user', b.at, b.at from basket b join payments p on p.id = b.payment_id
  where b.cancelled`;

/** Adds bookings spread evenly over a period, sales first, with their payments, refunds and ledger entries. */
export async function addOrderHistory(pool: pg.Pool, buyer: number, history: History): Promise<void> {
  const { from, to, sales, rentals, cancelledEach = 10 } = history;
  const [sold, rented] = await addCars(pool, [
    { make: 'BYD', model: 'Seal', status: 'sold' },
    { make: 'Geely', model: 'Galaxy E5', offer: 'Rent' },
  ]);
  await withTransaction(pool, async (db) => {
    await db.query('set local statement_timeout = 0');
    const first = from.getTime() * 1_000;
    await db.query(BASKET, [from, to, sales, rentals, cancelledEach, first]);
    if (sales > 0) await db.query(CARS, [sold, sales]);
    await db.query('update basket set listing_id = $1 where listing_id is null', [rented]);
    await db.query(PAYMENTS, [buyer]);
    for (const text of [BOOKINGS, ORDERS, ...ORDER_DETAILS, BOOKS, REFUNDS]) await db.query(text);
  });
}
