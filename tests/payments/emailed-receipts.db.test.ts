import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { cashReceiptForEmail } from '#features/orders/billing/server/cash.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { newTransaction, payingCalls } from '../support/payments/paying.ts';
import { RefundingGateway } from '../support/payments/refunding-gateway.ts';
import { dayFromNow } from '../support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';
import { pdfPages } from '../support/site/documents/pdf-text.ts';
import { testDocuments } from '../support/site/documents/test-documents.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new RefundingGateway());
const calls = payingCalls(app);
const admin = await signInAdmin(pool);

beforeEach(async () => {
  await pool.query('delete from request_counts');
});

const office = (order: number, path: string, body: object) =>
  postJson(app, `/api/admin/orders/${order}/${path}`, body, { cookie: admin.cookie });

/** Subjects of the emails that attach a receipt of money taken in person, with the texts of email and PDF. */
async function emailed(): Promise<{ subject: string; email: string; receipt: string }[]> {
  const { rows } = await pool.query(
    "select subject, text, attachment from mail_outbox where attachment ->> 'kind' in ('cash receipt', 'cash return', 'security move') order by id",
  );
  const files = [];
  for (const { subject, text, attachment } of rows) {
    const { name, content } = await cashReceiptForEmail(testDocuments(pool), attachment);
    expect(name).toMatch(/^receipt-R-\d{4}-\d+\.pdf$/);
    files.push({ subject, email: text, receipt: (await pdfPages(content)).join(' ').replace(/\s+/g, ' ') });
  }
  return files;
}

test('the buyer gets the cash receipt by email, once, with the open amount', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const { order_id: order } = await calls.buy(await signIn(pool), car, PRICE);
  await pool.query('delete from mail_outbox');
  const taken = { key: randomUUID(), method: 'cash', amount_cents: 123_400, note: 'At the yard.' };
  for (const _ of [1, 2]) expect((await office(order, 'cash-receipts', taken)).status).toBe(200);
  const [mail, ...others] = await emailed();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('BYD Seal has arrived');
  for (const words of ['Received: $1,234.00.', 'Still to pay: $7,091.00']) expect(mail?.email).toContain(words);
  for (const words of ['Cash', '$1,234.00', 'Balance due $7,091.00']) expect(mail?.receipt).toContain(words);
});

test('the buyer gets the receipt of returned cash by email, once, and anyone can verify it', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  const buyer = await signIn(pool);
  const { order_id: order } = await calls.buy(buyer, car, PRICE);
  await office(order, 'cash-receipts', {
    key: randomUUID(),
    method: 'cash',
    amount_cents: 200_000,
    note: 'At the yard.',
  });
  await pool.query("update orders set life = 'cancelled', ended_at = now() where id = $1", [order]);
  await pool.query('delete from mail_outbox');
  const given = { key: randomUUID(), method: 'cash', amount_cents: 123_400, note: 'The order was canceled.' };
  for (const _ of [1, 2]) expect((await office(order, 'cash-returns', given)).status).toBe(200);
  const [mail, ...others] = await emailed();
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('We have given your money back for the 2021 BYD Seal');
  expect(mail?.email).toContain('Given back in cash: $1,234.00.');
  for (const words of ['Given back', 'Cash', '$1,234.00']) expect(mail?.receipt).toContain(words);
  const { documents } = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body;
  const issued = await pool.query("select id, number, code from issued_documents where subject_kind = 'cash return'");
  const [receipt] = issued.rows;
  expect(documents).toContainEqual(
    expect.objectContaining({ id: receipt.id, kind: 'receipt', number: receipt.number }),
  );
  const verified = (await getJson(app, `/api/verify/${receipt.code}`)).body;
  expect(verified).toMatchObject({ state: 'valid', claims: { total_cents: null, paid_cents: -123_400 } });
  const download = (cookie: string) =>
    app.inject({ url: `/api/orders/${order}/documents/${receipt.id}/pdf`, headers: { cookie } });
  expect((await download(buyer.cookie)).statusCode).toBe(200);
  expect((await download((await signIn(pool)).cookie)).statusCode).toBe(404);
});

test('a renter gets the receipts of the security deposit by email, once each', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Dolphin', priceCents: 10_000, offer: 'Rent' }]);
  const renter = await signIn(pool);
  const dates = { start_date: dayFromNow(2), end_date: dayFromNow(4), transaction_id: newTransaction() };
  await calls.pay(renter, car, 100, { ...dates, amount: 129 });
  await calls.sold(renter, car);
  const booked = { total_price: 516, paid_price: 129 };
  const { order_id: order } = (await calls.book(renter, car, dates.transaction_id, 100, booked)).body;
  await pool.query('delete from mail_outbox');
  for (const kind of ['taken', 'returned']) {
    const move = { key: randomUUID(), kind, method: 'cash', amount_cents: 20_000 };
    for (const _ of [1, 2]) expect((await office(order, 'security', move)).status).toBe(200);
  }
  const mails = await emailed();
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('We have received your security deposit'),
    expect.stringContaining('We have returned your security deposit'),
  ]);
  for (const { email, receipt } of mails) for (const text of [email, receipt]) expect(text).toContain('$200.00');
});
