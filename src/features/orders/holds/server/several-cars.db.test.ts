import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { listingName } from '#features/catalog/listings/model/listing.ts';
import { carsOfBookings } from '#features/catalog/server/api.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { holdByWatchList } from '../../../../../tests/support/data/watch-hits.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../tests/support/payments/billing.ts';
import { bookingDepsAt } from '../../../../../tests/support/payments/booking-deps.ts';
import { type Buyer, newTransaction, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { knownBuyer } from '../../../../../tests/support/payments/transfers.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { tellWaiting } from './wait-for-car.ts';

const PRICES = [10_000, 20_000, 5_555];
const TOTALS = [1_110_000, 2_190_000, 629_940];
const TOTAL = 3_929_940;
const DEPOSIT = 982_485;
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let buyer: Buyer & { email: string };
let cars: number[];
let line = 70_000;

const newCars = (prices = PRICES) =>
  addCars(
    pool,
    prices.map((price) => ({ make: 'BYD', model: 'Seal', priceCents: price * 100 })),
  );

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
  await addCompany(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  await pool.query('delete from mail_outbox');
  cars = await newCars();
  buyer = await knownBuyer(pool);
});

const place = async (listings: number[], who: Buyer = buyer, change: Record<string, unknown> = {}) =>
  postJson(
    app,
    '/api/orders',
    {
      listing_ids: listings,
      amount: DEPOSIT / 100,
      transaction_id: newTransaction(),
      payment_method: 'bank_transfer',
      email: 'amina@buyers.example',
      buyer: { name: 'Otieno Motors Ltd', address: '4 Moi Avenue\nMombasa 80100', country: 'KE' },
      accepted_terms: (await getJson(app, '/api/order-terms')).body.version,
      ...change,
    },
    { cookie: who.cookie },
  );
const deps = (daysLater = 0) => bookingDepsAt(pool, daysLater);
const fail = (error: unknown) => Promise.reject(error);
const receive = (orderId: number, cents: number) =>
  withTransaction(pool, (db) =>
    receiveTransfer(db, deps(), { orderId, cents, reference: null, sourceLineId: ++line, receivedAt: testNow() }),
  );
const order = async (id: number) => (await getJson(app, `/api/orders/${id}`, buyer.cookie)).body;
const statuses = () => Promise.all(cars.map((car) => calls.statusOf(car)));
const held = async () => (await place(cars)).body.order.id as number;
const booked = async () => {
  const id = await held();
  await receive(id, DEPOSIT);
  await pool.query("update bookings set due_at = now() - interval '1 minute' where status = 'pending'");
  await processBookings(deps(), fail);
  return id;
};
const namesOf = async (ids: number[]) => {
  const cards = await carsOfBookings(pool, ids);
  return ids.map((id) => listingName(cards.get(id)!));
};
const paperOf = async (kind: string, subject: string, id: number) =>
  (
    await pool.query(
      'select paper::jsonb as paper from issued_documents where kind = $1 and subject_kind = $2 and subject_id = $3 order by id desc',
      [kind, subject, id],
    )
  ).rows[0]?.paper;

test('several cars of a seller are one hold, one plan and one pro-forma with a line for each car', async () => {
  const { status, body } = await place([...cars].reverse());
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.order).toMatchObject({
    life: 'held',
    cars: cars.map((listing_id, index) => ({ listing_id, total_cents: TOTALS[index], booking_id: null })),
    plan: [
      { kind: 'deposit', amount_cents: DEPOSIT },
      { kind: 'balance', amount_cents: TOTAL - DEPOSIT },
    ],
    transfer: { amount_cents: DEPOSIT },
  });
  const { lines, totalCents, cars: named } = await paperOf('pro_forma', 'order', body.order.id);
  expect(lines.map(({ cents }: { cents: number }) => cents)).toEqual([1_000_000, 2_000_000, 555_500, 284_440, 90_000]);
  expect([totalCents, named.length]).toEqual([TOTAL, 3]);
  const { rows } = await pool.query('select count(*) as holds from payments where order_id = $1', [body.order.id]);
  expect(rows[0].holds).toBe(1);
  for (const car of cars) expect((await calls.pay(await knownBuyer(pool), car, 10_000)).status).toBe(409);
  const mails = await pool.query('select subject from mail_outbox');
  expect(mails.rows).toEqual([{ subject: expect.stringContaining('lot of 3 cars') }]);
});

