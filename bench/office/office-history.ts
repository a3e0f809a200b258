import type pg from 'pg';
import { openPool } from '#lib/server/database/postgres.ts';
import { addUser } from '../../tests/support/data/accounts.ts';
import { addOrderHistory } from '../../tests/support/orders/order-history.ts';

export type OfficeSize = { users: number; bookings: number; reviews: number; messages: number; auditEntries: number };
type Period = { from: Date; to: Date };

const SALES_AMONG = 10;

/** Adds users, bookings, reviews, messages and audit entries of a period to a scratch database. */
export async function addOfficeHistory(url: string, size: OfficeSize, { from, to }: Period): Promise<void> {
  const pool = await openPool(url, { statementTimeoutMs: 0 });
  const { id: buyer } = await addUser(pool);
  const sales = Math.floor(size.bookings / SALES_AMONG);
  await addUsers(pool, size.users, from);
  await addOrderHistory(pool, buyer, { from, to, sales, rentals: size.bookings - sales });
  await spreadTrade(pool);
  await addMessages(pool, size, from);
  await pool.query('vacuum analyze');
  await pool.end();
}

async function addUsers(pool: pg.Pool, users: number, from: Date): Promise<void> {
  await pool.query(
    `insert into users (name, email, email_key, mobile, password_hash, status, created_at, last_login_at)
     select first.name || ' ' || last.name, 'u' || n || '@bench.example', 'u' || n || '@bench.example', (7e9::bigint + n)::text, '',
       (array['Active', 'Active', 'Active', 'Pending', 'Inactive'])[1 + n % 5], since, case when n % 4 > 0 then since + interval '1 hour' * (n % 900) end
     from (select n, $2::timestamptz + (now() - $2::timestamptz) * n / $1::int as since from generate_series(1, $1::int) n) numbered
     join unnest(array['Amina', 'Chen', 'Grace', 'Ivan', 'Wei', 'Fatou', 'Peter']) with ordinality first (name, place) on place = 1 + n % 7
     join unnest(array['Otieno', 'Wei', 'Mwangi', 'Petrov', 'Zhang', 'Diallo', 'Kamau', 'Hassan', 'Li']) with ordinality last (name, at) on at = 1 + n % 9`,
    [users, from],
  );
}

/** Distributes the bookings of addOrderHistory, which have one buyer and one rental car, over many. */
async function spreadTrade(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create temp table spread as
    with buyers as (select id, row_number() over (order by id) as n from users), cars as (
      select id, row_number() over (order by id) as n from listings where offer = 'Rent' and status = 'active' limit 5000
    )
    select b.id, b.payment_id, buyers.id as user_id, case when b.offer = 'Rent' then cars.id else b.listing_id end as listing_id
    from bookings b
    join buyers on buyers.n = 1 + b.id % (select count(*) from buyers)
    join cars on cars.n = 1 + b.id % (select count(*) from cars)`);
  for (const [table, id] of [
    ['payments', 'payment_id'],
    ['bookings', 'id'],
  ]) {
    await pool.query(
      `update ${table} t set user_id = spread.user_id, listing_id = spread.listing_id from spread where t.id = spread.${id}`,
    );
  }
  await pool.query(`
    update orders o set user_id = spread.user_id from spread join payments p on p.id = spread.payment_id where o.id = p.order_id`);
  await pool.query(`
    update order_cars c set listing_id = spread.listing_id from spread where c.booking_id = spread.id`);
  // A third of the open orders is paid.
  await pool.query(`
    insert into allocations (order_id, plan_item_id, cents, payment_id)
    select o.id, i.id, i.amount_cents, p.id
    from orders o join plan_items i on i.order_id = o.id and i.kind = 'balance' join payments p on p.order_id = o.id
    where o.life = 'active' and o.id % 3 = 0`);
}

async function addMessages(pool: pg.Pool, { reviews, messages, auditEntries }: OfficeSize, from: Date): Promise<void> {
  await pool.query(
    `insert into reviews (booking_id, listing_id, user_id, rating, text, created_at, hidden_at)
     select id, listing_id, user_id, 1 + id % 5, repeat('The car was clean and as described. ', 1 + (id % 8)::int), created_at,
       case when id % 50 = 0 then created_at end from bookings where status <> 'cancelled' order by id limit $1`,
    [reviews],
  );
  await pool.query(
    `insert into contact_messages (from_name, from_email, subject, message, created_at)
     select 'Person ' || n, 'p' || n || '@bench.example', 'Question ' || n, repeat('Can you ship to Mombasa? ', 1 + n % 20),
       $2::timestamptz + (now() - $2::timestamptz) * n / $1::int from generate_series(1, $1::int) n`,
    [messages, from],
  );
  await pool.query(
    `insert into newsletter_subscribers (email, email_key, confirmed_at)
     select 's' || n || '@bench.example', 's' || n || '@bench.example', case when n % 3 > 0 then now() end from generate_series(1, $1::int) n`,
    [messages],
  );
  await pool.query(
    `insert into audit_log (actor_kind, actor_id, action, subject_kind, subject_id, at)
     select (array['user', 'visitor', 'admin', 'system'])[1 + n % 4], n % 1000,
       (array['login', 'login failed', 'listing changed', 'booking confirmed', 'password changed'])[1 + n % 5],
       (array['user', 'listing', 'booking'])[1 + n % 3], n, $2::timestamptz + (now() - $2::timestamptz) * n / $1::int
     from generate_series(1, $1::int) n`,
    [auditEntries, from],
  );
}
