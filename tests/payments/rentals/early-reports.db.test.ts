import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../support/data/accounts.ts';
import { handOver, sidePhotos } from '../../support/data/handovers.ts';
import { testDatabase } from '../../support/database/test-database.ts';
import { addCompany } from '../../support/payments/billing.ts';
import { type Buyer, CARD, newTransaction, payingCalls } from '../../support/payments/paying.ts';
import { addPayoutAccount } from '../../support/payments/payout-account.ts';
import { acceptLicense } from '../../support/payments/ready-order.ts';
import { ScriptedGateway } from '../../support/payments/scripted-gateway.ts';
import { dayFromNow, testNow } from '../../support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../support/server/test-app.ts';

/** Price per day, in dollars. */
const PRICE = 100;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const calls = payingCalls(app);
await addCompany(pool);
await pool.query('alter table order_terms disable trigger user');
await pool.query('update order_terms set security_cents = 0');
let admin: { id: number; cookie: string };
let owner: Buyer;
let renter: Buyer;
let order: number;

/** A paid rental of two days that begins in ten days. */
beforeEach(async () => {
  await pool.query('delete from request_counts');
  admin = await signInAdmin(pool);
  [renter, owner] = [await signIn(pool), await signIn(pool)];
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Dolphin', priceCents: PRICE * 100, offer: 'Rent' }]);
  await pool.query('update listings set user_id = $2 where id = $1', [car, owner.id]);
  const total = 2 * PRICE * 1.08 + 300;
  const days = { start_date: dayFromNow(10), end_date: dayFromNow(12), transaction_id: newTransaction() };
  await calls.pay(renter, car, PRICE, { ...days, amount: total / 4 });
  await calls.sold(renter, car);
  const booked = { total_price: total, paid_price: total / 4 };
  order = (await calls.book(renter, car, days.transaction_id, PRICE, booked)).body.order_id;
  await acceptLicense(pool, order);
  const { plan } = (await getJson(app, `/api/orders/${order}`, renter.cookie)).body;
  const card = { payment_method: 'credit_card', formData: CARD, transaction_id: newTransaction() };
  const rest = { ...card, plan_item: plan[1].id, amount_cents: plan[1].amount_cents };
  expect((await postJson(app, `/api/orders/${order}/payments`, rest, { cookie: renter.cookie })).status).toBe(200);
});

/** Moves the rental so that it begins in some hours, or began some hours ago. */
const beginIn = (hours: number) =>
  pool.query(
    `update bookings b set starts_at = starts_at + (now() + make_interval(secs => $2) - rt.pick_up_at),
       ends_at = ends_at + (now() + make_interval(secs => $2) - rt.pick_up_at)
     from order_cars c join rental_times rt on rt.order_id = c.order_id where c.booking_id = b.id and c.order_id = $1`,
    [order, hours * 3_600],
  );
const report = (step: string, { cookie }: { cookie: string }) =>
  postJson(
    app,
    `/api/orders/${order}/events`,
    { id: randomUUID(), step, certainty: 'actual', happens_at: testNow().toISOString() },
    { cookie },
  );
const sign = async (kind: 'pick_up' | 'return') =>
  handOver(app, order, await sidePhotos(app, order, owner), owner, kind);
const timesOf = async () =>
  (await pool.query('select pick_up_at as "from", return_by as "until" from rental_times where order_id = $1', [order]))
    .rows[0];

test('an owner alone reports no pick-up before the agreed time, which would end the right to cancel', async () => {
  await beginIn(6);
  expect((await timesOf()).from.getTime()).toBeGreaterThan(testNow().getTime());
  expect(await report('pick_up', owner)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('signatures of both sides') },
  });
  const [booking] = await calls.bookings(renter);
  expect(booking.cancellation.refund).toBeGreaterThan(0);
  expect((await sign('pick_up')).status).toBe(200);
});

test('an owner alone reports a pick-up from the agreed time, and a return in the last 12 hours only', async () => {
  await beginIn(-1);
  expect((await report('pick_up', owner)).status).toBe(200);
  expect(await report('return', owner)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('signatures of both sides') },
  });
  const { until } = await timesOf();
  await beginIn(-1 - (until.getTime() - testNow().getTime()) / 3_600_000 + 11);
  expect((await report('return', owner)).status).toBe(200);
});

test('the database refuses that one person pays the owner before the time of a rental is over, though it was returned', async () => {
  await beginIn(-1);
  for (const step of ['pick_up', 'return']) expect((await report(step, admin)).status).toBe(200);
  expect((await postJson(app, `/api/admin/orders/${order}/complete`, {}, { cookie: admin.cookie })).status).toBe(200);
  await addPayoutAccount(pool, owner.id);
  const account = (await pool.query('select id from payout_accounts where user_id = $1', [owner.id])).rows[0].id;
  const pay = () =>
    pool.query(
      `with paid as (
         insert into payouts (seller_id, account_id, cents, needs_second_person, state, created_by)
         values ($1, $2, 1, false, 'approved', $3) returning id)
       insert into payout_orders (payout_id, order_id, cents) select id, $4, 1 from paid`,
      [owner.id, account, admin.id, order],
    );
  await expect(pay()).rejects.toThrow('paid out early by two people only');
  await beginIn(-24 * 9);
  await pay();
});
