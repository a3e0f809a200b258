import { randomUUID } from 'node:crypto';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { tellOrderNews } from '#features/aftersales/bookings/server/order-news.ts';
import { advanceClaims } from '#features/aftersales/claims/server/claim-worker.ts';
import type { World } from '../stories/world.ts';
import { importEntries } from '../support/bookkeeping/import-entries.ts';
import { addCars } from '../support/catalog/cars.ts';
import { billNow } from '../support/payments/billing.ts';
import { bookingAmount, CARD, newTransaction } from '../support/payments/paying.ts';
import { addPayoutAccount } from '../support/payments/payout-account.ts';
import { keptBy, payAtOnce, readyOrder, reportPapers } from '../support/payments/ready-order.ts';
import { knownBuyer } from '../support/payments/transfers.ts';
import { getJson, postForm, postJson } from '../support/server/test-app.ts';

export const PRICE = 10_000;
/** Cents of one car: its total, the deposit, and the balance. */
export const [TOTAL, DEPOSIT, BALANCE] = [1_110_000, 277_500, 832_500];
const dollars = (cents: number) => (cents / 100).toFixed(2);

type Answer = { status: number; body: { [key: string]: unknown } };

/** A buyer with orders, and the acts of buyer, bank and office. Each act throws unless it gets the expected answer. */
export class Sale {
  readonly world: World;
  readonly buyer: { id: number; cookie: string };
  /** The orders, the newest last. */
  readonly orders: number[] = [];
  readonly cars: number[] = [];
  #lines: number[] = [];

  private constructor(world: World, buyer: { id: number; cookie: string }) {
    this.world = world;
    this.buyer = buyer;
  }

  static async begin(world: World): Promise<Sale> {
    world.gateway.answers = 'done';
    await world.pool.query('delete from request_counts');
    const buyer = await knownBuyer(world.pool);
    await world.pool.query("update users set name = 'Amina Otieno' where id = $1", [buyer.id]);
    return new Sale(world, buyer);
  }

  get order(): number {
    return this.orders.at(-1)!;
  }

