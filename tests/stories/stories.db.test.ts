import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { postJson } from '../support/server/test-app.ts';
import { everything } from './everything.ts';
import { readState, unfinishedOf } from './order-state.ts';
import { beginStory, type Story } from './story.ts';
import { expectBooksAgree, newWorld, type World } from './world.ts';

/** `npm run chaos` tells thousands. */
const STORIES = Number(process.env.STORIES ?? 300);
const MAX_ACTS = 10;
const SEED = process.env.STORY_SEED === undefined ? {} : { seed: Number(process.env.STORY_SEED) };

let world: World;
beforeAll(async () => {
  world = await newWorld();
});

test(`in ${STORIES} random stories no cent is lost, no car is sold twice, and everything settles`, async () => {
  const stories = fc.asyncProperty(fc.commands(everything, { maxCommands: MAX_ACTS, size: 'max' }), async (acts) => {
    const { model, real } = await beginStory(world);
    await fc.asyncModelRun(() => ({ model, real }), acts);
    await settle(real);
    expect(unfinishedOf(await readState(world.pool, real.car))).toEqual([]);
  });
  await fc.assert(stories, { numRuns: STORIES, ...SEED, endOnFailure: false });
  await expectBooksAgree(world.pool);
}, 0);

/** Everybody does their part: the order is paid and handed over, or its hold ends, and all refunds are sent. */
async function settle({ car }: Story): Promise<void> {
  const { app, admin, pool, gateway, work, transferRefundIsSent } = world;
  gateway.answers = 'done';
  const order = (await readState(pool, car)).orders.at(-1);
  if (order?.life === 'active') {
    const open = order.owed - order.received - order.waived;
    const by = { cookie: admin.cookie };
    if (open > 0) {
      const receipt = { key: `settles ${order.id}`, method: 'cash', amount_cents: open };
      await postJson(app, `/api/admin/orders/${order.id}/cash-receipts`, receipt, by);
    }
    const completed = await postJson(app, `/api/admin/orders/${order.id}/complete`, undefined, by);
    expect(completed.status, JSON.stringify(completed.body)).toBe(200);
  }
  for (const { id, life, accounts } of (await readState(pool, car)).orders) {
    const cash = Math.min(accounts.cash ?? 0, -(accounts.deposits ?? 0));
    if (life !== 'cancelled' || cash <= 0) continue;
    const given = { key: `settles ${id} cash`, method: 'cash', amount_cents: cash, note: 'A story ends.' };
    const returned = await postJson(app, `/api/admin/orders/${id}/cash-returns`, given, { cookie: admin.cookie });
    expect(returned.status, JSON.stringify(returned.body)).toBe(200);
  }
  await work(car, 60);
  for (const { payment, cents, done, failed } of (await readState(pool, car)).refunds) {
    if (done) continue;
    if (failed) {
      const again = await postJson(
        app,
        `/api/admin/payments/${payment}/refund`,
        { reason: 'Again' },
        { cookie: admin.cookie },
      );
      // Nothing is left if the provider's dashboard was used meanwhile.
      expect([200, 409], JSON.stringify(again.body)).toContain(again.status);
    }
    const { payments } = await readState(pool, car);
    if (payments.find(({ id }) => id === payment)?.method === 'bank_transfer')
      await transferRefundIsSent(payment, cents);
  }
  for (const paymentId of (await readState(pool, car)).refunds.map(({ payment }) => payment))
    gateway.decide(paymentId, 'done');
  await work(car);
  await work(car);
}
