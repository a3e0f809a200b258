import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import type { Entry } from '../../../../../../tests/support/bookkeeping/camt-files.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { approveNewest, newestProposal } from '../../../../../../tests/support/data/approvals.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { approveOpen } from '../../../../../../tests/support/payments/orders.ts';
import { payingCalls } from '../../../../../../tests/support/payments/paying.ts';
import { addPayoutAccount } from '../../../../../../tests/support/payments/payout-account.ts';
import { holdForTransfer } from '../../../../../../tests/support/payments/transfers.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

const AMINA = 'DE89370400440532013000';
const ACCOMPLICE = { name: 'Bob Accomplice', account: 'GB33BUKB20201555555555' };
const { pool } = await testDatabase();
const app = await testApp(pool);
const second = await signInAdmin(pool);
await enterBankAccount(pool);
let insider: { id: number; cookie: string };

beforeEach(async () => {
  await pool.query('delete from request_counts');
  insider = await signInAdmin(pool, { role: 'finance' });
});

const sql = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
const arrive = (...entries: Entry[]) => importEntries(app, insider.cookie, entries);
const line = async (id: number) =>
  (await getJson(app, `/api/admin/statements/lines/${id}`, insider.cookie)).body.line.state;
const match = (id: number, body: object, reason?: string) =>
  postJson(
    app,
    `/api/admin/statements/lines/${id}/match`,
    { ...body, ...(reason && { reason }) },
    { cookie: insider.cookie },
  );

/** A sent payout of $8,000. */
async function payout(): Promise<[object, Entry]> {
  const seller = await signIn(pool);
  const account = await addPayoutAccount(pool, seller.id, { holder: 'Chen Wei', account: AMINA });
  const [row] = await sql(
    `insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by)
     values ($1, $2, 800000, 'approved', false, $3) returning id`,
    seller.id,
    account,
    insider.id,
  );
  await sql("update payouts set state = 'sent', sent_at = now() where id = $1", row.id);
  return [
    { kind: 'payout', payout_id: row.id },
    { amount: '8000.00', out: true },
  ];
}

/** A refund of $1,000 to Amina, whose account is in force. */
async function refund(): Promise<[object, Entry]> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 4_500_000 }]);
  const buyer = await signIn(pool);
  await sql("update users set name = 'Amina Otieno' where id = $1", buyer.id);
  const { orderId } = await holdForTransfer(pool, buyer.id, car);
  const [came = 0] = await arrive({ amount: '1000.00', name: 'Amina Otieno', account: AMINA });
  expect((await match(came, { kind: 'order', order_id: orderId })).status).toBe(200);
  await postJson(app, `/api/orders/${orderId}/cancel-hold`, {}, { cookie: buyer.cookie });
  await addPayoutAccount(pool, buyer.id, { holder: 'Amina Otieno', account: AMINA });
  const [{ id }] = (await sql('select max(id) as id from payments where order_id = $1', orderId)) as [{ id: number }];
  return [
    { kind: 'refund', payment_id: id },
    { amount: '1000.00', out: true },
  ];
}

/** A refund that was sent to Amina. The line would say that it came back, so that it is owed again. */
async function returnedRefund(): Promise<[object, Entry]> {
  const [asked, entry] = await refund();
  const [out = 0] = await arrive({ ...entry, name: 'Amina Otieno', account: AMINA });
  expect((await match(out, asked)).body.state).toBe('matched');
  return [{ ...asked, kind: 'refund_return' }, { amount: '1000.00' }];
}

/** Cash of $300 that was returned by transfer to Amina. */
async function cashReturn(): Promise<[object, Entry]> {
  const chief = await signInAdmin(pool);
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const buyer = await signIn(pool);
  const { order_id: order } = await payingCalls(app).buy(buyer, car, 10_000);
  const account = await addPayoutAccount(pool, buyer.id, { holder: 'Amina Otieno', account: AMINA });
  const post = (path: string, body: object) =>
    postJson(app, `/api/admin/orders/${order}/${path}`, { key: randomUUID(), note: 'x', ...body }, chief);
  expect((await post('cash-receipts', { method: 'cash', amount_cents: 50_000 })).status).toBe(200);
  const given = { method: 'transfer', amount_cents: 30_000, account_id: account };
  expect((await post('cash-returns', given)).status).toBe(200);
  await approveOpen(app, second.cookie);
  return [
    { kind: 'cash_return', order_id: order },
    { amount: '300.00', out: true },
  ];
}

