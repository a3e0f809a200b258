import { randomUUID } from 'node:crypto';
import type { OrderNews } from '#features/order-acts/model/order-news.ts';
import { signIn } from '../data/accounts.ts';
import { addCars } from '../data/cars.ts';
import { handOver, sidePhotos } from '../data/handovers.ts';
import { newTransaction } from '../payments/paying.ts';
import { acceptLicense, allowAnyStep } from '../payments/ready-order.ts';
import { dayFromNow } from '../runner/test-clock.ts';
import { getJson, postForm, postJson } from '../server/test-app.ts';
import { overdue, paidSale, report, type Scene, sale, site, sql, work } from './order-scenes.ts';

const { app, calls, pool } = site;
const office = () => ({ cookie: site.admin.cookie });

/** A car that is shipped to Kenya for a price which its buyer has not paid. */
async function shippedSale() {
  const sold = await paidSale();
  const { seen } = (await getJson(app, '/api/admin/transport-rates', site.admin.cookie)).body;
  const rate = { country: 'KE', port: 'KEMBA', place: '', inland_cents: null, inspection_cents: 25_000 };
  const rates = [{ ...rate, freight_cents: 200_000, insurance_bps: 60 }];
  await postJson(app, '/api/admin/transport-rates', { rates, seen }, { ...office(), method: 'PUT' });
  await sql(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Amina Otieno', 'Mombasa', '', 'KE', '+254700000000', '', false, now(), now(), now())`,
    sold.order,
  );
  const term = { term: 'CFR', port: 'KEMBA', place: '', inspection: false, total_cents: 200_000 };
  const path = `/api/orders/${sold.order}/trade-term`;
  await postJson(app, path, term, { cookie: sold.buyer.cookie, method: 'PUT' });
  return sold;
}

/** A rental from today on whose renter has paid everything. `inDays`: it begins so many days later. */
export async function rental(inDays = 0) {
  const [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Dolphin', priceCents: 10_000, offer: 'Rent' }]);
  const [seller, buyer] = [await signIn(pool), await signIn(pool)];
  await sql('update listings set user_id = $2 where id = $1', car, seller.id);
  await sql('delete from request_counts');
  const dates = { start_date: dayFromNow(inDays), end_date: dayFromNow(inDays + 2), transaction_id: newTransaction() };
  await calls.pay(buyer, car, 200, dates);
  await calls.sold(buyer, car);
  const { order_id: order, booking_id: booking } = (await calls.book(buyer, car, dates.transaction_id, 200)).body;
  await acceptLicense(pool, order);
  await site.payInCash(booking);
  await work();
  return { order: order as number, booking: booking as number, buyer, seller, cars: [car] };
}

/** What happens on the way of a car, and while it is rented. */
export const WAY_WALKS = {
  transport_dropped: async () => {
    const sold = await shippedSale();
    return { ...sold, act: overdue(sold.order, 60) };
  },
  step_withdrawn: async () => {
    const sold = await sale();
    await allowAnyStep(pool, sold.order);
    const { id } = (await report(sold.order, { step: 'sailed', vessel: 'GLOVIS SAMPLE', voyage: '12' })).body;
    const path = `/api/orders/${sold.order}/events/${id}/withdrawal`;
    return { ...sold, act: () => postJson(app, path, { reason: 'It was another car.' }, office()) };
  },
  handed_over: async () => {
    const sold = await paidSale();
    await allowAnyStep(pool, sold.order);
    const photos = await sidePhotos(app, sold.order, site.admin);
    return { ...sold, act: () => handOver(app, sold.order, photos, site.admin) };
  },
  rental_charged: async () => {
    const rented = await rental();
    await report(rented.order, { step: 'pick_up' });
    const fields: [string, string | File][] = [
      ['key', randomUUID()],
      ['kind', 'damage'],
      ['amount_cents', '15000'],
      ['reason', 'A scratch on the door.'],
      ['evidence', new File(['%PDF-1.4\n% a repair bill\n%%EOF\n'], 'bill.pdf')],
    ];
    return { ...rented, act: () => postForm(app, `/api/admin/orders/${rented.order}/charges`, fields, office()) };
  },
  rental_moved: async () => {
    const rented = await rental(2);
    const path = `/api/booking/${rented.booking}`;
    const booking = (await getJson(app, path, site.admin.cookie)).body;
    const to = { booking_start_date: dayFromNow(3), booking_end_date: dayFromNow(5) };
    return { ...rented, act: () => postJson(app, path, { ...booking, ...to }, { ...office(), method: 'PUT' }) };
  },
} satisfies Partial<Record<OrderNews, () => Promise<Scene>>>;