  async #newCars(count: number): Promise<number[]> {
    const cars = await addCars(
      this.world.pool,
      Array.from({ length: count }, () => ({ make: 'BYD', model: 'Seal', priceCents: PRICE * 100 })),
    );
    this.cars.push(...cars);
    return cars;
  }

  #expect(what: string, expected: number, { status, body }: Answer): void {
    if (status !== expected) throw new Error(`${what}: ${status} instead of ${expected}, ${JSON.stringify(body)}`);
  }

  #byAdmin(path: string, body?: object): Promise<Answer> {
    return postJson(this.world.app, `/api/admin${path}`, body, { cookie: this.world.admin.cookie });
  }

  async buysByCard(): Promise<void> {
    const [car = 0] = await this.#newCars(1);
    const { order_id: order } = await this.world.calls.buy(this.buyer, car, PRICE);
    this.orders.push(order);
    await this.#workersRun();
  }

  async holds(cars = 1): Promise<void> {
    const { version } = (await getJson(this.world.app, '/api/order-terms')).body;
    const hold = {
      listing_ids: await this.#newCars(cars),
      amount: bookingAmount(PRICE) * cars,
      transaction_id: newTransaction(),
      payment_method: 'bank_transfer',
      email: `buyer-${this.buyer.id}@buyers.example`,
      buyer: { name: 'Otieno Motors Ltd', address: `${this.buyer.id} Moi Avenue\nMombasa`, country: 'KE' },
      accepted_terms: version,
    };
    const placed = await postJson(this.world.app, '/api/orders', hold, { cookie: this.buyer.cookie });
    this.#expect('a hold', 200, placed);
    this.orders.push(placed.body.order.id);
  }

  async paysNextByCard(cents?: number, status = 200): Promise<void> {
    const { body } = await getJson(this.world.app, `/api/orders/${this.order}`, this.buyer.cookie);
    const { plan_item, amount_cents } = body.money.next;
    const payment = {
      plan_item,
      amount_cents: cents ?? amount_cents,
      payment_method: 'credit_card',
      formData: CARD,
      transaction_id: newTransaction(),
    };
    const path = `/api/orders/${this.order}/payments`;
    this.#expect('a card pays', status, await postJson(this.world.app, path, payment, { cookie: this.buyer.cookie }));
  }

  /** Imports a statement with an unmatched line. */
  async lineComes(cents: number, { out = false } = {}): Promise<void> {
    const entry = { amount: dollars(Math.abs(cents)), name: 'Amina Otieno', ...(out && { out: true }) };
    this.#lines.push((await importEntries(this.world.app, this.world.admin.cookie, [entry]))[0]!);
  }

  /** Finance matches the newest line, or a part of it, to an order. */
  async isMatched(body: object = {}, status = 200): Promise<void> {
    const match = { order_id: this.order, reason: 'As agreed.', ...body };
    this.#expect('a match', status, await this.#byAdmin(`/statements/lines/${this.#lines.at(-1)}/match`, match));
    await this.#workersRun();
  }

  /** Confirms bookings, issues invoices and credit notes, and sends news. */
  async #workersRun(): Promise<void> {
    const { pool, depsAt } = this.world;
    const fail = (error: unknown) => Promise.reject(error);
    await pool.query('update bookings set due_at = now() where due_at is not null');
    await processBookings(depsAt(0), fail);
    await billNow(pool);
    await tellOrderNews(depsAt(0), fail);
  }

  async transfers(cents: number): Promise<void> {
    await this.lineComes(cents);
    await this.isMatched();
  }

  /** Finance undoes the match of the newest line, or of one of its parts. */
  async isUnmatched(part = 0, status = 200): Promise<void> {
    const path = `/statements/lines/${this.#lines.at(-1)}`;
    const { body } = await getJson(this.world.app, `/api/admin${path}`, this.world.admin.cookie);
    const match = body.line.matches[part];
    const undo = { reason: 'Another order was meant.', match_id: match?.id };
    this.#expect('an undone match', status, await this.#byAdmin(`${path}/unmatch`, undo));
    await this.world.approve('match undo');
  }

  async paysInPerson(cents: number, method: 'cash' | 'card' = 'cash', key: string = randomUUID()): Promise<void> {
    const receipt = { key, method, amount_cents: cents, note: 'At the yard.' };
    this.#expect('money in person', 200, await this.#byAdmin(`/orders/${this.order}/cash-receipts`, receipt));
    await this.world.approve('cash receipt');
  }

  async getsCashBack(cents: number, method: 'cash' | 'transfer' = 'cash'): Promise<void> {
    if (method === 'transfer') await addPayoutAccount(this.world.pool, this.buyer.id);
    const given = { key: randomUUID(), method, amount_cents: cents, note: 'The order was canceled.' };
    this.#expect('cash back', 200, await this.#byAdmin(`/orders/${this.order}/cash-returns`, given));
    await this.world.approve('cash return');
  }

  async isMoved(cents: number, from: number, to: number, key: string = randomUUID()): Promise<void> {
    const move = { key, to_order_id: to, amount_cents: cents, reason: 'Paid for two cars.' };
    this.#expect('a move', 200, await this.#byAdmin(`/orders/${from}/money-moves`, move));
  }

  async cancels(status = 200): Promise<void> {
    const bookings = await this.world.calls.bookings(this.buyer);
    const booking = bookings.find(({ order_id }: { order_id: number }) => order_id === this.order);
    const refund = booking.cancellation?.refund ?? 0;
    this.#expect('a cancellation', status, await this.world.calls.cancel(this.buyer, booking.booking_id, refund));
    await this.#workersRun();
  }

  async cancelsHold(): Promise<void> {
    const path = `/api/orders/${this.order}/cancel-hold`;
    this.#expect('a canceled hold', 200, await postJson(this.world.app, path, {}, { cookie: this.buyer.cookie }));
  }

  /** The office refunds a part of the newest payment of the order. */
  async isRefunded(cents: number): Promise<void> {
    const { rows } = await this.world.pool.query(
      "select id from payments where order_id = $1 and state = 'captured' order by id desc limit 1",
      [this.order],
    );
    const kept = await keptBy(this.world.pool, rows[0].id, cents / 100);
    const refund = { amount: cents / 100, ...kept, reason: 'Hail on the roof.' };
    this.#expect('a refund', 200, await this.#byAdmin(`/payments/${rows[0].id}/refund`, refund));
    await this.world.approve('refund');
    await this.#workersRun();
  }

  /** The buyer's bank disputes a part of the newest card payment, and we lose. */
  async isChargedBack(cents: number): Promise<void> {
    const { pool, gateway, work } = this.world;
    const { rows } = await pool.query(
      "select id from payments where order_id = $1 and state = 'captured' order by id desc limit 1",
      [this.order],
    );
    gateway.dispute(rows[0].id, 'open', cents);
    gateway.endDispute(rows[0].id, 'lost');
    await pool.query('update payments set disputes_due_at = now() where id = $1', [rows[0].id]);
    await work(this.cars.at(-1)!);
    await this.#workersRun();
  }

  /** Provider and bank send waiting refunds. The provider may first answer otherwise. */
  async refundsAreSent(first: 'lost' | 'failed' | 'pending' | null = null): Promise<void> {
    const { world } = this;
    for (const answer of first === null ? (['done'] as const) : ([first, 'done'] as const)) {
      world.gateway.answers = answer;
      for (const car of this.cars) await world.work(car);
    }
    const { rows } = await world.pool.query(
      `select r.payment_id as payment, r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id
       where p.user_id = $1 and p.method = 'bank_transfer' and r.done_at is null and r.failed_at is null`,
      [this.buyer.id],
    );
    for (const { payment, cents } of rows) await world.transferRefundIsSent(payment, cents);
  }

  async papersAreMade(): Promise<void> {
    await reportPapers(this.world.pool, this.order);
  }

  /** The buyer accepts the sales contract on its page. */
  async #acceptsContract(): Promise<void> {
    const { app } = this.world;
    const path = `/api/orders/${this.order}/contract`;
    const { hash, may_accept } = (await getJson(app, path, this.buyer.cookie)).body;
    if (!may_accept) return;
    const accepted = await postJson(app, `${path}/acceptance`, { hash }, { cookie: this.buyer.cookie });
    this.#expect('an accepted contract', 200, accepted);
  }

  async isLoaded(): Promise<void> {
    await this.#acceptsContract();
    await readyOrder(this.world.pool, this.order);
  }

  async isCompleted(status = 200): Promise<void> {
    if (status === 200) await this.isLoaded();
    const before = await this.world.pool.query('select booking_id from order_cars where order_id = $1', [this.order]);
    await this.world.pool.query(
      "update bookings set status = 'confirmed', due_at = null where id = any($1) and status = 'pending'",
      [before.rows.map(({ booking_id }) => booking_id)],
    );
    this.#expect('a completion', status, await this.#byAdmin(`/orders/${this.order}/complete`));
    await this.#workersRun();
  }

  /** Finance transfers what the seller of the order is owed. Returns the payout. */
  async payoutIsSent(): Promise<{ id: number; cents: number }> {
    const { pool } = this.world;
    const { rows } = await pool.query('select distinct seller_id as id from order_cars where order_id = $1', [
      this.order,
    ]);
    const seller = rows[0].id as number;
    await payAtOnce(pool, seller);
    await pool.query('alter table payout_accounts disable trigger user');
    await pool.query(
      `insert into payout_accounts (user_id, holder, bank, account, bic, entered_at, effective_at)
       select $1, 'Chen', 'Bank', 'DE89370400440532013000', 'COBADEFF', now() - interval '2 days', now() - interval '1 day'
       where not exists (select from payout_accounts where user_id = $1)`,
      [seller],
    );
    await pool.query('alter table payout_accounts enable trigger user');
    this.#expect('a payout', 200, await this.#byAdmin('/payouts', { seller_id: seller }));
    await this.world.approve('payout');
    const payout = (
      await pool.query('select id, cents from payouts where seller_id = $1 order by id desc limit 1', [seller])
    ).rows[0];
    this.#expect('a payout is sent', 200, await this.#byAdmin(`/payouts/${payout.id}/sent`, {}));
    return payout;
  }

  /** Pays the seller of the order, and the bank books it by a line. */
  async sellerIsPaid(feeCents = 0): Promise<void> {
    const payout = await this.payoutIsSent();
    await this.lineComes(payout.cents + feeCents, { out: true });
    await this.isMatched({ kind: 'payout', payout_id: payout.id, order_id: undefined });
  }

  /** The buyer opens a claim, by a call that is repeated. */
  async isClaimed(kind: 'damaged' | 'not_arrived' = 'damaged', status = 200): Promise<void> {
    const key = randomUUID();
    for (const _ of [1, 2]) {
      const fields = Object.entries({ kind, key, text: 'Hail on the roof.' }) as [string, string][];
      const opened = await postForm(this.world.app, `/api/orders/${this.order}/claims`, fields, {
        cookie: this.buyer.cookie,
      });
      this.#expect('a claim', status, opened);
    }
  }

  /** Nobody answers the claim, and nobody decides it. */
  async claimIsRuled(): Promise<void> {
    for (const days of [6, 40])
      await advanceClaims({ bookings: this.world.depsAt(days) }, (error) => Promise.reject(error));
    await this.#workersRun();
  }

  /** The time to answer is over, and two people give a part of the frozen money to the buyer. */
  async claimIsDecided(toBuyer: number): Promise<void> {
    const { pool, depsAt } = this.world;
    await advanceClaims({ bookings: depsAt(6) }, (error) => Promise.reject(error));
    const claim = (await pool.query('select max(id) as id from claims where order_id = $1', [this.order])).rows[0].id;
    const shown = await getJson(this.world.app, `/api/admin/claims/${claim}`, this.world.admin.cookie);
    const { frozen_cents: frozen } = shown.body.claim;
    const split = { to_buyer_cents: toBuyer, to_seller_cents: frozen - toBuyer, reason: 'Seen on the photos.' };
    this.#expect('a decision', 200, await this.#byAdmin(`/claims/${claim}/decision`, split));
    await this.world.approve('claim decision');
    await this.#workersRun();
  }

  async claimIsWithdrawn(): Promise<void> {
    const { app, pool } = this.world;
    const claim = (await pool.query('select max(id) as id from claims where order_id = $1', [this.order])).rows[0].id;
    const withdrawn = await postJson(app, `/api/claims/${claim}/withdraw`, {}, { cookie: this.buyer.cookie });
    this.#expect('a withdrawn claim', 200, withdrawn);
  }

  /** The office ends the order by a refund of everything, and two people agree. */
  async isUndone(): Promise<void> {
    const { rows } = await this.world.pool.query('select min(id) as id from payments where order_id = $1', [
      this.order,
    ]);
    const reason = 'The buyer has moved.';
    this.#expect('an undone order', 200, await this.#byAdmin(`/payments/${rows[0].id}/refund`, { reason }));
    await this.world.approve('refund');
    await this.#workersRun();
  }

  /** Two people record that the car is back, by a call that is repeated. */
  async carComesBack(): Promise<void> {
    for (const status of [200, 409]) {
      const back = { listing_id: this.cars.at(-1), note: 'At the yard in Ningbo.' };
      this.#expect('a return', status, await this.#byAdmin(`/orders/${this.order}/returns`, back));
      await this.world.approve('car return');
    }
    await this.#workersRun();
  }

  /** Two people record that the car is lost at sea. */
  async carIsLost(): Promise<void> {
    const loss = { listing_id: this.cars.at(-1), bill: 'stopped', note: 'The line confirmed it on May 2.' };
    this.#expect('a loss', 200, await this.#byAdmin(`/orders/${this.order}/losses`, loss));
    await this.world.approve('car loss');
    await this.#workersRun();
  }

  /** The buyer's bank disputes the newest card payment, and withdraws it. */
  async disputeIsWon(cents: number): Promise<void> {
    const { pool, gateway, work } = this.world;
    const { rows } = await pool.query(
      "select id from payments where order_id = $1 and state = 'captured' order by id desc limit 1",
      [this.order],
    );
    gateway.dispute(rows[0].id, 'open', cents);
    await pool.query('update payments set disputes_due_at = now() where id = $1', [rows[0].id]);
    await work(this.cars.at(-1)!);
    gateway.endDispute(rows[0].id, 'won');
    await pool.query('update payments set disputes_due_at = now() where id = $1', [rows[0].id]);
    await work(this.cars.at(-1)!);
    await this.#workersRun();
  }

  /** The bank returns the newest refund by transfer, and finance sends it again. */
  async refundComesBack(): Promise<void> {
    const { pool } = this.world;
    const { rows } = await pool.query(
      `select r.payment_id as payment, r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id
       where p.order_id = $1 and p.method = 'bank_transfer' and r.done_at is not null order by r.id desc limit 1`,
      [this.order],
    );
    const { payment, cents } = rows[0];
    await this.lineComes(cents);
    await this.isMatched({ kind: 'refund_return', payment_id: payment, order_id: undefined });
    await this.world.approve('line match');
    const again = { amount: cents / 100, reason: 'To the right account.' };
    this.#expect('a repeated refund', 200, await this.#byAdmin(`/payments/${payment}/refund`, again));
    await this.world.approve('refund');
    await this.refundsAreSent();
  }

  /** The bank returns the newest payout. */
  async payoutComesBack(): Promise<void> {
    const { rows } = await this.world.pool.query('select max(payout_id) as id from payout_orders where order_id = $1', [
      this.order,
    ]);
    const failed = { reason: 'The account is closed.' };
    this.#expect('a returned payout', 200, await this.#byAdmin(`/payouts/${rows[0].id}/failed`, failed));
  }

  async holdLapses(): Promise<void> {
    for (const car of this.cars) await this.world.work(car, 60);
  }

  async isOverdue(days = 60): Promise<void> {
    await this.world.remindAndRelease(days);
  }
}
