import type { APIRequestContext, Page } from '@playwright/test';
import type { OrderResponse } from '#features/orders/model/order-contract.ts';
import { bookingAmount, newTransaction, totalOf } from '../payments/paying.ts';
import { currentUser } from './journey-cars.ts';

/** Pays the balance of a booking as its buyer, who is logged in. */
export async function payBalance(request: APIRequestContext, bookingId: number): Promise<void> {
  const booking = await (await request.get(`/api/booking/${bookingId}`)).json();
  const address = `/api/orders/${booking.order_id}`;
  const order: OrderResponse = await (await request.get(address)).json();
  const balance = order.plan.find(({ kind }) => kind === 'balance');
  const formData = { upiId: 'amina@bank', email: 'amina@buyers.example' };
  const data = { plan_item: balance?.id, payment_method: 'upi', formData, transaction_id: newTransaction() };
  const paid = await request.post(`${address}/payments`, { data });
  if (!paid.ok()) throw new Error(`paying the balance failed: ${await paid.text()}`);
}

/** Books a car for sale by UPI as the user who is logged in, and returns the order. */
export async function bookByUpi(page: Page, car: number, price: number, email: string): Promise<number> {
  const call = { user_id: await currentUser(page), listing_id: car, transaction_id: newTransaction() };
  const formData = { upiId: 'amina@bank', email };
  const data = { ...call, amount: bookingAmount(price), payment_method: 'upi', formData };
  await page.request.post('/api/payments', { data });
  await page.request.put(`/api/listings/listings/${car}`, { data: { listing_status: 'sold' } });
  const booked = await page.request.post('/api/booking', {
    data: { ...call, total_price: totalOf(price), paid_price: bookingAmount(price) },
  });
  if (!booked.ok()) throw new Error(`booking the car failed: ${await booked.text()}`);
  return (await booked.json()).order_id;
}