test('all cars are held or none: one that is taken refuses the order', async () => {
  const [first = 0, second = 0] = cars;
  expect((await calls.pay(await knownBuyer(pool), second, 20_000)).status).toBe(200);
  const refused = await place(cars);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('We held none of them') } });
  const { rows } = await pool.query('select 1 from payments where user_id = $1', [buyer.id]);
  expect(rows).toEqual([]);
  expect((await place([first], buyer, { amount: 2_775 })).status).toBe(200);
});

test('of two orders with overlapping cars at the same moment, in opposite sequence, one gets all its cars', async () => {
  const other = await knownBuyer(pool);
  const answers = await Promise.all([place(cars, buyer), place([...cars].reverse(), other)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { rows } = await pool.query(
    'select count(distinct payment_id) as payments from sale_claims where listing_id = any($1)',
    [cars],
  );
  expect(rows).toEqual([{ payments: 1 }]);
});

test('refuses cars of two sellers, eleven cars, both fields, none, another amount and other methods', async () => {
  const [stranger = 0] = await newCars([10_000]);
  await pool.query('update listings set user_id = $2 where id = $1', [stranger, (await knownBuyer(pool)).id]);
  expect(await place([...cars.slice(0, 2), stranger])).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('different sellers') },
  });
  expect((await place(Array.from({ length: 11 }, (_, index) => index + 1))).status).toBe(400);
  expect((await place(cars, buyer, { listing_id: cars[0] })).status).toBe(400);
  expect((await place([])).status).toBe(400);
  expect((await place(cars, buyer, { listing_ids: undefined })).status).toBe(400);
  expect((await place(cars, buyer, { amount: DEPOSIT / 100 - 1 })).status).toBe(409);
  expect((await place(cars, buyer, { payment_method: 'paypal', formData: { email: 'a@b.example' } })).status).toBe(400);
  expect(await statuses()).toEqual(['active', 'active', 'active']);
});

test('an order counts as one of two holds, and each of its cars once in 30 days', async () => {
  const id = await held();
  const [one = 0, ...more] = await newCars([10_000, 10_000]);
  expect((await place([one], buyer, { amount: 2_775 })).status).toBe(200);
  expect((await place(more, buyer, { amount: 2_775 })).status).toBe(409);
  await postJson(app, `/api/orders/${id}/cancel-hold`, {}, { cookie: buyer.cookie });
  const again = await place([cars[2] ?? 0, ...more], buyer, { amount: 4_349.85 });
  expect(again).toMatchObject({ status: 409, body: { message: expect.stringContaining('one of these cars') } });
  expect((await place(more, buyer, { amount: 2_775 })).status).toBe(200);
});

test('the deposit books every car, and one receipt has a line for each', async () => {
  const id = await held();
  expect(await receive(id, DEPOSIT)).toMatchObject({ outcome: 'booked' });
  expect(await statuses()).toEqual(['sold', 'sold', 'sold']);
  const mine = await calls.bookings(buyer);
  const names = await namesOf(cars);
  expect(
    mine.map((one: { cars_of_order: string[]; order_total: number }) => [one.cars_of_order, one.order_total]),
  ).toEqual(cars.map(() => [names, TOTAL / 100]));
  const shares = mine.map(({ paid_price }: { paid_price: number }) => Math.round(paid_price * 100));
  expect(shares.reduce((sum: number, cents: number) => sum + cents, 0)).toBe(DEPOSIT);
  expect(await orderDifferences(pool)).toEqual([]);
  await pool.query('delete from mail_outbox');
  await pool.query("update bookings set due_at = now() - interval '1 minute' where status = 'pending'");
  await processBookings(deps(), fail);
  expect((await pool.query("select 1 from mail_outbox where subject like 'Booking confirmed%'")).rows).toHaveLength(1);
  expect((await calls.bookings(buyer)).map((one: { booking_status: string }) => one.booking_status)).toEqual([
    'confirmed',
    'confirmed',
    'confirmed',
  ]);
  const ids: number[] = mine.map(({ booking_id }: { booking_id: number }) => booking_id);
  for (const booking of ids) {
    const url = `/api/my-bookings/${booking}/receipt`;
    expect((await app.inject({ url, headers: { cookie: buyer.cookie } })).statusCode).toBe(200);
  }
  const receipt = await paperOf('receipt', 'booking', Math.min(...ids));
  expect(receipt).toMatchObject({
    totalCents: TOTAL,
    paidCents: DEPOSIT,
    lines: expect.arrayContaining(PRICES.map((price) => expect.objectContaining({ cents: price * 100 }))),
  });
  expect(
    (await pool.query("select 1 from issued_documents where kind = 'receipt' and subject_id = any($1)", [ids])).rows,
  ).toHaveLength(1);
});

