import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import type { ReceiptPaper } from '#features/site/issued-documents/model/papers.ts';
import { type Queryable, withTransaction } from '#lib/server/database/postgres.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../../tests/support/payments/billing.ts';
import { payBalance } from '../../../../../../tests/support/payments/orders.ts';
import { type Buyer, bookingAmount, payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { ScriptedGateway } from '../../../../../../tests/support/payments/scripted-gateway.ts';
import { knownBuyer, orderByTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const ACCOUNT = 'GB33BUKB20201555555555';
const PRICE = 10_000;
const [DEPOSIT, BALANCE] = [277_500, 832_500];
let app: FastifyInstance;
let pool: pg.Pool;
let calls: ReturnType<typeof payingCalls>;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let car: number;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool, {}, new ScriptedGateway());
  calls = payingCalls(app);
  await addCompany(pool);
});

beforeEach(async () => {
  await pool.query('delete from request_counts');
  admin = await signInAdmin(pool);
  buyer = await knownBuyer(pool);
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
});

type Issued = { code: string; number: string; paper: ReceiptPaper };

async function newest(kind: string, order?: number): Promise<Issued> {
  const { rows } = await pool.query<Issued>(
    `select code, number, paper::json as paper from issued_documents
     where kind = $1 and ($2::bigint is null or subject_kind = 'order' and subject_id = $2) order by id desc limit 1`,
    [kind, order],
  );
  return rows[0]!;
}
const download = async (booking: number) => {
  const { statusCode } = await app.inject({
    url: `/api/my-bookings/${booking}/receipt`,
    headers: { cookie: buyer.cookie },
  });
  expect(statusCode).toBe(200);
  return newest('receipt');
};
const verified = async ({ code }: Pick<Issued, 'code'>) => {
  const { state, ended_for, superseded_by } = (await getJson(app, `/api/verify/${code}`)).body;
  return { state, ended_for, superseded_by };
};
const VALID = { state: 'valid', ended_for: null, superseded_by: null };
const OUTDATED = { state: 'outdated', ended_for: 'money', superseded_by: null };

const held = () => orderByTransfer(app, buyer, car, DEPOSIT / 100);
const order = async (id: number) => (await getJson(app, `/api/orders/${id}`, buyer.cookie)).body;
/** A transfer arrives and is matched with an order. Returns the line of the statement. */
async function arrive(orderId: number, cents: number): Promise<number> {
  const { reference } = await order(orderId);
  const entry = { amount: (cents / 100).toFixed(2), text: reference, name: 'Otieno Motors Ltd' };
  const [line = 0] = await importEntries(app, admin.cookie, [entry], ACCOUNT);
  const matched = await postJson(
    app,
    `/api/admin/statements/lines/${line}/match`,
    { order_id: orderId, reason: 'The reference.' },
    { cookie: admin.cookie },
  );
  expect(matched.status, JSON.stringify(matched.body)).toBe(200);
  return line;
}
const booked = async () => {
  const id = await held();
  const line = await arrive(id, DEPOSIT);
  return { id, line, booking: (await order(id)).cars[0].booking_id as number };
};

test('another payment invalidates a receipt immediately, and the next receipt lists both', async () => {
  const { id, booking } = await booked();
  const first = await download(booking);
  expect(await verified(first)).toEqual(VALID);
  expect((await download(booking)).number).toBe(first.number);
  await arrive(id, BALANCE);
  expect(await verified(first)).toEqual(OUTDATED);
  expect((await order(id)).documents.map(({ kind }: { kind: string }) => kind)).not.toContain('receipt');
  const second = await download(booking);
  expect(await verified(first)).toMatchObject({ state: 'superseded', superseded_by: second.number });
  expect(await verified(second)).toEqual(VALID);
  const { rows } = await pool.query(
    `select l.booked_on::text as day, l.bank_reference as reference from line_matches m join statement_lines l on l.id = m.line_id
     where m.order_id = $1 order by l.id`,
    [id],
  );
  expect(second.paper).toMatchObject({
    buyer: { lines: ['Otieno Motors Ltd', `${buyer.id} Moi Avenue`, 'Mombasa 80100', 'Kenya'] },
    paidCents: DEPOSIT + BALANCE,
    refundedCents: 0,
    dueCents: 0,
    money: [
      { what: 'payment', method: 'bank_transfer', cents: DEPOSIT, ...rows[0] },
      { what: 'payment', method: 'bank_transfer', cents: BALANCE, ...rows[1] },
    ],
  });
});

