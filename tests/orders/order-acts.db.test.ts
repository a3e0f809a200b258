import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { tellOrderNews } from '#features/aftersales/bookings/server/order-news.ts';
import { processOverdueOrders } from '#features/aftersales/bookings/server/overdue-orders.ts';
import { type ClaimSite, claimSite, DEPOSIT, PRICE, SELLERS, TOTAL } from '../support/aftersales/claim-site.ts';
import { addCars } from '../support/catalog/cars.ts';
import { handOver, sidePhotos } from '../support/data/handovers.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { readyOrder, reportPapers } from '../support/payments/ready-order.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { getJson, postJson } from '../support/server/test-app.ts';

let site: ClaimSite;
let calls: ReturnType<typeof payingCalls>;
type Sale = Awaited<ReturnType<ClaimSite['sale']>>;

beforeAll(async () => {
  site = await claimSite();
  calls = payingCalls(site.app);
});

const says = (text: string) => ({ status: 409, body: { message: expect.stringContaining(text) } });
const paidSale = async () => {
  const sale = await site.sale();
  await site.payInCash(sale.booking);
  return sale;
};
const tell = (order: number, step: string, more: object = {}) =>
  postJson(
    site.app,
    `/api/orders/${order}/events`,
    {
      id: randomUUID(),
      step,
      certainty: 'actual',
      happens_at: testNow().toISOString(),
      note: '',
      evidence: [],
      ...more,
    },
    { cookie: site.admin.cookie },
  );
const aboard = async () => {
  const sale = await paidSale();
  await reportPapers(site.pool, sale.order);
  expect((await tell(sale.order, 'loaded')).status).toBe(200);
  return sale;
};
const handedOver = async () => {
  const sale = await paidSale();
  await reportPapers(site.pool, sale.order);
  await site.pool.query(
    `insert into handovers (id, order_id, listing_id, kind, odometer, odometer_unit, keys, fuel_percent, giver_name, receiver_name, actor,
       actor_id, captured_at, content_hash)
     values (gen_random_uuid(), $1, $2, 'sale', 1, 'km', 1, 50, 'Li Na', 'Amina', 'admin', 1, now(), sha256('x'::bytea))`,
    [sale.order, sale.car],
  );
  return sale;
};
const cancel = ({ buyer, booking }: Sale, dollars = DEPOSIT / 100) => calls.cancel(buyer, booking, dollars);
const statusOf = async (car: number) =>
  (await site.pool.query('select status from listings where id = $1', [car])).rows[0].status;
const refundsOf = async (order: number) =>
  (
    await site.pool.query(
      `select r.amount_cents as cents, r.done_at is not null as done from refunds r join payments p on p.id = r.payment_id
       where p.order_id = $1 order by r.id`,
      [order],
    )
  ).rows;
const paymentOf = async (order: number) =>
  (await site.pool.query('select min(id)::int as id from payments where order_id = $1', [order])).rows[0].id;
const refund = async (order: number, body: object) =>
  site.office(`payments/${await paymentOf(order)}/refund`, { reason: 'Asked by phone.', ...body });
const acts = async ({ order, buyer }: Sale) =>
  (await getJson(site.app, `/api/orders/${order}`, buyer.cookie)).body.acts.map(
    ({ act, may }: { act: string; may: string }) => `${act} ${may}`,
  );
const bookedDaysAgo = (order: number, days: number) =>
  site.pool.query(
    `update bookings set created_at = now() - make_interval(days => $2) where id in (select booking_id from order_cars where order_id = $1)`,
    [order, days],
  );

test('a buyer whose car is at sea cannot cancel, and the car is not on sale again', async () => {
  const sale = await aboard();
  expect(await cancel(sale)).toMatchObject(says('on its way to you'));
  expect(await statusOf(sale.car)).toBe('sold');
  expect(await refundsOf(sale.order)).toEqual([]);
  const [booking] = await calls.bookings(sale.buyer);
  expect(booking.cancellation).toEqual({ refused: expect.stringContaining('open a claim') });
  expect(await acts(sale)).toContain('cancel no');
});

test('neither the buyer who has signed for the car nor staff can cancel', async () => {
  const sale = await handedOver();
  expect(await cancel(sale)).toMatchObject(says('The car was handed over'));
  expect(await refund(sale.order, {})).toMatchObject(says('Only a claim can give money back'));
  expect(await statusOf(sale.car)).toBe('sold');
  expect(await refundsOf(sale.order)).toEqual([]);
});

