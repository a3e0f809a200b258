import type pg from 'pg';
import { remindOfRefunds } from '#features/aftersales/bookings/server/remind-of-refunds.ts';
import { addCars } from '../catalog/cars.ts';
import { signIn, signInAdmin } from '../data/accounts.ts';
import { holdForTransfer } from '../payments/transfers.ts';

/** Makes a refund by transfer that was requested some days ago, and returns its order. */
export async function addWaitingRefund(pool: pg.Pool, days: number): Promise<{ order: number; buyer: number }> {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const { id: buyer } = await signIn(pool);
  const { orderId: order, payment } = await holdForTransfer(pool, buyer, car);
  await pool.query(
    `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, created_at, due_at)
     select id, amount_cents, 10000, 'x', 'system', now() - make_interval(days => $2, hours => 1), now() + interval '1 day'
     from payments where id = $1`,
    [payment.id, days],
  );
  return { order, buyer };
}

/** The reminders that two people of finance get about a waiting refund. */
export const refundReminders = (pool: pg.Pool) => ({
  items: async (): Promise<[number, number]> => {
    await addWaitingRefund(pool, 9);
    const role = { role: 'finance' } as const;
    return [(await signInAdmin(pool, role)).id, (await signInAdmin(pool, role)).id];
  },
  fails: ['refund_reminders', 'new.admin_id = $'] as [string, string],
  run: (onError: (error: unknown) => void) =>
    remindOfRefunds({ pool, siteOrigin: 'http://localhost', days: 3 }, onError),
  isDone: 'select 1 from refund_reminders where admin_id = $1',
});
