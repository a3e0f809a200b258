import { randomUUID } from 'node:crypto';
import { processBookings } from '#features/aftersales/bookings/server/booking-worker.ts';
import { receiveTransfer, undoReceivedTransfer } from '#features/orders/server/api.ts';
import { settleDuePayments } from '#features/payments/payments/server/settle-payment.ts';
import type { insertDestination } from '#features/payments/server/api.ts';
import { withTransaction } from '#lib/server/database/postgres.ts';
import { claimSite, DEPOSIT } from '../aftersales/claim-site.ts';
import { addCars } from '../catalog/cars.ts';
import { signIn } from '../data/accounts.ts';
import { openBanksEveryDay } from '../payments/bank-days.ts';
import type { Buyer } from '../payments/paying.ts';
import { holdForTransfer, knownBuyer } from '../payments/transfers.ts';
import { daysFromNow, testNow } from '../runner/test-clock.ts';
import { postJson } from '../server/test-app.ts';

/** People and cars of an act. `order` is null before the act makes it. */
export type Scene = { order: number | null; buyer: Buyer; seller: Buyer; cars: number[]; act: () => Promise<unknown> };

type Site = Awaited<ReturnType<typeof claimSite>>;
/** The site of the current test file. */
export let site: Site;
let { app, calls, gateway, pool } = {} as Site;

/** Creates the site of a test file. Test files share a worker and its modules, so each file begins its own. */
export async function beginScenes(): Promise<Site> {
  site = await claimSite();
  ({ app, calls, gateway, pool } = site);
  await openBanksEveryDay(pool);
  await sql("insert into import_rule_versions (version, reason) values ($1, 'seed')", version);
  return site;
}

export const fail = (error: unknown) => Promise.reject(error);
export const sql = async (text: string, ...values: unknown[]) => (await pool.query(text, values)).rows;
/** Runs the worker of bookings, which also emails news, as if it were some days later. */
export const work = (daysLater = 0) => processBookings(site.depsAt(daysLater), fail);
export const paymentOf = async (order: number) =>
  (await sql('select min(id)::int as id from payments where order_id = $1', order))[0].id as number;

async function carOfSeller() {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const seller = await signIn(pool);
  await sql('update listings set user_id = $2 where id = $1', car, seller.id);
  return { car, seller };
}

/** A car that a buyer may hold or buy in the act. */
export async function offered(act: (buyer: Buyer, car: number) => Promise<unknown>): Promise<Scene> {
  const { car, seller } = await carOfSeller();
  const buyer = await knownBuyer(pool);
  await sql('delete from request_counts');
  return { order: null, buyer, seller, cars: [car], act: () => act(buyer, car) };
}

export type Held = Omit<Scene, 'act' | 'order'> & { order: number };

export async function heldCars(count = 1, who?: Buyer): Promise<Held> {
  const { car, seller } = await carOfSeller();
  const cars = [car];
  for (let more = 1; more < count; more++) {
    const [other = 0] = await addCars(pool, [{ make: 'BYD', model: 'Han', priceCents: 1_000_000 }]);
    await sql('update listings set user_id = $2 where id = $1', other, seller.id);
    cars.push(other);
  }
  const buyer = who ?? (await signIn(pool));
  const { orderId } = await holdForTransfer(pool, buyer.id, ...(cars as [number, ...number[]]));
  return { order: orderId, buyer, seller, cars };
}

let line = 70_000;
export const receive = (order: number, cents: number) =>
  withTransaction(pool, (db) =>
    receiveTransfer(db, site.depsAt(0), {
      orderId: order,
      cents,
      reference: null,
      sourceLineId: ++line,
      receivedAt: testNow(),
    }),
  );
export const undo = async (order: number) => {
  const [{ id }] = await sql(
    'select max(id)::int as id from payments where order_id = $1 and captured_at is not null',
    order,
  );
  await withTransaction(pool, (db) =>
    undoReceivedTransfer(db, site.depsAt(0), {
      orderId: order,
      paymentId: id,
      reference: `match-${id}`,
      isApproved: true,
    }),
  );
};

export async function bookedByTransfer(who?: Buyer): Promise<Held> {
  const held = await heldCars(1, who);
  await receive(held.order, DEPOSIT);
  await confirm();
  return held;
}
/** Confirms the bookings that a transfer has made. */
export async function confirm(): Promise<void> {
  await sql("update bookings set due_at = now() - interval '1 minute' where status = 'pending'");
  await work();
}

