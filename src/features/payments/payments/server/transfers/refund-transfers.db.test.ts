import { beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries, importUnconfirmed } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { approveNewest, newestProposal } from '../../../../../../tests/support/data/approvals.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { mailsTo } from '../../../../../../tests/support/mail/mails.ts';
import type { Buyer } from '../../../../../../tests/support/payments/paying.ts';
import {
  ACCOUNT,
  addPayoutAccount,
  enterPayoutAccount,
} from '../../../../../../tests/support/payments/payout-account.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

const PAYER = 'GB33BUKB20201555555555';
const { pool } = await testDatabase();
const app = await testApp(pool);
await enterBankAccount(pool);
let finance: { id: number; cookie: string };
let buyer: Buyer;
let orderId: number;
let payment: number;
let refund: number;

const sql = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
const office = (path: string, body: object, cookie = finance.cookie) =>
  postJson(app, `/api/admin/payments/${payment}/${path}`, body, { cookie });
const sent = (body: object = {}) => office('refund-sent', body);
const refunds = async () => (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body.refund_steps;
const detail = async () => (await getJson(app, `/api/payments/${payment}`, finance.cookie)).body;
const transfers = () => sql('select * from refund_transfers where refund_id = $1', refund);
const agrees = async () => expect([await bookFaults(pool), await orderDifferences(pool)]).toEqual([[], []]);

/** A part of a deposit arrives, then the buyer cancels the hold: its refund waits. */
async function cancelHold(
  amount = '1000.00',
  account: string | undefined = PAYER,
  arrive: typeof importEntries = importEntries,
): Promise<void> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 4_500_000 }]);
  buyer = await signIn(pool);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  ({ orderId } = await holdForTransfer(pool, buyer.id, car));
  const { reference: text } = (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body;
  const entry = { amount, text, name: 'Amina Otieno', ...(account && { account }) };
  const [line] = await arrive(app, finance.cookie, [entry]);
  const match = `/api/admin/statements/lines/${line}/match`;
  expect((await postJson(app, match, { order_id: orderId }, { cookie: finance.cookie })).status).toBe(200);
  const cancel = await postJson(app, `/api/orders/${orderId}/cancel-hold`, {}, { cookie: buyer.cookie });
  expect(cancel.status).toBe(200);
  const [row] = await sql(
    'select r.id, r.payment_id from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
    orderId,
  );
  [refund, payment] = [row.id, row.payment_id];
}

beforeEach(async () => {
  await pool.query('delete from request_counts');
  finance = await signInAdmin(pool, { role: 'finance' });
  await cancelHold();
});

test('the buyer enters the account, sees each step, and where and when the refund went', async () => {
  const mails = async () => (await mailsTo(pool, 'amina@buyers.example')).map(({ text }) => text).join('\n');
  await pool.query('delete from mail_outbox');
  const steps = async () =>
    (await refunds()).map(({ step, account_end }: Record<string, string>) => [step, account_end]);
  expect(await steps()).toEqual([['account', null]]);
  await enterPayoutAccount({ app, pool }, buyer);
  expect(await steps()).toEqual([['account_waits', '3000']]);
  expect((await refunds())[0].account_at).toEqual(expect.any(String));
  expect((await sent()).status).toBe(409);
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  expect(await steps()).toEqual([['ready', '5555']]);
  expect((await sent({ reference: 'OUT-7' })).status).toBe(200);
  const time = expect.any(String);
  expect(await refunds()).toMatchObject([
    { step: 'sent', amount_cents: 100_000, account_end: '5555', reference: 'OUT-7', sent_at: time },
  ]);
  expect(await mails()).toMatch(/\$1,000\.00 for order .* ends in 5555.*OUT-7/s);
  await agrees();
});

test('the email about a refund asks for the account, or names the one in force', async () => {
  const canceled = (await mailsTo(pool, 'amina@buyers.example')).at(-1);
  expect(canceled?.text).toMatch(/give back \$1,000\.00.*\/my-bank-account/s);
});

