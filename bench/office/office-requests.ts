import type pg from 'pg';

const CARS = '/api/listings/all?limit=10&page=';
const BOOKINGS = '/api/booking?page=';
const PAYMENTS = '/api/payments?page=';
const ORDERS = '/api/admin/orders?page=';
const USERS = '/api/get-users?page=';
const REVIEWS = '/api/admin/reviews?page=';

/** Returns the API calls of back-office screens: first and last pages, common filters and searches. */
export async function officeRequests(pool: pg.Pool): Promise<[name: string, path: string][]> {
  const last = async (sql: string, limit: number) =>
    Math.max(1, Math.ceil((await pool.query<{ n: number }>(`select count(*) as n from ${sql}`)).rows[0]!.n / limit));
  const { rows } = await pool.query<{ make: string; model: string; vin: string; transaction_id: string }>(
    `select make, model, vin, (select transaction_id from payments order by id offset 1000 limit 1) as transaction_id
     from listings where status = 'active' and vin is not null limit 1`,
  );
  const [{ make, model, vin, transaction_id: transaction }] = rows as [(typeof rows)[0]];
  const name = encodeURIComponent(`${make} ${model}`);
  const lastCars = await last('listings where deleted_at is null', 10);
  return [
    ['dashboard', '/api/admin/dashboard'],
    ['review queue', '/api/admin/moderation'],
    ['cars, first page', `${CARS}1`],
    ['cars, page 500', `${CARS}500`],
    ['cars, last page', `${CARS}${lastCars}`],
    ['cars, sold', `${CARS}1&status=sold`],
    ['cars, category and price', `${CARS}1&category=suv&minPrice=10000&maxPrice=20000`],
    ['cars by price, requested', `${CARS}1&status=requested&sortBy=price`],
    ['cars, make and model', `${CARS}1&search=${name}`],
    ['cars, words of a text', `${CARS}1&search=leather%20service`],
    ['cars, VIN', `${CARS}1&search=${vin}`],
    ['bookings, first page', `${BOOKINGS}1`],
    ['bookings, last page', `${BOOKINGS}${await last('bookings where deleted_at is null', 20)}`],
    ['bookings, cancelled', `${BOOKINGS}1&status=cancelled`],
    ['bookings, due in part', `${BOOKINGS}1&due=partial`],
    ['bookings, paid between', `${BOOKINGS}1&minPaid=3000&maxPaid=3500`],
    ['bookings by total', `${BOOKINGS}1&sort=total&order=desc`],
    ['bookings, transaction', `${BOOKINGS}1&search=${transaction}`],
    ['bookings, a number', `${BOOKINGS}1&search=4711`],
    ['orders, first page', `${ORDERS}1`],
    ['orders, queues', '/api/admin/order-queues'],
    ['orders, overdue', `${ORDERS}1&queue=overdue`],
    ['orders, overdue, page 500', `${ORDERS}500&queue=overdue`],
    ['orders, ready', `${ORDERS}1&queue=handover`],
    ['orders, canceled', `${ORDERS}1&queue=cancelled`],
    ['orders, name', `${ORDERS}1&search=mwangi`],
    ['orders, overdue, email', `${ORDERS}1&queue=overdue&search=u4711@bench.example`],
    ['orders, VIN', `${ORDERS}1&search=${vin}`],
    ['orders, transaction', `${ORDERS}1&search=${transaction}`],
    ['orders, a number', `${ORDERS}1&search=4711`],
    ['payments, first page', `${PAYMENTS}1`],
    ['payments, last page', `${PAYMENTS}${await last('payments where deleted_at is null', 20)}`],
    ['payments, refunded', `${PAYMENTS}1&status=refunded`],
    ['payments of a month', `${PAYMENTS}1&from=2026-03-01&to=2026-03-31`],
    ['payments by amount', `${PAYMENTS}1&sort=amount&order=desc`],
    ['payments, transaction', `${PAYMENTS}1&search=${transaction}`],
    ['users, first page', `${USERS}1`],
    ['users, last page', `${USERS}${await last('users where deleted_at is null', 20)}`],
    ['users, words', `${USERS}1&search=mwangi`],
    ['users by last login', `${USERS}1&sort=lastLogin&order=desc`],
    ['users, inactive', `${USERS}1&status=Inactive`],
    ['reviews, first page', `${REVIEWS}1`],
    ['reviews, last page', `${REVIEWS}${await last('reviews', 20)}`],
    ['reviews, hidden', `${REVIEWS}1&state=hidden`],
    ['reviews, words', `${REVIEWS}1&search=clean`],
    ['messages', '/api/admin/messages'],
    ['messages, words', '/api/admin/messages?search=nothing+like+it'],
    ['newsletter', '/api/admin/subscribers'],
    ['audit log', '/api/admin/audit'],
    ['audit log, action and days', '/api/admin/audit?action=login&from=2026-01-01&to=2026-02-01'],
  ];
}
