import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ClaimSite,
  claimSite,
  DEPOSIT,
  SELLERS,
  TOTAL,
} from '../../../../../tests/support/aftersales/claim-site.ts';
import { addOrderHistory } from '../../../../../tests/support/orders/order-history.ts';
import { testNow } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson } from '../../../../../tests/support/server/test-app.ts';

const BALANCE = TOTAL - DEPOSIT;
const HALF = TOTAL / 2;
/** The part of a reduction that is tax, at 8%. Sellers bear the rest. */
const taxIn = (cents: number) => Math.round((cents * 8) / 108);
let site: ClaimSite;
let sale: Awaited<ReturnType<ClaimSite['sale']>>;

beforeAll(async () => {
  site = await claimSite();
});
beforeEach(async () => {
  sale = await site.sale();
});

async function claimed(): Promise<number> {
  const { body } = await site.open(sale.order, { who: sale.buyer });
  await site.say(body.claim.id, 'answer', { who: sale.seller });
  return body.claim.id;
}

const TAX = taxIn(1_080_000);
/** The tax of the invoices of the order, less that of its credit notes. */
async function taxOnPapers(): Promise<number> {
  const { rows } = await site.pool.query(
    "select kind, paper::json as paper from issued_documents where subject_kind = 'order' and subject_id = $1",
    [sale.order],
  );
  return rows.reduce((sum, { kind, paper }) => {
    const lines: { text: string; cents: number }[] = kind === 'contract' ? [] : (paper.lines ?? []);
    const tax = lines.filter(({ text }) => text.startsWith('Tax on')).reduce((cents, line) => cents + line.cents, 0);
    return kind === 'invoice' ? sum + tax : kind === 'credit_note' ? sum - tax : sum;
  }, 0);
}

test('two people give half back before the handover: the order costs less, and everything agrees', async () => {
  await site.payByCard(sale.order, sale.buyer);
  await site.bill();
  const claim = await claimed();
  expect((await site.decide(claim, HALF, HALF - 1)).status).toBe(409);
  expect((await site.decide(claim, HALF, HALF)).body.message).toContain('Another administrator');
  expect(await site.stateOf(claim, sale.buyer)).toMatchObject({ state: 'decided', frozen_cents: TOTAL });
  expect((await site.approve(site.admin)).body.flag).toBe('0');
  expect((await site.approve()).body.flag).toBe('1');
  expect(await site.stateOf(claim, sale.buyer)).toMatchObject({
    state: 'executed',
    decision: { to_buyer_cents: HALF, ends_order: false },
  });
  await site.settleRefunds();
  await site.bill();
  expect(await site.accounts(sale.order)).toEqual({ gateway: HALF, deposits: -HALF });
  const { body } = await getJson(site.app, `/api/orders/${sale.order}`, sale.buyer.cookie);
  expect(body.money).toMatchObject({ owed_cents: HALF, received_cents: HALF, open_cents: 0 });
  expect(body.documents.map(({ kind }: { kind: string }) => kind)).toContain('credit_note');
  expect(await site.faults()).toEqual([]);
  expect((await site.complete(sale.order)).status).toBe(200);
  await site.bill();
  const after = await site.accounts(sale.order);
  expect([after.deposits, after.seller_payable]).toEqual([undefined, HALF - taxIn(HALF) - SELLERS]);
  expect(after.tax_payable).toBe(taxIn(HALF) - TAX);
  expect(await taxOnPapers()).toBe(TAX - taxIn(HALF));
  expect(await site.faults()).toEqual([]);
});

test('refunds a part of an order when another payment replaced a partly refunded one', async () => {
  await site.payByCard(sale.order, sale.buyer);
  const { rows } = await site.pool.query('select min(id)::int as id from payments where order_id = $1', [sale.order]);
  // Taken from the balance, which the other payment has paid.
  site.gateway.refundAtProvider(rows[0].id, 10_000);
  await site.pool.query('update payments set refunds_due_at = now() where id = $1', [rows[0].id]);
  await site.settleRefunds();
  await site.payByCard(sale.order, sale.buyer);
  expect((await site.decide(await claimed(), 200_000, TOTAL - 200_000)).body.flag).toBe('1');
  expect(await site.faults()).toEqual([]);
  await site.settleRefunds();
  const { body } = await getJson(site.app, `/api/orders/${sale.order}`, sale.buyer.cookie);
  expect(body.money).toMatchObject({ owed_cents: TOTAL - 200_000, received_cents: TOTAL - 200_000, open_cents: 0 });
  expect(await site.faults()).toEqual([]);
});

