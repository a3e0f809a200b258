import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verify } from '#app/commands/verify-logs.ts';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import type { Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { type Buyer, payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { addPayoutAccount } from '../../../../../../tests/support/payments/payout-account.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const PRICE = 10_000;
const [DEPOSIT, BALANCE] = [277_500, 832_500];
const dollars = (cents: number) => (cents / 100).toFixed(2);
let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };
let buyer: Buyer;
let car: number;
let orderId: number;
let reference: string;
let name: string;

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  await enterBankAccount(pool);
});
beforeEach(async () => {
  await pool.query('delete from request_counts');
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  buyer = await signIn(pool);
  await addPayoutAccount(pool, buyer.id);
  const { rows } = await pool.query("update users set name = 'Amina Otieno' where id = $1 returning name", [buyer.id]);
  name = rows[0].name;
  ({ orderId } = await holdForTransfer(pool, buyer.id, car));
  reference = (await order()).reference;
});

const order = async (id = orderId, who = buyer) => (await getJson(app, `/api/orders/${id}`, who.cookie)).body;
const arrive = (...entries: Entry[]) => importEntries(app, admin.cookie, entries);
const pays = (cents: number, change: Partial<Entry> = {}): Entry => ({
  amount: dollars(cents),
  text: reference,
  name,
  ...change,
});
const post = (line: number, call: 'match' | 'unmatch', body: object) =>
  postJson(app, `/api/admin/statements/lines/${line}/${call}`, body, { cookie: admin.cookie });
const match = (line: number, body: object = {}, id = orderId) => post(line, 'match', { order_id: id, ...body });
const unmatch = (line: number) => post(line, 'unmatch', { reason: 'Another order was meant.' });
const choices = async (line: number, search = '') =>
  (await getJson(app, `/api/admin/statements/lines/${line}?search=${encodeURIComponent(search)}`, admin.cookie)).body;
