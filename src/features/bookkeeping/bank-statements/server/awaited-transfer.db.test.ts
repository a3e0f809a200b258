import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { processOverdueOrders } from '#features/aftersales/bookings/server/overdue-orders.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { openBanksEveryDay } from '../../../../../tests/support/payments/bank-days.ts';
import { addCompany } from '../../../../../tests/support/payments/billing.ts';
import { bookingDepsAt } from '../../../../../tests/support/payments/booking-deps.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { orderByTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { daysFromNow, testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const ACCOUNT = 'GB33BUKB20201555555555';
const HOLD_DAYS = 3;
const fail = (error: unknown) => Promise.reject(error);
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let car: number;
let order: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
  admin = await signInAdmin(pool);
  await addCompany(pool);
  await openBanksEveryDay(pool);
  // Tests import statements of later days.
  await pool.query('alter table statement_files disable trigger user');
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  buyer = await signIn(pool);
  order = await orderByTransfer(app, buyer, car, 2_775);
});

const read = async () => (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
const settle = async (days: number) => {
  await pool.query("update payments set due_at = now() where state = 'created' and due_at is not null");
  await settleDuePayments(bookingDepsAt(pool, days).payments, fail);
};
/** A statement of our account with one transfer of the deposit, booked some days from now and imported `importedAfter` days later. */
const arrive = async (text: string, days = 0, importedAfter = 1) => {
  const entry = { amount: '2775.00', text, name: 'Otieno Motors Ltd' };
  const [line = 0] = await importEntries(app, admin.cookie, [entry], ACCOUNT, dayIn(days));
  const day = daysFromNow(days + importedAfter);
  await pool.query(
    'update statement_files set imported_at = $2 where id = (select file_id from statement_lines l join bank_statements s on s.id = l.statement_id where l.id = $1)',
    [line, day],
  );
  return line;
};
const dayIn = (days: number) => daysFromNow(days).toISOString().slice(0, 10);
const setAside = (line: number) =>
  postJson(
    app,
    `/api/admin/statements/lines/${line}/match`,
    { kind: 'set_aside', reason: 'Another buyer wrote this.' },
    { cookie: admin.cookie },
  );
const remind = async (days: number) => {
  await pool.query('update orders set remind_at = now() where id = $1', [order]);
  await processOverdueOrders(bookingDepsAt(pool, days), fail);
};
const mails = async () =>
  (await pool.query('delete from mail_outbox returning subject')).rows.map(({ subject }) => subject).join('\n');

test('a hold does not expire while an open line names it, and expires once the line is set aside', async () => {
  const line = await arrive(`Invoice ${(await read()).reference.toLowerCase()} Seal`);
  await settle(30);
  expect((await read()).life).toBe('held');
  await setAside(line);
  await settle(40);
  expect((await read()).life).toBe('cancelled');
});

const wrongLetter = (reference: string) => reference.slice(0, -1) + (reference.endsWith('A') ? 'B' : 'A');

test.each([
  ['reference with a wrong character', (reference: string) => wrongLetter(reference)],
  ['reference with a missing character', (reference: string) => reference.slice(0, -1)],
  ['reference without its prefix', (reference: string) => reference.slice(3)],
  ['order number without its prefix', () => `order ${order}`],
])('a hold does not expire while an open line has its %s', async (_slip, typed) => {
  const line = await arrive(`Payment ${typed((await read()).reference)}`);
  await settle(30);
  expect((await read()).life).toBe('held');
  await setAside(line);
  await settle(40);
  expect((await read()).life).toBe('cancelled');
});

test('a hold expires although an open line has a word like its reference, if neither amount nor payer fit', async () => {
  const { reference } = await read();
  const entry = { amount: '12.34', text: `Rent ${wrongLetter(reference).slice(3)}`, name: 'Landlord' };
  await importEntries(app, admin.cookie, [entry], ACCOUNT, dayIn(0));
  await settle(40);
  expect((await read()).life).toBe('cancelled');
});

test('a statement does not cover days that were not over when it was imported', async () => {
  const endsIn = (Date.parse((await read()).hold.until) - testNow().getTime()) / 86_400_000;
  await arrive('Rent of the office', 300, -300);
  await settle(endsIn + 0.01);
  expect((await read()).life).toBe('held');
});

test('a hold lasts until the statement of its last day is imported, and other buyers see that the car is held', async () => {
  const endsIn = (Date.parse((await read()).hold.until) - testNow().getTime()) / 86_400_000;
  await settle(endsIn + 0.01);
  const { body } = await getJson(app, `/api/listings/listings/${car}`);
  expect((await read()).life).toBe('held');
  expect(body.listing?.hold ?? body.hold).not.toBeNull();
  await arrive('Rent of the office', HOLD_DAYS);
  await pool.query("update payments set expires_at = now() where state = 'created'");
  await settle(endsIn + 0.02);
  expect((await read()).life).toBe('cancelled');
});

test('sends no balance reminder and releases no car while an open line names the order', async () => {
  const line = await arrive((await read()).reference);
  const match = { kind: 'order', order_id: order };
  await postJson(app, `/api/admin/statements/lines/${line}/match`, match, { cookie: admin.cookie });
  expect((await read()).life).toBe('active');
  const balance = await arrive(`CQ ${order}`.replace(/ (\d+)$/, (_, id) => `-${id.padStart(6, '0')}`));
  await mails();
  await remind(2);
  await remind(12);
  await remind(60);
  expect([await mails(), (await read()).life]).toEqual(['', 'active']);
  await setAside(balance);
  await remind(12);
  expect(await mails()).toContain('Balance overdue');
  await remind(60);
  expect((await read()).life).toBe('cancelled');
});

test('reports no overdue balance before the statement of its last day is imported', async () => {
  const line = await arrive((await read()).reference);
  const match = { kind: 'order', order_id: order };
  await postJson(app, `/api/admin/statements/lines/${line}/match`, match, { cookie: admin.cookie });
  const { rows } = await pool.query('select max(due_at) as due from plan_items where order_id = $1', [order]);
  const due = (rows[0].due.getTime() - testNow().getTime()) / 86_400_000;
  await mails();
  await remind(due + 0.01);
  expect(await mails()).toBe('');
  await arrive('Rent of the office', Math.ceil(due) + 1);
  await remind(due + 0.02);
  expect(await mails()).toContain('Balance overdue');
});

describe('an expired hold', () => {
  const lapse = async () => {
    await settle(30);
    expect((await read()).life).toBe('cancelled');
  };
  const suggestions = async (line: number) =>
    (await getJson(app, `/api/admin/statements/lines/${line}`, admin.cookie)).body.orders;
  const match = (line: number, change: object = {}) =>
    postJson(
      app,
      `/api/admin/statements/lines/${line}/match`,
      { kind: 'order', order_id: order, ...change },
      { cookie: admin.cookie },
    );

  test('is reopened in one click if the bank booked its transfer in time and the car is free', async () => {
    const { reference } = await read();
    await lapse();
    const line = await arrive(reference, 1);
    expect(await suggestions(line)).toMatchObject([{ effect: 'revive', in_time: true, one_click: true }]);
    await mails();
    expect((await match(line, { revive: true })).status).toBe(200);
    expect(await read()).toMatchObject({ life: 'active', money: { received_cents: 277_500 } });
    expect(await mails()).toContain('has arrived');
    expect((await getJson(app, `/api/admin/orders/${order}`, admin.cookie)).body.moves).toMatchObject([
      { to: 'held' },
      { to: 'cancelled', actor: 'system' },
      { to: 'held', actor: 'admin' },
      { to: 'active' },
    ]);
    expect(await orderDifferences(pool)).toEqual([]);
    expect(await bookFaults(pool)).toEqual([]);
    const right = await getJson(app, `/api/admin/users/${buyer.id}/hold-right`, admin.cookie);
    expect(right.body).toMatchObject({ lapsed: 0 });
  });

  test('offers no one-click match if the bank booked the transfer late, and the money can be refunded', async () => {
    const { reference } = await read();
    await lapse();
    const line = await arrive(reference, 8);
    expect(await suggestions(line)).toMatchObject([{ effect: 'revive', in_time: false, one_click: false }]);
    await mails();
    expect((await match(line)).status).toBe(200);
    expect([(await read()).life, await mails()]).toEqual(['cancelled', expect.stringContaining('came too late')]);
  });

  test('stays ended if its car is gone, and the email does not blame a buyer who was in time', async () => {
    const { reference } = await read();
    await lapse();
    const other = await signIn(pool);
    await payingCalls(app).buy(other, car, 10_000);
    const line = await arrive(reference, 1);
    expect(await suggestions(line)).toMatchObject([{ effect: 'ended', one_click: false }]);
    await mails();
    expect((await match(line, { revive: true })).status).toBe(409);
    expect((await match(line)).status).toBe(200);
    expect(await mails()).toContain('arrived, but the car is gone');
  });

  test('when two people match two lines simultaneously, one reopens the hold and the other pays its balance', async () => {
    const { reference } = await read();
    await lapse();
    const lines = [await arrive(reference, 1), await arrive(reference, 1)];
    const answers = await Promise.all(lines.map((line) => match(line, { revive: true })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await read()).toMatchObject({ life: 'active', money: { received_cents: 555_000 } });
    expect(await orderDifferences(pool)).toEqual([]);
    expect((await pool.query('select from sale_claims where listing_id = $1', [car])).rowCount).toBe(1);
  });

  test('is not reopened if the buyer canceled it', async () => {
    const { reference } = await read();
    await postJson(app, `/api/orders/${order}/cancel-hold`, {}, { cookie: buyer.cookie });
    expect((await read()).life).toBe('cancelled');
    const line = await arrive(reference, 1);
    expect(await suggestions(line)).toMatchObject([{ effect: 'ended' }]);
    expect((await match(line, { revive: true })).body.message).toContain('cannot be taken up again');
  });

  test('is renewed once by staff without payment, with a new pro-forma invoice', async () => {
    await lapse();
    await mails();
    const revive = () => postJson(app, `/api/admin/orders/${order}/revive`, {}, { cookie: admin.cookie });
    const [one, other] = await Promise.all([revive(), revive()]);
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect(await read()).toMatchObject({ life: 'held', money: { received_cents: 0 } });
    expect(Date.parse((await read()).hold.until)).toBeGreaterThan(daysFromNow(2).getTime());
    expect(await mails()).toContain('for you again');
    const line = await arrive((await read()).reference, 1);
    expect((await match(line)).status).toBe(200);
    expect((await read()).life).toBe('active');
  });
});