test('the first export paper ends the right to cancel; before it, a share is kept after the free days', async () => {
  const sale = await site.sale();
  await bookedDaysAgo(sale.order, 4);
  const kept = TOTAL * 0.05;
  expect(await cancel(sale)).toMatchObject(says('changed'));
  const other = await paidSale();
  await tell(other.order, 'export_papers', { paper: 'deregistration' });
  expect(await cancel(other)).toMatchObject(says('export papers of the car are made out'));
  expect((await cancel(sale, (DEPOSIT - kept) / 100)).status).toBe(200);
  await site.settleRefunds();
  expect(await site.accounts(sale.order)).toEqual({ gateway: kept, cancellation_kept: -kept });
  expect(await statusOf(sale.car)).toBe('active');
  expect(await site.faults()).toEqual([]);
});

test('an unpaid balance costs the share of the terms, which is booked as kept', async () => {
  const sale = await site.sale();
  await site.pool.query("update orders set remind_at = now() - interval '1 hour' where id = $1", [sale.order]);
  await processOverdueOrders(site.depsAt(20), (error) => Promise.reject(error));
  await site.settleRefunds();
  const kept = TOTAL * 0.125;
  expect(await site.accounts(sale.order)).toEqual({ gateway: kept, cancellation_kept: -kept });
  expect(await refundsOf(sale.order)).toEqual([{ cents: DEPOSIT - kept, done: true }]);
});

test('an old order is canceled by the terms it was made with, but not once its car is aboard', async () => {
  const sale = await site.sale();
  await site.pool.query('update orders set terms_version = 3 where id = $1', [sale.order]);
  await tell(sale.order, 'export_papers', { paper: 'deregistration' });
  await bookedDaysAgo(sale.order, 29);
  const late = await site.sale();
  await site.pool.query('update orders set terms_version = 3 where id = $1', [late.order]);
  await bookedDaysAgo(late.order, 31);
  expect(await cancel(late)).toMatchObject(says('days in which this order could be canceled are over'));
  const gone = await site.sale();
  await site.pool.query('update orders set terms_version = 3 where id = $1', [gone.order]);
  expect((await tell(gone.order, 'loaded')).status).toBe(200);
  expect(await cancel(gone)).toMatchObject(says('on its way to you'));
  expect((await cancel(sale)).status).toBe(200);
});

test('ending an order at sea takes two people, and the money waits until two people record the return of the car', async () => {
  const sale = await aboard();
  expect((await refund(sale.order, {})).body.message).toContain('has to approve');
  expect(await statusOf(sale.car)).toBe('sold');
  expect((await site.approve()).status).toBe(200);
  await site.settleRefunds();
  expect(await refundsOf(sale.order)).toEqual([{ cents: DEPOSIT, done: false }]);
  expect(await statusOf(sale.car)).toBe('sold');
  await expect(site.pool.query("update listings set status = 'active' where id = $1", [sale.car])).rejects.toThrow(
    'is not back',
  );
  expect((await site.office(`orders/${sale.order}/returns`, { listing_id: sale.car, note: '' })).status).toBe(400);
  const back = { listing_id: sale.car, note: 'At the yard in Ningbo, undamaged.' };
  expect(await site.office(`orders/${sale.order}/returns`, back)).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('has to approve') },
  });
  await expect(
    site.pool.query(
      "update order_returns set returned_at = now(), recorded_by = $2, note = 'At the yard.' where order_id = $1",
      [sale.order, site.admin.id],
    ),
  ).rejects.toThrow('needs a second person');
  await site.settleRefunds();
  expect(await refundsOf(sale.order)).toEqual([{ cents: DEPOSIT, done: false }]);
  expect((await site.approve(site.admin)).body.flag).toBe('0');
  expect((await site.approve()).body.flag).toBe('1');
  expect(await site.office(`orders/${sale.order}/returns`, back)).toMatchObject(says('No return of this car'));
  await site.settleRefunds();
  expect(await refundsOf(sale.order)).toEqual([{ cents: DEPOSIT, done: true }]);
  expect(await statusOf(sale.car)).toBe('paused');
  expect(await site.faults()).toEqual([]);
});

test('a claim with a full refund after the handover waits for the car', async () => {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  await site.open(sale.order, { who: sale.buyer });
  const claim = (await site.pool.query('select max(id)::int as id from claims')).rows[0].id;
  await site.advance(6);
  expect((await site.decide(claim, SELLERS, 0)).status).toBe(200);
  await site.approve();
  await site.settleRefunds();
  expect((await refundsOf(sale.order)).every(({ done }) => !done)).toBe(true);
  const back = { listing_id: sale.car, note: 'In Mombasa, by the forwarder.' };
  expect((await site.office(`orders/${sale.order}/returns`, back)).status).toBe(200);
  await site.settleRefunds();
  expect((await refundsOf(sale.order)).every(({ done }) => !done)).toBe(true);
  expect((await site.approve()).body.flag).toBe('1');
  await site.settleRefunds();
  expect((await refundsOf(sale.order)).every(({ done }) => done)).toBe(true);
});

