import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type ClaimSite, claimSite, SELLERS, TOTAL } from '../support/aftersales/claim-site.ts';
import { handOver, sidePhotos } from '../support/data/handovers.ts';
import { reportPapers } from '../support/payments/ready-order.ts';
import { daysFromNow } from '../support/runner/test-clock.ts';
import { postJson } from '../support/server/test-app.ts';

let site: ClaimSite;
beforeAll(async () => {
  site = await claimSite();
});

/** A paid order, not completed, whose car should have arrived yesterday. */
async function expectedSale(certainty: 'estimated' | 'actual' = 'estimated') {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  await reportPapers(site.pool, sale.order);
  await site.pool.query("update orders set created_at = created_at - interval '60 days' where id = $1", [sale.order]);
  await report(sale.order, 'loaded', 'actual', -9);
  await report(sale.order, 'arrived', certainty, -1);
  return sale;
}
async function paidSale() {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  return sale;
}
async function report(order: number, step: string, certainty: string, days: number) {
  const event = {
    id: randomUUID(),
    step,
    certainty,
    note: '',
    evidence: [],
    happens_at: daysFromNow(days).toISOString(),
  };
  const { status, body } = await postJson(site.app, `/api/orders/${order}/events`, event, {
    cookie: site.admin.cookie,
  });
  expect(status, JSON.stringify(body)).toBe(200);
}
type Sale = Awaited<ReturnType<typeof expectedSale>>;

async function withdraw(order: number, step: string) {
  const { rows } = await site.pool.query('select id from shipment_events where order_id = $1 and step = $2', [
    order,
    step,
  ]);
  const path = `/api/orders/${order}/events/${rows[0].id}/withdrawal`;
  const { cookie } = site.admin;
  expect((await postJson(site.app, path, { reason: 'Another vessel.' }, { cookie })).status).toBe(200);
}
async function handedOver(): Promise<Sale> {
  const sale = await expectedSale();
  const photos = await sidePhotos(site.app, sale.order, site.admin);
  expect((await handOver(site.app, sale.order, photos, site.admin)).status).toBe(200);
  return sale;
}
const claim = async ({ order, buyer }: Sale, kind: string): Promise<number> => {
  const { status, body } = await site.open(order, { who: buyer, kind });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.claim.id;
};
/** The cents of the refunds that were sent, and of all of them. */
async function refunded(order: number) {
  await site.settleRefunds(order);
  const { rows } = await site.pool.query(
    `select coalesce(sum(r.amount_cents) filter (where r.done_at is not null), 0)::int as sent, coalesce(sum(r.amount_cents), 0)::int as asked
     from refunds r join payments p on p.id = r.payment_id where p.order_id = $1`,
    [order],
  );
  return rows[0];
}
const takeBack = async ({ order, car }: Sale) => {
  const back = { listing_id: car, note: 'At the yard in Mombasa.' };
  expect((await site.office(`orders/${order}/returns`, back)).status).toBe(200);
  expect((await site.approve()).body.flag).toBe('1');
};

test('a buyer who signed for the car and claims that it did not arrive gets the money only for the car', async () => {
  const sale = await handedOver();
  await claim(sale, 'not_arrived');
  await site.advance(6);
  await site.advance(40);
  expect(await refunded(sale.order)).toEqual({ sent: 0, asked: TOTAL });
  await takeBack(sale);
  expect(await refunded(sale.order)).toEqual({ sent: TOTAL, asked: TOTAL });
  expect(await site.faults()).toEqual([]);
});

test.each(['reported', 'reported and withdrew'])(
  'the money for a car whose arrival the office %s waits for the car, although its buyer claims that it did not arrive',
  async (what) => {
    const sale = await expectedSale('actual');
    await claim(sale, 'not_arrived');
    if (what !== 'reported') await withdraw(sale.order, 'arrived');
    await site.advance(6);
    await site.advance(40);
    expect(await refunded(sale.order)).toEqual({ sent: 0, asked: TOTAL });
    await takeBack(sale);
    expect(await refunded(sale.order)).toEqual({ sent: TOTAL, asked: TOTAL });
    expect(await site.faults()).toEqual([]);
  },
);

test.each([
  ['was handed over', handedOver],
  ['is at sea', expectedSale],
  ['has not left yet', paidSale],
])('more than half of the price of a car that %s is refunded only once it is back', async (_where, begin) => {
  const sale = await begin();
  const id = await claim(sale, 'not_as_described');
  await site.say(id, 'answer', { who: sale.seller });
  const most = SELLERS - 100_000;
  await site.decide(id, most, TOTAL - most);
  expect((await site.approve()).body.flag).toBe('1');
  expect(await refunded(sale.order)).toEqual({ sent: 0, asked: most });
  await takeBack(sale);
  expect(await refunded(sale.order)).toEqual({ sent: most, asked: most });
  expect(await site.faults()).toEqual([]);
});

test('refunds of several claims count together: the car comes back before the second half of its price', async () => {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  const half = async () => {
    const id = await claim(sale, 'damaged');
    await site.say(id, 'answer', { who: sale.seller });
    const { frozen_cents: frozen } = await site.stateOf(id, sale.buyer);
    const part = Math.min(TOTAL / 2, frozen);
    const { status, body } = await site.decide(id, part, frozen - part);
    expect(status).toBe(200);
    if (body.message.includes('has to approve')) expect((await site.approve()).body.flag).toBe('1');
    return part;
  };
  const first = await half();
  expect(await refunded(sale.order)).toEqual({ sent: first, asked: first });
  const second = await half();
  expect(await refunded(sale.order)).toEqual({ sent: first, asked: first + second });
  await takeBack(sale);
  expect(await refunded(sale.order)).toEqual({ sent: first + second, asked: first + second });
  expect(await site.faults()).toEqual([]);
});
