import { beforeAll, expect, test } from 'vitest';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import type { Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { approveNewest, newestProposal } from '../../../../../../tests/support/data/approvals.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { approveOpen } from '../../../../../../tests/support/payments/orders.ts';
import { payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { ACCOUNT, addPayoutAccount } from '../../../../../../tests/support/payments/payout-account.ts';
import { ScriptedGateway } from '../../../../../../tests/support/payments/scripted-gateway.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const finance = await signInAdmin(pool, { role: 'finance' });
const second = await signInAdmin(pool, { role: 'finance' });
const chief = await signInAdmin(pool, { role: 'administrator' });

beforeAll(() => enterBankAccount(pool));

const arrive = async (...entries: Entry[]) => importEntries(app, finance.cookie, entries);
const match = (line: number, body: object, by = finance) =>
  postJson(app, `/api/admin/statements/lines/${line}/match`, body, { cookie: by.cookie });
const choices = async (line: number) =>
  (await getJson(app, `/api/admin/statements/lines/${line}`, finance.cookie)).body;
/** Debits are positive. */
const balance = async (account: string) =>
  (await pool.query('select coalesce(sum(cents), 0) as cents from ledger_lines where account = $1', [account])).rows[0]
    .cents;
const agrees = async () => expect([await statementDifferences(pool), await bookFaults(pool)]).toEqual([[], []]);

test.each([
  ['tax', 'tax_payable', -20_000],
  ['passed_on', 'fees_to_pass_on', -30_000],
  ['drawing', 'earnings', -40_000],
  ['expense', 'expenses', -15_000],
  ['capital', 'capital', 500_000],
  ['interest', 'interest', 1_250],
  ['cash', 'cash', 80_000],
])('%s goes to the account %s and comes back from it', async (kind, account, cents) => {
  const before = await balance(account);
  const [line = 0] = await arrive({ amount: (Math.abs(cents) / 100).toFixed(2), ...(cents < 0 && { out: true }) });
  const answer = await match(line, { kind, reason: 'Invoice 17 of the authority.' });
  expect(answer).toMatchObject({ status: 200, body: { state: 'matched', waits: false } });
  expect(await balance(account)).toBe(before - cents);
  await agrees();
  const undo = { cookie: finance.cookie };
  await postJson(app, `/api/admin/statements/lines/${line}/unmatch`, { reason: 'Wrong kind.' }, undo);
  expect(await balance(account)).toBe(before);
  await agrees();
});

test('our own money needs a reason, and fees belong to payouts only', async () => {
  const [line = 0] = await arrive({ amount: '10.00', out: true });
  for (const kind of ['tax', 'passed_on', 'drawing', 'expense', 'capital'])
    expect(await match(line, { kind }), kind).toMatchObject({
      status: 409,
      body: { fields: { reason: expect.any(String) } },
    });
  expect(await match(line, { kind: 'tax', reason: 'x', fee_cents: 5 })).toMatchObject({
    status: 409,
    body: { fields: { fee_cents: expect.any(String) } },
  });
});

test('one person matches own payments up to the limit of a day, then a second one approves', async () => {
  const { rows } = await pool.query(
    'select payout_limit_cents as cents from order_terms order by version desc limit 1',
  );
  const limit = rows[0].cents as number;
  const [first = 0, next = 0] = await arrive(
    { amount: ((limit - 100) / 100).toFixed(2), out: true },
    { amount: '1.01', out: true },
  );
  const body = { kind: 'expense', reason: 'Rent of the yard.' };
  expect((await match(first, body, chief)).body.waits).toBe(false);
  const insert = pool.query(
    "insert into line_matches (line_id, n, kind, cents, reason, matched_by) values ($1, 0, 'expense', -101, 'x', $2)",
    [next, chief.id],
  );
  await expect(insert).rejects.toThrow('needs a second person');
  expect((await match(next, body, chief)).body).toMatchObject({ waits: true, state: 'open', left_cents: -101 });
  expect((await match(next, body, chief)).status).toBe(409);
  const forged = pool.query(
    "insert into line_matches (line_id, n, kind, cents, reason, matched_by, approved_by) values ($1, 0, 'expense', -101, 'x', $2, $3)",
    [next, chief.id, second.id],
  );
  await expect(forged).rejects.toThrow('nobody has approved');
  await approveOpen(app, second.cookie);
  expect((await choices(next)).line).toMatchObject({ state: 'matched', matches: [{ kind: 'expense', cents: -101 }] });
  await agrees();
});

test('payments at the card terminal and cash returned by transfer wait for their lines', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const buyer = await signIn(pool);
  const { order_id: order } = await payingCalls(app).buy(buyer, car, 10_000);
  const take = (method: string, cents: number, key: string) =>
    postJson(
      app,
      `/api/admin/orders/${order}/cash-receipts`,
      { key, method, amount_cents: cents, note: 'At the office.' },
      { cookie: chief.cookie },
    );
  expect((await take('card', 200_000, crypto.randomUUID())).status).toBe(200);
  expect((await take('cash', 50_000, crypto.randomUUID())).status).toBe(200);
  expect(await balance('card_terminal')).toBe(200_000);
  const [paidOut = 0, back = 0, tooMuch = 0] = await arrive(
    { amount: '1950.00' },
    { amount: '300.00', out: true },
    { amount: '300.01', out: true },
  );
  await match(paidOut, { kind: 'card_terminal', fee_cents: 5_000 });
  expect(await balance('card_terminal')).toBe(0);

  expect((await choices(back)).cash_returns).toEqual([]);
  expect((await match(back, { kind: 'cash_return', order_id: order })).status).toBe(409);
  await addPayoutAccount(pool, buyer.id, { holder: 'Amina Otieno' });
  const path = `/api/admin/orders/${order}/cash-returns`;
  const given = { key: crypto.randomUUID(), method: 'transfer', amount_cents: 30_000, note: 'Paid twice.' };
  expect((await postJson(app, path, given, { cookie: chief.cookie })).status).toBe(200);
  // One person counted the cash, so another one approves that it leaves the bank.
  expect(await balance('bank_in_transit')).toBe(0);
  await expect(
    pool.query(
      `insert into cash_returns (order_id, key, method, cents, note, admin_id, account_id)
       values ($1, 'one-person', 'transfer', 1, 'x', $2, payout_account_in_force($3))`,
      [order, chief.id, buyer.id],
    ),
  ).rejects.toThrow('that one person counted');
  expect((await approveNewest(app, second)).body.flag).toBe('1');
  expect(await balance('bank_in_transit')).toBe(-30_000);
  await agrees();
  expect((await choices(back)).cash_returns).toMatchObject([{ order_id: order, cents: 30_000 }]);
  expect((await match(tooMuch, { kind: 'cash_return', order_id: order })).status).toBe(409);
  const [other = 0] = await arrive({
    amount: '300.00',
    out: true,
    name: 'Peter Mwangi',
    account: 'GB33BUKB20201555555555',
  });
  expect((await choices(other)).cash_returns).toMatchObject([
    { payee: { name: 'Amina Otieno', account: ACCOUNT.account }, payee_differs: true },
  ]);
  expect(await match(other, { kind: 'cash_return', order_id: order })).toMatchObject({
    status: 409,
    body: { fields: { reason: expect.any(String) } },
  });
  expect((await match(back, { kind: 'cash_return', order_id: order })).status).toBe(200);
  expect(await balance('bank_in_transit')).toBe(0);
  await agrees();
});

test('returns cash by transfer only to the account of the buyer that staff saw, even with a second person', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 9_000_000 }]);
  const buyer = await signIn(pool);
  const { order_id: order } = await payingCalls(app).buy(buyer, car, 90_000);
  const receipt = { key: crypto.randomUUID(), method: 'cash', amount_cents: 2_000_000, note: 'At the office.' };
  await postJson(app, `/api/admin/orders/${order}/cash-receipts`, receipt, { cookie: chief.cookie });
  await approveOpen(app, (await signInAdmin(pool, { role: 'administrator' })).cookie);
  const give = (cents: number, body: object = {}, method = 'transfer') =>
    postJson(
      app,
      `/api/admin/orders/${order}/cash-returns`,
      { key: crypto.randomUUID(), method, amount_cents: cents, note: 'Paid twice.', ...body },
      { cookie: chief.cookie },
    );
  expect(await give(1_000)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('no bank account') },
  });
  const other = await addPayoutAccount(pool, (await signIn(pool)).id);
  const old = await addPayoutAccount(pool, buyer.id);
  const current = await addPayoutAccount(pool, buyer.id, { holder: 'Amina Otieno' });
  for (const account_id of [other, old])
    expect(await give(1_000, { account_id })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Another account') },
    });
  const insert = `insert into cash_returns (order_id, key, method, cents, note, admin_id, account_id)
    values ($1, 'forged-key', 'transfer', 1, 'x', $2, $3)`;
  for (const account of [other, old, null])
    await expect(pool.query(insert, [order, chief.id, account])).rejects.toThrow('another account');
  const security = `insert into security_moves (order_id, key, kind, cents, method, admin_id, account_id)
    values ($1, 'forged-key', 'returned', 1, 'transfer', $2, $3)`;
  await expect(pool.query(security, [order, chief.id, other])).rejects.toThrow('another account');
  expect((await give(1_000, { account_id: current })).status).toBe(200);
  const shown = await getJson(app, `/api/admin/orders/${order}`, chief.cookie);
  expect(shown.body.payout_account).toMatchObject({
    id: current,
    account_end: '3000',
    full: { account: ACCOUNT.account },
  });
  const support = await signInAdmin(pool, { role: 'support' });
  expect((await getJson(app, `/api/admin/orders/${order}`, support.cookie)).body.payout_account.full).toBeNull();

  expect((await give(1_500_000)).body.message).toContain('Proposed');
  await addPayoutAccount(pool, buyer.id, { holder: 'Amina Otieno' });
  const [{ id, hash }] = (await getJson(app, '/api/admin/approvals', second.cookie)).body.items;
  const approve = `/api/admin/approvals/${id}/approve`;
  expect(await postJson(app, approve, { hash }, { cookie: second.cookie })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Another account') },
  });
  await agrees();
});

