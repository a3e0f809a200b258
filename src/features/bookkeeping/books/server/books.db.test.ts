import { expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addCompany, billNow } from '../../../../../tests/support/payments/billing.ts';
import { payBalance } from '../../../../../tests/support/payments/orders.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const calls = payingCalls(app);
const finance = await signInAdmin(pool, { role: 'finance' });
const chief = await signInAdmin(pool, { role: 'administrator' });
const books = async (query = '') => (await getJson(app, `/api/admin/books${query}`, finance.cookie)).body;

test('shows what is owed and due by age, and a trial balance whose sums are equal', async () => {
  expect(await books()).toMatchObject({ missing: ['legalName', 'address', 'bankAccount'], waiting_invoices: 0 });
  const cars = await addCars(
    pool,
    [1, 2].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const [open, done] = [
    await calls.buy(await signIn(pool), cars[0]!, PRICE),
    await calls.buy(await signIn(pool), cars[1]!, PRICE),
  ];
  expect((await books()).waiting_invoices).toBe(2);
  await addCompany(pool);
  await payBalance(pool, done.booking_id);
  await readyOrder(pool, done.order_id);
  await postJson(app, `/api/admin/orders/${done.order_id}/complete`, {}, { cookie: chief.cookie });
  await billNow(pool);
  const { receivables, payables, clearing, accounts, totals, missing, waiting_invoices } = await books();
  expect({ missing, waiting_invoices }).toEqual({ missing: [], waiting_invoices: 0 });
  expect(receivables).toMatchObject({
    bands: [832_500, 0, 0, 0],
    total_cents: 832_500,
    items: [{ account: 'receivable', order_id: open.order_id, cents: 832_500 }],
  });
  expect(payables).toMatchObject({
    total_cents: 950_000,
    items: [{ account: 'seller_payable', order_id: done.order_id }],
  });
  expect(clearing.map(({ account, cents }: { account: string; cents: number }) => [account, cents])).toEqual([
    ['cash', 832_500],
    ['gateway', 555_000],
  ]);
  expect(totals).toMatchObject({ opening_cents: 0, closing_cents: 0 });
  expect(totals.debit_cents).toBe(-totals.credit_cents);
  const closing = Object.fromEntries(
    accounts.map(({ account, closing_cents }: { account: string; closing_cents: number }) => [account, closing_cents]),
  );
  expect(closing).toMatchObject({
    tax_payable: -80_000,
    fees_to_pass_on: -30_000,
    earnings: -50_000,
    seller_payable: -950_000,
  });
  const csv = await app.inject({ url: '/api/admin/books/trial-balance/csv', headers: { cookie: finance.cookie } });
  const lines = csv.body.trim().split('\r\n');
  expect(lines[0]).toContain('Account,Opening,Debit,Credit,Closing');
  expect(lines.at(-1)).toBe(`total,0,${totals.debit_cents / 100},${totals.credit_cents / 100},0`);
  expect((await books('?month=2001-01')).accounts).toEqual([]);
  expect((await getJson(app, '/api/admin/books?month=2001-13', finance.cookie)).status).toBe(400);
});
