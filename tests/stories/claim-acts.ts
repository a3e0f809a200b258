import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import { advanceClaims } from '#features/aftersales/claims/server/claim-worker.ts';
import type { TradeOffer } from '#features/payments/trade-terms/model/trade-term-contract.ts';
import { keptBy } from '../support/payments/ready-order.ts';
import { getJson, postForm, postJson } from '../support/server/test-app.ts';
import { problemsOf, readState, type State } from './order-state.ts';
import { movedBack, sendReports } from './shipment-acts.ts';
import { buyerOf, type Notes, newest, notesOf, type Outcome, type Story } from './story.ts';

/** Frozen amounts and their causes. */
type Freezes = { order: number; freeze: number; claim: number | null }[];

async function readFreezes({ world: { pool }, car }: Story): Promise<Freezes> {
  const { rows } = await pool.query(
    `select f.order_id as order, f.id as freeze, f.claim_id as claim from order_freezes f join order_cars c on c.order_id = f.order_id
     where c.listing_id = $1 and f.ended_at is null order by f.id`,
    [car],
  );
  return rows;
}

/** Accounts that hold money of an order; a freeze keeps their sum. */
const HELD = ['deposits', 'refunds_due', 'seller_payable', 'frozen'];
const heldOf = (state: State, order: number) => {
  const accounts = state.orders.find(({ id }) => id === order)?.accounts ?? {};
  return -HELD.reduce((sum, account) => sum + (accounts[account] ?? 0), 0);
};

export type Performed = {
  check(notes: Notes): boolean;
  perform(story: Story, state: State): Promise<Outcome>;
  toString(): string;
};

/**
 * An act in a story with claims. Its outcome is not predicted; only invariants are checked: a refused act changes nothing,
 * no cent leaves an order that is frozen before and after, and no car moves backward. `maySay`: the provider may report that money has
 * left.
 */
