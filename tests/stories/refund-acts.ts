import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import { keptBy } from '../support/payments/ready-order.ts';
import { postJson } from '../support/server/test-app.ts';
import { readState, type State } from './order-state.ts';
import { type Act, compare, type Notes, notesOf, type Outcome, type Story } from './story.ts';

/** The provider and the bank send waiting refunds, or fail. Refunded money stops counting as received. */
export class RefundsEnd implements fc.AsyncCommand<Notes, Story> {
  readonly #answer: 'done' | 'failed' | 'lost' | 'pending';
  constructor(answer: 'done' | 'failed' | 'lost' | 'pending') {
    this.#answer = answer;
  }
  check(): boolean {
    return true;
  }
  async run(notes: Notes, { world, car }: Story): Promise<void> {
    world.gateway.answers = this.#answer;
    await world.work(car);
    const state = await readState(world.pool, car);
    for (const { payment, cents, done, failed } of state.refunds) {
      const isTransfer = state.payments.find(({ id }) => id === payment)?.method === 'bank_transfer';
      if (isTransfer && !done && !failed && this.#answer === 'done') await world.transferRefundIsSent(payment, cents);
    }
    const after = await readState(world.pool, car);
    const received = after.orders.at(-1)?.received ?? 0;
    if (received > notes.received) throw new Error('a refund brought money');
    if (notes.life === 'active' && received !== notes.received) throw new Error('money left a live order');
    notes.received = received;
    compare(notes, after);
  }
  toString() {
    return `refunds end: ${this.#answer}`;
  }
}

/** A refund without a cancellation. Only the invariants are checked, not the consequences for the order. */
abstract class RefundOfPayment implements fc.AsyncCommand<Notes, Story> {
  protected readonly part: number;
  constructor(part: number) {
    this.part = part;
  }
  check({ life }: Notes): boolean {
    return life !== 'none';
  }
  abstract refund(story: Story, payment: State['payments'][number], cents: number): Promise<Outcome>;

  async run(notes: Notes, story: Story): Promise<void> {
    const { world, car } = story;
    const before = await readState(world.pool, car);
    // A partly refunded payment can be refunded again.
    const payment = before.payments.findLast(
      ({ state, method }) => (state === 'captured' || state === 'refunded') && method !== 'bank_transfer',
    );
    if (!payment) return;
    const { status, body } = await this.refund(
      story,
      payment,
      Math.max(1, Math.round((payment.cents * this.part) / 1_000)),
    );
    const after = await readState(world.pool, car);
    if (status >= 500) throw new Error(`${this} ended in ${status}: ${JSON.stringify(body)}`);
    if (status >= 400 && !isDeepStrictEqual(after, before))
      throw new Error(`${this} was refused, but changed the order`);
    Object.assign(notes, notesOf(after));
    compare(notes, after);
  }
}

export class RefundByStaff extends RefundOfPayment {
  override async refund(
    { world: { app, pool, admin, gateway, approve } }: Story,
    { id }: State['payments'][number],
    cents: number,
  ): Promise<Outcome> {
    gateway.answers = 'unreached';
    const refund = { amount: cents / 100, ...(await keptBy(pool, id, cents / 100)), reason: 'Hail' };
    const outcome = await postJson(app, `/api/admin/payments/${id}/refund`, refund, { cookie: admin.cookie });
    // All stories share the person and the daily limit.
    await approve('refund');
    return outcome;
  }
  override toString() {
    return `staff refund ${this.part} ‰ of the newest payment`;
  }
}

export class RefundAtProvider extends RefundOfPayment {
  override async refund(
    { world: { gateway, work }, car }: Story,
    { id }: State['payments'][number],
    cents: number,
  ): Promise<Outcome> {
    gateway.answers = 'unreached';
    gateway.refundAtProvider(id, cents);
    await work(car);
    return { status: 200 };
  }
  override toString() {
    return `somebody refunds ${this.part} ‰ of the newest payment at the provider`;
  }
}

/** Several people act simultaneously. Only the invariants are checked. */
export class AtOnce implements fc.AsyncCommand<Notes, Story> {
  readonly #acts: Act[];
  constructor(acts: Act[]) {
    this.#acts = acts;
  }
  check(notes: Notes): boolean {
    return this.#acts.every((act) => act.check(notes));
  }
  async run(notes: Notes, story: Story): Promise<void> {
    const { pool } = story.world;
    const before = await readState(pool, story.car);
    const outcomes = await Promise.all(this.#acts.map((act) => act.perform(story, before)));
    const faults = outcomes.filter(({ status }) => status >= 500);
    if (faults.length > 0) throw new Error(`${this} ended in ${JSON.stringify(faults)}`);
    const after = await readState(pool, story.car);
    Object.assign(notes, notesOf(after));
    compare(notes, after);
  }
  toString() {
    return `at once: ${this.#acts.join(', ')}`;
  }
}