test('completing the order hands over every car, and the seller is owed for all of them', async () => {
  const id = await booked();
  const admin = await signInAdmin(pool);
  await readyOrder(pool, id);
  const complete = () => postJson(app, `/api/admin/orders/${id}/complete`, undefined, { cookie: admin.cookie });
  expect((await complete()).status).toBe(409);
  await receive(id, TOTAL - DEPOSIT);
  await billNow(pool);
  expect((await paperOf('invoice', 'order', id)).lines).toHaveLength(5);
  const done = await complete();
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await calls.bookings(buyer)).map((one: { booking_status: string }) => one.booking_status)).toEqual([
    'completed',
    'completed',
    'completed',
  ]);
  const { rows } = await pool.query(
    `select sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 and account = 'seller_payable'`,
    [id],
  );
  expect(rows[0].cents).toBe(-Math.round(3_555_500 * 0.95));
  expect(await orderDifferences(pool)).toEqual([]);
});

test('canceling one booking cancels the whole order and frees every car', async () => {
  const id = await booked();
  const [{ booking_id, cancellation }] = await calls.bookings(buyer);
  expect(cancellation.refund).toBe(DEPOSIT / 100);
  expect((await calls.cancel(buyer, booking_id, cancellation.refund)).status).toBe(200);
  expect(await statuses()).toEqual(['active', 'active', 'active']);
  expect((await order(id)).life).toBe('cancelled');
  const left = await pool.query('select 1 from sale_claims where listing_id = any($1)', [cars]);
  expect(left.rows).toEqual([]);
  expect(new Set((await calls.bookings(buyer)).map((one: { booking_status: string }) => one.booking_status))).toEqual(
    new Set(['cancelled']),
  );
});

test('an unpaid balance releases every car once, with one email', async () => {
  const id = await booked();
  await pool.query('delete from mail_outbox');
  await pool.query('update orders set remind_at = null where id <> $1', [id]);
  await pool.query('update orders set remind_at = now() where id = $1', [id]);
  await processBookings(deps(8), fail);
  const { rows } = await pool.query("select 1 from mail_outbox where subject like '%lot of 3 cars%'");
  expect(rows).toHaveLength(1);
  await pool.query('update orders set remind_at = now() where id = $1', [id]);
  await processBookings(deps(30), fail);
  expect(await statuses()).toEqual(['active', 'active', 'active']);
  expect((await order(id)).life).toBe('cancelled');
});

test('a lapsed hold frees every car and emails the buyers who wait for them', async () => {
  await held();
  const waiting = await Promise.all(cars.map(() => knownBuyer(pool)));
  for (const [index, car] of cars.entries()) {
    const asked = await postJson(app, `/api/listings/${car}/waiting`, {}, { cookie: waiting[index]?.cookie ?? '' });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  }
  await pool.query('update payments set due_at = now() where user_id = $1 and due_at is not null', [buyer.id]);
  await settleDuePayments(deps(10).payments, fail);
  await pool.query('delete from mail_outbox');
  await tellWaiting(deps(), fail);
  const told = (await pool.query('select to_address from mail_outbox')).rows;
  expect(told).toHaveLength(3);
});

test('staff find the order by the VIN of any of its cars', async () => {
  const [, , third = 0] = cars;
  await pool.query("update listings set vin = 'LGXCE4CB0N0777123' where id = $1", [third]);
  const id = await held();
  const admin = await signInAdmin(pool);
  const { body } = await getJson(app, '/api/admin/orders?search=LGXCE4CB0N0777123', admin.cookie);
  expect(body.items.map((found: { id: number }) => found.id)).toEqual([id]);
});

test('the database refuses a second booking of a payment for a car outside its order', async () => {
  await booked();
  const [other = 0] = await newCars([10_000]);
  const insert = `insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents)
    select payment_id, $1, user_id, offer, starts_at, ends_at, 1, 0 from bookings where user_id = $2 limit 1`;
  await expect(pool.query(insert, [other, buyer.id])).rejects.toMatchObject({ code: '23505' });
});

const takeOut = (id: number, car: number, who: Buyer = buyer) =>
  postJson(app, `/api/orders/${id}/take-out`, { listing_id: car }, { cookie: who.cookie });
const proFormas = async (id: number) =>
  (
    await pool.query(
      `select d.number, d.supersedes is not null as replaces, d.paper::jsonb as paper from issued_documents d
       where d.kind = 'pro_forma' and d.subject_id = $1 order by d.id`,
      [id],
    )
  ).rows;