test('one person gives a part back after the handover, within the limit', async () => {
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  await site.bill();
  const claim = await claimed();
  expect((await site.decide(claim, 200_000, SELLERS - 200_000)).body.flag).toBe('1');
  expect((await site.decide(claim, 200_000, SELLERS - 200_000)).status).toBe(409);
  // By the decision, whether or not a credit note follows.
  expect(await site.accounts(sale.order)).toMatchObject({ tax_payable: taxIn(200_000) - TAX });
  await site.settleRefunds();
  await site.bill();
  expect(await site.accounts(sale.order)).toMatchObject({
    gateway: TOTAL - 200_000,
    seller_payable: 200_000 - taxIn(200_000) - SELLERS,
    tax_payable: taxIn(200_000) - TAX,
  });
  expect(await taxOnPapers()).toBe(TAX - taxIn(200_000));
  expect(await site.faults()).toEqual([]);
});

test('what one person gave back by an earlier claim of the order counts for the limit', async () => {
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  await site.decide(await claimed(), 300_000, SELLERS - 300_000);
  const second = await claimed();
  const { body } = await getJson(site.app, `/api/admin/claims/${second}`, site.admin.cookie);
  expect(body.limit_cents).toBe(200_000);
  const row = `insert into claim_decisions (claim_id, to_buyer_cents, to_seller_cents, frozen_cents, ends_order, reason, decided_by)
    values ($1, 300000, 350000, 650000, false, 'Alone.', $2)`;
  await expect(site.pool.query(row, [second, site.admin.id])).rejects.toThrow('needs a second person');
  const decided = await site.decide(second, 300_000, SELLERS + taxIn(300_000) - 600_000);
  expect(decided.body.message).toContain('Another administrator');
  expect((await site.approve()).body.flag).toBe('1');
  expect(await site.stateOf(second, sale.buyer)).toMatchObject({ state: 'executed' });
});

test('a buyer who gets everything back has no order, and the car is free', async () => {
  await site.payByCard(sale.order, sale.buyer);
  const claim = await claimed();
  await site.decide(claim, TOTAL, 0);
  await site.approve();
  await site.settleRefunds();
  expect(await site.accounts(sale.order)).toEqual({});
  const { body } = await getJson(site.app, `/api/orders/${sale.order}`, sale.buyer.cookie);
  expect(body.life).toBe('cancelled');
  expect(await site.calls.statusOf(sale.car)).toBe('active');
  expect(await site.faults()).toEqual([]);
});

test('what was paid out is claimed back from the next payout', async () => {
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  await site.enterAccount(sale.seller);
  await site.office(`payouts/${await site.preparePayout(sale.seller)}/sent`);
  const claim = await claimed();
  expect(await site.stateOf(claim, sale.buyer)).toMatchObject({ frozen_cents: 0, payout_sent_cents: SELLERS });
  expect((await site.decide(claim, SELLERS + 1, 0)).status).toBe(409);
  expect((await site.decide(claim, 300_000, 0)).body.flag).toBe('1');
  await site.settleRefunds();
  expect(await site.accounts(sale.order)).toMatchObject({
    seller_receivable: 300_000,
    seller_payable: -taxIn(300_000),
    payouts_in_transit: -SELLERS,
  });
  expect(await site.faults()).toEqual([]);

  const later = await site.sale();
  await site.pool.query('update order_cars set seller_id = $2 where order_id = $1', [later.order, sale.seller.id]);
  await site.payInCash(later.booking);
  await site.complete(later.order);
  const payout = await site.preparePayout(sale.seller);
  const mine = (await getJson(site.app, '/api/my-payouts', sale.seller.cookie)).body;
  const deducted = mine.deductions.map(({ cents }: { cents: number }) => cents).sort();
  expect(deducted).toEqual([taxIn(300_000), 300_000 - taxIn(300_000)]);
  const { rows } = await site.pool.query('select cents from payouts where id = $1', [payout]);
  expect(rows[0].cents).toBe(SELLERS + taxIn(300_000) - 300_000);
  await site.office(`payouts/${payout}/sent`);
  expect(await site.faults()).toEqual([]);
});

