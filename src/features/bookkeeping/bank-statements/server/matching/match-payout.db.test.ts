import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { enterBankAccount } from '../../../../../../tests/support/bookkeeping/bank-account.ts';
import { importEntries } from '../../../../../../tests/support/bookkeeping/import-entries.ts';
import { signIn, signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { statementDifferences } from '../statement-differences.ts';

let app: FastifyInstance;
let pool: pg.Pool;
let admin: { id: number; cookie: string };

beforeAll(async () => {
  ({ pool } = await testDatabase());
  app = await testApp(pool);
  admin = await signInAdmin(pool);
  await enterBankAccount(pool);
});

/** A payout that finance has sent. */
async function payoutOf(cents: number, isSent = true): Promise<number> {
  const seller = await signIn(pool);
  const account = await pool.query(
    `insert into payout_accounts (user_id, holder, bank, account, bic) values ($1, 'Chen Wei', 'Bank', 'DE89370400440532013000', 'COBADEFF') returning id`,
    [seller.id],
  );
  const { rows } = await pool.query(
    `insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by)
     values ($1, $2, $3, 'approved', false, $4) returning id`,
    [seller.id, account.rows[0].id, cents, admin.id],
  );
  if (isSent) await pool.query("update payouts set state = 'sent', sent_at = now() where id = $1", [rows[0].id]);
  return rows[0].id;
}
const match = (line: number, payout_id: number) =>
  postJson(app, `/api/admin/statements/lines/${line}/match`, { kind: 'payout', payout_id }, { cookie: admin.cookie });

test('a payout is booked by the line with which it went out, with the fee of the bank, once', async () => {
  const payout = await payoutOf(608_000);
  const [exact = 0, line = 0, less = 0, more = 0] = await importEntries(app, admin.cookie, [
    { amount: '6080.00', out: true },
    { amount: '6105.00', out: true },
    { amount: '6079.99', out: true },
    { amount: '6180.01', out: true },
  ]);
  const { payouts } = (await getJson(app, `/api/admin/statements/lines/${line}`, admin.cookie)).body;
  expect(payouts).toMatchObject([{ payout_id: payout, cents: 608_000, fee_cents: 2_500 }]);
  for (const wrong of [less, more]) expect((await match(wrong, payout)).status).toBe(409);
  const answers = await Promise.all([match(line, payout), match(exact, payout)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers[0]?.status === 200 ? line : exact;
  const { rows } = await pool.query('select state, fee_cents from payouts where id = $1', [payout]);
  expect(rows[0]).toEqual({ state: 'booked', fee_cents: won === line ? 2_500 : 0 });
  expect(await statementDifferences(pool)).toEqual([]);
  const undone = await postJson(
    app,
    `/api/admin/statements/lines/${won}/unmatch`,
    { reason: 'x' },
    { cookie: admin.cookie },
  );
  expect(undone.status).toBe(409);
});

test('a payout that was not sent is not offered and not booked', async () => {
  const payout = await payoutOf(417_300, false);
  const [line = 0] = await importEntries(app, admin.cookie, [{ amount: '4173.00', out: true }]);
  expect((await getJson(app, `/api/admin/statements/lines/${line}`, admin.cookie)).body.payouts).toEqual([]);
  expect((await match(line, payout)).status).toBe(409);
});

test('a payout that was recorded by hand as paid leaves the bank alone until its line is matched, once', async () => {
  const payout = await payoutOf(512_345);
  const inTransit = async () =>
    (await pool.query("select coalesce(sum(cents), 0) as cents from ledger_lines where account = 'bank_in_transit'"))
      .rows[0].cents;
  const byHand = await postJson(
    app,
    `/api/admin/payouts/${payout}/booked`,
    { fee_cents: 1_500 },
    { cookie: admin.cookie },
  );
  expect(byHand.status).toBe(200);
  expect(await inTransit()).toBe(-513_845);
  expect(await statementDifferences(pool)).toEqual([]);
  const [line = 0, again = 0, other = 0] = await importEntries(app, admin.cookie, [
    { amount: '5138.45', out: true },
    { amount: '5138.45', out: true, text: 'again' },
    { amount: '5123.45', out: true },
  ]);
  expect((await match(other, payout)).status).toBe(409);
  const both = await Promise.all([match(line, payout), match(again, payout)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await inTransit()).toBe(0);
  expect(await statementDifferences(pool)).toEqual([]);
});
