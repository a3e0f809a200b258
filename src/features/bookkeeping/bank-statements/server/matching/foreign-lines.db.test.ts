import { beforeAll, expect, test } from 'vitest';
import { bookFaults } from '#features/bookkeeping/books/server/book-faults.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { ACCOUNT, type Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { approveOpen } from '../../../../../../tests/support/payments/orders.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const chief = await signInAdmin(pool, { role: 'administrator' });
const second = await signInAdmin(pool, { role: 'finance' });

beforeAll(() => enterBankAccount(pool));

/** Opens an account in a currency that no other test uses. */
const open = async (currency: string) => {
  const added = await postJson(app, '/api/admin/foreign-accounts', { account: ACCOUNT, currency }, chief);
  expect(added.body.flag).toBe('1');
  return (...entries: Entry[]) => importEntries(app, chief.cookie, entries, ACCOUNT, undefined, currency);
};
const inDollars = (...entries: Entry[]) => importEntries(app, chief.cookie, entries);
/** Each match is by a new person, so that the limit of a day does not matter. */
const match = async (line: number, body: object, by?: { cookie: string }) =>
  postJson(app, `/api/admin/statements/lines/${line}/match`, body, {
    cookie: (by ?? (await signInAdmin(pool, { role: 'administrator' }))).cookie,
  });
const unmatch = (line: number) =>
  postJson(app, `/api/admin/statements/lines/${line}/unmatch`, { reason: 'Wrong.' }, { cookie: chief.cookie });
const choices = async (line: number) => (await getJson(app, `/api/admin/statements/lines/${line}`, chief.cookie)).body;
/** Debits are positive. */
const balance = async (account: string): Promise<number> =>
  (await pool.query('select coalesce(sum(cents), 0) as cents from ledger_lines where account = $1', [account])).rows[0]
    .cents;
const balances = async () => [await balance('foreign_accounts'), await balance('exchange_difference')];
const limitOfOne = async (): Promise<number> =>
  (await pool.query('select payout_limit_cents as cents from order_terms order by version desc limit 1')).rows[0].cents;
const agrees = async () => expect([await statementDifferences(pool), await bookFaults(pool)]).toEqual([[], []]);

test.each([
  ['EUR', 'fee', '10.00', true, 1_000],
  ['EUR', 'tax', '250.50', true, 25_050],
  ['EUR', 'interest', '3.20', false, 320],
  ['JPY', 'expense', '15000', true, 15_000],
  ['KWD', 'capital', '100.250', false, 100_250],
  ['KES', 'cash', '129000.00', false, 12_900_000],
  ['KES', 'drawing', '1290.00', true, 129_000],
])('a line in %s that is %s moves the account in other currencies by its value, and back', async (...row) => {
  const [currency, kind, amount, out, minor] = row;
  await pool.query(
    'insert into foreign_accounts (account, currency, added_by) values ($1, $2, $3) on conflict do nothing',
    [ACCOUNT, currency, chief.id],
  );
  const before = await balances();
  const [line = 0] = await importEntries(app, chief.cookie, [{ amount, out }], ACCOUNT, undefined, currency);
  expect(await balances()).toEqual(before);
  await agrees();
  const sign = out ? -1 : 1;
  const answer = await match(line, { kind, reason: 'Invoice 17.', usd_cents: 1_234 });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      state: 'matched',
      currency,
      cents: sign * minor,
      matches: [{ kind, cents: sign * minor, usd_cents: sign * 1_234 }],
    },
  });
  expect(await balance('foreign_accounts')).toBe((before[0] ?? 0) + sign * 1_234);
  await agrees();
  expect((await unmatch(line)).body).toMatchObject({ state: 'open', left_cents: sign * minor });
  expect(await balances()).toEqual(before);
  await agrees();
});