test('without responses a claim proceeds by its deadlines, and finally refunds the frozen money', async () => {
  const { body } = await site.open(sale.order, { who: sale.buyer, text: '' });
  const { id } = body.claim;
  await site.advance(4);
  expect((await site.stateOf(id, sale.buyer)).state).toBe('open');
  await site.advance(6);
  expect((await site.stateOf(id, sale.buyer)).state).toBe('under_review');
  await site.advance(21);
  expect(await site.stateOf(id, sale.buyer)).toMatchObject({
    state: 'executed',
    decision: { by_rule: true, to_buyer_cents: DEPOSIT },
  });
  await site.settleRefunds();
  expect(await site.accounts(sale.order)).toEqual({});
  expect(await site.faults()).toEqual([]);
});

test('an unconfirmed proposal does not prolong the review', async () => {
  await site.payByCard(sale.order, sale.buyer);
  const claim = await claimed();
  await site.advance(4);
  await site.decide(claim, TOTAL, 0);
  await site.advance(19);
  expect(await site.stateOf(claim, sale.buyer)).toMatchObject({ state: 'executed', decision: { by_rule: true } });
  expect((await site.approve()).status).toBe(409);
  expect(BALANCE).toBeGreaterThan(0);
});

test('refuses impossible splits, and decisions of a claim that may still be answered', async () => {
  const { body } = await site.open(sale.order, { who: sale.buyer });
  expect((await site.decide(body.claim.id, 0, DEPOSIT)).status).toBe(409);
  await site.say(body.claim.id, 'answer', { who: sale.seller });
  expect(await site.decide(body.claim.id, 100, DEPOSIT - 100)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('still owes') },
  });
  await site.decide(body.claim.id, 0, DEPOSIT);
  expect(await site.accounts(sale.order)).toEqual({ gateway: DEPOSIT, deposits: -DEPOSIT });
  const insert = `insert into claim_decisions (claim_id, to_buyer_cents, to_seller_cents, frozen_cents, ends_order, reason, decided_by)
    values ($1, 500001, 0, 500001, false, 'x', $2)`;
  await expect(site.pool.query(insert, [body.claim.id, site.admin.id])).rejects.toThrow('second person');
});

test('a handover before the refund was sent does not refund it twice', async () => {
  await site.payByCard(sale.order, sale.buyer);
  const claim = await claimed();
  site.gateway.answers = 'unreached';
  expect((await site.decide(claim, 200_000, TOTAL - 200_000)).body.flag).toBe('1');
  expect((await site.complete(sale.order)).status).toBe(200);
  site.gateway.answers = 'done';
  await site.settleRefunds();
  expect(await site.accounts(sale.order)).toMatchObject({
    gateway: TOTAL - 200_000,
    seller_payable: 200_000 - taxIn(200_000) - SELLERS,
  });
  expect(await site.faults()).toEqual([]);
});

test('cash is returned by hand, also after the handover', async () => {
  await site.payInCash(sale.booking);
  await site.complete(sale.order);
  const claim = await claimed();
  await site.decide(claim, 400_000, SELLERS - 400_000);
  await site.settleRefunds();
  const { deposits = 0 } = await site.accounts(sale.order);
  expect(deposits).toBe(DEPOSIT - 400_000);
  const give = (cents: number) =>
    site.office(`orders/${sale.order}/cash-returns`, {
      key: `${sale.order} ${cents} back`,
      method: 'cash',
      amount_cents: cents,
      note: 'A claim.',
    });
  expect((await give(1 - deposits)).status).toBe(409);
  expect((await give(-deposits)).status).toBe(200);
  expect((await site.accounts(sale.order)).deposits).toBeUndefined();
  expect(await site.faults()).toEqual([]);
});

test('a small decision refunds from the smallest sufficient payment, and a later claim from the rest', async () => {
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  const first = await claimed();
  expect((await site.decide(first, 200_000, SELLERS - 200_000)).body.flag).toBe('1');
  await site.settleRefunds();
  const second = await claimed();
  const frozen = SELLERS + taxIn(200_000) - 200_000;
  expect(await site.decide(second, frozen, 0)).toMatchObject({ status: 200 });
  await site.approve();
  const back = { listing_id: sale.car, note: 'In the yard.' };
  expect((await site.office(`orders/${sale.order}/returns`, back)).status).toBe(200);
  expect((await site.approve()).status).toBe(200);
  await site.settleRefunds();
  expect(await site.accounts(sale.order)).toMatchObject({ gateway: TOTAL - 200_000 - frozen });
  const { rows } = await site.pool.query(
    'select r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id where p.order_id = $1 order by p.id',
    [sale.order],
  );
  expect(rows.map(({ cents }) => cents)).toEqual([200_000, frozen]);
  expect(await site.faults()).toEqual([]);
});