export class InClaimStory implements fc.AsyncCommand<Notes, Story> {
  readonly #act: Performed;
  readonly #maySay: boolean;
  constructor(act: Performed, maySay = false) {
    this.#act = act;
    this.#maySay = maySay;
  }
  check(notes: Notes): boolean {
    return this.#act.check(notes);
  }
  async run(notes: Notes, story: Story): Promise<void> {
    const { pool } = story.world;
    const [before, frozen] = [await readState(pool, story.car), await readFreezes(story)];
    const { status, body } = await this.#act.perform(story, before);
    const [after, stillFrozen] = [await readState(pool, story.car), await readFreezes(story)];
    if (status >= 500) throw new Error(`${this} ended in ${status}: ${JSON.stringify(body)}`);
    if (status >= 400 && !isDeepStrictEqual(after, before))
      throw new Error(`${this} was refused, but changed the order`);
    const problems = [...problemsOf(after), ...(await movedBack(story))];
    for (const { order, freeze } of frozen) {
      // A freeze that ended lets money go, also if another claim was opened at the same moment.
      if (this.#maySay || !stillFrozen.some((each) => each.freeze === freeze)) continue;
      const [had, has] = [heldOf(before, order), heldOf(after, order)];
      if (has < had) problems.push(`${had - has} cents left the frozen order ${order}`);
    }
    if (problems.length > 0) throw new Error(`${this}: ${problems.join('; ')}`);
    if (newest(after) > 0) await sendReports(story, newest(after));
    Object.assign(notes, notesOf(after));
  }
  toString() {
    return String(this.#act);
  }
}

/** The worker polls few payments at a time; payments of earlier stories must not come first. */
const MAKE_DISPUTES_DUE = `update payments set disputes_due_at = case when id = any($1) then now() else now() + interval '1 year' end
  where disputes_due_at is not null or id = any($1)`;

const isBegun = ({ life }: Notes) => life !== 'none' && life !== 'held';
const form = (fields: Record<string, string>): [string, string][] =>
  Object.entries({ key: randomUUID(), text: 'So.', ...fields });
const nothing: Outcome = { status: 409 };

const openClaimOf = async (story: Story) =>
  (await readFreezes(story)).find(({ claim }) => claim !== null)?.claim ?? null;

/** The buyer claims that one car of the order is damaged, or all of them. */
export const opensFor = (what: 'all cars' | 'one car'): Performed => ({
  check: isBegun,
  async perform(story, state) {
    await story.world.pool.query('delete from request_counts');
    const { cookie } = await buyerOf(story, newest(state));
    const fields = form({ kind: 'damaged', ...(what === 'one car' && { listing_id: String(story.car) }) });
    return postForm(story.world.app, `/api/orders/${newest(state)}/claims`, fields, { cookie });
  },
  toString: () => `the buyer opens a claim about ${what}`,
});

export const withdraws: Performed = {
  check: isBegun,
  async perform(story, state) {
    const claim = await openClaimOf(story);
    if (claim === null) return nothing;
    const { cookie } = await buyerOf(story, newest(state));
    return postJson(story.world.app, `/api/claims/${claim}/withdraw`, {}, { cookie });
  },
  toString: () => 'the buyer withdraws the claim',
};

/** Staff give the buyer this many thousandths of the frozen money; a second person confirms it above the limit. */
export const decides = (part: number): Performed => ({
  check: isBegun,
  async perform(story, state) {
    const { app, admin } = story.world;
    const [claim, order] = [await openClaimOf(story), newest(state)];
    if (claim === null) return nothing;
    const frozen = -(state.orders.find(({ id }) => id === order)?.accounts.frozen ?? 0);
    const buyer = Math.round((frozen * part) / 1_000);
    const split = { to_buyer_cents: buyer, to_seller_cents: frozen - buyer, reason: 'A story.' };
    const decided = await postJson(app, `/api/admin/claims/${claim}/decision`, split, { cookie: admin.cookie });
    if (decided.status !== 200) return decided;
    await story.world.approve('claim decision');
    return decided;
  },
  toString: () => `staff decide for ${part} ‰ to the buyer`,
});

const COUNTRY = 'KE';
const RATE = `insert into transport_rates (country, port, inspection_cents, freight_cents, insurance_bps, saved_by)
  values ('${COUNTRY}', 'KEMBA', 0, 200000, 60, $1) on conflict do nothing`;
const CONSIGNEE = `
  insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
  select $1, 'Amina Otieno', 'Mombasa', '', '${COUNTRY}', '+254700000000', '', false, now(), now(), now()
  where not exists (select from consignees where order_id = $1)`;

/** The buyer chooses how far we ship the cars. The holds of stories have no pro-forma invoice that it would replace. */
export const ships = (term: 'FOB' | 'CFR' | 'CIF'): Performed => ({
  check: isBegun,
  async perform(story, state) {
    const { app, pool, admin } = story.world;
    const order = newest(state);
    const { cookie } = await buyerOf(story, order);
    await pool.query(RATE, [admin.id]);
    await pool.query(CONSIGNEE, [order]);
    const address = `/api/orders/${order}/trade-term`;
    const offers: TradeOffer[] = (await getJson(app, `${address}s`, cookie)).body.offers ?? [];
    const offer = offers.find((each) => each.term === term);
    if (!offer) return nothing;
    const { lines: _lines, ...choice } = offer;
    return postJson(app, address, { ...choice, inspection: false }, { cookie, method: 'PUT' });
  },
  toString: () => `the buyer chooses ${term}`,
});

/** This many days pass without an answer, statement or decision. */
export const isSilent = (days: number): Performed => ({
  check: isBegun,
  async perform({ world }) {
    await advanceClaims({ bookings: world.depsAt(days) }, (error) => Promise.reject(error));
    return { status: 200 };
  },
  toString: () => `nobody says anything for ${days} days`,
});

/** The buyer's bank disputes the newest payment by card, or ends its dispute. */
export const disputes = (state: 'inquiry' | 'open' | 'won' | 'lost'): Performed => ({
  check: isBegun,
  async perform({ world: { gateway, pool, work }, car }, { payments }) {
    const payment = cardPayment(payments);
    if (!payment) return { status: 200 };
    if (state === 'won' || state === 'lost') gateway.endDispute(payment.id, state);
    else if (gateway.refunded(payment.id) === 0) gateway.dispute(payment.id, state);
    await pool.query(MAKE_DISPUTES_DUE, [[payment.id]]);
    gateway.answers = 'unreached';
    await work(car);
    return { status: 200 };
  },
  toString: () => `the bank disputes the newest payment: ${state}`,
});

/** Staff refund a part of the newest card payment. The provider has not received it yet. */
export const staffRefund = (part: number): Performed => ({
  check: isBegun,
  async perform({ world: { app, pool, admin, gateway } }, { payments }) {
    const payment = cardPayment(payments);
    if (!payment) return nothing;
    gateway.answers = 'unreached';
    const amount = Math.max(1, Math.round((payment.cents * part) / 1_000)) / 100;
    const refund = { amount, ...(await keptBy(pool, payment.id, amount)), reason: 'Hail' };
    return postJson(app, `/api/admin/payments/${payment.id}/refund`, refund, { cookie: admin.cookie });
  },
  toString: () => `staff refund ${part} ‰ of the newest payment`,
});

/** A part of the newest card payment is refunded at the provider. */
export const refundAtProvider = (part: number): Performed => ({
  check: isBegun,
  async perform({ world: { gateway, work }, car }, { payments }) {
    const payment = cardPayment(payments);
    gateway.answers = 'unreached';
    if (payment) gateway.refundAtProvider(payment.id, Math.max(1, Math.round((payment.cents * part) / 1_000)));
    await work(car);
    return { status: 200 };
  },
  toString: () => `somebody refunds ${part} ‰ of the newest payment at the provider`,
});

/** The provider sends waiting refunds. */
export const sendsRefunds: Performed = {
  check: isBegun,
  async perform({ world: { gateway, work }, car }) {
    gateway.answers = 'done';
    await work(car);
    return { status: 200 };
  },
  toString: () => 'the provider sends refunds',
};

const cardPayment = (payments: State['payments']) =>
  payments.findLast(
    ({ state, method }) => (state === 'captured' || state === 'refunded') && method !== 'bank_transfer',
  );

/** Several simultaneous acts. They have changed something if one was accepted. */
export const atOnce = (acts: Performed[]): Performed => ({
  check: (notes) => acts.every((act) => act.check(notes)),
  async perform(story, state) {
    const outcomes = await Promise.all(acts.map((act) => act.perform(story, state)));
    const fault = outcomes.find(({ status }) => status >= 500);
    return fault ?? outcomes.find(({ status }) => status < 400) ?? outcomes[0]!;
  },
  toString: () => `at once: ${acts.join(', ')}`,
});

/** Ends all claims and disputes: time passes until the terms decide. */
export async function endFreezes(story: Story): Promise<void> {
  const { gateway, pool, work, depsAt } = story.world;
  const payments = (await readState(pool, story.car)).payments.map(({ id }) => id);
  for (const id of payments) gateway.endDispute(id, 'lost');
  await pool.query(MAKE_DISPUTES_DUE, [payments]);
  await work(story.car);
  for (const days of [10, 30, 60]) await advanceClaims({ bookings: depsAt(days) }, (error) => Promise.reject(error));
  const left = await readFreezes(story);
  if (left.length > 0) throw new Error(`freezes never end: ${JSON.stringify(left)}`);
}
