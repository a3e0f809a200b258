import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { postSecurity } from '#features/payments/ledger/server/ledger-store.ts';
import { enterBankAccount } from '../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { approveOpen } from '../../../../../tests/support/payments/orders.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { payAtOnce, readyOrder } from '../../../../../tests/support/payments/ready-order.ts';
import { ScriptedGateway } from '../../../../../tests/support/payments/scripted-gateway.ts';
import { holdForTransfer } from '../../../../../tests/support/payments/transfers.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';
import { reportPeriod } from '../model/report.ts';
import { type MovementName, moneyMovements } from './report-ledger-store.ts';

const PRICE = 10_000;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());
const calls = payingCalls(app);
const finance = await signInAdmin(pool);
const second = await signInAdmin(pool);
const NOW = testNow();
const [YEAR, MONTH] = [NOW.getUTCFullYear(), NOW.getUTCMonth() + 1];
const as = { cookie: finance.cookie };

const match = async (line: number, body: object) =>
  expect((await postJson(app, `/api/admin/statements/lines/${line}/match`, body, as)).status).toBe(200);
const unmatch = async (line: number) =>
  expect((await postJson(app, `/api/admin/statements/lines/${line}/unmatch`, { reason: 'Wrong.' }, as)).status).toBe(
    200,
  );

