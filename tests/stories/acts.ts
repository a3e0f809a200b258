import { randomUUID } from 'node:crypto';
import { CARD, newTransaction } from '../support/payments/paying.ts';
import { readyOrder } from '../support/payments/ready-order.ts';
import { holdForTransfer } from '../support/payments/transfers.ts';
import { getJson, postJson } from '../support/server/test-app.ts';
import type { State } from './order-state.ts';
import {
  Act,
  buyerOf,
  depositOf,
  isOpen,
  type Notes,
  newest,
  type Outcome,
  openOf,
  openOfItem,
  PRICE,
  type Story,
  TOTAL,
  waivedOf,
} from './story.ts';

/**
 * For an order that was held for three days; an order booked immediately has three days less. The order ends when the statement of that day
 * is due, one business day later: weekends and holidays included, within 30 days.
 */
const LAST_DAY_OF_GRACE = 17;

export class Book extends Act {
  readonly #buyer: number;
  constructor(buyer: number) {
    super();
    this.#buyer = buyer;
  }
  override expected(notes: Notes): Notes | null {
    if (isOpen(notes) || notes.life === 'completed') return null;
    return { life: 'active', owed: TOTAL, received: depositOf(TOTAL), waived: 0 };
  }
  override async perform({ world: { calls }, car, buyers }: Story): Promise<Outcome> {
    const buyer = buyers[this.#buyer]!;
    const paid = await calls.pay(buyer, car, PRICE);
    if (paid.status !== 200) return paid;
    await calls.sold(buyer, car);
    return calls.book(buyer, car, paid.body.transaction_id, PRICE);
  }
  override toString() {
    return `buyer ${this.#buyer} books by card`;
  }
}

export class Hold extends Act {
  readonly #cars: 1 | 3;
  constructor(cars: 1 | 3) {
    super();
    this.#cars = cars;
  }
  override check(notes: Notes): boolean {
    return !isOpen(notes) && notes.life !== 'completed';
  }
  override expected(): Notes {
    return { life: 'held', owed: TOTAL * this.#cars, received: 0, waived: 0 };
  }
  override async perform({ world, car, otherCars, buyers }: Story): Promise<Outcome> {
    await holdForTransfer(world.pool, buyers[0]!.id, car, ...otherCars.slice(0, this.#cars - 1));
    return { status: 200 };
  }
  override toString() {
    return `a buyer holds ${this.#cars} cars for a transfer`;
  }
}

/** `part` in thousandths of what is open; above 1,000 is too much. */
abstract class PartlyPaid extends Act {
  protected readonly part: number;
  constructor(part: number) {
    super();
    this.part = part;
  }
  protected cents(open: number): number {
    return Math.max(1, Math.round((open * this.part) / 1_000));
  }
}

export class PayByCard extends PartlyPaid {
  override check({ life }: Notes): boolean {
    return life !== 'none' && life !== 'held';
  }
  override expected(notes: Notes): Notes | null {
    const open = openOfItem(notes);
    const cents = this.cents(open);
    if (notes.life !== 'active' || open <= 0 || cents > open || cents < 100) return null;
    return { ...notes, received: notes.received + cents };
  }
  override async perform(story: Story, state: State): Promise<Outcome> {
    const { app } = story.world;
    const order = newest(state);
    const { cookie } = await buyerOf(story, order);
    const { body } = await getJson(app, `/api/orders/${order}`, cookie);
    const item = body.money.next ?? { plan_item: body.plan.at(-1).id, amount_cents: 0 };
    const payment = {
      plan_item: item.plan_item,
      payment_method: 'credit_card',
      formData: CARD,
      transaction_id: newTransaction(),
      amount_cents: this.cents(item.amount_cents),
    };
    return postJson(app, `/api/orders/${order}/payments`, payment, { cookie });
  }
  override toString() {
    return `the buyer pays ${this.part} ‰ of the next item by card`;
  }
}

export class PayInCash extends PartlyPaid {
  override check({ life }: Notes): boolean {
    return life !== 'none' && life !== 'held';
  }
  override expected(notes: Notes): Notes | null {
    const open = openOf(notes);
    const cents = this.cents(open);
    return notes.life !== 'active' || cents > open ? null : { ...notes, received: notes.received + cents };
  }
  override async perform({ world }: Story, state: State): Promise<Outcome> {
    const { id = 0, owed = 0, received = 0, waived = 0 } = state.orders.at(-1) ?? {};
    const receipt = { key: randomUUID(), method: 'cash', amount_cents: this.cents(owed - received - waived) };
    const by = { cookie: world.admin.cookie };
    const outcome = await postJson(world.app, `/api/admin/orders/${id}/cash-receipts`, receipt, by);
    await world.approve('cash receipt');
    return outcome;
  }
  override toString() {
    return `staff take ${this.part} ‰ of what is open in cash`;
  }
}

export class TransferArrives extends PartlyPaid {
  override check(notes: Notes): boolean {
    return isOpen(notes);
  }
  override expected(notes: Notes): Notes {
    const cents = this.cents(notes.owed);
    const [received, waived] = [notes.received + cents, notes.waived + waivedOf(notes, cents)];
    const isBooked = notes.life === 'active' || received + waived >= depositOf(notes.owed);
    return { ...notes, received, waived, life: isBooked ? 'active' : 'held' };
  }
  override async perform({ world }: Story, state: State): Promise<Outcome> {
    return world.transferArrives(newest(state), this.cents(state.orders.at(-1)?.owed ?? 0));
  }
  override toString() {
    return `${this.part} ‰ of the total arrive by transfer`;
  }
}

export class HoldLapses extends Act {
  override check({ life }: Notes): boolean {
    return life === 'held';
  }
  override expected(notes: Notes): Notes {
    return { ...notes, life: 'cancelled' };
  }
  override async perform({ world, car }: Story): Promise<Outcome> {
    await world.work(car, 60);
    return { status: 200 };
  }
  override toString() {
    return 'the hold lapses';
  }
}

export class Complete extends Act {
  override check({ life }: Notes): boolean {
    return life !== 'none' && life !== 'held';
  }
  override expected(notes: Notes): Notes | null {
    return notes.life === 'active' && openOf(notes) <= 0 ? { ...notes, life: 'completed' } : null;
  }
  override async perform({ world: { app, pool, admin } }: Story, state: State): Promise<Outcome> {
    const { id, owed, received, waived } = state.orders.at(-1)!;
    // An unpaid car is not loaded, and an order with a car aboard cannot be canceled.
    if (owed - received - waived <= 0) await readyOrder(pool, id);
    return postJson(app, `/api/admin/orders/${newest(state)}/complete`, undefined, { cookie: admin.cookie });
  }
  override toString() {
    return 'staff complete the order';
  }
}

type MyBooking = { booking_id: number; order_id: number; cancellation: { refund: number } | null };

export class CancelByBuyer extends Act {
  override check({ life }: Notes): boolean {
    return life !== 'none' && life !== 'held';
  }
  override expected(notes: Notes): Notes | null {
    return notes.life === 'active' ? { ...notes, life: 'cancelled' } : null;
  }
  override async perform(story: Story, state: State): Promise<Outcome> {
    const { calls, gateway } = story.world;
    const buyer = await buyerOf(story, newest(state));
    const bookings: MyBooking[] = await calls.bookings(buyer);
    const booking = bookings.find(({ order_id: order }) => order === newest(state));
    // An expired hold was never booked.
    if (!booking) return { status: 409 };
    // The call sends the refund immediately; a later act decides its outcome.
    gateway.answers = 'unreached';
    return calls.cancel(buyer, booking.booking_id, booking.cancellation?.refund ?? 0);
  }
  override toString() {
    return 'the buyer cancels';
  }
}

/** The worker reminds of the balance, and releases the car when the days of grace are over. */
export class TimePasses extends Act {
  readonly #days: number;
  constructor(days: number) {
    super();
    this.#days = days;
  }
  override check({ life }: Notes): boolean {
    return life !== 'held';
  }
  override expected(notes: Notes): Notes {
    const isUnpaid = notes.life === 'active' && openOf(notes) > 0;
    return isUnpaid && this.#days > LAST_DAY_OF_GRACE ? { ...notes, life: 'cancelled' } : notes;
  }
  override async perform({ world }: Story): Promise<Outcome> {
    world.gateway.answers = 'unreached';
    await world.remindAndRelease(this.#days);
    return { status: 200 };
  }
  override toString() {
    return `it is ${this.#days} days later`;
  }
}
