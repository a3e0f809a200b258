import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type ClaimSite, claimSite, SELLERS, TOTAL } from '../support/aftersales/claim-site.ts';
import { handOver, sidePhotos } from '../support/data/handovers.ts';
import { addPayoutAccount } from '../support/payments/payout-account.ts';
import { payAtOnce, reportPapers } from '../support/payments/ready-order.ts';
import { daysFromNow } from '../support/runner/test-clock.ts';
import { getJson, postJson } from '../support/server/test-app.ts';

let site: ClaimSite;
type Sale = Awaited<ReturnType<ClaimSite['sale']>>;
beforeAll(async () => {
  site = await claimSite();
});

async function report(order: number, step: string, days: number, certainty = 'actual', more: object = {}) {
  const event = {
    ...more,
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
  return event.id;
}
/** A paid order whose car is at sea and should have arrived yesterday. */
async function atSea() {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  await reportPapers(site.pool, sale.order);
  await site.pool.query("update orders set created_at = created_at - interval '60 days' where id = $1", [sale.order]);
  const loaded = await report(sale.order, 'loaded', -9);
  await report(sale.order, 'arrived', -1, 'estimated');
  return { ...sale, loaded };
}
async function claim({ order, buyer }: Sale): Promise<number> {
  const { status, body } = await site.open(order, { who: buyer, kind: 'not_arrived' });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.claim.id;
}
/** The buyer claims that the car did not arrive, and nobody answers. */
async function ruled(sale: Sale) {
  await claim(sale);
  await site.advance(6);
  await site.advance(40);
}
/** Most of the price goes to the buyer while the order goes on. */
const MOST = SELLERS - 100_000;
async function reduced() {
  const sale = await atSea();
  const id = await claim(sale);
  await site.say(id, 'answer', { who: sale.seller });
  await site.decide(id, MOST, TOTAL - MOST);
  expect((await site.approve()).body.flag).toBe('1');
  return sale;
}
async function refunded(order: number) {
  await site.settleRefunds(order);
  const { rows } = await site.pool.query(
    `select coalesce(sum(r.amount_cents) filter (where r.done_at is not null), 0)::int as sent, coalesce(sum(r.amount_cents), 0)::int as asked
     from refunds r join payments p on p.id = r.payment_id where p.order_id = $1`,
    [order],
  );
  return rows[0];
}
const NOTE = 'The line confirmed in writing on May 2 that the car went overboard.';
const propose = ({ order, car }: Sale, bill = 'stopped') =>
  site.office(`orders/${order}/losses`, { listing_id: car, bill, note: NOTE });
async function lose(sale: Sale, bill = 'stopped') {
  expect((await propose(sale, bill)).body.message).toContain('has to approve');
  expect((await site.approve()).body.flag).toBe('1');
}
async function takeBack({ order, car }: Sale) {
  const back = { listing_id: car, note: 'At the yard in Mombasa.' };
  expect((await site.office(`orders/${order}/returns`, back)).status).toBe(200);
  expect((await site.approve()).body.flag).toBe('1');
}
async function lifeOf({ order, buyer }: Sale) {
  const { life, money, refunds } = (await getJson(site.app, `/api/orders/${order}`, buyer.cookie)).body;
  return { life, received: money.received_cents, open: money.open_cents, car: refunds.car };
}
async function handOverNow(sale: Sale) {
  const photos = await sidePhotos(site.app, sale.order, site.admin);
  return handOver(site.app, sale.order, photos, site.admin);
}
const insertLoss = ({ order, car }: Sale, bill: string, by: number, approvedBy: number) =>
  site.pool.query('insert into car_losses values ($1, $2, $3, $4, $5, $6)', [order, car, bill, NOTE, by, approvedBy]);
/** Inserts a loss with its approval in one transaction. */
async function insertApproved(sale: Sale, bill: string) {
  const payload = JSON.stringify({ order: sale.order, car: sale.car, bill, note: NOTE });
  const db = await site.pool.connect();
  try {
    await db.query('begin');
    await db.query(
      `insert into approvals (kind, payload, payload_hash, proposer_id, approver_id, approved_at, expires_at)
       values ('car loss', $1, sha256(convert_to('car loss' || chr(10) || $1, 'UTF8')), $2, $3, now(), now() + interval '1 day')`,
      [payload, site.admin.id, site.second.id],
    );
    const loss = [sale.order, sale.car, bill, NOTE, site.admin.id, site.second.id];
    await db.query('insert into car_losses values ($1, $2, $3, $4, $5, $6)', loss);
  } finally {
    await db.query('rollback');
    db.release();
  }
}
const insertHandover = ({ order, car }: Sale) =>
  site.pool.query(
    `insert into handovers (id, order_id, listing_id, kind, odometer, odometer_unit, keys, fuel_percent, giver_name, receiver_name, actor,
       actor_id, captured_at, content_hash)
     values (gen_random_uuid(), $1, $2, 'sale', 1, 'km', 1, 50, 'Li Na', 'Amina', 'admin', 1, now(), sha256('x'::bytea))`,
    [order, car],
  );

test('the money for a car whose buyer claims that it did not arrive waits until two people record the loss', async () => {
  const sale = await atSea();
  await ruled(sale);
  expect(await refunded(sale.order)).toEqual({ sent: 0, asked: TOTAL });
  const { rows } = await site.pool.query('select step from refund_steps where order_id = $1', [sale.order]);
  expect(new Set(rows.map(({ step }) => step))).toEqual(new Set(['car']));
  expect((await propose(sale)).body.message).toContain('has to approve');
  await expect(insertLoss(sale, 'stopped', site.admin.id, site.second.id)).rejects.toThrow('nobody has approved');
  expect((await site.approve(site.admin)).body.flag).toBe('0');
  expect(await refunded(sale.order)).toEqual({ sent: 0, asked: TOTAL });
  expect((await site.approve()).body.flag).toBe('1');
  expect(await refunded(sale.order)).toEqual({ sent: TOTAL, asked: TOTAL });
  expect((await propose(sale)).body.message).toContain('already recorded as lost');
  const { rows: mails } = await site.pool.query(
    "select count(*)::int as n from mail_outbox where subject like '%is lost on its way'",
  );
  expect(mails[0].n).toBeGreaterThanOrEqual(2);
  expect(await site.faults()).toEqual([]);
});

test('a lost car that is found is not on sale before one person records its return, which sends nothing', async () => {
  const sale = await atSea();
  await ruled(sale);
  await lose(sale);
  await expect(site.pool.query("update listings set status = 'active' where id = $1", [sale.car])).rejects.toThrow(
    'is not back',
  );
  const back = { listing_id: sale.car, note: 'Found in Mombasa.' };
  expect((await site.office(`orders/${sale.order}/returns`, back)).body.message).toContain('is recorded');
  expect(await refunded(sale.order)).toEqual({ sent: TOTAL, asked: TOTAL });
  expect(await site.faults()).toEqual([]);
});

test('the money for a car waits although the report that it was loaded was withdrawn, and the car is not on sale', async () => {
  const sale = await atSea();
  await claim(sale);
  const path = `/api/orders/${sale.order}/events/${sale.loaded}/withdrawal`;
  const { cookie } = site.admin;
  expect((await postJson(site.app, path, { reason: 'Another vessel.' }, { cookie })).status).toBe(200);
  await site.advance(6);
  await site.advance(40);
  expect(await refunded(sale.order)).toEqual({ sent: 0, asked: TOTAL });
  const { rows } = await site.pool.query('select status from listings where id = $1', [sale.car]);
  expect(rows).toEqual([{ status: 'sold' }]);
});

test('a lost car is handed to nobody, and its order is not completed before a decision', async () => {
  const sale = await atSea();
  await lose(sale);
  expect(await handOverNow(sale)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('recorded as lost') },
  });
  await expect(insertHandover(sale)).rejects.toThrow('is lost or back');
  expect((await site.complete(sale.order)).body.message).toContain('Decide a claim about it');
  await ruled(sale);
  expect(await refunded(sale.order)).toEqual({ sent: TOTAL, asked: TOTAL });
  expect(await site.faults()).toEqual([]);
});

