import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { newTransaction } from '../payments/paying.ts';
import { allowAnyStep } from '../payments/ready-order.ts';
import { addCar, currentUser } from './journey-cars.ts';
import { withDatabase } from './journey-database.ts';
import { newAccount } from './journey-login.ts';

const DAY_MS = 86_400_000;
const PRICE = 20_000;
const PAID = 5_475;

export type JourneyOrder = { id: number; number: string; bookingId: number };

/** Orders a new car. Afterwards the page is logged in as its buyer and as an administrator. */
export async function orderCar(page: Page): Promise<JourneyOrder> {
  const { id: car } = await addCar(page, 'Sell', PRICE);
  const { email } = await newAccount(page);
  const call = { user_id: await currentUser(page), listing_id: car, transaction_id: newTransaction() };
  const formData = { upiId: 'amina@bank', email };
  await page.request.post('/api/payments', { data: { ...call, amount: PAID, payment_method: 'upi', formData } });
  await page.request.put(`/api/listings/listings/${car}`, { data: { listing_status: 'sold' } });
  const booked = await page.request.post('/api/booking', {
    data: { ...call, total_price: 4 * PAID, paid_price: PAID },
  });
  if (!booked.ok()) throw new Error(`booking failed: ${await booked.text()}`);
  const { order_id: id, booking_id: bookingId } = await booked.json();
  // Journeys about steps report them in any sequence.
  await withDatabase((pool) => allowAnyStep(pool, id));
  return { id, number: orderNumberOf(id), bookingId };
}

export const orderNumberOf = (id: number) => `CQ-${String(id).padStart(6, '0')}`;
export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Reports an event of an order as the administrator that the page is logged in as. */
export async function report(page: Page, orderId: number, event: Record<string, unknown>): Promise<void> {
  const data = { id: randomUUID(), certainty: 'actual', happens_at: daysFromNow(-1), ...event };
  const told = await page.request.post(`/api/orders/${orderId}/events`, { data });
  if (!told.ok()) throw new Error(`reporting failed: ${await told.text()}`);
}

/** Makes a step of an order due some days ago, which the office cannot do for a new order. */
export async function dueBefore(orderId: number, step: string, days: number): Promise<void> {
  await withDatabase((pool) =>
    pool.query(
      `insert into order_schedule_changes (id, order_id, step, owner, due_at, reason, admin_id)
       select gen_random_uuid(), $1, $2, 'carrier', now() - make_interval(days => $3), 'A test.', min(id) from admins`,
      [orderId, step, days],
    ),
  );
}
