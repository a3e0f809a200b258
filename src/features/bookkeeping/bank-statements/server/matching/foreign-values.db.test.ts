import { beforeAll, expect, test } from 'vitest';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { decimalsOf } from '#lib/i18n/currency.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { ACCOUNT, camtFile, type Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { publishRate } from '../../../../../../tests/support/bookkeeping/exchange-rates.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { approveOpen } from '../../../../../../tests/support/payments/orders.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const chief = await signInAdmin(pool, { role: 'administrator' });
const second = await signInAdmin(pool, { role: 'finance' });
/** The day on which all lines are booked. */
const DAY = '2026-11-20';
const OTHER_ACCOUNT = 'DE89370400440532013000';

beforeAll(() => enterBankAccount(pool));

const arrive = async (currency: string, entries: Entry[], account = ACCOUNT) => {
  await pool.query(
    'insert into foreign_accounts (account, currency, added_by) values ($1, $2, $3) on conflict do nothing',
    [account, currency, chief.id],
  );
  return importEntries(app, chief.cookie, entries, account, DAY, currency);
};
const inDollars = (...entries: Entry[]) => importEntries(app, chief.cookie, entries, ACCOUNT, DAY);
/** Each match is by a new person, so that the limit of a day does not matter. */
const match = async (line: number, body: object) =>
  postJson(app, `/api/admin/statements/lines/${line}/match`, body, {
    cookie: (await signInAdmin(pool, { role: 'administrator' })).cookie,
  });
const choices = async (line: number) => (await getJson(app, `/api/admin/statements/lines/${line}`, chief.cookie)).body;
const summary = async (): Promise<string> =>
  (await getJson(app, '/api/admin/approvals', second.cookie)).body.items[0].summary;
/** Debits are positive. */
const balances = async (): Promise<Record<string, number>> => {
  const { rows } = await pool.query('select account, sum(cents) as cents from ledger_lines group by 1');
  const all = Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
  const { foreign_accounts = 0, exchange_difference = 0, bank_in_transit = 0 } = all;
  return { foreign_accounts, exchange_difference, bank_in_transit };
};
const agrees = async () => expect([await statementDifferences(pool), await bookFaults(pool)]).toEqual([[], []]);
const insertMatch = (line: number, kind: string, cents: number, usdCents: number, other: number | null = null) =>
  pool.query(
    `insert into line_matches (line_id, n, kind, cents, reason, matched_by, usd_cents, other_line_id)
     values ($1, 0, $2, $3, 'x', $4, $5, $6)`,
    [line, kind, cents, chief.id, usdCents, other],
  );

test('a value that is more than 5% from the exchange rate waits for a second person, who sees both figures', async () => {
  await publishRate(pool, 'EUR', 0.5, '2026-11-18');
  const [near = 0, far = 0] = await arrive('EUR', [{ amount: '100.00', out: true }, { amount: '100.00' }]);
  expect((await choices(near)).worth).toEqual({ cents: 20_000, on: '2026-11-18' });
  expect((await match(near, { kind: 'fee', usd_cents: 19_000 })).body).toMatchObject({ waits: false });
  for (const cents of [18_998, 21_002])
    await expect(insertMatch(far, 'capital', 10_000, cents)).rejects.toThrow('second person');
  const waits = await match(far, { kind: 'capital', reason: 'Own money.', usd_cents: 18_998 });
  expect(waits.body).toMatchObject({ waits: true, state: 'open' });
  expect(await summary()).toContain('worth $189.98 ($200.00 by the exchange rate of Nov 18, 2026)');
  await approveOpen(app, second.cookie);
  expect((await choices(far)).line).toMatchObject({ state: 'matched', matches: [{ usd_cents: 18_998 }] });
  await agrees();
});

test('compares the value of a part with the rate for that part', async () => {
  await publishRate(pool, 'JPY', 150, DAY);
  const [line = 0] = await arrive('JPY', [{ amount: '30000', out: true }]);
  const part = { kind: 'expense', reason: 'Rent.', cents: 15_000, left_cents: 30_000 };
  expect((await match(line, { ...part, usd_cents: 20_000 })).body.waits).toBe(true);
  expect((await match(line, { ...part, usd_cents: 10_000 })).body).toMatchObject({ waits: false, left_cents: -15_000 });
});

test('the rate of the nearest day counts, at most a week away; without one nothing waits', async () => {
  for (const [perUsd, day] of [
    [100, '2026-11-12'],
    [120, '2026-11-16'],
    [130, '2026-11-21'],
  ] as const)
    await publishRate(pool, 'KES', perUsd, day);
  const [line = 0] = await arrive('KES', [{ amount: '13000.00' }]);
  expect((await choices(line)).worth).toEqual({ cents: 10_000, on: '2026-11-21' });
  await publishRate(pool, 'SEK', 10, '2026-11-12');
  const [old = 0] = await arrive('SEK', [{ amount: '100.00' }]);
  expect((await choices(old)).worth).toBeNull();
  expect((await match(old, { kind: 'capital', reason: 'x', usd_cents: 1 })).body).toMatchObject({ waits: false });
});