test('a car that is taken out is on sale again, and a cheaper pro-forma invoice replaces the earlier one', async () => {
  const id = await held();
  const [first = 0, second = 0, third = 0] = cars;
  const waiting = await knownBuyer(pool);
  expect((await postJson(app, `/api/listings/${first}/waiting`, {}, { cookie: waiting.cookie })).status).toBe(200);
  await pool.query('delete from mail_outbox');
  const left = TOTALS[1]! + TOTALS[2]!;
  const deposit = Math.round(left / 4);
  const { status, body } = await takeOut(id, first);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    life: 'held',
    cars: [{ listing_id: second }, { listing_id: third }],
    plan: [
      { kind: 'deposit', amount_cents: deposit },
      { kind: 'balance', amount_cents: left - deposit },
    ],
    money: { owed_cents: left },
    transfer: { amount_cents: deposit },
  });
  const papers = await proFormas(id);
  expect(papers.map(({ replaces }) => replaces)).toEqual([false, true]);
  expect(papers[1].paper).toMatchObject({ totalCents: left, dueCents: deposit });
  expect(papers[1].paper.cars).toHaveLength(2);
  expect(body.documents.map(({ number }: { number: string }) => number)).toEqual([papers[1].number]);
  const { rows: mails } = await pool.query('select subject, attachment from mail_outbox order by id');
  expect(mails).toEqual([
    { subject: expect.stringMatching(/^No longer held: \d+ BYD Seal$/), attachment: null },
    { subject: expect.stringContaining('new pro-forma invoice'), attachment: expect.objectContaining({ id }) },
  ]);
  await pool.query('delete from mail_outbox');
  await tellWaiting(deps(), fail);
  expect((await pool.query('select to_address from mail_outbox')).rows).toEqual([{ to_address: waiting.email }]);
  expect((await calls.pay(await knownBuyer(pool), first, 10_000)).status).toBe(200);
  expect((await calls.pay(await knownBuyer(pool), second, 20_000)).status).toBe(409);
  expect(await receive(id, deposit)).toMatchObject({ outcome: 'booked', surplusCents: 0 });
  expect(await calls.bookings(buyer)).toHaveLength(2);
  expect(await orderDifferences(pool)).toEqual([]);
  expect(await bookFaults(pool)).toEqual([]);
});

test('only the buyer takes a car out, before any money has come, and never the last one or one of another order', async () => {
  const id = await held();
  const [first = 0, second = 0] = cars;
  expect((await takeOut(id, first, await knownBuyer(pool))).status).toBe(404);
  expect((await takeOut(id, 999_999)).status).toBe(404);
  expect((await takeOut(id, first)).status).toBe(200);
  expect((await takeOut(id, first)).status).toBe(404);
  await receive(id, 100);
  const refused = await takeOut(id, second);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('Cancel the whole order') } });
  expect((await order(id)).cars).toHaveLength(2);
  expect(await proFormas(id)).toHaveLength(2);
  buyer = await knownBuyer(pool);
  cars = await newCars();
  const last = await held();
  await takeOut(last, cars[0]!);
  await takeOut(last, cars[1]!);
  expect(await takeOut(last, cars[2]!)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('the only car') },
  });
});

test('a booked order, a car with recorded steps and a hold on the order refuse to take a car out', async () => {
  const id = await booked();
  expect((await takeOut(id, cars[0]!)).status).toBe(409);
  buyer = await knownBuyer(pool);
  cars = await newCars();
  const noted = await held();
  await pool.query(
    `insert into shipment_events (id, order_id, listing_id, step, certainty, happens_at, time_zone, captured_at, actor, actor_id, content_hash)
     values (gen_random_uuid(), $1, $2, 'inspection', 'actual', now(), 'UTC', now(), 'seller', $3, sha256('x'))`,
    [noted, cars[0], buyer.id],
  );
  expect(await takeOut(noted, cars[0]!)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('work on the car has begun') },
  });
  expect((await takeOut(noted, cars[1]!)).status).toBe(200);
  await holdByWatchList(pool, noted, (await signInAdmin(pool)).id);
  expect((await takeOut(noted, cars[2]!)).status).toBe(409);
});

test('a car that was taken out counts as held for 30 days', async () => {
  const id = await held();
  await takeOut(id, cars[2]!);
  const again = await place([cars[2]!], buyer, { amount: 1_574.85 });
  expect(again).toMatchObject({ status: 409 });
  expect((await place([cars[2]!], await knownBuyer(pool), { amount: 1_574.85 })).status).toBe(200);
});
