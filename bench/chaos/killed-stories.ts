/** Random stories of orders through the API of a site that is killed repeatedly. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import { problemsOf, readState, type State, unfinishedOf } from '../../tests/stories/order-state.ts';
import type { Positions } from '../../tests/stories/shipment-acts.ts';
import { addCars } from '../../tests/support/catalog/cars.ts';
import { sessionOf, signIn, signInAdmin } from '../../tests/support/data/accounts.ts';
import { CARD, cardNumber, newTransaction } from '../../tests/support/payments/paying.ts';
import { readyOrder } from '../../tests/support/payments/ready-order.ts';
import { type ApiResult, type Buyer, call, completeCheckout, newCheckout, PRICE, pay } from '../chaos-buyer.ts';
import { CLAIM_ACTS, endFreezes, movedBack, wrongOf } from './claim-acts.ts';

const ACTS = 10;
const AT_ONCE = 20;
const MAX_LIFETIME_MS = 1_500;
/** The simulated provider reports a dispute for payments with this card. */
const DISPUTED = cardNumber('4000000000002685');
const SETTLED_WITHIN_MS = 120_000;

export type KilledSite = { origin: string; kill(): Promise<void>; start(): Promise<void> };
export type Story = {
  site: KilledSite;
  pool: pg.Pool;
  staff: Buyer;
  /** Approves what `staff` proposes. */
  second: Buyer;
  buyer: Buyer;
  seller: Buyer;
  car: number;
  /** Ids of confirmed reports. */
  reported: string[];
  /** The step that each car had reached after the last act. */
  positions: Positions;
  problems: string[];
};
export type Act = (story: Story) => Promise<unknown>;

/** Returns the problems after all parties have done their part. */
export async function storiesWithKills(site: KilledSite, pool: pg.Pool, stories: number): Promise<string[]> {
  const [staff, second] = [await signInStaff(pool, '10.200.0.1'), await signInStaff(pool, '10.200.0.2')];
  const problems: string[] = [];
  for (let told = 0; told < stories; told += AT_ONCE) {
    const price = { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 };
    const cars = await addCars(
      pool,
      Array.from({ length: Math.min(AT_ONCE, stories - told) }, () => price),
    );
    const running = cars.map(async (car, at) => {
      const address = `10.${100 + (told >> 8)}.${told & 255}`;
      const buyer = { ...(await signIn(pool)), ip: `${address}.${at + 1}` };
      const seller = { ...(await sellerOf(pool, car)), ip: `${address}.${at + 101}` };
      const whose = { staff, second, buyer, seller, car };
      const story: Story = { site, pool, ...whose, reported: [], positions: new Map(), problems: [] };
      for (let act = 0; act < ACTS; act++) {
        // Each story begins with a booking: the other acts need an order.
        await ALL_ACTS[act === 0 ? 0 : randomInt(ALL_ACTS.length)]?.(story);
        story.problems.push(...(await movedBack(story)));
      }
      return story;
    });
    const ended = (await whileKilling(site, Promise.all(running))).map(end);
    problems.push(...(await Promise.all(ended)).flat());
  }
  problems.push(...(await orderDifferences(pool)).map((difference) => JSON.stringify(difference)));
  return problems;
}

async function signInStaff(pool: pg.Pool, ip: string): Promise<Buyer> {
  const { id, cookie } = await signInAdmin(pool);
  return { id, cookie, ip };
}

async function sellerOf(pool: pg.Pool, car: number): Promise<{ id: number; cookie: string }> {
  const { rows } = await pool.query<{ id: number }>('select user_id as id from listings where id = $1', [car]);
  const { id } = rows[0]!;
  return { id, cookie: await sessionOf(pool, id) };
}

async function whileKilling<Result>(site: KilledSite, work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await Promise.race([over, pause(randomInt(100, MAX_LIFETIME_MS))]);
    await site.kill();
    await site.start();
  }
  return over;
}

/** Repeats a call with its key until a running site answers, like a browser. */
export async function answered(make: () => Promise<ApiResult>): Promise<ApiResult> {
  for (;;) {
    const result = await make();
    if (result.status !== 0 && result.status !== 503) return result;
    await pause(200);
  }
}

export const send = ({ site }: Story, who: Buyer, method: string, path: string, body?: object) =>
  answered(() => call(site.origin, who, method, path, body));
export const newest = async ({ pool, car }: Story): Promise<State['orders'][number] | undefined> =>
  (await readState(pool, car)).orders.at(-1);

const ALL_ACTS: Act[] = [
  async function book({ site, buyer, car }) {
    const checkout = newCheckout(buyer, car);
    const { status } = await answered(() => pay(site.origin, checkout));
    if (status === 200) await completeCheckout(site.origin, checkout);
  },
  async function payAPart(story) {
    const order = await newest(story);
    if (!order) return;
    const { body } = await send(story, story.buyer, 'GET', `/api/orders/${order.id}`);
    const next = (body.money as { next: { plan_item: number; amount_cents: number } | null } | undefined)?.next;
    if (!next) return;
    await send(story, story.buyer, 'POST', `/api/orders/${order.id}/payments`, {
      plan_item: next.plan_item,
      payment_method: 'credit_card',
      formData: randomInt(3) === 0 ? DISPUTED : CARD,
      transaction_id: newTransaction(),
      amount_cents: Math.max(100, Math.round(next.amount_cents * Math.random())),
    });
  },
  async function takeCash(story) {
    const order = await newest(story);
    if (!order) return;
    const cents = Math.max(1, Math.round((order.owed - order.received) * Math.random()));
    const receipt = { key: randomUUID(), method: 'cash', amount_cents: cents };
    await send(story, story.staff, 'POST', `/api/admin/orders/${order.id}/cash-receipts`, receipt);
  },
  async function cancel(story) {
    const { body } = await send(story, story.buyer, 'GET', '/api/my-bookings');
    type Mine = { booking_id: number; cancellation: { refund: number } | null };
    const booking = (body.items as Mine[]).find(({ cancellation }) => cancellation !== null);
    if (!booking) return;
    const refund = { refund: booking.cancellation?.refund };
    await send(story, story.buyer, 'POST', `/api/my-bookings/${booking.booking_id}/cancel`, refund);
  },
  async function complete(story) {
    const order = await newest(story);
    if (!order) return;
    if (order.owed - order.received - order.waived <= 0) await readyOrder(story.pool, order.id);
    await send(story, story.staff, 'POST', `/api/admin/orders/${order.id}/complete`);
  },
  ...CLAIM_ACTS,
];

/** Ends claims and disputes, pays and completes an open order, waits for the workers, and returns the remaining problems. */
async function end(story: Story): Promise<string[]> {
  const { pool, car, staff } = story;
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    await endFreezes(story);
    const order = await newest(story);
    if (order?.life === 'active') {
      const amount_cents = order.owed - order.received - order.waived;
      const receipt = { key: randomUUID(), method: 'cash', amount_cents };
      if (amount_cents > 0) await send(story, staff, 'POST', `/api/admin/orders/${order.id}/cash-receipts`, receipt);
      await readyOrder(pool, order.id);
      await send(story, staff, 'POST', `/api/admin/orders/${order.id}/complete`);
    }
    const state = await readState(pool, car);
    const problems = [...problemsOf(state), ...unfinishedOf(state), ...(await wrongOf(story)), ...story.problems];
    if (problems.length === 0 || performance.now() > until) return problems;
    await pause(1_000);
  }
}
