import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { testNow } from '../runner/test-clock.ts';
import { getJson, postJson } from '../server/test-app.ts';

export type Buyer = { id: number; cookie: string };

/** Each test process counts in its own range, because two may start in the same millisecond. */
let lastTransaction = testNow().getTime() + (process.pid % 1_000) * 1_000_000;
/** A unique transaction id in the browsers' format. */
export const newTransaction = () => `TR${++lastTransaction}`;

export const CARD = {
  cardNumber: '4242424242424242',
  expiryDate: '12/39',
  cvv: '123',
  name: 'Amina Otieno',
  email: 'amina@buyers.example',
};
export const cardNumber = (number: string) => ({ ...CARD, cardNumber: number });

/** The deposit in dollars: a quarter of price, 8 % tax and 300 dollars fee. */
export const bookingAmount = (price: number) => Math.round((price * 1.08 + 300) * 25) / 100;
export const totalOf = (price: number) => Math.round((price * 1.08 + 300) * 100) / 100;

/** The calls of a checkout and of bookings, made like a buyer's browser. */
export function payingCalls(app: FastifyInstance) {
  const pay = (
    buyer: Buyer,
    listing: number | null,
    price: number,
    change: Record<string, unknown> = {},
    ip?: string,
  ) =>
    postJson(
      app,
      '/api/payments',
      {
        user_id: buyer.id,
        transaction_id: newTransaction(),
        amount: bookingAmount(price),
        payment_method: 'credit_card',
        payment_status: 'success',
        formData: CARD,
        ...(listing !== null && { listing_id: listing }),
        ...change,
      },
      { cookie: buyer.cookie, ...(ip !== undefined && { ip }) },
    );
  const sold = (buyer: Buyer, listing: number) =>
    postJson(
      app,
      `/api/api/listings/listings/${listing}`,
      { listing_status: 'sold' },
      { cookie: buyer.cookie, method: 'PUT' },
    );
  const book = (buyer: Buyer, listing: number, transaction: string, price: number, change: object = {}) =>
    postJson(
      app,
      '/api/booking',
      {
        listing_id: listing,
        user_id: buyer.id,
        car_id: listing,
        transaction_id: transaction,
        booking_start_date: testNow().toISOString(),
        booking_end_date: testNow().toISOString(),
        total_price: totalOf(price),
        paid_price: bookingAmount(price),
        booking_status: 'confirmed',
        payment_status: 'paid',
        ...change,
      },
      { cookie: buyer.cookie },
    );
  const readPayment = async (buyer: Buyer, transaction: string) =>
    (await getJson(app, `/api/my-payments/${transaction}`, buyer.cookie)).body;
  const bookings = async (buyer: Buyer) => (await getJson(app, '/api/my-bookings', buyer.cookie)).body.items;
  const cancel = (buyer: Buyer, id: number, refund: number) =>
    postJson(app, `/api/my-bookings/${id}/cancel`, { refund }, { cookie: buyer.cookie });
  const statusOf = async (listing: number) =>
    (await getJson(app, `/api/listings/${listing}`)).body.listing_status as string | undefined;

  /** Makes all three calls of a checkout. */
  const buy = async (buyer: Buyer, listing: number, price: number, change: object = {}) => {
    const paid = await pay(buyer, listing, price, { ...change });
    await sold(buyer, listing);
    return (await book(buyer, listing, paid.body.transaction_id, price)).body;
  };
  /** Pays the next due item of an order by card. */
  const payNext = async (buyer: Buyer, order: number) => {
    const { plan_item, amount_cents } = (await getJson(app, `/api/orders/${order}`, buyer.cookie)).body.money.next;
    const card = { payment_method: 'credit_card', formData: CARD, transaction_id: newTransaction() };
    return postJson(
      app,
      `/api/orders/${order}/payments`,
      { plan_item, amount_cents, ...card },
      { cookie: buyer.cookie },
    );
  };
  return { pay, sold, book, buy, payNext, readPayment, bookings, cancel, statusOf };
}

/** Returns every nonzero ledger balance in cents, and their sum, which must be 0. */
export async function ledgerBalances(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ account: string; cents: number }>(
    'select account, sum(cents) as cents from ledger_lines group by account having sum(cents) <> 0',
  );
  const balances = Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
  return { gateway: 0, deposits: 0, ...balances, sum: rows.reduce((sum, { cents }) => sum + cents, 0) };
}
