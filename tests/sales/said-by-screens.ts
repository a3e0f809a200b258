import type { BookingResponse } from '#features/aftersales/bookings/model/booking-contract.ts';
import type { AdminOrderResponse } from '#features/orders/order-pages/model/admin-order-contract.ts';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import type { Sale as SoldCar } from '#features/orders/sales-contracts/model/sales-contract-contract.ts';
import { centsOf } from '#lib/money.ts';
import { sessionOf } from '../support/data/accounts.ts';
import { getJson } from '../support/server/test-app.ts';
import { type Said, sayings, sum } from './said.ts';
import type { Sale } from './sale.ts';

type Payment = {
  amount: number;
  given_back: number;
  captured_at: string | null;
  refunds: { amount: number; done: boolean }[];
};

const REDUCED = `
  select coalesce(sum(d.to_buyer_cents), 0)::int as cents from claims c join claim_decisions d on d.claim_id = c.id
  where c.order_id = $1 and not d.ends_order`;

/** Returns what claims took off the price of an order that went on. */
export async function reducedByClaims({ world: { pool } }: Sale, order: number): Promise<number> {
  return (await pool.query<{ cents: number }>(REDUCED, [order])).rows[0]!.cents;
}

/** Reads the pages of buyer, seller and office about an order. */
export async function saidByScreens(sale: Sale, order: number): Promise<{ page: OrderResponse; said: Said[] }> {
  const { app, admin } = sale.world;
  const page: OrderResponse = (await getJson(app, `/api/orders/${order}`, sale.buyer.cookie)).body;
  const office: AdminOrderResponse = (await getJson(app, `/api/admin/orders/${order}`, admin.cookie)).body;
  return {
    page,
    said: [
      ...saidByPage('buyer’s page', page),
      ...saidByPage('office’s page', office),
      ...(await saidByLists(sale, order, office)),
      ...(await saidToSeller(sale, order)),
    ],
  };
}

function saidByPage(by: string, { life, money, cars, refunds }: OrderResponse): Said[] {
  return sayings(by, {
    cost: money.owed_cents,
    received: money.received_cents,
    open: money.open_cents,
    price: sum(cars, (car) => car.price_cents),
    tax: sum(cars, (car) => car.tax_cents),
    'refunds sent': refunds.sent_cents,
    ...(life === 'cancelled' && { kept: refunds.kept_cents }),
  });
}

/** Reads the buyer's bookings and the office's payments. */
async function saidByLists({ world, buyer }: Sale, order: number, office: AdminOrderResponse): Promise<Said[]> {
  const { app, admin } = world;
  const bookings: BookingResponse[] = (await getJson(app, '/api/my-bookings', buyer.cookie)).body.items;
  const booking = bookings.find(({ order_id }) => order_id === order);
  const payments: Payment[] = await Promise.all(
    office.payments.map(async ({ id }) => (await getJson(app, `/api/payments/${id}`, admin.cookie)).body),
  );
  const captured = payments.filter(({ captured_at }) => captured_at !== null);
  const sent = (payment: Payment) =>
    sum(
      payment.refunds.filter(({ done }) => done),
      ({ amount }) => centsOf(amount),
    );
  const left = sum(captured, (payment) => centsOf(payment.amount) - centsOf(payment.given_back) - sent(payment));
  const lost = sum(office.disputes, (dispute) => dispute.lost_cents);
  return [
    ...sayings('payments of the office', { received: left - lost + office.cash_held_cents }),
    ...sayings('cash of the office', { 'taken in person': sum(office.cash_receipts, ({ cents }) => cents) }),
    ...(booking
      ? sayings('list of bookings', {
          received:
            centsOf(booking.received_price) +
            centsOf(booking.in_person) -
            centsOf(booking.given_back) -
            centsOf(booking.refunded_price),
        })
      : []),
  ];
}

/** Reads the cars of an order on the seller's list of sales and page of payouts. */
async function saidToSeller({ world: { app, pool } }: Sale, order: number): Promise<Said[]> {
  const { rows } = await pool.query<{ id: number }>(
    "select distinct seller_id as id from order_cars c join orders o on o.id = c.order_id where order_id = $1 and o.life <> 'held'",
    [order],
  );
  const said: Said[] = [];
  for (const { id } of rows) {
    const cookie = await sessionOf(pool, id);
    const sales: SoldCar[] = (await getJson(app, '/api/my-sales', cookie)).body.items;
    const own = sales.filter(({ order_id, life }) => order_id === order && life !== 'cancelled');
    if (own.length === 0) continue;
    said.push(
      ...sayings('seller’s sales', {
        price: sum(own, (car) => car.price_cents),
        ...(own[0]!.life === 'completed' && {
          'left to the seller': sum(own, (car) => car.share_cents) - own[0]!.reduced_cents,
        }),
      }),
    );
    const { payouts } = (await getJson(app, '/api/my-payouts', cookie)).body;
    const paid = payouts
      .filter(({ state }: { state: string }) => state !== 'failed')
      .flatMap((payout: { orders: { id: number; cents: number }[] }) => payout.orders);
    const ofOrder = paid.filter((each: { id: number }) => each.id === order);
    if (ofOrder.length > 0)
      said.push(
        ...sayings('seller’s payouts', {
          'share of the seller': sum(ofOrder, ({ cents }: { cents: number }) => cents),
        }),
      );
  }
  return said;
}