test('a match needs a value in dollars, also in the database, and lines in dollars have none', async () => {
  const arrive = await open('CHF');
  const [line = 0] = await arrive({ amount: '10.00', out: true });
  const [dollars = 0] = await inDollars({ amount: '10.00', out: true });
  for (const [id, body] of [
    [line, { kind: 'fee' }],
    [line, { kind: 'set_aside', reason: 'x', usd_cents: 5 }],
    [dollars, { kind: 'fee', usd_cents: 5 }],
  ] as const)
    expect(await match(id, body)).toMatchObject({ status: 409, body: { fields: { usd_cents: expect.any(String) } } });
  for (const kind of ['refund', 'payout', 'transport_bill', 'passed_on', 'cash_return'])
    expect((await match(line, { kind, reason: 'x', usd_cents: 5 })).status, kind).toBe(409);
  const insert = (values: string) =>
    pool.query(
      `insert into line_matches (line_id, n, kind, cents, reason, matched_by, usd_cents) values ($1, 0, ${values.replace('BY', '$2')})`,
      [line, chief.id],
    );
  await expect(insert("'fee', -1000, 'x', BY, null")).rejects.toThrow('needs its value');
  await expect(insert("'fee', -1000, 'x', BY, 5")).rejects.toThrow('needs its value');
  await expect(insert("'passed_on', -1000, 'x', BY, -5")).rejects.toThrow('cannot be a passed_on');
  await expect(insert("'set_aside', -1000, 'x', BY, -5")).rejects.toThrow('moves nothing');
  expect((await match(line, { kind: 'set_aside', reason: 'Unclear.' })).body.state).toBe('set_aside');
  await agrees();
});

test('money that the bank changed is matched with its line in dollars, and undone from either side', async () => {
  const arrive = await open('SEK');
  const [foreign = 0] = await arrive({ amount: '10000.00', out: true });
  const [dollars = 0, other = 0] = await inDollars({ amount: '950.00' }, { amount: '950.00', out: true });
  const held = await balance('unidentified_receipts');
  const shown = (await choices(foreign)).conversions;
  expect(shown).toContainEqual(expect.objectContaining({ line_id: dollars, currency: 'USD', cents: 95_000 }));
  expect(shown.map(({ line_id }: { line_id: number }) => line_id)).not.toContain(other);
  expect((await choices(dollars)).conversions).toContainEqual(
    expect.objectContaining({ line_id: foreign, cents: -1_000_000 }),
  );
  for (const [one, two] of [
    [foreign, other],
    [dollars, other],
    [foreign, foreign],
  ] as const)
    expect((await match(one, { kind: 'conversion', other_line_id: two })).status).toBe(409);
  for (const [side, opposite] of [
    [foreign, dollars],
    [dollars, foreign],
  ] as const) {
    expect((await match(side, { kind: 'conversion', other_line_id: opposite })).body).toMatchObject({
      state: 'matched',
    });
    expect((await choices(opposite)).line.state).toBe('matched');
    expect(await balance('unidentified_receipts')).toBe(held + 95_000);
    await agrees();
    expect((await unmatch(opposite)).body.state).toBe('open');
    expect((await choices(side)).line.state).toBe('open');
    expect(await balance('unidentified_receipts')).toBe(held);
    await agrees();
  }
});

test('once nothing is on an account, the dollars that are left are the exchange difference, also after an undo', async () => {
  const arrive = await open('NOK');
  const [held = 0, difference = 0] = await balances();
  const lines = await arrive({ amount: '100.00' }, { amount: '100.00', out: true }, { amount: '100.00' });
  const [first = 0, out = 0, next = 0] = lines;
  const moved = async () => (await balances()).map((cents, at) => cents - [held, difference][at]!);
  await match(first, { kind: 'capital', reason: 'x', usd_cents: 1_100 });
  expect(await moved()).toEqual([1_100, 0]);
  await match(out, { kind: 'expense', reason: 'x', usd_cents: 1_080 });
  expect(await moved()).toEqual([0, 20]);
  await agrees();
  await match(next, { kind: 'capital', reason: 'x', usd_cents: 1_200 });
  expect(await moved()).toEqual([1_200, 20]);
  await unmatch(first);
  expect(await moved()).toEqual([0, 120]);
  await agrees();
  await unmatch(out);
  expect(await moved()).toEqual([1_200, 0]);
  await agrees();
  await unmatch(next);
  expect(await moved()).toEqual([0, 0]);
  await agrees();
});