test('no loss is recorded of a car that is not on its way or was handed over', async () => {
  const here = await site.sale();
  await site.payByCard(here.order, here.buyer);
  expect((await propose(here)).body.message).toContain('isn’t on its way');
  const sale = await atSea();
  expect((await handOverNow(sale)).status).toBe(200);
  expect((await propose(sale)).body.message).toContain('was handed over');
});

test('a car with a bill of lading is lost only once nobody can collect it with the bill', async () => {
  const sale = await atSea();
  expect((await propose(sale, 'not_issued')).body.message).toContain('has to approve');
  await report(sale.order, 'bill_of_lading', -1, 'actual', { bill_number: 'HLCU123', bill_form: 'original' });
  expect((await site.approve()).body.message).toContain('has a bill of lading');
  expect((await propose(sale, 'not_issued')).body.message).toContain('has a bill of lading');
  await expect(insertApproved(sale, 'not_issued')).rejects.toThrow('has a bill of lading');
  await insertApproved(sale, 'surrendered');
});

test('the return of a car ends the order that went on after a claim, with the money that was decided', async () => {
  const sale = await reduced();
  expect(await refunded(sale.order)).toEqual({ sent: 0, asked: MOST });
  await takeBack(sale);
  expect(await refunded(sale.order)).toEqual({ sent: MOST, asked: MOST });
  expect(await lifeOf(sale)).toEqual({ life: 'completed', received: TOTAL - MOST, open: 0, car: 'back' });
  expect(await handOverNow(sale)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('came back') },
  });
  await expect(insertHandover(sale)).rejects.toThrow('is lost or back');
  const { seller_payable: owed = 0 } = await site.accounts(sale.order);
  expect([owed < 0, owed > -SELLERS / 2]).toEqual([true, true]);
  expect(await site.faults()).toEqual([]);
});

