import { beforeEach, expect, test } from 'vitest';
import { receiveTransfer } from '#features/orders/server/api.ts';
import { cancelHold } from '#features/orders/server/transfers/end-hold.ts';
import { withTransaction } from '#lib/server/database/pool.ts';
import { signIn, signInAdmin } from '../../../../tests/support/data/accounts.ts';
import { addCars } from '../../../../tests/support/data/cars.ts';
import { testDatabase } from '../../../../tests/support/database/test-database.ts';
import { bookingDepsAt } from '../../../../tests/support/payments/booking-deps.ts';
import { holdForTransfer } from '../../../../tests/support/payments/transfers.ts';
import { clockAhead, testNow } from '../../../../tests/support/runner/test-clock.ts';
import { remindOffice } from './remind-office.ts';

const { pool } = await testDatabase();
const finance = await signInAdmin(pool, { role: 'finance' });
await signInAdmin(pool, { role: 'support' });
const remind = (daysLater: number) =>
  remindOffice({ pool, clock: clockAhead(daysLater), siteOrigin: 'http://localhost', afterDays: 2 });
const mails = async () =>
  (await pool.query('delete from mail_outbox returning to_address as "to", subject, text')).rows;
let order: number;
let line = 0;

/** A refund of $1,000.00 by transfer, which finance is to send. */
beforeEach(async () => {
  await pool.query('truncate office_reminders');
  await pool.query('update refunds set done_at = now() where done_at is null');
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const buyer = await signIn(pool);
  order = (await holdForTransfer(pool, buyer.id, car)).orderId;
  const money = { orderId: order, cents: 100_000, reference: null, sourceLineId: ++line, receivedAt: testNow() };
  await withTransaction(pool, (db) => receiveTransfer(db, bookingDepsAt(pool, 0), money));
  await cancelHold(bookingDepsAt(pool, 0), buyer.id, order);
  await pool.query('truncate mail_outbox');
});

test('finance is emailed once a day about refunds that wait for more than two days', async () => {
  await remind(1.9);
  expect(await mails()).toEqual([]);
  await Promise.all([remind(2.1), remind(2.1)]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: finance.email, subject: '1 thing waits for finance' });
  expect(mail.text).toContain('1 refund by bank transfer, $1,000.00 in all, waits to be sent.');
  await remind(3.1);
  expect(await mails()).toHaveLength(1);
});

test.each([
  ['sent', 'update refunds set done_at = now() where payment_id in (select id from payments where order_id = $1)'],
  [
    'of a car that is not back',
    'insert into order_returns (order_id, listing_id, holds_refunds) select order_id, listing_id, true from order_cars where order_id = $1',
  ],
])('nobody is reminded of a refund %s', async (_why, change) => {
  await pool.query(change, [order]);
  await remind(3);
  expect(await mails()).toEqual([]);
});

test('finance is emailed about a proposal that waits for a second person, unless it expired', async () => {
  await pool.query('update refunds set done_at = now() where done_at is null');
  await pool.query(
    `insert into approvals (kind, payload, payload_hash, proposer_id, expires_at)
     values ('cash receipt', '{}', sha256(convert_to('cash receipt' || chr(10) || '{}', 'UTF8')), $1, now() + interval '5 days')`,
    [finance.id],
  );
  await remind(3);
  expect((await mails())[0]?.text).toContain(
    '1 proposal, such as the receipt of money taken in person, waits for a second person.',
  );
  await remind(6);
  expect(await mails()).toEqual([]);
});
