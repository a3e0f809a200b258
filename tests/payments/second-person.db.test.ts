import { beforeAll, expect, test } from 'vitest';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { testApp } from '../support/server/test-app.ts';

/** A deposit of $10,875.00. One person may refund $10,000.00 of an order, and pay out $20,000.00 a day. */
const PRICE = 40_000;
const { pool } = await testDatabase();
const calls = payingCalls(await testApp(pool, { PAYMENT_DELAY_MS: '0' }));
const staff = () => signInAdmin(pool, { role: 'administrator' });
let one: number;
let other: number;
let booked: { order_id: number; payment_id: number };
let account: { id: number; user_id: number };

beforeAll(async () => {
  [one, other] = [(await staff()).id, (await staff()).id];
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 }]);
  booked = await calls.buy(await signIn(pool), car, PRICE);
  const seller = await signIn(pool);
  const added = await pool.query(
    `insert into payout_accounts (user_id, holder, bank, account, bic)
     values ($1, 'Chen Wei', 'Bank', 'DE89370400440532013000', 'COBADEFF') returning id, user_id`,
    [seller.id],
  );
  account = added.rows[0];
});

const refund = (cents: number, approver: number | null) =>
  pool.query(
    `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, approved_by) values ($1, 1087500, $2, 'x', 'admin', $3)`,
    [booked.payment_id, cents, approver],
  );
const returnCash = (key: string, cents: number, approver: number | null) =>
  pool.query(
    `insert into cash_returns (order_id, key, method, cents, note, admin_id, approved_by) values ($1, $2, 'cash', $3, 'x', $4, $5)`,
    [booked.order_id, key, cents, one, approver],
  );
const payout = async (cents: number, waits: boolean): Promise<number> => {
  const { rows } = await pool.query(
    `insert into payouts (seller_id, account_id, cents, state, needs_second_person, created_by)
     values ($1, $2, $3, case when $4 then 'waiting' else 'approved' end, $4, $5) returning id`,
    [account.user_id, account.id, cents, waits, one],
  );
  return rows[0].id;
};
/** Proposes and approves a change in a separate transaction, like an approval of another change. */
const approveApart = async (kind: string, payload: object) => {
  const text = JSON.stringify(payload);
  await pool.query(
    `insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
     values ($1, $2, sha256(convert_to($1 || chr(10) || $2, 'UTF8')), $3, now() + interval '1 day')`,
    [kind, text, one],
  );
  await pool.query('update approvals set approver_id = $1, approved_at = now() where payload = $2', [other, text]);
};

test('the database refuses a second person who has not approved the refund in the same transaction', async () => {
  await expect(refund(1_000_001, other)).rejects.toThrow('nobody has approved');
  await approveApart('refund', { payment: booked.payment_id, refundCents: 1_000_001 });
  await expect(refund(1_000_001, other)).rejects.toThrow('nobody has approved');
});

test('the database counts cash and refunds of an order together, and requires an approval of exactly that return', async () => {
  await expect(returnCash('too-much', 1_000_001, null)).rejects.toThrow('needs a second person');
  await expect(returnCash('unapproved', 1_000_001, other)).rejects.toThrow('nobody has approved');
  await expect(returnCash('myself', 1_000_001, one)).rejects.toThrow(/nobody has approved|cash_returns_two_people/);
  await returnCash('first-half', 600_000, null);
  await expect(refund(400_001, null)).rejects.toThrow('needs a second person');
  await expect(returnCash('second-half', 400_001, null)).rejects.toThrow('needs a second person');
  await returnCash('the-rest', 400_000, null);
});

test('the database refuses a payout above the limit that does not wait or is not approved', async () => {
  await expect(payout(2_000_001, false)).rejects.toThrow('needs a second person');
  const waiting = await payout(2_000_001, true);
  const approve = "update payouts set state = 'approved', approved_by = $2 where id = $1";
  await approveApart('payout', { payout: waiting, cents: 2_000_001 });
  await expect(pool.query(approve, [waiting, other])).rejects.toThrow('nobody has approved');
  await pool.query("update payouts set state = 'canceled', ended_at = now() where id = $1", [waiting]);
  const small = await payout(1_500_000, false);
  await pool.query("update payouts set state = 'sent', sent_at = now() where id = $1", [small]);
  await expect(payout(500_001, false)).rejects.toThrow('needs a second person');
});