/** A transfer of a customer that nobody matched, and an own transfer that looks like its return. */
async function customersTransfer(): Promise<[object, Entry]> {
  const [came = 0] = await arrive({ amount: '48900.00', name: 'Amina Otieno', account: AMINA });
  return [
    { kind: 'return', other_line_id: came },
    { amount: '48900.00', out: true },
  ];
}

const CASES = [
  ['a payout', payout],
  ['a refund', refund],
  ['a refund that came back', returnedRefund],
  ['returned cash', cashReturn],
  ['a customer’s transfer that looks returned', customersTransfer],
] as const;

test.each(CASES)('one person cannot match a line that names an accomplice to %s', async (_, scene) => {
  const [body, entry] = await scene();
  const [wrong = 0, right = 0] = await arrive(
    { ...entry, ...ACCOMPLICE },
    { ...entry, name: 'Amina Otieno', account: AMINA, text: 'right' },
  );
  expect(await match(wrong, body)).toMatchObject({ status: 409, body: { fields: { reason: expect.any(String) } } });
  expect((await match(wrong, body, 'A typing error of the bank.')).body).toMatchObject({ state: 'open', waits: true });
  const { summary } = await newestProposal(app, second);
  expect(summary).toMatch(
    /names another person: Bob Accomplice, GB33BUKB20201555555555( \/ Amina Otieno, DE89370400440532013000)?\. Reason: A typing error/,
  );
  expect((await approveNewest(app, insider)).body.flag).toBe('0');
  expect(await line(wrong)).toBe('open');
  expect(await match(right, body)).toMatchObject({ status: 200, body: { state: 'matched', waits: false } });
  expect((await approveNewest(app, second)).status).toBe(409);
});

test.each(CASES)('two people match a line that names another person to %s', async (_, scene) => {
  const [body, entry] = await scene();
  const [other = 0] = await arrive({ ...entry, ...ACCOMPLICE });
  await match(other, body, 'The bank names its clearing account.');
  expect((await approveNewest(app, second)).body.flag).toBe('1');
  expect(await line(other)).toBe('matched');
  expect([await statementDifferences(pool), await orderDifferences(pool)]).toEqual([[], []]);
});

test('the database refuses that one person, or a second one who did not approve, matches such a line', async () => {
  const [body, entry] = await customersTransfer();
  const { other_line_id: came } = body as { other_line_id: number };
  const [out = 0] = await arrive({ ...entry, ...ACCOMPLICE });
  const insert = (approvedBy: number | null) =>
    sql(
      `insert into line_matches (line_id, n, kind, cents, other_line_id, payer_differs, reason, matched_by, approved_by)
       values ($1, 0, 'return', -4890000, $2, true, 'x', $3, $4)`,
      out,
      came,
      insider.id,
      approvedBy,
    );
  await expect(insert(null)).rejects.toThrow('needs a second person');
  await expect(insert(second.id)).rejects.toThrow('nobody has approved');
});

test('the two lines of a return are compared from either side', async () => {
  const [body, entry] = await customersTransfer();
  const { other_line_id: came } = body as { other_line_id: number };
  const [out = 0] = await arrive({ ...entry, ...ACCOMPLICE });
  expect((await match(came, { kind: 'return', other_line_id: out }, 'Returned.')).body.waits).toBe(true);
  expect((await match(out, body, 'Returned.')).status).toBe(409);
  expect((await approveNewest(app, second)).body.flag).toBe('1');
  expect(await line(came)).toBe('matched');
  expect(await line(out)).toBe('matched');
});
