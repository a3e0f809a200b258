import { afterEach, expect, test, vi } from 'vitest';
import { referencesNear } from '#features/orders/orders/model/order-reference.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, testApp } from '../../../../../../tests/support/server/test-app.ts';

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

test('a reference with one wrong, missing, added or exchanged character is looked up by its check character', async () => {
  const body = reference.slice(3);
  const wrong = body[2] === 'A' ? 'B' : 'A';
  const exchanged = body.slice(0, 3) + body[4] + body[3] + body[5];
  const typed = [
    body,
    body.slice(1),
    body.slice(0, -1),
    body + body.at(-1),
    body.slice(0, 2) + wrong + body.slice(3),
    exchanged,
    `${body.slice(0, 2)}U${body.slice(3)}`,
  ];
  for (const slip of typed) {
    expect(referencesNear(slip), slip).toContain(reference);
    expect(referencesNear(slip).length).toBeLessThan(40);
    const { orders: shown } = await show(await arrive(`CQ-${slip}`));
    expect(
      shown.map(({ order_id }: { order_id: number }) => order_id),
      slip,
    ).toContain(first);
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