test('staff record a refund only to an account of its buyer that is in force', async () => {
  expect(await sent()).toMatchObject({ status: 409, body: { message: expect.stringContaining('no bank account') } });
  const other = await signIn(pool);
  const foreign = await addPayoutAccount(pool, other.id);
  expect((await sent({ account_id: foreign })).status).toBe(409);
  const insert = 'insert into refund_transfers (refund_id, account_id) values ($1, $2)';
  await expect(pool.query(insert, [refund, foreign])).rejects.toThrow('not the one of the buyer');
  await expect(pool.query('update refunds set done_at = now() where id = $1', [refund])).rejects.toThrow(
    'nobody has recorded where',
  );
  const old = await addPayoutAccount(pool, buyer.id);
  const current = await addPayoutAccount(pool, buyer.id, { account: PAYER });
  expect(await sent({ account_id: old })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Another account') },
  });
  await expect(pool.query(insert, [refund, old])).rejects.toThrow('not the one of the buyer');
  expect((await detail()).refund_target.account).toMatchObject({ id: current, account: PAYER });
  expect((await sent({ account_id: current })).status).toBe(200);
  await expect(pool.query(insert, [refund, current])).rejects.toThrow();
  expect(await transfers()).toMatchObject([{ account_id: current, payer_line_id: null, admin_id: finance.id }]);
});

test('no refund is sent by transfer while its car is neither back nor lost, in the database too', async () => {
  const account = await addPayoutAccount(pool, buyer.id, { account: PAYER });
  await sql(
    'insert into order_returns (order_id, listing_id, holds_refunds) select order_id, listing_id, true from order_cars where order_id = $1',
    orderId,
  );
  expect(await sent({ account_id: account })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('isn’t back') },
  });
  const insert = 'insert into refund_transfers (refund_id, account_id) values ($1, $2)';
  await expect(pool.query(insert, [refund, account])).rejects.toThrow('waits for the car');
});