/** Balances of the accounts of an order and of its lines; debits are positive. */
const accounts = async () => {
  const { rows } = await pool.query(
    `select account, sum(cents) as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where e.order_id = $1 or (e.source = 'statement line' and e.source_id in (select line_id from line_matches where order_id = $1))
     group by account having sum(cents) <> 0`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
};
/** The buyer cancels the booking. */
const cancel = async () => {
  const calls = payingCalls(app);
  const [{ cancellation, _id }] = await calls.bookings(buyer);
  expect((await calls.cancel(buyer, Number(_id), cancellation.refund)).status).toBe(200);
};
const agrees = async () => {
  expect(await statementDifferences(pool)).toEqual([]);
  expect(await orderDifferences(pool)).toEqual([]);
};

describe('a transfer for an order', () => {
  test('is suggested by its reference and amount, and books the car when it is matched', async () => {
    const [line = 0] = await arrive(pays(DEPOSIT));
    const { line: open, orders } = await choices(line);
    expect(orders).toEqual(open.suggestions);
    expect(orders).toMatchObject([
      {
        order_id: orderId,
        reference,
        buyer: name,
        life: 'held',
        next_cents: DEPOSIT,
        open_cents: DEPOSIT + BALANCE,
        reasons: ['reference', 'amount', 'name'],
        one_click: true,
        payer_differs: false,
      },
    ]);
    const matched = await match(line);
    expect(matched).toMatchObject({
      status: 200,
      body: { state: 'matched', matches: [{ kind: 'order', order: { id: orderId, life: 'active' } }] },
    });
    expect(await order()).toMatchObject({ life: 'active', money: { received_cents: DEPOSIT } });
    expect(await accounts()).toEqual({ bank: DEPOSIT, deposits: -DEPOSIT });
    await agrees();
    const [rest = 0] = await arrive(pays(BALANCE, { text: `cq ${reference.slice(3)}` }));
    await match(rest);
    expect((await order()).money).toMatchObject({ open_cents: 0 });
    await agrees();
  });

  test('is shown as short, over or a part of what is open', async () => {
    const [short = 0] = await arrive(pays(DEPOSIT - 1_500));
    expect((await choices(short)).orders).toMatchObject([{ reasons: ['reference', 'short', 'name'], one_click: true }]);
    await match(short);
    expect(await accounts()).toEqual({ bank: DEPOSIT - 1_500, bank_fees: 1_500, deposits: -DEPOSIT });
    const [over = 0] = await arrive(pays(BALANCE + 100));
    expect((await choices(over)).orders).toMatchObject([{ reasons: ['reference', 'name'], one_click: false }]);
    await match(over);
    expect((await order()).money).toMatchObject({ received_cents: DEPOSIT - 1_500 + BALANCE + 100 });
    await agrees();
  });

  test('is found by number, reference, buyer and VIN, and never suggested by its amount alone', async () => {
    const [line = 0] = await arrive(pays(DEPOSIT, { text: 'car' }));
    expect((await choices(line)).orders).toEqual([]);
    const { number } = await order();
    for (const search of [number, reference, reference.replace('-', '').toLowerCase(), String(orderId)]) {
      expect((await choices(line, search)).orders, search).toMatchObject([{ order_id: orderId, one_click: false }]);
    }
    expect((await choices(line, 'amina')).orders.map((found: { order_id: number }) => found.order_id)).toContain(
      orderId,
    );
    expect((await choices(line, 'nobody at all')).orders).toEqual([]);
  });

  test('from another person needs a reason, which is stored', async () => {
    const [line = 0] = await arrive(pays(DEPOSIT, { name: 'Juma Brothers Ltd' }));
    expect((await choices(line)).orders).toMatchObject([{ payer_differs: true, one_click: false }]);
    expect(await match(line)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('Juma Brothers Ltd as the payer, not the buyer Amina Otieno'),
        fields: { reason: expect.any(String) },
      },
    });
    expect((await match(line, { reason: '  ' })).status).toBe(409);
    expect((await order()).life).toBe('held');
    await expect(
      pool.query(
        "insert into line_matches (line_id, n, kind, payer_differs, matched_by) values ($1, 0, 'fee', true, $2)",
        [line, admin.id],
      ),
    ).rejects.toThrow('match_has_its_reason');
    expect((await match(line, { reason: 'Her employer, letter of Nov 20.' })).body.matches[0]).toMatchObject({
      payer_differs: true,
      reason: 'Her employer, letter of Nov 20.',
    });
    const { rows } = await pool.query(
      "select details from audit_log where action = 'statement line matched' and subject_id = $1",
      [line],
    );
    expect(rows[0].details).toMatchObject({
      orderId,
      payerDiffers: true,
      reason: 'Her employer, letter of Nov 20.',
      outcome: 'booked',
    });
  });

  test('by the consignee is likelier, and still needs a reason', async () => {
    await pool.query(
      `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
       values ($1, 'Juma Brothers Ltd', 'Mombasa', '', 'KE', '', '', false, now(), now(), now())`,
      [orderId],
    );
    const [line = 0] = await arrive(pays(DEPOSIT, { name: 'JUMA BROTHERS' }));
    expect((await choices(line)).orders).toMatchObject([
      { reasons: ['reference', 'amount', 'name'], payer_differs: true, one_click: false },
    ]);
    expect((await match(line)).status).toBe(409);
  });

  test('of simultaneous matches of one line to two orders, exactly one wins', async () => {
    const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
    const second = await holdForTransfer(pool, buyer.id, other);
    const [line = 0] = await arrive(pays(DEPOSIT));
    const answers = await Promise.all(
      [orderId, second.orderId, orderId, second.orderId].map((id) => match(line, {}, id)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const lives = [(await order()).life, (await order(second.orderId)).life];
    expect(lives.sort()).toEqual(['active', 'held']);
    await agrees();
  });

  test('for two equal deposits goes only where its reference says', async () => {
    const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
    const second = await holdForTransfer(pool, buyer.id, other);
    const { reference: otherReference } = await order(second.orderId);
    const [mine = 0, theirs = 0, both = 0] = await arrive(
      pays(DEPOSIT),
      pays(DEPOSIT, { text: otherReference }),
      pays(DEPOSIT, { text: `${reference} ${otherReference}` }),
    );
    expect((await choices(mine)).orders).toMatchObject([{ order_id: orderId, one_click: true }]);
    expect((await choices(theirs)).orders).toMatchObject([{ order_id: second.orderId, one_click: true }]);
    expect((await choices(both)).orders).toMatchObject([{ one_click: false }, { one_click: false }]);
  });

  test('refuses orders that do not exist', async () => {
    const [line = 0] = await arrive(pays(DEPOSIT));
    expect(await match(line, {}, 99_999_999)).toMatchObject({ status: 409, body: { message: 'Choose an order.' } });
    expect((await post(line, 'match', {})).status).toBe(409);
  });
});

describe('refunds', () => {
  const cancelled = async () => {
    const [line = 0] = await arrive(pays(DEPOSIT));
    await match(line);
    await cancel();
    const sql = 'select r.* from refunds r join payments p on p.id = r.payment_id where p.order_id = $1';
    const { rows: refunds } = await pool.query(sql, [orderId]);
    return refunds[0] as { payment_id: number; amount_cents: number };
  };

  test('a refund is sent when the line with which it went out is matched, once', async () => {
    const { payment_id, amount_cents } = await cancelled();
    const [wrong = 0, out = 0, twice = 0] = await arrive(
      { amount: dollars(amount_cents + 1), out: true },
      { amount: dollars(amount_cents), out: true },
      { amount: dollars(amount_cents), out: true },
    );
    expect((await choices(out)).refunds).toMatchObject([{ payment_id, buyer: name, cents: amount_cents }]);
    expect((await match(wrong, { kind: 'refund', payment_id })).status).toBe(409);
    const answers = await Promise.all([out, twice].map((line) => match(line, { kind: 'refund', payment_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { rows } = await pool.query('select done_at from refunds where payment_id = $1', [payment_id]);
    expect(rows[0].done_at).not.toBeNull();
    await agrees();
    const won = answers[0]?.status === 200 ? out : twice;
    expect(await unmatch(won)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('cannot be unmatched') },
    });
  });

  test('each of two equal refunds of one transfer is matched to its own line', async () => {
    const [line = 0] = await arrive(pays(DEPOSIT));
    const { payment_id } = (await match(line)).body.matches[0];
    const by = { cookie: admin.cookie };
    const office = (call: string, body: object) => postJson(app, `/api/admin/payments/${payment_id}/${call}`, body, by);
    for (const keeps of [DEPOSIT / 100 - 100, 0])
      expect((await office('refund', { amount: 100, keeps, reason: 'Hail' })).status).toBe(200);
    const { refunds } = (await getJson(app, `/api/payments/${payment_id}`, admin.cookie)).body;
    expect((await office('refund-sent', {})).body.message).toContain('several refunds');
    for (const refund_id of [refunds[1].id, refunds[1].id])
      expect((await office('refund-sent', { refund_id })).status).toBe(200);
    const states = async () =>
      (await pool.query('select done_at from refunds where payment_id = $1 order by id', [payment_id])).rows.map(
        (row) => row.done_at !== null,
      );
    const [one = 0, two = 0, three = 0] = await arrive(...Array(3).fill({ amount: '100.00', out: true }));
    expect((await match(one, { kind: 'refund', payment_id })).status).toBe(200);
    expect(await states()).toEqual([false, true]);
    expect((await match(two, { kind: 'refund', payment_id })).status).toBe(200);
    expect(await states()).toEqual([true, true]);
    expect((await match(three, { kind: 'refund', payment_id })).status).toBe(409);
    await agrees();
  });

  test('money for an ended order waits to be refunded', async () => {
    await cancelled();
    const [late = 0] = await arrive(pays(BALANCE));
    expect((await choices(late)).orders).toMatchObject([{ life: 'cancelled', open_cents: 0, one_click: false }]);
    expect((await match(late)).status).toBe(200);
    expect((await unmatch(late)).status).toBe(409);
    const [out = 0] = await arrive({ amount: dollars(BALANCE), out: true });
    const { refunds } = await choices(out);
    expect(refunds).toHaveLength(1);
    // Refunds that one person sends within a day count together.
    const body = { kind: 'refund', payment_id: refunds[0].payment_id };
    const { cookie } = await signInAdmin(pool);
    expect((await postJson(app, `/api/admin/statements/lines/${out}/match`, body, { cookie })).status).toBe(200);
    await agrees();
  });
});

test('npm run verify reports statements, and finds what was changed behind its back', async () => {
  const [line = 0] = await arrive({ amount: '1.00' });
  const report = async () => {
    const lines: string[] = [];
    await verify(pool, [], (text) => lines.push(text));
    return lines.filter((text) => text.startsWith('bank:'));
  };
  expect(await report()).toEqual(['bank: statements, matches and open lines agree with the ledger']);
  await pool.query('alter table statement_lines disable trigger user');
  await pool.query('update statement_lines set cents = cents + 1 where id = $1', [line]);
  expect(await report()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('is not the sum of the imported lines'),
      `bank: WRONG: an imported line has no entry of its amount: line ${line}`,
    ]),
  );
  await pool.query('update statement_lines set cents = cents - 1 where id = $1', [line]);
  await pool.query('alter table statement_lines enable trigger user');
  await pool.query("insert into line_matches (line_id, n, kind, matched_by) values ($1, 0, 'fee', $2)", [
    line,
    admin.id,
  ]);
  expect(await report()).toEqual(
    expect.arrayContaining([
      expect.stringContaining('lines without a match'),
      expect.stringContaining(`a match has no entry`),
    ]),
  );
});