test('a receipt names card and cash each for what was paid with it', async () => {
  const { booking_id: booking } = await calls.buy(buyer, car, PRICE);
  const first = await download(booking);
  expect(first.paper.money).toMatchObject([
    { what: 'payment', method: 'credit_card', cardLast4: '4242', cents: DEPOSIT },
  ]);
  await payBalance(pool, booking);
  expect(await verified(first)).toEqual(OUTDATED);
  expect((await download(booking)).paper).toMatchObject({
    paidCents: DEPOSIT + BALANCE,
    money: [
      { what: 'payment', method: 'credit_card', cents: DEPOSIT },
      { what: 'payment', method: 'cash', cents: BALANCE },
    ],
  });
});

const undo = async (line: number) => {
  const url = `/api/admin/statements/lines/${line}/unmatch`;
  const { status } = await postJson(app, url, { reason: 'Another order was meant.' }, { cookie: admin.cookie });
  expect(status).toBe(200);
};

test('a transfer that was matched by mistake is on no valid receipt once it is undone', async () => {
  const { id, booking } = await booked();
  const line = await arrive(id, BALANCE);
  const first = await download(booking);
  await undo(line);
  expect(await verified(first)).toEqual(OUTDATED);
  expect((await download(booking)).paper).toMatchObject({
    paidCents: DEPOSIT + BALANCE,
    refundedCents: BALANCE,
    dueCents: BALANCE,
    money: [
      { what: 'payment', cents: DEPOSIT },
      { what: 'payment', cents: BALANCE },
      { what: 'undone', cents: -BALANCE },
    ],
  });
});

test('an undone booking ends its receipt, and its pro-forma invoice asks for the transfer again', async () => {
  const { id, line, booking } = await booked();
  const [receipt, proForma] = [await download(booking), await newest('pro_forma', id)];
  expect(await verified(proForma)).toMatchObject({ state: 'outdated', ended_for: 'booked' });
  await undo(line);
  expect((await order(id)).life).toBe('held');
  expect(await verified(receipt)).toEqual(OUTDATED);
  expect(await verified(proForma)).toEqual(VALID);
});

test('money that is moved to another order of the buyer is on the receipts of both', async () => {
  const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const from = await booked();
  const to = await orderByTransfer(app, buyer, other, DEPOSIT / 100);
  await arrive(from.id, BALANCE + DEPOSIT);
  const first = await download(from.booking);
  const moved = await postJson(
    app,
    `/api/admin/orders/${from.id}/money-moves`,
    { key: crypto.randomUUID(), to_order_id: to, amount_cents: DEPOSIT, reason: 'One transfer for two cars.' },
    { cookie: admin.cookie },
  );
  expect(moved.status, JSON.stringify(moved.body)).toBe(200);
  expect(await verified(first)).toEqual(OUTDATED);
  expect((await download(from.booking)).paper).toMatchObject({
    paidCents: DEPOSIT + BALANCE + DEPOSIT,
    refundedCents: DEPOSIT,
    dueCents: 0,
    money: [{}, {}, { what: 'movedOut', reference: orderNumber(to), cents: -DEPOSIT }],
  });
  const { cars } = await order(to);
  expect((await download(cars[0].booking_id)).paper).toMatchObject({
    paidCents: DEPOSIT,
    money: [{ what: 'movedIn', reference: orderNumber(from.id), cents: DEPOSIT }],
  });
});