test('of several people who record one refund, one does', async () => {
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  const answers = await Promise.all([sent(), sent(), sent()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await transfers()).toHaveLength(1);
  expect(
    await sql("select 1 from payment_events where payment_id = $1 and event = 'refund sent'", payment),
  ).toHaveLength(1);
});

test('a line of a statement proves a refund only if the buyer has an account in force', async () => {
  const [line] = await importEntries(app, finance.cookie, [{ amount: '1000.00', out: true }]);
  const match = () =>
    postJson(
      app,
      `/api/admin/statements/lines/${line}/match`,
      { kind: 'refund', payment_id: payment, reason: 'x' },
      { cookie: finance.cookie },
    );
  expect(await match()).toMatchObject({ status: 409, body: { message: expect.stringContaining('cannot prove') } });
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  expect((await match()).status).toBe(200);
  expect(await transfers()).toMatchObject([{ admin_id: null, reference: expect.any(String) }]);
});

test('a refund without a buyer account goes to the payer, with a reason and within the daily limit', async () => {
  expect((await detail()).refund_target).toEqual({ account: null, payer: { name: 'Amina Otieno', account: PAYER } });
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  expect((await sent({ payer_reason: 'Asked by phone.' })).status).toBe(409);
  await cancelHold('6000.00');
  expect((await sent({ payer_reason: 'The buyer cannot log in.' })).status).toBe(200);
  expect(await refunds()).toMatchObject([{ step: 'sent', account_end: '5555' }]);
  expect(await transfers()).toMatchObject([{ account_id: null, reason: 'The buyer cannot log in.' }]);
  await cancelHold('4000.01');
  expect((await sent({ payer_reason: 'The buyer cannot log in.' })).body.message).toContain('second person');
  expect(await transfers()).toEqual([]);
  const insert = `insert into refund_transfers (refund_id, payer_line_id, reason, admin_id)
    select $1, statement_line_id, 'x', $2 from payments where id = $3`;
  await expect(pool.query(insert, [refund, finance.id, payment])).rejects.toThrow('one person sends');
  finance = await signInAdmin(pool, { role: 'finance' });
  expect((await sent({ payer_reason: 'The buyer cannot log in.' })).status).toBe(200);
  await agrees();
});

test('a payer whom the bank did not name gets nothing back without the buyer', async () => {
  await cancelHold('1000.00', '');
  await pool.query('alter table statement_lines disable trigger user');
  await pool.query(
    'update statement_lines set counterparty_account = null where id = (select statement_line_id from payments where id = $1)',
    [payment],
  );
  await pool.query('alter table statement_lines enable trigger user');
  expect(await sent({ payer_reason: 'Asked by phone.' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('only the buyer') },
  });
});

test('only roles that see bank accounts get the account', async () => {
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  const support = await signInAdmin(pool, { role: 'support' });
  const { body } = await getJson(app, `/api/payments/${payment}`, support.cookie);
  expect(body.refund_target).toBeNull();
  expect(body.refunds).toMatchObject([{ step: 'ready' }]);
  expect(JSON.stringify(body)).not.toContain(ACCOUNT.account);
});

test('a refund that the bank returned is owed again, and is sent to another account', async () => {
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  const returned = () => office('refund-returned', { refund_id: refund, reason: 'Account closed' });
  expect((await returned()).status).toBe(409);
  await sent();
  await pool.query('delete from mail_outbox');
  const both = await Promise.all([returned(), returned()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await mailsTo(pool, 'amina@buyers.example')).map(({ subject }) => subject)).toEqual([
    'Your refund of $1,000.00 came back',
  ]);
  expect(await refunds()).toMatchObject([{ step: 'failed', is_repeated: false }]);
  expect((await detail()).refund).toMatchObject({ owed: 1000 });
  await agrees();
  await addPayoutAccount(pool, buyer.id);
  expect((await office('refund', { amount: 1000, reason: 'Once more' })).status).toBe(200);
  const again = (await refunds())[1];
  expect((await sent({ refund_id: again.id })).body.message).toContain('second person');
  expect((await approveNewest(app, await signInAdmin(pool))).body.flag).toBe('1');
  expect(await refunds()).toMatchObject([
    { step: 'failed', is_repeated: true, account_end: '5555' },
    { step: 'sent', account_end: '3000' },
  ]);
  await agrees();
});

test('a refund that came back still counts for the limit of its person, and its line does not end the next refund', async () => {
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  await pool.query("update refunds set asked_by = 'admin', admin_id = $2 where id = $1", [refund, finance.id]);
  const alone = async () => (await sql('select given_back_today($1, null) as cents', finance.id))[0].cents;
  await sent();
  await office('refund-returned', { refund_id: refund, reason: 'Account closed' });
  expect(await alone()).toBe(100_000);
  expect((await office('refund', { amount: 1000, reason: 'Once more' })).status).toBe(200);
  const match = async () => {
    const [line] = await importEntries(app, finance.cookie, [{ amount: '1000.00', out: true }]);
    const body = { kind: 'refund', payment_id: payment };
    return postJson(app, `/api/admin/statements/lines/${line}/match`, body, { cookie: finance.cookie });
  };
  expect((await match()).status).toBe(200);
  expect((await refunds())[1]).toMatchObject({ step: 'ready' });
  // Nobody but the person who recorded the return says that the money is owed again.
  expect((await match()).body.message).toContain('second person');
  await sent({ refund_id: (await refunds())[1].id });
  expect((await approveNewest(app, await signInAdmin(pool))).body.flag).toBe('1');
  expect((await match()).status).toBe(200);
  expect((await refunds())[1]).toMatchObject({ step: 'sent' });
  expect((await match()).status).toBe(409);
  await agrees();
});

test('a buyer who closes the account gets the refund to the account in force, which is kept as evidence', async () => {
  const account = await addPayoutAccount(pool, buyer.id, { account: PAYER });
  const close = await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: buyer.cookie });
  expect(close.body.flag).toBe('1');
  expect((await sent()).status).toBe(200);
  const erase = `update payout_accounts set holder = '', bank = '', account = '', bic = '', erased_at = now(), canceled_at = now() where id = $1`;
  await expect(pool.query(erase, [account])).rejects.toThrow('that money went to is kept');
});

test('orders with refunds to send are a queue, the oldest first, with what each waits for', async () => {
  const listed = async () => (await getJson(app, '/api/admin/orders?queue=refund&limit=50', finance.cookie)).body.items;
  const count = async () => (await getJson(app, '/api/admin/order-queues', finance.cookie)).body.queues.refund;
  const before = await count();
  const [older, olderRefund] = [orderId, refund];
  await pool.query("update refunds set created_at = created_at - interval '5 days' where id = $1", [olderRefund]);
  await cancelHold();
  await addPayoutAccount(pool, buyer.id, { account: PAYER });
  expect(await count()).toBe(before + 1);
  const rows = await listed();
  const place = (id: number) => rows.findIndex((row: { id: number }) => row.id === id);
  expect(place(older)).toBeLessThan(place(orderId));
  expect(rows[place(older)]).toMatchObject({
    queue: 'cancelled',
    refund_to_send: { cents: 100_000, step: 'account', days: 5 },
  });
  expect(rows[place(orderId)]).toMatchObject({ refund_to_send: { step: 'ready', days: 0 } });
  await sent();
  expect((await listed()).map(({ id }: { id: number }) => id)).not.toContain(orderId);
  expect((await getJson(app, `/api/admin/orders/${orderId}`, finance.cookie)).body.refund_to_send).toBeNull();
});

