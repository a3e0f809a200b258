import type { OrderNews } from '#features/payments/order-acts/model/order-news.ts';
import { handOver, sidePhotos } from '../data/handovers.ts';
import { allowAnyStep } from '../payments/ready-order.ts';
import { getJson, postJson } from '../server/test-app.ts';
import { overdue, paidSale, report, type Scene, sale, site, sql } from './order-scenes.ts';
import { changeRulesOfKenya, mailRuleNews } from './rule-news.ts';

const office = () => ({ cookie: site.admin.cookie });

/** A car to be shipped to Kenya, with unpaid shipping. */
export async function shippedSale() {
  const sold = await paidSale();
  const { seen } = (await getJson(site.app, '/api/admin/transport-rates', site.admin.cookie)).body;
  const rate = { country: 'KE', port: 'KEMBA', place: '', inland_cents: null, inspection_cents: 25_000 };
  const rates = [{ ...rate, freight_cents: 200_000, insurance_bps: 60 }];
  await postJson(site.app, '/api/admin/transport-rates', { rates, seen }, { ...office(), method: 'PUT' });
  await sql(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Amina Otieno', 'Mombasa', '', 'KE', '+254700000000', '', false, now(), now(), now())`,
    sold.order,
  );
  const term = { term: 'CFR', port: 'KEMBA', place: '', inspection: false, total_cents: 200_000 };
  const path = `/api/orders/${sold.order}/trade-term`;
  await postJson(site.app, path, term, { cookie: sold.buyer.cookie, method: 'PUT' });
  return sold;
}

/** Events on the way of a bought car. */
export const WAY_WALKS = {
  transport_dropped: async () => {
    const sold = await shippedSale();
    return { ...sold, act: overdue(sold.order, 60) };
  },
  rules_changed: async () => {
    const sold = await shippedSale();
    return {
      ...sold,
      act: async () => {
        await changeRulesOfKenya(site.pool);
        await mailRuleNews(site.pool);
      },
    };
  },
  step_withdrawn: async () => {
    const sold = await sale();
    await allowAnyStep(site.pool, sold.order);
    const { id } = (await report(sold.order, { step: 'sailed', vessel: 'GLOVIS SAMPLE', voyage: '12' })).body;
    const path = `/api/orders/${sold.order}/events/${id}/withdrawal`;
    return { ...sold, act: () => postJson(site.app, path, { reason: 'It was another car.' }, office()) };
  },
  handed_over: async () => {
    const sold = await paidSale();
    await allowAnyStep(site.pool, sold.order);
    const photos = await sidePhotos(site.app, sold.order, site.admin);
    return { ...sold, act: () => handOver(site.app, sold.order, photos, site.admin) };
  },
} satisfies Partial<Record<OrderNews, () => Promise<Scene>>>;