test('lets one person match lines that cancel each other and set lines aside, because they have no value to compare', async () => {
  await publishRate(pool, 'TRY', 0.8, DAY);
  const [out = 0, back = 0, unclear = 0] = await arrive('TRY', [
    { amount: '100.00', out: true },
    { amount: '100.00' },
    { amount: '30.00' },
  ]);
  const returned = await match(out, { kind: 'return', other_line_id: back });
  expect(returned.body).toMatchObject({ waits: false, state: 'matched' });
  expect((await choices(back)).line.state).toBe('matched');
  const aside = await match(unclear, { kind: 'set_aside', reason: 'Unclear.' });
  expect(aside.body).toMatchObject({ waits: false, state: 'set_aside' });
  await agrees();
});

test('money cannot leave as a conversion at a bad price without a second person, whichever side is chosen', async () => {
  await publishRate(pool, 'CHF', 0.8, DAY);
  const [one = 0, two = 0, fair = 0] = await arrive('CHF', [
    { amount: '0.80' },
    { amount: '0.80' },
    { amount: '80.00' },
  ]);
  const out = { amount: '100.00', out: true };
  const [paid = 0, next = 0, last = 0] = await inDollars(out, out, out);
  expect((await choices(paid)).conversions).toContainEqual(
    expect.objectContaining({ line_id: one, worth: { cents: 100, on: DAY } }),
  );
  await expect(insertMatch(one, 'conversion', 80, 10_000, paid)).rejects.toThrow('differs from the exchange rate');
  for (const [side, other] of [
    [paid, one],
    [two, next],
  ] as const) {
    expect((await match(side, { kind: 'conversion', other_line_id: other })).body).toMatchObject({ waits: true });
    expect(await summary()).toContain('worth $100.00 ($1.00 by the exchange rate of Nov 20, 2026)');
    await approveOpen(app, second.cookie);
    expect((await choices(side)).line.state).toBe('matched');
  }
  expect((await match(last, { kind: 'conversion', other_line_id: fair })).body).toMatchObject({ waits: false });
  await agrees();
});

test('a transfer between two accounts in one currency moves both by one value, leaves nothing in transit, and is undone from either side', async () => {
  const [income = 0, out = 0] = await arrive('NOK', [{ amount: '100.00' }, { amount: '100.00', out: true }]);
  const [arrived = 0, spent = 0] = await arrive(
    'NOK',
    [{ amount: '100.00' }, { amount: '100.00', out: true }],
    OTHER_ACCOUNT,
  );
  const before = await balances();
  const moved = async () => {
    const now = await balances();
    return Object.fromEntries(Object.entries(now).map(([account, cents]) => [account, cents - before[account]!]));
  };
  await match(income, { kind: 'capital', reason: 'x', usd_cents: 1_000 });
  expect((await choices(arrived)).conversions.map(({ line_id }: { line_id: number }) => line_id)).toContain(out);
  expect((await match(out, { kind: 'conversion', other_line_id: arrived })).status).toBe(409);
  expect((await match(out, { kind: 'conversion', other_line_id: income, usd_cents: 1_100 })).status).toBe(409);
  for (const [side, other] of [
    [out, arrived],
    [arrived, out],
  ] as const) {
    const body = { kind: 'conversion', other_line_id: other, usd_cents: 1_100 };
    expect((await match(side, body)).body).toMatchObject({ waits: false, state: 'matched' });
    expect(await moved()).toEqual({ foreign_accounts: 1_100, exchange_difference: -100, bank_in_transit: 0 });
    await agrees();
    const undone = await postJson(
      app,
      `/api/admin/statements/lines/${other}/unmatch`,
      { reason: 'Wrong.' },
      { cookie: chief.cookie },
    );
    expect(undone.body.state).toBe('open');
    expect((await choices(side)).line.state).toBe('open');
    expect(await moved()).toEqual({ foreign_accounts: 1_000, exchange_difference: 0, bank_in_transit: 0 });
    await agrees();
  }
  await match(arrived, { kind: 'conversion', other_line_id: out, usd_cents: 1_100 });
  await match(spent, { kind: 'expense', reason: 'x', usd_cents: 1_050 });
  expect(await moved()).toEqual({ foreign_accounts: 0, exchange_difference: -50, bank_in_transit: 0 });
  const { rows } = await pool.query("select held_usd_cents as cents from foreign_balances where currency = 'NOK'");
  expect(rows).toEqual([{ cents: 0 }, { cents: 0 }]);
  await agrees();
});