/** Expects that a person cannot send the refund alone, by call and in the database, and that another one approves it. */
async function expectTwoPeople(why: string, account: number): Promise<void> {
  const insert = 'insert into refund_transfers (refund_id, account_id, admin_id, approved_by) values ($1, $2, $3, $4)';
  const second = await signInAdmin(pool);
  await expect(pool.query(insert, [refund, account, finance.id, null])).rejects.toThrow('one person sends');
  await expect(pool.query(insert, [refund, account, finance.id, second.id])).rejects.toThrow('nobody has approved');
  expect((await detail()).refunds.find(({ id }: { id: number }) => id === refund).second).toEqual(expect.any(String));
  expect((await sent()).body.message).toContain('second person');
  expect(await transfers()).toEqual([]);
  expect((await newestProposal(app, second)).summary).toContain(why);
  expect((await approveNewest(app, finance)).body.flag).toBe('0');
  expect((await approveNewest(app, second)).body.flag).toBe('1');
  expect(await transfers()).toMatchObject([{ account_id: account, admin_id: finance.id, approved_by: second.id }]);
  await agrees();
}

test('money goes to another account than the one that it came from only by two people', async () => {
  await expectTwoPeople('as the one who paid', await addPayoutAccount(pool, buyer.id));
});

test('more than one person may send within a day goes out by two people, whoever asked for it', async () => {
  await cancelHold('2700.00');
  await pool.query('alter table order_terms disable trigger user');
  await pool.query('update order_terms set refund_limit_cents = 269999');
  try {
    await expectTwoPeople('within a day', await addPayoutAccount(pool, buyer.id, { account: PAYER }));
  } finally {
    await pool.query('update order_terms set refund_limit_cents = 1000000');
    await pool.query('alter table order_terms enable trigger user');
  }
});

test('refunds whose lines one person matches count together within a day, in the database too', async () => {
  const matchNext = async () => {
    await cancelHold('4000.00');
    await addPayoutAccount(pool, buyer.id, { account: PAYER });
    const [line] = await importEntries(app, finance.cookie, [{ amount: '4000.00', out: true, account: PAYER }]);
    const body = { kind: 'refund', payment_id: payment };
    return postJson(app, `/api/admin/statements/lines/${line}/match`, body, { cookie: finance.cookie });
  };
  for (const expected of [200, 200]) expect((await matchNext()).status).toBe(expected);
  const refused = await matchNext();
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('second person')]);
  const insert = `insert into refund_transfers (refund_id, account_id, matched_by)
    select r.id, payout_account_in_force(p.user_id), $2 from refunds r join payments p on p.id = r.payment_id where r.id = $1`;
  await expect(sql(insert, refund, finance.id)).rejects.toThrow('limit');
});

test('one person cannot turn a statement that nobody confirmed into a refund', async () => {
  await cancelHold('1000.00', PAYER, importUnconfirmed);
  await expectTwoPeople('nobody has confirmed', await addPayoutAccount(pool, buyer.id, { account: PAYER }));
});

test('a transfer of another buyer, matched to an ended order, goes out only by two people', async () => {
  const account = await addPayoutAccount(pool, buyer.id, { account: PAYER });
  const entry = { amount: '500.00', name: 'Joyce Wanjiru', text: 'A car' };
  const [line] = await importEntries(app, finance.cookie, [entry]);
  const match = { order_id: orderId, reason: 'A friend paid.' };
  const matched = await postJson(app, `/api/admin/statements/lines/${line}/match`, match, { cookie: finance.cookie });
  expect(matched.status).toBe(200);
  payment = matched.body.matches[0].payment_id;
  refund = (await sql('select id from refunds where payment_id = $1', payment))[0].id;
  await expectTwoPeople('as the one who paid', account);
});
