import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { planTransport } from '#features/orders/orders/server/plan-store.ts';
import { postReduction } from '#features/payments/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { accountsOf } from '../../../../../tests/support/aftersales/claim-site.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow, changeBankAccount } from '../../../../../tests/support/payments/billing.ts';
import { useFirstTerms } from '../../../../../tests/support/payments/orders.ts';
import { type Buyer, payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { keptBy, readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { RefundingGateway } from '../../../../../tests/support/payments/refunding-gateway.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';

const PRICE = 10_000;
const [TOTAL, DEPOSIT] = [1_110_000, 277_500];
const { pool } = await testDatabase();
const gateway = new RefundingGateway();
const app = await testApp(pool, {}, gateway);
const calls = payingCalls(app);
let admin = await signInAdmin(pool);
let buyer: Buyer;
let booking: { booking_id: number; payment_id: number; order_id: number };

const book = async () => {
  gateway.answers = 'done';
  // What one person takes in person within a day counts together.
  admin = await signInAdmin(pool);
  await pool.query('delete from request_counts');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  buyer = await signIn(pool);
  booking = await calls.buy(buyer, car, PRICE);
};
beforeEach(book);

const order = async (who = buyer) => (await getJson(app, `/api/orders/${booking.order_id}`, who.cookie)).body;
const documents = async () =>
  (await order()).documents as { kind: string; number: string; url: string; code: string }[];
const kinds = async () => (await documents()).map(({ kind }) => kind).filter((kind) => kind !== 'receipt');
const cash = (amount_cents: number) =>
  postJson(
    app,
    `/api/admin/orders/${booking.order_id}/cash-receipts`,
    { key: randomUUID(), method: 'cash', amount_cents },
    { cookie: admin.cookie },
  );
const refund = async (amount: number) =>
  postJson(
    app,
    `/api/admin/payments/${booking.payment_id}/refund`,
    { reason: 'Hail', amount: amount / 100, ...(await keptBy(pool, booking.payment_id, amount / 100)) },
    { cookie: admin.cookie },
  );
const download = async (url: string, cookie = buyer.cookie) => app.inject({ method: 'GET', url, headers: { cookie } });
/** What the buyer owes by the books, and the sums of its invoices and credit notes. */
const books = async () => {
  const { rows } = await pool.query(
    `select coalesce(sum(l.cents), 0) as owed, coalesce(sum(l.cents) filter (where e.kind = 'invoice'), 0) as invoiced,
       coalesce(-sum(l.cents) filter (where e.kind = 'credit note'), 0) as credited
     from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.order_id = $1 and l.account = 'receivable'`,
    [booking.order_id],
  );
  return rows[0];
};
const pendingBill = async () =>
  (await pool.query('select bill_at from orders where id = $1', [booking.order_id])).rows[0].bill_at as Date | null;

/** The first test needs a site without a company; others may run alone. */
async function withCompany(): Promise<void> {
  const { rowCount } = await pool.query('select from operator_details limit 1');
  if (rowCount === 0) await addCompany(pool);
}
/** Returns the newest credit note with its printed lines. */
const newestNote = async () => {
  const { rows } = await pool.query(
    "select paper::json as paper from issued_documents where kind = 'credit_note' and subject_id = $1 order by id desc limit 1",
    [booking.order_id],
  );
  const { lines, totalCents, remainingCents, keptCents } = rows[0].paper;
  const said = lines.map(({ text, cents }: { text: string; cents: number }) => `${text} ${cents}`);
  return { said, totalCents, remainingCents, keptCents };
};

test('waits with invoices until the company and its account are entered; the checkout is the same', async () => {
  await billNow(pool);
  expect(await kinds()).toEqual([]);
  expect((await pendingBill())!.getTime()).toBeGreaterThan(testNow().getTime());
  expect(await books()).toEqual({ owed: 0, invoiced: 0, credited: 0 });
  await addCompany(pool);
  await pool.query('update orders set bill_at = now() where bill_at is not null');
  await billNow(pool);
  expect(await kinds()).toEqual(['invoice']);
});

test('issues one invoice over the whole order, which payments settle', async () => {
  await Promise.all([billNow(pool), billNow(pool)]);
  await billNow(pool);
  const [invoice] = await documents();
  expect(invoice).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^INV-\d{4}-\d{6}$/) });
  expect(await books()).toEqual({ owed: TOTAL - DEPOSIT, invoiced: TOTAL, credited: 0 });
  await cash(100_000);
  await billNow(pool);
  expect(await books()).toMatchObject({ owed: TOTAL - DEPOSIT - 100_000 });
  await cash(TOTAL - DEPOSIT - 100_000);
  await billNow(pool);
  expect(await books()).toEqual({ owed: 0, invoiced: TOTAL, credited: 0 });
  expect(await kinds()).toEqual(['invoice']);
  expect(await pendingBill()).toBeNull();
});