test('of a transfer into another currency both rates count, and it counts once toward the limit of a day', async () => {
  await publishRate(pool, 'PLN', 4, DAY);
  await publishRate(pool, 'CZK', 20, DAY);
  const { rows } = await pool.query(
    'select payout_limit_cents as cents from order_terms order by version desc limit 1',
  );
  const limit: number = rows[0].cents;
  const amount = (units: number) => ((limit * units) / 100).toFixed(2);
  const [out = 0, small = 0] = await arrive('PLN', [
    { amount: amount(4), out: true },
    { amount: '40.00', out: true },
  ]);
  const [arrived = 0, less = 0] = await arrive('CZK', [{ amount: amount(20) }, { amount: '100.00' }]);
  const body = { kind: 'conversion', other_line_id: arrived, usd_cents: limit };
  expect((await match(out, body)).body).toMatchObject({ waits: false, state: 'matched' });
  for (const [side, other] of [
    [small, less],
    [less, small],
  ] as const) {
    const answer = await match(side, { kind: 'conversion', other_line_id: other, usd_cents: 1_000 });
    expect(answer.body).toMatchObject({ waits: true, state: 'open' });
    expect(await summary()).toMatch(/PLN\s?40\.00 that went out, worth \$10\.00 \(\$5\.00 .*to CZK\s?100\.00/);
    await approveOpen(app, second.cookie);
    expect((await choices(small)).line.matches).toMatchObject([{ kind: 'conversion', usd_cents: -1_000 }]);
    expect((await choices(less)).line.matches).toMatchObject([{ kind: 'conversion', usd_cents: 1_000 }]);
    await agrees();
    await postJson(app, `/api/admin/statements/lines/${side}/unmatch`, { reason: 'x' }, { cookie: chief.cookie });
  }
});

test('two sides in one currency that differ by more than 5% wait for a second person, and the database keeps sides together', async () => {
  const [out = 0] = await arrive('DKK', [{ amount: '100.00', out: true }]);
  const [arrived = 0] = await arrive('DKK', [{ amount: '94.00' }], OTHER_ACCOUNT);
  await expect(insertMatch(out, 'conversion', -10_000, -1_500, arrived)).rejects.toThrow(
    'differs from the exchange rate',
  );
  await expect(insertMatch(arrived, 'conversion', 9_400, 1_500, out)).rejects.toThrow('other side');
  const answer = await match(arrived, { kind: 'conversion', other_line_id: out, usd_cents: 1_500 });
  expect(answer.body).toMatchObject({ waits: true, state: 'open' });
  await approveOpen(app, second.cookie);
  expect((await choices(out)).line.state).toBe('matched');
  await agrees();
});

test('the books show each account in its currency and in dollars, at the end of a month', async () => {
  await pool.query('insert into foreign_accounts (account, currency, added_by) values ($1, $2, $3)', [
    ACCOUNT,
    'AUD',
    chief.id,
  ]);
  const entries = [{ amount: '200.00' }, { amount: '50.00', out: true }];
  const statement = camtFile({ number: 'AUD', currency: 'AUD', day: DAY, opening: '0.00', closing: '150.00', entries });
  const file = new File([new Uint8Array(statement)], 'statement.xml');
  expect((await postForm(app, '/api/admin/statements', [['file', file]], { cookie: chief.cookie })).status).toBe(200);
  const { rows } = await pool.query("select id from statement_lines where currency = 'AUD' and cents > 0");
  const income: number = rows[0].id;
  await match(income, { kind: 'capital', reason: 'x', usd_cents: 13_000 });
  const inMonth = async (month: string) =>
    (await getJson(app, `/api/admin/books?month=${month}`, chief.cookie)).body.foreign.find(
      ({ currency }: { currency: string }) => currency === 'AUD',
    );
  const own = { account: ACCOUNT, currency: 'AUD' };
  expect(await inMonth('2100-01')).toEqual({
    ...own,
    booked_cents: 20_000,
    statement_cents: 15_000,
    statement_on: DAY,
    usd_cents: 13_000,
  });
  expect(await inMonth('2001-01')).toEqual({
    ...own,
    booked_cents: 0,
    statement_cents: null,
    statement_on: null,
    usd_cents: 0,
  });
});

test('the database has the decimals of all currencies', async () => {
  const codes = Intl.supportedValuesOf('currency');
  const { rows } = await pool.query('select code, decimals_of(code) as decimals from unnest($1::text[]) as code', [
    codes,
  ]);
  expect(rows).toEqual(codes.map((code) => ({ code, decimals: decimalsOf(code) })));
});
