import type { APIRequestContext } from '@playwright/test';
import type { OrderResponse } from '#features/orders/model/order-contract.ts';
import { newTransaction } from '../payments/paying.ts';

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
