import { expect, test } from 'vitest';
import { claimDueBookings, handBackBookings } from '#features/aftersales/bookings/server/booking-store.ts';
import { claimOrdersToBill, handBackOrdersToBill } from '#features/orders/billing/server/billing-store.ts';
import { claimDueDisputes, handBackDisputes } from '#features/payments/payments/server/disputes/dispute-store.ts';
import { claimDuePayments, handBackPayments } from '#features/payments/payments/server/payment-store.ts';
import {
  claimDueRefundSyncs,
  handBackRefundSyncs,
} from '#features/payments/payments/server/refunds/provider-refund-store.ts';
import { claimDueRefunds, handBackRefunds } from '#features/payments/payments/server/refunds/refund-store.ts';
import { claimMail, handBackMail, queueMail } from '#lib/server/mail/outgoing-mail.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { ScriptedGateway } from '../support/payments/scripted-gateway.ts';
import { testApp } from '../support/server/test-app.ts';

const LEASE_S = 20;
const { pool } = await testDatabase();
const app = await testApp(pool, {}, new ScriptedGateway());

test('another process takes released work immediately, and leased work not at all', async () => {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const bought = await payingCalls(app).buy(await signIn(pool), car, 10_000);
  await pool.query(`
    update payments set due_at = now(), refunds_due_at = now(), disputes_due_at = now();
    update bookings set due_at = now();
    update orders set bill_at = now()`);
  const of = {
    payments: [claimDuePayments, handBackPayments, [bought.payment_id]],
    refunds: [claimDueRefundSyncs, handBackRefundSyncs, [bought.payment_id]],
    disputes: [claimDueDisputes, handBackDisputes, [bought.payment_id]],
    bookings: [claimDueBookings, handBackBookings, [bought.booking_id]],
    bills: [(db, leaseS) => claimOrdersToBill(db, 20, leaseS), handBackOrdersToBill, [bought.order_id]],
  } satisfies Record<
    string,
    [
      (db: typeof pool, leaseS: number) => Promise<number[]>,
      (db: typeof pool, ids: number[], leaseS: number) => Promise<void>,
      number[],
    ]
  >;
  for (const [queue, [claim, handBack, ids]] of Object.entries(of)) {
    expect((await claim(pool, LEASE_S)).sort(), queue).toEqual(ids);
    expect(await claim(pool, LEASE_S), queue).toEqual([]);
    await handBack(pool, ids, LEASE_S);
    expect((await claim(pool, LEASE_S)).sort(), queue).toEqual(ids);
  }
});

test('a released refund is due immediately', async () => {
  await pool.query(`
    insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, due_at)
    select id, amount_cents, 100, 'Hail', 'user', now() from payments`);
  const { rows } = await pool.query('select id from refunds');
  const ids = rows.map(({ id }) => id);
  expect(await claimDueRefunds(pool, LEASE_S)).toEqual(ids);
  expect(await claimDueRefunds(pool, LEASE_S)).toEqual([]);
  await handBackRefunds(pool, ids, LEASE_S);
  expect(await claimDueRefunds(pool, LEASE_S)).toEqual(ids);
});

test('a row rescheduled meanwhile keeps its time', async () => {
  await pool.query("update payments set due_at = now() + interval '1 hour'");
  const { rows } = await pool.query('select id from payments');
  await handBackPayments(
    pool,
    rows.map(({ id }) => id),
    LEASE_S,
  );
  expect(await claimDuePayments(pool, LEASE_S)).toEqual([]);
});

test('a released email counts no attempt', async () => {
  await pool.query('truncate mail_outbox');
  await queueMail(pool, { to: 'reader@buyers.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' });
  const mail = (await claimMail(pool, 120_000))!;
  expect(await claimMail(pool, 120_000)).toBeNull();
  await handBackMail(pool, mail);
  expect(await claimMail(pool, 120_000)).toMatchObject({ id: mail.id, attempt: 1 });
});
