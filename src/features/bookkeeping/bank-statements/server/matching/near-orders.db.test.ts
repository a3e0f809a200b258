import { afterEach, expect, test, vi } from 'vitest';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { nearKeysOf } from '../../model/near-reference.ts';

const { pool } = await testDatabase();
const app = await testApp(pool);
const admin = await signInAdmin(pool);
await enterBankAccount(pool);
const cars = await addCars(
  pool,
  Array.from({ length: 3 }, () => ({ make: 'BYD', model: 'Seal', priceCents: 1_000_000 })),
);
const orders: number[] = [];
for (const car of cars) orders.push((await holdForTransfer(pool, (await signIn(pool)).id, car)).orderId);
const [first = 0] = orders;
const { rows: named } = await pool.query('select reference from orders where id = $1', [first]);
const reference: string = named[0].reference;

afterEach(() => vi.restoreAllMocks());

const arrive = async (text: string) =>
  (await importEntries(app, admin.cookie, [{ amount: '2775.00', text, name: 'Amina' }]))[0]!;
const show = async (line: number) => (await getJson(app, `/api/admin/statements/lines/${line}`, admin.cookie)).body;

test('the index of the database and the rules find the same orders for a reference with a slip', async () => {
  const body = reference.slice(3);
  const typed = [reference, `CQ-${body.slice(1)}`, `CQ-${body.slice(0, -1)}`, `CQ-${body}${body.at(-1)}`];
  for (const text of typed) {
    const { rows } = await pool.query(
      "select id::int as id from orders where life in ('held', 'active') and reference_rests(reference) && $1::text[]",
      [nearKeysOf([text]).rests],
    );
    expect(rows.map(({ id }) => id)).toContain(first);
    expect((await show(await arrive(text))).orders.map((order: { order_id: number }) => order.order_id)).toContain(
      first,
    );
  }
});

test('opening a line takes at most four statements, and none of them reads the orders that wait for money', async () => {
  const line = await arrive(`CQ-${reference.slice(4)}`);
  const query = vi.spyOn(pool, 'query');
  expect((await show(line)).orders).toHaveLength(1);
  const texts = query.mock.calls.map(([asked]) =>
    typeof asked === 'object' ? (asked as { text: string }).text : String(asked),
  );
  const ofLine = texts.filter((text) => /statement_lines|line_matches|orders|slips|refunds/.test(text));
  expect(ofLine.map((text) => text.slice(0, 60))).toHaveLength(4);
});

test('the plan finds a mistyped reference by an index', async () => {
  const db = await pool.connect();
  try {
    await db.query('begin');
    await db.query('set local enable_seqscan = off');
    const { rows } = await db.query(
      "explain select id from orders where life in ('held', 'active') and reference_rests(reference) && $1::text[]",
      [nearKeysOf([reference]).rests],
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_by_reference_rests');
  } finally {
    await db.query('rollback');
    db.release();
  }
});
