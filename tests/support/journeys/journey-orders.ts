import type { APIRequestContext, Page } from '@playwright/test';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { bookingAmount, newTransaction, totalOf } from '../payments/paying.ts';
import { acceptLicense, allowAnyStep, readyOrder, reportPapers } from '../payments/ready-order.ts';
import { addCar, currentUser } from './journey-cars.ts';
import { withDatabase } from './journey-database.ts';
import { newAccount } from './journey-login.ts';

export type Booked = { booking: number; order: number; car: number; transaction: string; email: string };

/** Books a new car as a new buyer. Afterwards the page is logged in as this buyer and as an administrator. */
export async function bookCar(page: Page, offer: 'Sell' | 'Rent', price: number, days: object = {}): Promise<Booked> {
  const { id: car } = await addCar(page, offer, price);
  const { email } = await newAccount(page);
  const transaction = newTransaction();
  const { booking_id: booking, order_id: order } = await bookWith(page, { car, price, email, transaction }, days);
  return { booking, order, car, transaction, email };
}

/** Pays the balance of a booking as its buyer, who is logged in. */
export async function payBalance(request: APIRequestContext, bookingId: number): Promise<void> {
  const booking = await (await request.get(`/api/booking/${bookingId}`)).json();
  await payBalanceOf(request, booking.order_id);
}

/** Pays the balance of an order as its buyer, who is logged in. */
export async function payBalanceOf(request: APIRequestContext, orderId: number): Promise<void> {
  const address = `/api/orders/${orderId}`;
  const order: OrderResponse = await (await request.get(address)).json();
  const balance = order.plan.find(({ kind }) => kind === 'balance');
  const formData = { upiId: 'amina@bank', email: 'amina@buyers.example' };
  const data = { plan_item: balance?.id, payment_method: 'upi', formData, transaction_id: newTransaction() };
  const paid = await request.post(`${address}/payments`, { data });
  if (!paid.ok()) throw new Error(`paying the balance failed: ${await paid.text()}`);
}

/** Books a car for sale by UPI as the user who is logged in, and returns the order. */
export async function bookByUpi(page: Page, car: number, price: number, email: string): Promise<number> {
  return (await bookWith(page, { car, price, email, transaction: newTransaction() })).order_id;
}

type Sale = { car: number; price: number; email: string; transaction: string };

async function bookWith(
  page: Page,
  { car, price, email, transaction }: Sale,
  days: object = {},
): Promise<{ booking_id: number; order_id: number }> {
  const call = { user_id: await currentUser(page), listing_id: car, transaction_id: transaction };
  const paid = { amount: bookingAmount(price), payment_method: 'upi', formData: { upiId: 'amina@bank', email } };
  await page.request.post('/api/payments', { data: { ...call, ...paid, ...days } });
  await page.request.put(`/api/listings/listings/${car}`, { data: { listing_status: 'sold' } });
  const data = { ...call, total_price: totalOf(price), paid_price: bookingAmount(price) };
  const booked = await page.request.post('/api/booking', { data });
  if (!booked.ok()) throw new Error(`booking the car failed: ${await booked.text()}`);
  return booked.json();
}

/** Prepares a paid sale for completion: papers, steps, contract and consignee. */
export async function readyForHandover(order: number): Promise<void> {
  await withDatabase((pool) => readyOrder(pool, order));
}

/** Lets a worker confirm the booking of an order now. Normally it gives the browser ten seconds. */
export async function confirmSoon(order: number): Promise<void> {
  await withDatabase((pool) =>
    pool.query(
      `update bookings b set due_at = now() from payments p
       where p.id = b.payment_id and p.order_id = $1 and b.due_at > now()`,
      [order],
    ),
  );
}

/** Reports all export papers of an order, which loading its cars requires. */
export async function withPapers(order: number): Promise<void> {
  await withDatabase((pool) => reportPapers(pool, order));
}

/** Gives a rental an accepted driver's license. */
export async function withLicense(order: number): Promise<void> {
  await withDatabase((pool) => acceptLicense(pool, order));
}

/** Gives the order of a booking the terms from before steps were needed. */
export async function withoutSteps(request: APIRequestContext, bookingId: number): Promise<void> {
  const booking = await (await request.get(`/api/booking/${bookingId}`)).json();
  await withDatabase((pool) => allowAnyStep(pool, booking.order_id));
}

/** Accepts the sales contract of an order as the user who is logged in. */
export async function acceptContract(request: APIRequestContext, order: number): Promise<void> {
  const { hash } = await (await request.get(`/api/orders/${order}/contract`)).json();
  const accepted = await request.post(`/api/orders/${order}/contract/acceptance`, { data: { hash } });
  if (!accepted.ok()) throw new Error(`accepting the contract failed: ${await accepted.text()}`);
}
