import type pg from 'pg';
import { addUser } from '../../tests/support/data/accounts.ts';
import { addOrderHistory } from '../../tests/support/orders/order-history.ts';

const SELLERS = 500;
const CARS_PER_SAILING = 150;
const DAYS_MS = 90 * 86_400_000;
const CANCELED_EACH = 10;

/** The orders in the sequence in which they were made, with the car and how long ago each was ordered. */
const FACTS = `
  create temp table facts as
  select o.id as order_id, c.listing_id, o.created_at as at, extract(day from now() - o.created_at)::int as days,
    row_number() over (order by o.id) as n
  from orders o join order_cars c on c.order_id = o.id where o.life = 'active'`;
const SELLERS_SQL = `
  with made as (
    insert into users (name, email, email_key, mobile, password_hash, status)
    select 'Bench Seller', 'seller' || n || '@bench.example', 'seller' || n || '@bench.example', '0712345678', '', 'Active'
    from generate_series(1, ${SELLERS}) n returning id
  ), numbered as (select id, row_number() over (order by id) - 1 as n from made)
  update order_cars c set seller_id = numbered.id from facts f, numbered
  where c.order_id = f.order_id and numbered.n = f.n % ${SELLERS}`;
const BALANCES = `
  insert into allocations (order_id, plan_item_id, cents, payment_id)
  select f.order_id, i.id, i.amount_cents, p.id from facts f join plan_items i on i.order_id = f.order_id and i.kind = 'balance'
    join payments p on p.order_id = f.order_id where f.days > 7`;
const SAILINGS = `
  with made as (
    insert into sailings (vessel, imo, voyage, carrier, from_place, to_place)
    select 'Bench Carrier ' || n, '9074729', 'V' || n, 'Bench Lines', 'CNSHA', 'KEMBA'
    from generate_series(0, (select max(n) from facts) / ${CARS_PER_SAILING}) n returning id
  ), numbered as (select id, row_number() over (order by id) - 1 as n from made)
  insert into sailing_cars (sailing_id, order_id, listing_id)
  select s.id, f.order_id, f.listing_id from facts f join numbered s on s.n = f.n / ${CARS_PER_SAILING} where f.days > 21`;

type Told = { step: string; certainty: string; afterDays: number; from: number; paper?: string; bill?: boolean };
/** Events of an order that is at least `from` days old. */
const OF_ORDERS: Told[] = [
  { step: 'inspection', certainty: 'planned', afterDays: 2, from: 1 },
  { step: 'inspection', certainty: 'actual', afterDays: 4, from: 5 },
  { step: 'export_papers', certainty: 'actual', afterDays: 12, from: 13, paper: 'export_licence' },
  { step: 'export_papers', certainty: 'actual', afterDays: 13, from: 14, paper: 'deregistration' },
  { step: 'export_papers', certainty: 'actual', afterDays: 15, from: 16, paper: 'customs_declaration' },
  { step: 'at_port', certainty: 'actual', afterDays: 18, from: 19 },
  { step: 'bill_of_lading', certainty: 'actual', afterDays: 36, from: 37, bill: true },
];
const OF_SAILINGS: Told[] = [
  { step: 'sailed', certainty: 'estimated', afterDays: 27, from: 22 },
  { step: 'arrived', certainty: 'estimated', afterDays: 60, from: 22 },
  { step: 'loaded', certainty: 'actual', afterDays: 28, from: 29 },
  { step: 'sailed', certainty: 'actual', afterDays: 30, from: 31 },
  { step: 'arrived', certainty: 'estimated', afterDays: 66, from: 40 },
  { step: 'arrived', certainty: 'estimated', afterDays: 71, from: 55 },
  { step: 'arrived', certainty: 'actual', afterDays: 72, from: 73 },
];

const eventsSql = (subject: string, source: string, { step, certainty, afterDays, from, paper, bill }: Told) => `
  insert into shipment_events (id, ${subject}, step, certainty, happens_at, time_zone, captured_at, told_at, actor, actor_id, paper,
    bill_number, bill_form, content_hash)
  select gen_random_uuid(), f.${subject}, '${step}', '${certainty}', f.at + interval '${afterDays} days', 'Asia/Shanghai',
    f.at + interval '${from} days', f.at + interval '${from} days', 'admin', 1, ${paper ? `'${paper}'` : 'null'},
    ${bill ? "'BL' || f.order_id, 'waybill'" : 'null, null'}, sha256('bench')
  from ${source} f where f.days >= ${from}`;
const VOYAGES = `(select c.sailing_id, min(f.at) as at, min(f.days) as days from sailing_cars c join facts f using (order_id) group by 1)`;

/** Adds open orders of 90 days with their sailings and events to a scratch database. Returns how many events they have. */
export async function addShipmentHistory(pool: pg.Pool, buyer: number, orders: number): Promise<number> {
  const { id: other } = await addUser(pool);
  const to = new Date();
  const sales = Math.ceil((orders * CANCELED_EACH) / (CANCELED_EACH - 1));
  const from = new Date(to.getTime() - DAYS_MS);
  await addOrderHistory(pool, other, { from, to, sales, rentals: 0, cancelledEach: CANCELED_EACH });
  const db = await pool.connect();
  try {
    await db.query(FACTS);
    await db.query('create index on facts (order_id)');
    await db.query('update orders set user_id = $1 from facts f where f.order_id = id and f.n % 2 = 0', [buyer]);
    for (const text of [SELLERS_SQL, 'analyze', BALANCES, SAILINGS]) await db.query(text);
    for (const told of OF_ORDERS) await db.query(eventsSql('order_id', 'facts', told));
    for (const told of OF_SAILINGS) await db.query(eventsSql('sailing_id', VOYAGES, told));
    // The triggers noted each order many times.
    await db.query('delete from shipment_changes');
    await db.query('insert into shipment_changes (order_id) select order_id from facts');
    await db.query('vacuum analyze');
    const { rows } = await db.query<{ events: number }>('select count(*) as events from shipment_events');
    return rows[0]!.events;
  } finally {
    db.release();
  }
}