test('an invoice shows its payment date only while the money is there', async () => {
  await withCompany();
  await billNow(pool);
  const [{ code } = { code: '' }] = await documents();
  const paidAt = async () => (await getJson(app, `/api/verify/${code}`)).body.paid_at;
  await cash(TOTAL - DEPOSIT - 1);
  expect(await paidAt()).toBeNull();
  await cash(1);
  const { rows } = await pool.query('select max(at) as at from allocations where order_id = $1', [booking.order_id]);
  expect(await paidAt()).toBe(rows[0].at.toISOString());
  const move = (cents: number) =>
    pool.query(
      `insert into allocations (order_id, payment_id, cents) select $1, id, $2 from payments where order_id = $1 limit 1`,
      [booking.order_id, cents],
    );
  await move(-5_000);
  expect(await paidAt()).toBeNull();
  await pool.query("update orders set life = 'completed', ended_at = now() where id = $1", [booking.order_id]);
  expect(await paidAt()).toBe(rows[0].at.toISOString());
});

test('a change of the plan changes neither when an invoice was paid, nor makes one paid that was credited', async () => {
  await withCompany();
  await billNow(pool);
  const paidAt = async (at: number) => {
    const invoices = (await documents()).filter(({ kind }) => kind === 'invoice');
    return (await getJson(app, `/api/verify/${invoices[at]?.code}`)).body.paid_at;
  };
  const plan = (cents: number) => withTransaction(pool, (db) => planTransport(db, booking.order_id, cents, testNow()));
  await cash(TOTAL - DEPOSIT);
  const first = await paidAt(0);
  expect(first).not.toBeNull();
  await plan(0);
  expect(await paidAt(0)).toBe(first);
  await plan(50_000);
  await pool.query('update orders set bill_at = now() where id = $1', [booking.order_id]);
  await billNow(pool);
  expect(await paidAt(1)).toBeNull();
  await cash(50_000);
  expect(await paidAt(1)).not.toBeNull();
  await plan(0);
  await pool.query('update orders set bill_at = now() where id = $1', [booking.order_id]);
  await billNow(pool);
  expect(await kinds()).toEqual(expect.arrayContaining(['invoice', 'invoice', 'credit_note']));
  expect([await paidAt(0), await paidAt(1)]).toEqual([first, null]);
});

test('a credit note for a change that is no line of an invoice leaves price and tax of the cars alone', async () => {
  await withCompany();
  for (const cents of [0, 50_000, 20_000, 0]) {
    await withTransaction(pool, (db) => planTransport(db, booking.order_id, cents, testNow()));
    await pool.query('update orders set bill_at = now() where id = $1', [booking.order_id]);
    await billNow(pool);
    if (cents === 20_000)
      expect((await newestNote()).said).toEqual([expect.stringMatching(/^Change of order .* 30000$/)]);
  }
  expect((await newestNote()).said).toEqual([expect.stringMatching(/^Change of order .* 20000$/)]);
});

test('only the buyer downloads the invoice; it names lines, amounts and the account, and verifies', async () => {
  await billNow(pool);
  const [{ url, code, number } = { url: '', code: '', number: '' }] = await documents();
  const file = await download(url);
  expect(file.statusCode).toBe(200);
  const text = (await pdfPages(file.rawPayload)).join('\n');
  for (const words of [number, 'BYD Seal', '$11,100.00', '$8,325.00', 'GB33 BUKB 2020 1555 5555 55', 'CarQuay Ltd'])
    expect(text).toContain(words);
  const other = await signIn(pool);
  expect((await download(url, other.cookie)).statusCode).toBe(404);
  expect((await download(url.replace(/orders\/\d+/, 'orders/999999'), other.cookie)).statusCode).toBe(404);
  expect((await getJson(app, `/api/verify/${code}`)).body).toMatchObject({
    state: 'valid',
    account_notice: null,
    claims: {
      number,
      total_cents: TOTAL,
      paid_cents: DEPOSIT,
      bank_account_end: '5555',
      reference: expect.stringMatching(/^CQ-/),
    },
  });
});