test('refunds the whole frozen amount from payments that staff and claims refunded in part before', async () => {
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  const { rows } = await site.pool.query('select max(id)::int as id from payments where order_id = $1', [sale.order]);
  const balance = rows[0].id;
  for (const amount of [100, 50])
    expect((await site.office(`payments/${balance}/refund`, { amount, reason: 'Hail' })).status).toBe(200);
  const first = await claimed();
  expect((await site.decide(first, 400_000, SELLERS - 400_000)).status).toBe(200);
  await site.settleRefunds();
  const second = await claimed();
  const { frozen_cents: frozen } = await site.stateOf(second, sale.buyer);
  expect(frozen).toBe(SELLERS + taxIn(400_000) - 400_000);
  expect((await site.decide(second, frozen, 0)).status).toBe(200);
  await site.approve();
  const back = { listing_id: sale.car, note: 'In the yard.' };
  expect((await site.office(`orders/${sale.order}/returns`, back)).status).toBe(200);
  expect((await site.approve()).status).toBe(200);
  await site.settleRefunds();
  expect(site.gateway.refunded(balance)).toBe(TOTAL - DEPOSIT);
  expect((await site.accounts(sale.order)).gateway).toBe(TOTAL - 400_000 - frozen - 15_000);
  expect(await site.faults()).toEqual([]);
});

test('a buyer who cancels after a partial refund by a claim gets only the rest', async () => {
  await site.payByCard(sale.order, sale.buyer);
  const claim = await claimed();
  site.gateway.answers = 'unreached';
  await site.decide(claim, 200_000, TOTAL - 200_000);
  const shown = async () => (await site.calls.bookings(sale.buyer))[0].cancellation.refund;
  expect(await shown()).toBe((TOTAL - 200_000) / 100);
  site.gateway.answers = 'done';
  await site.settleRefunds();
  expect((await site.calls.cancel(sale.buyer, sale.booking, await shown())).status).toBe(200);
  await site.settleRefunds();
  expect(await site.accounts(sale.order)).toEqual({});
  expect(await site.faults()).toEqual([]);
});

// Last, because its claims freeze no money.
test('claims that wait for a dispute keep no other claim from its turn', async () => {
  const day = testNow();
  await addOrderHistory(site.pool, sale.buyer.id, { from: day, to: day, sales: 60, rentals: 0, cancelledEach: 1_000 });
  await site.pool.query(
    `with waiting as (select o.id, o.user_id, (select min(id) from payments where order_id = o.id) as payment from orders o
        where o.user_id = $1 and o.id <> $2 order by o.id limit 55),
      claimed as (insert into claims (order_id, user_id, key, content_hash, kind, state, next_at)
        select id, user_id, 'waiting ' || id, sha256('test'), 'damaged', 'under_review', now() - interval '1 day' from waiting),
      disputed as (insert into provider_disputes (reference, payment_id, state, cents)
        select 'waiting ' || id, payment, 'open', 100 from waiting returning id, payment_id)
     insert into order_freezes (order_id, dispute_id) select w.id, d.id from disputed d join waiting w on w.payment = d.payment_id`,
    [sale.buyer.id, sale.order],
  );
  const { body } = await site.open(sale.order, { who: sale.buyer });
  await site.advance(6);
  expect((await site.stateOf(body.claim.id, sale.buyer)).state).toBe('under_review');
  const { rows } = await site.pool.query(
    "select count(*) as waiting from claims where key like 'waiting %' and ended_at is null",
  );
  expect(rows[0].waiting).toBe(55);
});

test('adds up what one person refunds by claims of several orders within a day', async () => {
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  const { admin } = site;
  await site.decide(await claimed(), 300_000, SELLERS - 300_000);
  sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  const other = await claimed();
  const { body } = await getJson(site.app, `/api/admin/claims/${other}`, admin.cookie);
  expect(body.limit_cents).toBe(200_000);
  const row = `insert into claim_decisions (claim_id, to_buyer_cents, to_seller_cents, frozen_cents, ends_order, reason, decided_by)
    values ($1, 300000, 350000, 650000, false, 'Alone.', $2)`;
  await expect(site.pool.query(row, [other, admin.id])).rejects.toThrow('needs a second person');
  expect((await site.decide(other, 300_000, SELLERS - 300_000, admin)).body.message).toContain('Another administrator');
});