test('the loss of a car ends the order that went on after a claim', async () => {
  const sale = await reduced();
  await lose(sale);
  expect(await refunded(sale.order)).toEqual({ sent: MOST, asked: MOST });
  expect(await lifeOf(sale)).toEqual({ life: 'completed', received: TOTAL - MOST, open: 0, car: 'lost' });
  expect(await site.faults()).toEqual([]);
});

test('an order stays open after the return of its car while another claim is undecided', async () => {
  const sale = await reduced();
  expect((await site.open(sale.order, { who: sale.buyer, kind: 'damaged' })).status).toBe(200);
  await takeBack(sale);
  expect(await lifeOf(sale)).toMatchObject({ life: 'active' });
  const { rows } = await site.pool.query('select max(id)::int as id from claims where order_id = $1', [sale.order]);
  expect((await site.withdraw(rows[0].id, sale.buyer)).status).toBe(200);
  expect((await site.office(`orders/${sale.order}/complete`, undefined)).status).toBe(200);
  expect(await lifeOf(sale)).toMatchObject({ life: 'completed' });
  expect(await site.faults()).toEqual([]);
});

/** Pays one cent to the seller by one person, without asking the rule. */
const payAlone = ({ order, seller }: Sale) =>
  site.pool.query(
    `with paid as (
       insert into payouts (seller_id, account_id, cents, needs_second_person, state, created_by)
       values ($1, (select id from payout_accounts where user_id = $1), 1, false, 'approved', $2) returning id)
     insert into payout_orders (payout_id, order_id, cents) select id, $3, 1 from paid`,
    [seller.id, site.admin.id, order],
  );

async function completedSale(): Promise<Sale> {
  const sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  expect((await site.complete(sale.order)).status).toBe(200);
  await addPayoutAccount(site.pool, sale.seller.id);
  return sale;
}

test('the database refuses that one person pays a seller in the days of the terms, or while the car is awaited', async () => {
  const sale = await completedSale();
  await expect(payAlone(sale)).rejects.toThrow('paid out early by two people only');
  await payAtOnce(site.pool, sale.seller.id);
  const awaited = [sale.order, sale.car];
  await site.pool.query(
    'insert into order_returns (order_id, listing_id, holds_refunds) values ($1, $2, true)',
    awaited,
  );
  await expect(payAlone(sale)).rejects.toThrow('paid out early by two people only');
  const other = await completedSale();
  await payAtOnce(site.pool, other.seller.id);
  await payAlone(other);
});