test('a document of another order of the same buyer is not found under this one', async () => {
  await billNow(pool);
  const [{ url } = { url: '' }] = await documents();
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const second = await calls.buy(buyer, car, PRICE);
  expect((await download(url.replace(/orders\/\d+/, `orders/${second.order_id}`))).statusCode).toBe(404);
});

test('a canceled order gets a credit note before its refund arrives', async () => {
  await billNow(pool);
  gateway.answers = 'pending';
  await calls.cancel(buyer, booking.booking_id, DEPOSIT / 100);
  await billNow(pool);
  expect(await kinds()).toEqual(['invoice', 'credit_note']);
  expect(await books()).toEqual({ owed: 0, invoiced: TOTAL, credited: TOTAL });
  const text = (await pdfPages((await download((await documents())[1]!.url)).rawPayload)).join('\n');
  for (const words of [(await documents())[0]!.number, '$11,100.00', 'is canceled', 'we keep nothing'])
    expect(text).toContain(words);
  const all = [/BYD Seal 1000000$/, /^Tax on .* 80000$/, /^Registration fee for .* 30000$/];
  const said = all.map((line) => expect.stringMatching(line));
  expect(await newestNote()).toEqual({ said, totalCents: TOTAL, remainingCents: 0, keptCents: 0 });
  gateway.decide(booking.payment_id, 'done');
  await pool.query('update refunds set due_at = now()');
  await billNow(pool);
  expect(await kinds()).toEqual(['invoice', 'credit_note']);
});

test('a canceled order still owes what is kept of its deposit, and a refund of an ended order lowers it', async () => {
  await billNow(pool);
  await refund(DEPOSIT - 20_000);
  await billNow(pool);
  expect(await books()).toEqual({ owed: 0, invoiced: TOTAL, credited: TOTAL - 20_000 });
  const ended = await newestNote();
  expect(ended).toMatchObject({ totalCents: TOTAL - 20_000, keptCents: 20_000 });
  expect(ended.said).toHaveLength(4);
  expect(ended.said.at(-1)).toMatch(/^Kept of order CQ-\d+ by its terms -20000$/);
  const url = (await documents()).at(-1)!.url;
  const text = (await pdfPages((await download(url)).rawPayload)).join(' ').replace(/\s+/g, ' ');
  for (const words of ['Kept $200.00', 'we keep $200.00 of the money received', '-$200.00'])
    expect(text).toContain(words);
  await refund(5_000);
  await billNow(pool);
  expect(await newestNote()).toMatchObject({
    said: [expect.stringMatching(/^Less is kept of order .* 5000$/)],
    keptCents: 15_000,
  });
});

const taxInBooks = async () =>
  (
    await pool.query(
      "select -sum(l.cents) as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.order_id = $1 and l.account = 'tax_payable'",
      [booking.order_id],
    )
  ).rows[0].cents;

test('a completed order whose buyer is refunded gets a credit note over the refund', async () => {
  await withCompany();
  await billNow(pool);
  await cash(TOTAL - DEPOSIT);
  await readyOrder(pool, booking.order_id);
  await postJson(app, `/api/admin/orders/${booking.order_id}/complete`, {}, { cookie: admin.cookie });
  await billNow(pool);
  expect(await kinds()).toEqual(['invoice']);
  await refund(5_000);
  await billNow(pool);
  expect(await books()).toEqual({ owed: 0, invoiced: TOTAL, credited: 5_000 });
  expect(await newestNote()).toEqual({
    said: [expect.stringMatching(/^Price reduced, order .* 4630$/), 'Tax on the reduction 370'],
    totalCents: 5_000,
    remainingCents: TOTAL - 5_000,
    keptCents: undefined,
  });
  expect(await taxInBooks()).toBe(80_000 - 370);
  expect((await order()).money.open_cents).toBe(0);
});