export async function sale(): Promise<Held & { booking: number; payment: number }> {
  const { car, seller, buyer, order, booking } = await site.sale();
  return { order, buyer, seller, cars: [car], booking, payment: await paymentOf(order) };
}
export type Sale = Awaited<ReturnType<typeof sale>>;
export async function paidSale(): Promise<Sale> {
  const sold = await sale();
  await site.payInCash(sold.booking);
  return sold;
}
export async function completedSale(): Promise<Sale> {
  const sold = await paidSale();
  await site.complete(sold.order);
  return sold;
}

export async function lapse(order: number): Promise<void> {
  await sql("update payments set due_at = now() where order_id = $1 and state = 'created'", order);
  await settleDuePayments(site.depsAt(10).payments, fail);
}
export const cancelHold = ({ order, buyer }: Held) =>
  postJson(app, `/api/orders/${order}/cancel-hold`, {}, { cookie: buyer.cookie });
export const cancel = ({ buyer, booking }: Sale) => calls.cancel(buyer, booking, DEPOSIT / 100);
export const overdue = (order: number, days: number) => async () => {
  await sql('update orders set remind_at = now() where id = $1', order);
  await work(days);
};
/** The provider reports news of a payment, and the worker fetches them. */
export const hear = async (payment: number) => {
  await sql('update payments set disputes_due_at = now(), refunds_due_at = now() where id = $1', payment);
  await settleDuePayments(site.depsAt(0).payments, fail);
};
export const disputedSale = async (state: 'inquiry' | 'open') => {
  const sold = await paidSale();
  gateway.dispute(sold.payment, state);
  await hear(sold.payment);
  return sold;
};
export const claimedSale = async (make: () => Promise<Sale> = sale) => {
  const sold = await make();
  const { body } = await site.open(sold.order, { who: sold.buyer });
  return { ...sold, claim: body.claim.id as number };
};
export const answeredSale = async (make: () => Promise<Sale> = sale) => {
  const claimed = await claimedSale(make);
  await site.say(claimed.claim, 'answer', { who: claimed.seller });
  return claimed;
};
export const preparedPayout = async () => {
  const sold = await sale();
  await site.payByCard(sold.order, sold.buyer);
  await site.complete(sold.order);
  await site.enterAccount(sold.seller);
  const payout = await site.preparePayout(sold.seller);
  if ((await sql('select state from payouts where id = $1', payout))[0].state === 'prepared') await site.approve();
  return { ...sold, payout };
};
const version = 1;
export const red = (listingId: number) => {
  const reason = { ruleId: 'KE-STEERING', outcome: 'prohibited', sentence: 'Left-hand drive only.' };
  const doubts = [{ why: 'prohibited', ruleId: reason.ruleId }];
  const verdict = { light: 'red', doubts, reasons: [reason] };
  const at = { on: '2026-01-05', today: '2026-01-05' };
  const landed = {
    journey: { port: null },
    parts: [],
    charges: { lines: [] },
    total: null,
    shownAs: null,
    missing: [],
  };
  const quote = { listingId, car: '2023 BYD Seal', country: 'KE', version, verdict, at, landed };
  const declared = { shownLight: 'red', buyingFor: 'A. Mwangi', buyingForCountry: 'KE', buyingForQuote: null };
  return { quote, ...declared } as unknown as Parameters<typeof insertDestination>[2];
};
export const report = (order: number, event: object) =>
  postJson(
    app,
    `/api/orders/${order}/events`,
    { id: randomUUID(), certainty: 'actual', note: '', happens_at: testNow().toISOString(), ...event },
    { cookie: site.admin.cookie },
  );

export function arrivalIn(days: number) {
  const happens_at = daysFromNow(days).toISOString();
  return { step: 'arrived', certainty: 'estimated', place: 'KEMBA', happens_at };
}

export const CONSIGNEE = {
  name: 'Kamau Imports Ltd',
  address: 'Moi Avenue 4\nMombasa',
  country: 'KE',
  phone: '+254 712 345678',
  id_number: 'P051234567X',
  notify_party: 'Jane, +254 700 000000',
};
export const nameConsignee = ({ order, buyer }: Held, confirmed: object = {}) =>
  postJson(
    app,
    `/api/orders/${order}/consignee`,
    { ...CONSIGNEE, ...confirmed },
    { cookie: buyer.cookie, method: 'PUT' },
  );
