import { beforeAll, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const PRICE = 10_000;
const [DEPOSIT, TOTAL] = [277_500, 1_110_000];
const { pool } = await testDatabase();
const app = await testApp(pool);
const admin = await signInAdmin(pool);

beforeAll(() => enterBankAccount(pool));

const call = (line: number, action: 'match' | 'unmatch', body: object) =>
  postJson(app, `/api/admin/statements/lines/${line}/${action}`, body, { cookie: admin.cookie });
/** Matches a part with the open amount that the screen showed. */
const part = (line: number, order: number, cents: number, left: number) =>
  call(line, 'match', { order_id: order, cents, left_cents: left });
const choices = async (line: number) => (await getJson(app, `/api/admin/statements/lines/${line}`, admin.cookie)).body;
const agrees = async () => {
  expect(await statementDifferences(pool)).toEqual([]);
  expect(await orderDifferences(pool)).toEqual([]);
};

/** Two orders of one buyer that wait for their deposits. */
async function twoHolds() {
  const buyer = await signIn(pool);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  const cars = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const orders = [];
  for (const car of cars) {
    const { orderId } = await holdForTransfer(pool, buyer.id, car);
    orders.push({ id: orderId, show: async () => (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body });
  }
  const [first, second] = orders;
  const text = `${(await first!.show()).reference} ${(await second!.show()).reference}`;
  const arrive = async (cents: number) => {
    const entry = { amount: (cents / 100).toFixed(2), text, name: 'Amina Otieno' };
    return (await importEntries(app, admin.cookie, [entry]))[0]!;
  };
  return { first: first!, second: second!, arrive };
}

test('a transfer for two orders is proposed in parts, books both cars, and each part is undone for itself', async () => {
  const { first, second, arrive } = await twoHolds();
  const line = await arrive(2 * DEPOSIT);
  const { orders } = await choices(line);
  expect(orders.map((order: { part_cents: number; effect: string }) => [order.part_cents, order.effect])).toEqual([
    [DEPOSIT, 'exact'],
    [DEPOSIT, 'exact'],
  ]);
  const half = await part(line, first.id, DEPOSIT, 2 * DEPOSIT);
  expect((await part(line, first.id, DEPOSIT, 2 * DEPOSIT)).status, 'a repeated call').toBe(409);
  expect(half.body).toMatchObject({ state: 'open', left_cents: DEPOSIT, waits: false });
  expect((await choices(line)).orders).toMatchObject([{ part_cents: DEPOSIT }, { part_cents: DEPOSIT }]);
  const whole = await call(line, 'match', { order_id: second.id });
  expect(whole.body).toMatchObject({
    state: 'matched',
    left_cents: 0,
    matches: [{ cents: DEPOSIT }, { cents: DEPOSIT }],
  });
  for (const order of [first, second])
    expect(await order.show()).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT } });
  await agrees();

  expect(await call(line, 'unmatch', { reason: 'Which part?' })).toMatchObject({ status: 409 });
  const matched = whole.body.matches[1].id;
  const undone = await call(line, 'unmatch', { reason: 'Another order was meant.', match_id: matched });
  expect(undone.body).toMatchObject({ state: 'open', left_cents: DEPOSIT, matches: [{ order: { id: first.id } }] });
  expect((await call(line, 'unmatch', { reason: 'Again.', match_id: matched })).status).toBe(409);
  expect((await second.show()).money).toMatchObject({ received_cents: 0 });
  expect((await first.show()).money).toMatchObject({ received_cents: DEPOSIT });
  await agrees();
});

test('parts never come to more than the line, also of people who match at the same time', async () => {
  const { first, second, arrive } = await twoHolds();
  const line = await arrive(TOTAL);
  expect(await part(line, first.id, TOTAL + 1, TOTAL)).toMatchObject({
    status: 409,
    body: { fields: { cents: expect.any(String) } },
  });
  expect((await part(line, first.id, 0, TOTAL)).status).toBe(400);
  expect((await call(line, 'match', { order_id: first.id, cents: 1 })).status).toBe(400);
  const most = TOTAL - DEPOSIT;
  const answers = await Promise.all([part(line, first.id, most, TOTAL), part(line, second.id, most, TOTAL)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await choices(line)).line).toMatchObject({ left_cents: DEPOSIT, matches: [{ cents: most }] });
  const tooMuch = pool.query(
    "insert into line_matches (line_id, n, kind, cents, reason, matched_by) values ($1, 0, 'set_aside', $2, 'x', $3)",
    [line, DEPOSIT + 1, admin.id],
  );
  await expect(tooMuch).rejects.toThrow('left to match');
  const rest = await call(line, 'match', { kind: 'set_aside', reason: 'The payer is asked.' });
  expect(rest.body).toMatchObject({ state: 'set_aside', left_cents: 0 });
  await agrees();
});

test('a line whose rest was counted wrongly is reported by verify', async () => {
  const [line = 0] = await importEntries(app, admin.cookie, [{ amount: '10.00' }]);
  await pool.query('update open_lines set left_cents = 999 where line_id = $1', [line]);
  expect(await statementDifferences(pool)).toContainEqual({ what: 'part', id: line });
  await pool.query('update open_lines set left_cents = 1000 where line_id = $1', [line]);
  await agrees();
});