test('the next credit note of an order whose price was reduced before its tax was gives the tax to the seller', async () => {
  await billNow(pool);
  await cash(TOTAL - DEPOSIT);
  await readyOrder(pool, booking.order_id);
  await postJson(app, `/api/admin/orders/${booking.order_id}/complete`, {}, { cookie: admin.cookie });
  const { rows } = await pool.query('select seller_id as id from order_cars where order_id = $1', [booking.order_id]);
  const parts = [{ sellerId: rows[0].id, cents: 54_000 }];
  await withTransaction(pool, (db) => postReduction(db, booking.order_id, parts, { taxCents: 0, feeCents: 0 }));
  const before = await accountsOf(pool, booking.order_id);
  await refund(54_000);
  await billNow(pool);
  const { seller_payable, tax_payable, earnings } = await accountsOf(pool, booking.order_id);
  expect({ seller_payable, tax_payable, earnings }).toEqual({
    seller_payable: before.seller_payable! - 4_000,
    tax_payable: before.tax_payable! + 4_000,
    earnings: before.earnings,
  });
});

test('each refund of a completed order has its own credit note', async () => {
  await billNow(pool);
  await cash(TOTAL - DEPOSIT);
  await readyOrder(pool, booking.order_id);
  await postJson(app, `/api/admin/orders/${booking.order_id}/complete`, {}, { cookie: admin.cookie });
  for (const cents of [5_000, 2_000, 1_000]) expect((await refund(cents)).status).toBe(200);
  await billNow(pool);
  expect(await kinds()).toEqual(['invoice', 'credit_note', 'credit_note', 'credit_note']);
  const { rows } = await pool.query(
    "select -l.cents as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.order_id = $1 and e.kind = 'credit note' and l.account = 'receivable' order by e.id",
    [booking.order_id],
  );
  expect(rows.map(({ cents }) => cents)).toEqual([5_000, 2_000, 1_000]);
  expect(await taxInBooks()).toBe(80_000 - 593);
  expect(await books()).toEqual({ owed: 0, invoiced: TOTAL, credited: 8_000 });
  const { rows: mails } = await pool.query(
    "select text from mail_outbox where subject like 'A refund for the%' order by id desc limit 3",
  );
  expect(mails.map(({ text }) => /\$\d+\.\d\d/.exec(text)?.[0])).toEqual(['$10.00', '$20.00', '$50.00']);
});

test('an order of the first terms gets no invoice, and one that ends before its invoice none either', async () => {
  await useFirstTerms(pool, booking.payment_id);
  await billNow(pool);
  expect(await kinds()).toEqual([]);
  await book();
  await calls.cancel(buyer, booking.booking_id, DEPOSIT / 100);
  await billNow(pool);
  expect(await kinds()).toEqual([]);
});

test('order page and verification warn of a changing and of a replaced account while money is open', async () => {
  await billNow(pool);
  const [{ code } = { code: '' }] = await documents();
  expect((await order()).account_notice).toBeNull();
  await changeBankAccount(pool, app, 'DE89370400440532013000');
  const changing = { state: 'changing', changes_at: expect.stringMatching(/Z$/) };
  expect((await order()).account_notice).toEqual(changing);
  expect((await getJson(app, `/api/verify/${code}`)).body.account_notice).toEqual(changing);
  const first = booking;
  await book();
  await billNow(pool);
  const text = (await pdfPages((await download((await documents())[0]!.url)).rawPayload)).join(' ');
  expect(text).toContain('Another account takes the place of this one on');
  await pool.query('alter table bank_account_versions disable trigger user');
  await pool.query(
    "update bank_account_versions set approved_at = now() - interval '2 days', effective_at = now() where version = 2",
  );
  await pool.query('alter table bank_account_versions enable trigger user');
  const replaced = { state: 'replaced', changes_at: null };
  expect((await order()).account_notice).toEqual(replaced);
  expect((await getJson(app, `/api/verify/${code}`)).body.account_notice).toEqual(replaced);
  await cash(TOTAL - DEPOSIT);
  expect((await order()).account_notice).toBeNull();
  expect(first.order_id).not.toBe(booking.order_id);
});