test('a fee that is too large, or that nobody owes, waits for a second person, in the database too', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const { order_id: order } = await payingCalls(app).buy(await signIn(pool), car, 10_000);
  const taken = { key: crypto.randomUUID(), method: 'card', amount_cents: 200_000, note: 'At the office.' };
  expect(
    (await postJson(app, `/api/admin/orders/${order}/cash-receipts`, taken, { cookie: chief.cookie })).status,
  ).toBe(200);
  const before = { terminal: await balance('card_terminal'), fees: await balance('card_fees') };
  const [cent = 0, most = 0] = await arrive({ amount: '0.01' }, { amount: '1900.00' });
  const insert = (line: number, cents: number, fee: number) =>
    pool.query(
      "insert into line_matches (line_id, n, kind, cents, fee_cents, matched_by) values ($1, 0, 'card_terminal', $2, $3, $4)",
      [line, cents, fee, chief.id],
    );
  for (const [line, cents, fee] of [
    [cent, 1, 100_000_000],
    [cent, 1, 1],
    [most, 190_000, 10_001],
  ] as const) {
    await expect(insert(line, cents, fee)).rejects.toThrow('needs a second person');
    expect((await match(line, { kind: 'card_terminal', fee_cents: fee })).body.waits).toBe(true);
  }
  expect({ terminal: await balance('card_terminal'), fees: await balance('card_fees') }).toEqual(before);
  const second = await signInAdmin(pool);
  expect((await newestProposal(app, second)).summary).toContain('$1,900.00');
  expect((await newestProposal(app, second)).summary).toContain('$100.01');
  expect((await approveNewest(app, second)).body.flag).toBe('1');
  expect(await balance('card_fees')).toBe(before.fees + 10_001);
  await agrees();
});

test('fees count toward the limit of a day', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 9_000_000 }]);
  const { order_id: order } = await payingCalls(app).buy(await signIn(pool), car, 90_000);
  const taken = { key: crypto.randomUUID(), method: 'card', amount_cents: 950_000, note: 'At the office.' };
  expect(
    (
      await postJson(app, `/api/admin/orders/${order}/cash-receipts`, taken, {
        cookie: (await signInAdmin(pool)).cookie,
      })
    ).status,
  ).toBe(200);
  const [line = 0] = await arrive({ amount: '8000.00' });
  const by = await signInAdmin(pool, { role: 'finance' });
  await pool.query('alter table order_terms disable trigger user');
  await pool.query('update order_terms set payout_limit_cents = 99999');
  expect((await match(line, { kind: 'card_terminal', fee_cents: 100_000 }, by)).body.waits).toBe(true);
  await pool.query('update order_terms set payout_limit_cents = 1000000');
  await pool.query('alter table order_terms enable trigger user');
  expect((await match(line, { kind: 'card_terminal', fee_cents: 100_000 }, by)).body.waits).toBe(false);
  const { rows } = await pool.query('select matched_alone_today($1) as cents', [by.id]);
  expect(rows[0].cents).toBe(100_000);
});