test('a car is not loaded without its papers, the letter of its maker and its money', async () => {
  const sale = await site.sale();
  const load = () => tell(sale.order, 'loaded');
  expect(await load()).toMatchObject(says('Report the export papers'));
  expect(await tell(sale.order, 'sailed')).toMatchObject(says('Report the export papers'));
  for (const paper of ['export_licence', 'deregistration', 'customs_declaration'])
    expect((await tell(sale.order, 'export_papers', { paper })).status).toBe(200);
  expect(await load()).toMatchObject(says('$8,325.00 of this order is still unpaid'));
  await site.payInCash(sale.booking);
  const month = testNow().toISOString().slice(0, 7);
  await site.pool.query('alter table listings disable trigger user');
  await site.pool.query('update listings set first_registration_month = $2 where id = $1', [sale.car, month]);
  await site.pool.query('alter table listings enable trigger user');
  expect(await load()).toMatchObject(says('maker’s letter'));
  await tell(sale.order, 'export_papers', { paper: 'makers_letter' });
  expect((await load()).status).toBe(200);
});

test('a vessel does not load a car that may not be loaded, and a car does not join a loaded one', async () => {
  const [ready, raw] = [await paidSale(), await paidSale()];
  await reportPapers(site.pool, ready.order);
  const voyage = `V${randomUUID().slice(0, 8)}`;
  const sail = (cars: number[]) =>
    site.office('sailings', {
      vessel: 'GLOVIS SAMPLE',
      imo: '9707003',
      voyage,
      carrier: '',
      from_place: 'CNNSA',
      to_place: 'KEMBA',
      cars: cars.map((order) => ({ car: String(order) })),
    });
  const { sailing_id: sailing } = (await sail([ready.order])).body;
  expect(sailing).not.toBeNull();
  const loaded = () =>
    site.office(`sailings/${sailing}/events`, {
      id: randomUUID(),
      step: 'loaded',
      certainty: 'actual',
      happens_at: testNow().toISOString(),
      note: '',
    });
  await sail([ready.order, raw.order]);
  expect(await loaded()).toMatchObject(says('Report the export papers'));
  await site.pool.query('update sailing_cars set removed_at = now() where order_id = $1', [raw.order]);
  expect((await loaded()).status).toBe(200);
  expect((await sail([ready.order, raw.order])).body).toMatchObject({
    saved: false,
    rows: [{ problem: null }, { problem: expect.stringContaining('Report the export papers') }],
  });
});

const acceptContract = (order: number) =>
  site.pool.query(
    `insert into contract_acceptances (order_id, party, user_id, version, text_hash)
     select id, 'buyer', user_id, 1, sha256('x'::bytea) from orders where id = $1`,
    [order],
  );
const nameConsignee = (order: number) =>
  site.pool.query(
    `insert into consignees (order_id, name, address, id_number, country, phone, notify_party, is_locked, made_at, effective_at, applied_at)
     values ($1, 'Amina Otieno', 'Mombasa', '', 'KE', '+254700000000', '', false, now(), now(), now())`,
    [order],
  );

test('an order is completed only with contract, consignee, papers and steps', async () => {
  const { order } = await paidSale();
  const complete = () => site.office(`orders/${order}/complete`, undefined);
  expect(await complete()).toMatchObject(says('accepted the sales contract'));
  await acceptContract(order);
  expect(await complete()).toMatchObject(says('Nobody is named as consignee'));
  await nameConsignee(order);
  expect(await complete()).toMatchObject(says('Report the export papers'));
  await reportPapers(site.pool, order);
  expect(await complete()).toMatchObject(says('hasn’t come as far'));
  await readyOrder(site.pool, order);
  expect((await complete()).status).toBe(200);
});

/** An FOB order that was completed at sea, 31 days ago. */
const completedAtSea = async () => {
  const sale = await aboard();
  await acceptContract(sale.order);
  await nameConsignee(sale.order);
  await site.enterAccount(sale.seller);
  expect((await site.office(`orders/${sale.order}/complete`, undefined)).status).toBe(200);
  await tellOrderNews(site.depsAt(0), (error) => Promise.reject(error));
  const mail = await site.pool.query(
    "select text from mail_outbox where subject like '%is complete' order by id desc limit 1",
  );
  expect(mail.rows[0].text).toContain('30 days after its arrival is reported there, but not after ');
  await site.pool.query("update orders set ended_at = now() - interval '31 days' where id = $1", [sale.order]);
  return sale;
};
/** Returns whether the arrival is awaited, whether the buyer may open a claim, and for how many days. */
const mayOpen = async ({ order, buyer }: Sale) => {
  const { body } = await getJson(site.app, `/api/orders/${order}/claims`, buyer.cookie);
  const found = body.may_open.find(({ kind }: { kind: string }) => kind === 'damaged');
  const days = (Date.parse(found.until) - testNow().getTime()) / 86_400_000;
  return [body.arrival_awaited, found.is_open, Math.round(days)];
};
const preparePayout = ({ seller }: Sale) => site.office('payouts', { seller_id: seller.id });
const signedBy = async ({ order }: Sale, who: { cookie: string }) =>
  handOver(site.app, order, await sidePhotos(site.app, order, who), who);