test('of two simultaneous matches that empty an account, the second one sees the first', async () => {
  const arrive = await open('DKK');
  const before = await balances();
  const [income = 0, one = 0, two = 0] = await arrive(
    { amount: '100.00' },
    { amount: '60.00', out: true },
    { amount: '40.00', out: true },
  );
  await match(income, { kind: 'capital', reason: 'x', usd_cents: 1_500 });
  const answers = await Promise.all([
    match(one, { kind: 'expense', reason: 'x', usd_cents: 880 }),
    match(two, { kind: 'expense', reason: 'x', usd_cents: 590 }),
    match(two, { kind: 'expense', reason: 'x', usd_cents: 590 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  expect(await balances()).toEqual([before[0], (before[1] ?? 0) + 30]);
  await agrees();
});

test('above the limit of a day a second person confirms the value, in either direction', async () => {
  const arrive = await open('GBP');
  const limit = await limitOfOne();
  const lines = await arrive({ amount: '100.00' }, { amount: '1.00', out: true });
  const [income = 0, out = 0] = lines;
  const person = await signInAdmin(pool, { role: 'administrator' });
  const body = { kind: 'capital', reason: 'Own money.', usd_cents: limit };
  expect((await match(income, body, person)).body.waits).toBe(false);
  const cost = { kind: 'expense', reason: 'Rent.', usd_cents: 1 };
  const alone = pool.query(
    "insert into line_matches (line_id, n, kind, cents, reason, matched_by, usd_cents) values ($1, 0, 'expense', -100, 'x', $2, -1)",
    [out, person.id],
  );
  await expect(alone).rejects.toThrow('needs a second person');
  expect((await match(out, cost, person)).body).toMatchObject({ waits: true, state: 'open' });
  await approveOpen(app, second.cookie);
  expect((await choices(out)).line).toMatchObject({ state: 'matched', matches: [{ usd_cents: -1 }] });
  await agrees();
});

test('a conversion above the limit of a day waits for a second person, whichever side was chosen', async () => {
  const arrive = await open('ZAR');
  const limit = await limitOfOne();
  const [one = 0, two = 0] = await arrive({ amount: '1.00' }, { amount: '2.00' });
  const amount = ((limit + 1) / 100).toFixed(2);
  const [paid = 0, next = 0] = await inDollars({ amount, out: true }, { amount, out: true });
  const alone = pool.query(
    "insert into line_matches (line_id, n, kind, cents, matched_by, usd_cents, other_line_id) values ($1, 0, 'conversion', 100, $2, $3, $4)",
    [one, chief.id, limit + 1, paid],
  );
  await expect(alone).rejects.toThrow('needs a second person');
  for (const [side, opposite] of [
    [paid, one],
    [two, next],
  ] as const) {
    const answer = await match(side, { kind: 'conversion', other_line_id: opposite });
    expect(answer.body).toMatchObject({ waits: true, state: 'open' });
    const [{ summary }] = (await getJson(app, '/api/admin/approvals', second.cookie)).body.items;
    expect(summary).toContain(new Intl.NumberFormat('en-US').format((limit + 1) / 100));
    await approveOpen(app, second.cookie);
    for (const line of [side, opposite]) expect((await choices(line)).line.state).toBe('matched');
    await agrees();
  }
});

test('smaller conversions count toward the limit of a day', async () => {
  const arrive = await open('NAD');
  const [foreign = 0] = await arrive({ amount: '1.00' });
  const amount = ((await limitOfOne()) / 100).toFixed(2);
  const [dollars = 0, rent = 0] = await inDollars({ amount, out: true }, { amount: '0.01', out: true });
  const person = await signInAdmin(pool, { role: 'administrator' });
  const done = await match(dollars, { kind: 'conversion', other_line_id: foreign }, person);
  expect(done.body).toMatchObject({ waits: false, state: 'matched' });
  expect((await match(rent, { kind: 'expense', reason: 'Rent.' }, person)).body.waits).toBe(true);
});

test('lines that were booked more than 7 days apart are no conversion, also in the database', async () => {
  await open('TZS');
  const onDay = (day: string) => importEntries(app, chief.cookie, [{ amount: '9.00' }], ACCOUNT, day, 'TZS');
  const [late = 0] = await onDay('2026-11-28');
  const [inTime = 0] = await onDay('2026-11-27');
  const [dollars = 0] = await inDollars({ amount: '9.00', out: true });
  expect((await match(late, { kind: 'conversion', other_line_id: dollars })).status).toBe(409);
  const insert = pool.query(
    "insert into line_matches (line_id, n, kind, cents, matched_by, usd_cents, other_line_id) values ($1, 0, 'conversion', 900, $2, 900, $3)",
    [late, chief.id, dollars],
  );
  await expect(insert).rejects.toThrow('within a week');
  expect((await match(inTime, { kind: 'conversion', other_line_id: dollars })).body.state).toBe('matched');
});

test('suggests an order by the reference without an amount, and credits the value entered', async () => {
  const arrive = await open('AED');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const buyer = await signIn(pool);
  await pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
  const { orderId, depositCents } = await heldOrder(buyer.id, car);
  const number = `CQ-${String(orderId).padStart(6, '0')}`;
  const amount = (depositCents / 100).toFixed(2);
  const [line = 0, silent = 0] = await arrive(
    { amount, text: number, name: 'Amina Otieno' },
    { amount, name: 'Amina Otieno' },
  );
  expect((await choices(silent)).orders).toEqual([]);
  expect((await choices(line)).orders).toMatchObject([
    { order_id: orderId, one_click: false, effect: null, effect_cents: 0, reasons: ['reference', 'name'] },
  ]);
  expect((await match(line, { order_id: orderId })).status).toBe(409);
  const person = await signInAdmin(pool, { role: 'administrator' });
  await match(silent, { kind: 'capital', reason: 'x', usd_cents: await limitOfOne() }, person);
  const answer = await match(line, { order_id: orderId, usd_cents: depositCents }, person);
  expect(answer.body).toMatchObject({ waits: true, state: 'open' });
  const [{ summary }] = (await getJson(app, '/api/admin/approvals', second.cookie)).body.items;
  expect(summary).toContain(`${number}`);
  await approveOpen(app, second.cookie);
  const order = async () => (await getJson(app, `/api/orders/${orderId}`, buyer.cookie)).body;
  expect(await order()).toMatchObject({ life: 'active', money: { received_cents: depositCents } });
  await agrees();
  expect((await unmatch(line)).body.state).toBe('open');
  expect(await order()).toMatchObject({ life: 'held', money: { received_cents: 0 } });
  await agrees();
});

async function heldOrder(buyer: number, car: number) {
  const { orderId } = await holdForTransfer(pool, buyer, car);
  const { rows } = await pool.query(
    "select amount_cents as cents from plan_items where order_id = $1 and kind = 'deposit'",
    [orderId],
  );
  return { orderId, depositCents: rows[0].cents as number };
}

test('lists, sums and searches keep each currency for itself', async () => {
  const arrive = await open('OMR');
  const figures = async () => (await getJson(app, '/api/admin/statements/lines?limit=1', chief.cookie)).body.figures;
  const before = await figures();
  await arrive({ amount: '7654.321' }, { amount: '1.5', out: true });
  await inDollars({ amount: '76543.21' });
  expect(await figures()).toMatchObject({ open: before.open + 3, in_cents: before.in_cents + 7_654_321 });
  expect((await figures()).foreign).toContainEqual({
    currency: 'OMR',
    in_cents: 7_654_321,
    out_cents: -1_500,
    set_aside_cents: 0,
  });
  const found = async (search: string) =>
    (await getJson(app, `/api/admin/statements/lines?${search}`, chief.cookie)).body.items.map(
      ({ currency, cents }: { currency: string; cents: number }) => [currency, cents],
    );
  expect(await found('search=7654.321')).toEqual([['OMR', 7_654_321]]);
  expect(await found('search=76543.21')).toEqual([['USD', 7_654_321]]);
  expect(await found('currency=OMR&state=open')).toHaveLength(2);
});
