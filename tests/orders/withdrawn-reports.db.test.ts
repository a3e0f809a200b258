import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type ClaimSite, claimSite, TOTAL } from '../support/aftersales/claim-site.ts';
import { addCars } from '../support/catalog/cars.ts';
import { signIn, signInAdmin } from '../support/data/accounts.ts';
import { newestProposal } from '../support/data/approvals.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { reportPapers } from '../support/payments/ready-order.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { postJson } from '../support/server/test-app.ts';

/** Below the amount that one person may refund. */
const CHEAP = 400_000;
let site: ClaimSite;
let calls: ReturnType<typeof payingCalls>;

beforeAll(async () => {
  site = await claimSite();
  calls = payingCalls(site.app);
});

type Person = { cookie: string };
const report = async (order: number, step: string, by: Person, more: object = {}) => {
  const id = randomUUID();
  const event = { id, step, certainty: 'actual', happens_at: testNow().toISOString(), note: '', evidence: [], ...more };
  expect((await postJson(site.app, `/api/orders/${order}/events`, event, { cookie: by.cookie })).status).toBe(200);
  return id;
};
const withdraw = (order: number, event: string, by: Person) =>
  postJson(site.app, `/api/orders/${order}/events/${event}/withdrawal`, { reason: 'Wrong car.' }, by);
const stateOf = async (order: number, car: number) =>
  (
    await site.pool.query(
      `select o.life, l.status, (select count(*)::int from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id) as refunds
       from orders o, listings l where o.id = $1 and l.id = $2`,
      [order, car],
    )
  ).rows[0];

async function cheapSale() {
  const [car = 0] = await addCars(site.pool, [{ make: 'BYD', model: 'Seal', priceCents: CHEAP }]);
  const seller = await signIn(site.pool);
  await site.pool.query('update listings set user_id = $2 where id = $1', [car, seller.id]);
  const buyer = await signIn(site.pool);
  const { order_id: order, booking_id: booking } = await calls.buy(buyer, car, CHEAP / 100);
  await site.payByCard(order as number, buyer);
  await reportPapers(site.pool, order as number);
  return { car, seller, buyer, order: order as number, booking: booking as number };
}
const sail = async (order: number) => {
  const list = { vessel: 'GLOVIS SAMPLE', imo: '9707003', voyage: randomUUID().slice(0, 8), carrier: '' };
  const ports = { from_place: 'CNNSA', to_place: 'KEMBA', cars: [{ car: String(order) }] };
  return (await site.office('sailings', { ...list, ...ports })).body.sailing_id as number;
};
const loadVessel = async (sailing: number) => {
  const event = {
    id: randomUUID(),
    step: 'loaded',
    certainty: 'actual',
    happens_at: testNow().toISOString(),
    note: '',
  };
  expect((await site.office(`sailings/${sailing}/events`, event)).status).toBe(200);
  return event.id;
};
const refund = async (order: number) => {
  const { rows } = await site.pool.query('select min(id) as id from payments where order_id = $1', [order]);
  return site.office(`payments/${rows[0].id}/refund`, { reason: 'Asked by phone.' });
};

test.each(['office', 'seller'])(
  'a buyer cannot cancel after the %s withdrew the reports of a car at sea',
  async (who) => {
    const sale = await site.sale();
    await site.payByCard(sale.order, sale.buyer);
    const by = who === 'office' ? await signInAdmin(site.pool, { role: 'support' }) : sale.seller;
    const events = [];
    for (const paper of ['export_licence', 'deregistration', 'customs_declaration'])
      events.push(await report(sale.order, 'export_papers', by, { paper }));
    for (const step of ['loaded', 'sailed']) events.push(await report(sale.order, step, by));
    for (const event of events) expect((await withdraw(sale.order, event, by)).status).toBe(200);
    const { status, body } = await calls.cancel(sale.buyer, sale.booking, TOTAL / 100);
    expect(status).toBe(409);
    expect(body.message).toMatch(/^A report about the way of this car was withdrawn/);
    expect(await stateOf(sale.order, sale.car)).toEqual({ life: 'active', status: 'sold', refunds: 0 });
  },
);

test('a buyer cannot cancel for everything after the report of an export paper was withdrawn', async () => {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  const event = await report(sale.order, 'export_papers', sale.seller, { paper: 'deregistration' });
  await withdraw(sale.order, event, sale.seller);
  expect((await calls.cancel(sale.buyer, sale.booking, TOTAL / 100)).status).toBe(409);
});

test.each(['withdrawn', 'on another sailing'])(
  'ending an order needs a second person after its boarding is %s',
  async (how) => {
    const sale = await cheapSale();
    const event = await loadVessel(await sail(sale.order));
    if (how === 'withdrawn') expect((await withdraw(sale.order, event, site.admin)).status).toBe(200);
    else expect(await sail(sale.order)).toBeGreaterThan(0);
    expect((await calls.cancel(sale.buyer, sale.booking, CHEAP / 100)).status).toBe(409);
    expect((await refund(sale.order)).body.message).toMatch(/^Proposed\. Another administrator/);
    expect(await stateOf(sale.order, sale.car)).toEqual({ life: 'active', status: 'sold', refunds: 0 });
    const { summary } = await newestProposal(site.app, await signInAdmin(site.pool));
    expect(summary).toContain('A report that the car was aboard was withdrawn.');
  },
);

test('a car that changes sailings before anything was loaded can still be canceled by one person', async () => {
  const sale = await cheapSale();
  const first = await sail(sale.order);
  await sail(sale.order);
  await loadVessel(first);
  expect((await refund(sale.order)).body.message).not.toMatch(/^Proposed\. Another administrator/);
  expect((await stateOf(sale.order, sale.car)).life).toBe('cancelled');
});