const lastMailTo = async ({ email }: { email: string }) =>
  (await site.pool.query('select text from mail_outbox where to_address = $1 order by id desc limit 1', [email]))
    .rows[0].text;

test('claims and payout of an FOB order completed at sea wait for the reported arrival', async () => {
  const sale = await completedAtSea();
  expect(await mayOpen(sale)).toEqual([true, true, 60 - 31 + 30]);
  expect(await preparePayout(sale)).toMatchObject(says('can still open a claim'));
  expect((await tell(sale.order, 'arrived')).status).toBe(200);
  expect(await mayOpen(sale)).toEqual([false, true, 30]);
  expect((await preparePayout(sale)).status).toBe(200);
});

test('an arrival reported after the latest day changes nothing and is not awaited', async () => {
  const sale = await completedAtSea();
  await site.pool.query("update orders set ended_at = now() - interval '61 days' where id = $1", [sale.order]);
  expect(await mayOpen(sale)).toEqual([false, true, 60 - 61 + 30]);
  expect((await tell(sale.order, 'arrived')).status).toBe(200);
  expect(await mayOpen(sale)).toEqual([false, true, 60 - 61 + 30]);
});

test('a seller who records the handover alone neither ends the days for claims nor makes the payout due', async () => {
  const sale = await completedAtSea();
  expect((await signedBy(sale, sale.seller)).status).toBe(200);
  expect(await mayOpen(sale)).toEqual([true, true, 60 - 31 + 30]);
  expect(await preparePayout(sale)).toMatchObject(says('can still open a claim'));
  expect(await lastMailTo(sale.buyer)).toContain('30 days after its arrival is reported there');
});

test('a handover that the office records late starts the days for claims when it is recorded, not with the completion', async () => {
  const sale = await completedAtSea();
  expect((await signedBy(sale, site.admin)).status).toBe(200);
  expect(await mayOpen(sale)).toEqual([false, true, 30]);
  expect(await lastMailTo(sale.buyer)).toMatch(/report it on the page of the order by /);
});

test('a seller is paid after the days for claims, or earlier by two people, and never during a claim', async () => {
  const sale = await paidSale();
  await site.enterAccount(sale.seller);
  await site.pool.query('alter table seller_payout_terms disable trigger user');
  await site.pool.query('delete from seller_payout_terms where seller_id = $1', [sale.seller.id]);
  await site.pool.query('alter table seller_payout_terms enable trigger user');
  await site.complete(sale.order);
  const prepare = (more: object = {}) => site.office('payouts', { seller_id: sale.seller.id, ...more });
  expect(await prepare()).toMatchObject(says('can still open a claim'));
  expect((await prepare({ early: true })).body.message).toContain('has to approve');
  const { rows } = await site.pool.query('select max(id)::int as id from payouts');
  expect((await site.office(`payouts/${rows[0].id}/sent`)).status).toBe(409);
  await site.approve();
  await site.open(sale.order, { who: sale.buyer });
  expect(await site.office(`payouts/${rows[0].id}/sent`)).toMatchObject(says('frozen until a claim is decided'));
});

test('a refund of a dollar states what it ends and what is kept, and both count for the limit', async () => {
  const [car = 0] = await addCars(site.pool, [{ make: 'BYD', model: 'Han', priceCents: 5_000_000 }]);
  const { buyer } = await site.sale();
  const { order_id: order } = await calls.buy(buyer, car, 50_000);
  const kept = 13_575 - 1;
  expect(await refund(order, { amount: 1 })).toMatchObject(says('$1.00 is given back and $13,574.00 is kept'));
  expect(await statusOf(car)).toBe('sold');
  expect((await refund(order, { amount: 1, keeps: kept })).body.message).toContain('has to approve');
  expect(await refundsOf(order)).toEqual([]);
  const { body } = await getJson(site.app, '/api/admin/approvals', site.second.cookie);
  expect(body.items[0].summary).toContain('cancel its booking and keep $13,574.00');
  const small = await site.sale();
  expect((await refund(small.order, { amount: 1, keeps: DEPOSIT / 100 - 1 })).status).toBe(200);
  await site.settleRefunds();
  expect(await site.accounts(small.order)).toMatchObject({ cancellation_kept: 100 - DEPOSIT });
  expect(PRICE).toBeGreaterThan(0);
});