test('a refund makes a receipt untrue when it is asked for, and again when it is sent', async () => {
  const { booking_id: booking, order_id: id } = await calls.buy(buyer, car, PRICE);
  await billNow(pool);
  const [paid, invoice] = [await download(booking), await newest('invoice', id)];
  expect(await verified(invoice)).toEqual(VALID);
  await calls.cancel(buyer, booking, bookingAmount(PRICE));
  expect(await verified(paid)).toEqual(OUTDATED);
  expect(await verified(invoice)).toMatchObject({ state: 'outdated', ended_for: 'canceled' });
  const refunds = 'refunds set done_at = $1 where payment_id in (select id from payments where order_id = $2)';
  await pool.query(`update ${refunds}`, [null, id]);
  const asked = await download(booking);
  expect(asked.paper).toMatchObject({ dueCents: 0, refundedCents: 0, money: [{}, { what: 'refundWaiting' }] });
  await pool.query(`update ${refunds}`, ['2026-03-09T10:00:00Z', id]);
  expect(await verified(asked)).toEqual(OUTDATED);
  expect((await download(booking)).paper).toMatchObject({
    refundedCents: DEPOSIT,
    money: expect.arrayContaining([expect.objectContaining({ what: 'refund', day: '2026-03-09', cents: -DEPOSIT })]),
  });
});

test('a pro-forma invoice states when it expires, and is invalid once the order is booked or canceled', async () => {
  const [id, [other = 0]] = [
    await held(),
    await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]),
  ];
  const first = await newest('pro_forma');
  const { body } = await getJson(app, `/api/verify/${first.code}`);
  expect(body).toMatchObject({ state: 'valid', claims: { valid_until: (await order(id)).hold.until } });
  await arrive(id, DEPOSIT);
  expect(await verified(first)).toMatchObject({ state: 'outdated', ended_for: 'booked' });
  const canceled = await orderByTransfer(app, buyer, other, DEPOSIT / 100);
  const second = await newest('pro_forma');
  await postJson(app, `/api/orders/${canceled}/cancel-hold`, {}, { cookie: buyer.cookie });
  expect(await verified(second)).toMatchObject({ state: 'outdated', ended_for: 'canceled' });
});

const insertMoney = (db: Queryable, orderId: number, cents: number) =>
  db.query(
    `insert into allocations (order_id, plan_item_id, payment_id, cents)
     select o.id, i.id, p.id, $2 from orders o join payments p on p.order_id = o.id join plan_items i on i.order_id = o.id
     where o.id = $1 and i.kind = 'balance'`,
    [orderId, cents],
  );

test('a receipt waits for money that is being booked at the same moment', async () => {
  const { id, booking } = await booked();
  const request = await withTransaction(pool, async (db) => {
    await db.query('select 1 from orders where id = $1 for update', [id]);
    let isIssued = false;
    const issued = download(booking).finally(() => {
      isIssued = true;
    });
    const waits = async () =>
      (
        await pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
      ).rows.length > 0;
    await expect.poll(async () => isIssued || (await waits())).toBe(true);
    await insertMoney(db, id, 100);
    return { issued };
  });
  const { paper, ...receipt } = await request.issued;
  expect(paper.dueCents).toBe(BALANCE - 100);
  expect(await verified(receipt)).toEqual(VALID);
});

test('a receipt that was untrue for a while is replaced, although the sums are the same again', async () => {
  const { id, booking } = await booked();
  const first = await download(booking);
  await insertMoney(pool, id, 100);
  await insertMoney(pool, id, -100);
  const second = await download(booking);
  expect(second.paper).toEqual(first.paper);
  expect(second.number).not.toBe(first.number);
  expect(await verified(second)).toEqual(VALID);
});

test('endings cannot be changed or taken back', async () => {
  const { id, booking } = await booked();
  await download(booking);
  await arrive(id, BALANCE);
  await expect(pool.query('delete from document_endings')).rejects.toThrow('append-only');
});
