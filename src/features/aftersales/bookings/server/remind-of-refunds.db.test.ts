import { beforeEach, expect, test } from 'vitest';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { holdByWatchList } from '../../../../../tests/support/data/watch-hits.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { addWaitingRefund } from '../../../../../tests/support/jobs/refund-reminders.ts';
import { addPayoutAccount } from '../../../../../tests/support/payments/payout-account.ts';
import { remindOfRefunds } from './remind-of-refunds.ts';

const { pool } = await testDatabase();
const remind = () =>
  remindOfRefunds({ pool, siteOrigin: 'http://localhost', days: 3 }, (error) => Promise.reject(error));
const mails = async () => {
  const { rows } = await pool.query('delete from mail_outbox returning to_address as to, subject, text');
  return rows as { to: string; subject: string; text: string }[];
};

beforeEach(async () => {
  await pool.query('update refunds set failed_at = now() where failed_at is null and done_at is null');
  await pool.query('update admins set disabled_at = now() where disabled_at is null');
  await pool.query('delete from mail_outbox; delete from refund_reminders');
});

test('each person of finance is emailed once a day while refunds wait longer than the set days', async () => {
  const [one, two] = [await signInAdmin(pool, { role: 'finance' }), await signInAdmin(pool, { role: 'finance' })];
  await signInAdmin(pool, { role: 'administrator' });
  const { order } = await addWaitingRefund(pool, 2);
  await remind();
  expect(await mails()).toEqual([]);
  await pool.query("update refunds set created_at = created_at - interval '1 day' where failed_at is null");
  await Promise.all([remind(), remind()]);
  const sent = await mails();
  const { rows } = await pool.query('select email from admins where id = any($1) order by id', [[one.id, two.id]]);
  expect(sent.map(({ to }) => to).sort()).toEqual(rows.map(({ email }) => email).sort());
  expect(sent[0]).toMatchObject({ subject: 'A refund to send: $100.00' });
  expect(sent[0]?.text).toMatch(new RegExp(`${orderNumber(order)}: \\$100\\.00.*has entered no bank account`));
  await remind();
  expect(await mails()).toEqual([]);
  await pool.query("update refund_reminders set mailed_at = mailed_at - interval '1 day'");
  await remind();
  expect(await mails()).toHaveLength(2);
});

test('the email says what each refund waits for, and leaves out those that a check holds', async () => {
  const { id: person } = await signInAdmin(pool, { role: 'finance' });
  const ready = await addWaitingRefund(pool, 5);
  await addPayoutAccount(pool, ready.buyer);
  const held = await addWaitingRefund(pool, 9);
  await holdByWatchList(pool, held.order, person);
  await remind();
  const [mail] = await mails();
  expect(mail?.text).toMatch(new RegExp(`${orderNumber(ready.order)}: .*ready to send`));
  expect(mail?.text).not.toContain(orderNumber(held.order));
});

test('emails administrators if no user has the role finance', async () => {
  const { id } = await signInAdmin(pool, { role: 'administrator' });
  await addWaitingRefund(pool, 4);
  await remind();
  const { rows } = await pool.query('select email from admins where id = $1', [id]);
  expect((await mails()).map(({ to }) => to)).toEqual([rows[0].email]);
});