/** Makes one of every movement of money: three sales, a refund, a payout, transfers with and without a shortfall, and fees. */
beforeAll(async () => {
  await enterBankAccount(pool);
  await pool.query(
    `insert into operator_details (version, legal_name, address, registration_number, governing_law, money_holder, contact, saved_by)
     values (1, 'CarQuay Ltd', '1 Harbour Street', '', '', '', '', $1)`,
    [finance.id],
  );
  const [canceled = 0, sold = 0, transferred = 0] = await addCars(
    pool,
    [1, 2, 3].map(() => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
  );
  const quitter = await signIn(pool);
  await calls.buy(quitter, canceled, PRICE);
  const [{ cancellation, _id }] = await calls.bookings(quitter);
  expect((await calls.cancel(quitter, Number(_id), cancellation.refund)).status).toBe(200);
  const { order_id: order } = await calls.buy(await signIn(pool), sold, PRICE);
  const cash = { key: randomUUID(), method: 'cash', amount_cents: 832_500 };
  await postJson(app, `/api/admin/orders/${order}/cash-receipts`, cash, as);
  await postSecurity(pool, order, 1, { kind: 'taken', cents: 50_000, method: 'card' });
  await postSecurity(pool, order, 2, { kind: 'returned', cents: 40_000, method: 'transfer' });
  await readyOrder(pool, order);
  expect((await postJson(app, `/api/admin/orders/${order}/complete`, {}, as)).status).toBe(200);
  await payOut(order);
  const buyer = await signIn(pool);
  const held = await holdForTransfer(pool, buyer.id, transferred);
  await pool.query('delete from request_counts');
  const [short = 0, fee = 0, provider = 0, ...own] = await importEntries(app, finance.cookie, [
    { amount: '2760.00' },
    { amount: '12.00', out: true },
    { amount: '2700.00' },
    ...OWN.map(([, dollars]) => ({ amount: Math.abs(dollars).toFixed(2), ...(dollars < 0 && { out: true }) })),
  ]);
  for (const again of [true, false]) {
    await match(short, { order_id: held.orderId, payer_differs: true, reason: 'A relative paid.' });
    await match(fee, { kind: 'fee' });
    await match(provider, { kind: 'provider_payout', fee_cents: 4_985 });
    for (const [n, [kind]] of OWN.entries()) await match(own[n]!, { kind, reason: 'As agreed.' });
    if (again) {
      for (const line of [fee, ...own]) await unmatch(line);
      await unmatch(provider);
      await unmatch(short);
    }
  }
});

/** The operator's own lines in dollars; negative if the money went out. */
const OWN: [kind: string, dollars: number][] = [
  ['tax', -200],
  ['passed_on', -300],
  ['drawing', -400],
  ['expense', -150],
  ['interest', 1.25],
  ['capital', 900],
  ['cash', 500],
  ['card_terminal', 60],
];

async function payOut(order: number): Promise<void> {
  const { rows } = await pool.query('select seller_id from order_cars where order_id = $1', [order]);
  await payAtOnce(pool, rows[0].seller_id);
  await pool.query('alter table payout_accounts disable trigger user');
  await pool.query(
    `insert into payout_accounts (user_id, holder, bank, account, bic, entered_at, effective_at)
     values ($1, 'Chen', 'Bank', 'DE89370400440532013000', 'COBADEFF', now() - interval '2 days', now() - interval '1 day')`,
    [rows[0].seller_id],
  );
  await pool.query('alter table payout_accounts enable trigger user');
  for (const end of ['failed', 'booked']) {
    await postJson(app, '/api/admin/payouts', { seller_id: rows[0].seller_id }, as);
    await approveOpen(app, second.cookie);
    const [payout] = (await getJson(app, '/api/admin/payouts', finance.cookie)).body.payouts;
    expect((await postJson(app, `/api/admin/payouts/${payout.id}/sent`, {}, as)).status).toBe(200);
    const body = end === 'failed' ? { reason: 'The bank refused it.' } : { fee_cents: 1_500 };
    expect((await postJson(app, `/api/admin/payouts/${payout.id}/${end}`, body, as)).status).toBe(200);
  }
}

const movements = async (month = MONTH) =>
  moneyMovements(pool, reportPeriod({ scope: 'monthly', year: YEAR, month: month }));

test('the movements of a month agree with its trial balance', async () => {
  const sums = Object.fromEntries((await movements()).map(({ name, cents }) => [name, cents]));
  const of = (...names: MovementName[]) => names.reduce((sum, name) => sum + (sums[name] ?? 0), 0);
  const { accounts } = (await getJson(app, '/api/admin/books', finance.cookie)).body;
  const changed = (...names: string[]) =>
    accounts
      .filter(({ account }: { account: string }) => names.includes(account))
      .reduce(
        (sum: number, row: { debit_cents: number; credit_cents: number }) => sum + row.debit_cents + row.credit_cents,
        0,
      );
  expect(Object.values(sums).every((cents) => cents !== 0)).toBe(true);
  expect(sums).toMatchObject({ byProvider: 555_000, inPerson: 832_500, byTransfer: 276_000, shortfalls: 1_500 });
  const received = of('byProvider', 'byTransfer', 'inPerson', 'securityTaken');
  const givenBack = of('refundsPaid', 'securityReturned');
  const money = changed(
    ...['gateway', 'bank', 'bank_in_transit', 'cash', 'card_terminal', 'unidentified_receipts', 'payouts_in_transit'],
  );
  const out = of('payoutsSent', 'bankFees', 'cardFees', 'transportBills', 'taxPaid', 'drawings', 'expenses');
  expect(money).toBe(received - givenBack - out + of('interest', 'capital'));
  expect(changed('gateway')).toBe(of('byProvider') - of('refundsPaid', 'providerPayouts'));
  expect(changed('seller_payable')).toBe(of('payoutsSent') - of('toSellers'));
  expect(changed('payouts_in_transit')).toBe(of('payoutsBooked') - of('payoutsSent'));
  expect(changed('earnings')).toBe(of('drawings') - of('commission', 'otherEarnings'));
  expect(changed('card_terminal')).toBe(of('securityTaken') - of('terminalPayouts'));
  expect(sums).toMatchObject({ taxPaid: 20_000, drawings: 40_000, expenses: 15_000, interest: 125, capital: 90_000 });
  expect(changed('bank_fees')).toBe(of('bankFees', 'shortfalls'));
  expect(changed('card_fees')).toBe(of('cardFees'));
  expect(changed('tax_payable', 'fees_to_pass_on')).toBe(of('transportBills', 'taxPaid') - of('passedOn'));
  expect(changed('security_deposits')).toBe(of('securityReturned') - of('securityTaken'));
});

test('the PDF compares the movements with the month before, and counts transfers and cash as received', async () => {
  const query = (type: string) => `reportScope=monthly&reportType=${type}&year=${YEAR}&month=${MONTH}`;
  const textOf = async (type: string) => {
    const { rawPayload } = await app.inject({ url: `/api/reports?${query(type)}`, headers: as });
    return (await pdfPages(rawPayload)).join(' ').replace(/\s+/g, ' ');
  };
  for (const type of ['financials', 'overall']) {
    const text = await textOf(type);
    expect(text).toContain('Captured $16,635.00');
    expect(text).toContain('Received by bank transfer 3 $2,760.00 $0.00');
    expect(text).toContain('Payouts sent to sellers 3 $9,500.00 $0.00');
    expect(text).toContain('Our commission 1 $500.00 $0.00');
  }
  expect(await textOf('financials')).toContain('Bank transfer 2 $2,760.00');
  const { payload } = await app.inject({ url: `/api/reports/csv?${query('financials')}`, headers: as });
  const [head, ...lines] = payload.trim().split('\r\n');
  expect(head?.replace('\ufeff', '')).toBe(
    'Entry ID,Time (UTC),Kind,Account,Amount,Currency,Transaction ID,Car ID,Order ID,Cause,Cause ID,Seller ID',
  );
  expect(lines.filter((line) => line.includes(',payout sent,seller_payable,9500,USD,,,'))).toHaveLength(2);
});

test('the revenue of the dashboard is all payments of buyers less refunds, regardless of payouts by the provider', async () => {
  const { revenue } = (await getJson(app, '/api/admin/dashboard', finance.cookie)).body;
  const sums = Object.fromEntries((await movements()).map(({ name, cents }) => [name, cents]));
  const { byProvider = 0, byTransfer = 0, inPerson = 0, refundsPaid = 0 } = sums;
  expect(refundsPaid).toBeGreaterThan(0);
  expect(revenue.at(-1).amount * 100).toBe(byProvider + byTransfer + inPerson - refundsPaid);
});

test('a month without movements has no table of them', async () => {
  const period = reportPeriod({ scope: 'monthly', year: YEAR - 1, month: 1 });
  expect(await moneyMovements(pool, period)).toEqual([]);
});
