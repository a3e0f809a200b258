import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { readyOrder } from '../support/payments/ready-order.ts';
import { getJson, postJson } from '../support/server/test-app.ts';
import { readState } from './order-state.ts';
import type { Story } from './story.ts';

/**
 * All parties do their part: the order is paid and handed over, or its hold ends, cars of undone orders come back, and all refunds are
 * sent. A second person approves amounts above the limits.
 */
export async function settle(story: Story): Promise<void> {
  const { car, world } = story;
  const { app, admin, pool, gateway, work, transferRefundIsSent } = world;
  gateway.answers = 'done';
  const order = (await readState(pool, car)).orders.at(-1);
  if (order?.life === 'active') {
    const open = order.owed - order.received - order.waived;
    const by = { cookie: admin.cookie };
    if (open > 0) {
      const receipt = { key: `settles ${order.id}`, method: 'cash', amount_cents: open };
      await postJson(app, `/api/admin/orders/${order.id}/cash-receipts`, receipt, by);
      await world.approve('cash receipt');
    }
    await readyOrder(pool, order.id);
    const completed = await postJson(app, `/api/admin/orders/${order.id}/complete`, undefined, by);
    expect(completed.status, JSON.stringify(completed.body)).toBe(200);
  }
  await recordReturns(story);
  await returnCash(story);
  await work(car, 60);
  for (const { payment, cents, done, failed } of (await readState(pool, car)).refunds) {
    if (done) continue;
    if (failed) {
      const { owed } = (await getJson(app, `/api/payments/${payment}`, admin.cookie)).body.refund;
      if (owed === 0) continue;
      const again = { amount: owed, reason: 'Again' };
      const asked = await postJson(app, `/api/admin/payments/${payment}/refund`, again, { cookie: admin.cookie });
      expect(asked.status, JSON.stringify(asked.body)).toBe(200);
      await world.approve('refund');
    }
    const { payments } = await readState(pool, car);
    if (payments.find(({ id }) => id === payment)?.method === 'bank_transfer')
      await transferRefundIsSent(payment, cents);
  }
  for (const paymentId of (await readState(pool, car)).refunds.map(({ payment }) => payment))
    gateway.decide(paymentId, 'done');
  await work(car);
  await work(car);
  // A refund at the provider is charged to the deposits until the refund that it crosses has failed.
  await returnCash(story);
}

/** Records the return of all cars; refunds of an order that was undone after its handover wait for that. */
async function recordReturns({ car, world }: Story): Promise<void> {
  const { app, admin, pool } = world;
  const { rows } = await pool.query(
    `select order_id as order, listing_id as listing from order_returns where returned_at is null
       and order_id in (select order_id from order_cars where listing_id = $1)`,
    [car],
  );
  for (const { order, listing } of rows) {
    const back = { listing_id: listing, note: 'A story ends.' };
    const recorded = await postJson(app, `/api/admin/orders/${order}/returns`, back, { cookie: admin.cookie });
    expect(recorded.status, JSON.stringify(recorded.body)).toBe(200);
    await world.approve('car return');
  }
}

/** Staff return the cash that ended orders still owe. */
async function returnCash({ car, world }: Story): Promise<void> {
  const { app, admin, pool } = world;
  for (const { id, life, accounts } of (await readState(pool, car)).orders) {
    const cash = Math.min(accounts.cash ?? 0, -(accounts.deposits ?? 0));
    if ((life !== 'cancelled' && life !== 'completed') || cash <= 0) continue;
    const given = { key: randomUUID(), method: 'cash', amount_cents: cash, note: 'A story ends.' };
    const returned = await postJson(app, `/api/admin/orders/${id}/cash-returns`, given, { cookie: admin.cookie });
    expect(returned.status, JSON.stringify(returned.body)).toBe(200);
    await world.approve('cash return');
  }
}
