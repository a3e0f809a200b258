import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderDifferences } from '#features/aftersales/bookings/server/order-differences.ts';
import {
  type ClaimSite,
  claimSite,
  DEPOSIT,
  SELLERS,
  TOTAL,
} from '../../../../../../tests/support/aftersales/claim-site.ts';
import { keptBy } from '../../../../../../tests/support/payments/ready-order.ts';
import { DISPUTE_FEE, EVIDENCE_DUE_AT } from '../../../../../../tests/support/payments/refunding-gateway.ts';
import { getJson } from '../../../../../../tests/support/server/test-app.ts';

const BALANCE = TOTAL - DEPOSIT;
let site: ClaimSite;
let sale: Awaited<ReturnType<ClaimSite['sale']>>;
/** The payments of the deposit and of the balance. */
let payments: number[];

beforeAll(async () => {
  site = await claimSite();
});
beforeEach(async () => {
  sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  const { rows } = await site.pool.query<{ id: number }>('select id from payments where order_id = $1 order by id', [
    sale.order,
  ]);
  payments = rows.map(({ id }) => id);
});

/** A message says that there is news, and the worker asks the provider. */
async function hear(): Promise<void> {
  await site.pool.query('update payments set disputes_due_at = now() where id = any($1)', [payments]);
  await site.settleRefunds();
}

test('an inquiry moves no money and freezes nothing', async () => {
  site.gateway.dispute(payments[1]!, 'inquiry');
  await hear();
  expect(await site.accounts(sale.order)).toEqual({ gateway: TOTAL, deposits: -TOTAL });
  site.gateway.endDispute(payments[1]!, 'won');
  await hear();
  expect(await site.accounts(sale.order)).toEqual({ gateway: TOTAL, deposits: -TOTAL });
  expect(await site.faults()).toEqual([]);
});

test('a dispute books what was withdrawn once and freezes the order; when it is won, only the fee is lost', async () => {
  site.gateway.dispute(payments[1]!, 'open');
  await hear();
  await hear();
  expect(await site.accounts(sale.order)).toEqual({
    gateway: DEPOSIT - DISPUTE_FEE,
    disputed_at_provider: BALANCE,
    dispute_fees: DISPUTE_FEE,
    frozen: -TOTAL,
  });
  expect((await site.complete(sale.order)).status).toBe(409);
  site.gateway.endDispute(payments[1]!, 'won');
  await hear();
  expect(await site.accounts(sale.order)).toEqual({
    gateway: TOTAL - DISPUTE_FEE,
    dispute_fees: DISPUTE_FEE,
    deposits: -TOTAL,
  });
  expect(await site.faults()).toEqual([]);
  expect((await site.complete(sale.order)).status).toBe(200);
});

test('a dispute that is lost before the handover takes the money of the order, which is open again', async () => {
  site.gateway.dispute(payments[1]!, 'open');
  await hear();
  site.gateway.endDispute(payments[1]!, 'lost');
  await hear();
  await hear();
  expect(await site.accounts(sale.order)).toEqual({
    gateway: DEPOSIT - DISPUTE_FEE,
    dispute_fees: DISPUTE_FEE,
    deposits: -DEPOSIT,
  });
  const { body } = await getJson(site.app, `/api/orders/${sale.order}`, sale.buyer.cookie);
  expect(body.money).toMatchObject({ received_cents: DEPOSIT, open_cents: BALANCE });
  expect(await site.faults()).toEqual([]);
});

test('a dispute that is lost after the payout is claimed back from the seller, and the rest is our loss', async () => {
  await site.complete(sale.order);
  await site.enterAccount(sale.seller);
  await site.office(`payouts/${await site.preparePayout(sale.seller)}/sent`);
  for (const id of payments) site.gateway.dispute(id, 'open');
  await hear();
  for (const id of payments) site.gateway.endDispute(id, 'lost');
  await hear();
  expect(await site.accounts(sale.order)).toMatchObject({
    gateway: -2 * DISPUTE_FEE,
    seller_receivable: SELLERS,
    chargeback_loss: TOTAL - SELLERS,
    payouts_in_transit: -SELLERS,
  });
  expect(await site.faults()).toEqual([]);
});

test('a credit note gives the tax of a lost dispute to the seller who bore it, and the tax of a later refund to us', async () => {
  await site.complete(sale.order);
  await site.bill();
  site.gateway.dispute(payments[1]!, 'open', 270_000);
  await hear();
  site.gateway.endDispute(payments[1]!, 'lost');
  await hear();
  await site.bill();
  const afterDispute = {
    gateway: TOTAL - 270_000 - DISPUTE_FEE,
    seller_payable: -(SELLERS - 270_000 + 20_000),
    tax_payable: -(80_000 - 20_000),
    earnings: -50_000,
  };
  expect(await site.accounts(sale.order)).toMatchObject(afterDispute);
  const refund = { reason: 'Hail', amount: 1_080, ...(await keptBy(site.pool, payments[1]!, 1_080)) };
  expect((await site.office(`payments/${payments[1]}/refund`, refund)).status).toBe(200);
  await site.settleRefunds(sale.order);
  await site.bill();
  expect(await site.accounts(sale.order)).toMatchObject({
    seller_payable: afterDispute.seller_payable,
    tax_payable: -(60_000 - 8_000),
    earnings: -50_000 + 108_000 - 8_000,
  });
  expect(await site.faults()).toEqual([]);
});

test('a claim is not decided during a dispute, because the buyer would get the money twice', async () => {
  const { body } = await site.open(sale.order, { who: sale.buyer });
  await site.say(body.claim.id, 'answer', { who: sale.seller });
  site.gateway.dispute(payments[0]!, 'open');
  await hear();
  expect((await site.decide(body.claim.id, 0, TOTAL)).status).toBe(409);
  await site.advance(40);
  await site.advance(40);
  expect((await site.stateOf(body.claim.id, sale.buyer)).state).toBe('under_review');
  site.gateway.endDispute(payments[0]!, 'lost');
  await hear();
  expect(await site.accounts(sale.order)).toMatchObject({ frozen: -BALANCE });
  expect((await site.decide(body.claim.id, 0, BALANCE)).body.flag).toBe('1');
  expect(await site.accounts(sale.order)).toMatchObject({ deposits: -BALANCE });
  expect(await site.faults()).toEqual([]);
});

test('the refund worker sends nothing while a payment is disputed', async () => {
  site.gateway.dispute(payments[0]!, 'open');
  await hear();
  const bookings = await site.calls.bookings(sale.buyer);
  const { booking_id: id } = bookings.find(({ order_id: of }: { order_id: number }) => of === sale.order);
  expect((await site.calls.cancel(sale.buyer, id, DEPOSIT / 100)).status).toBe(409);
  expect(site.gateway.refunded(payments[0]!)).toBe(0);
});

test('money that the provider reinstates after a dispute was won is booked as returned', async () => {
  site.gateway.dispute(payments[1]!, 'open');
  await hear();
  site.gateway.decideDispute(payments[1]!, 'won');
  await hear();
  expect(await site.accounts(sale.order)).toMatchObject({ disputed_at_provider: BALANCE, deposits: -TOTAL });
  const { rows } = await site.pool.query('select disputes_due_at from payments where id = $1', [payments[1]]);
  expect(rows[0].disputes_due_at).not.toBeNull();
  site.gateway.moveDisputed(payments[1]!, BALANCE);
  await hear();
  await hear();
  expect(await site.accounts(sale.order)).toEqual({
    gateway: TOTAL - DISPUTE_FEE,
    dispute_fees: DISPUTE_FEE,
    deposits: -TOTAL,
  });
  expect(await site.faults()).toEqual([]);
});

test('money that is withdrawn after a dispute was lost is booked as lost', async () => {
  site.gateway.dispute(payments[1]!, 'inquiry');
  await hear();
  site.gateway.decideDispute(payments[1]!, 'lost');
  await hear();
  expect(await site.accounts(sale.order)).toEqual({ gateway: TOTAL, deposits: -TOTAL });
  site.gateway.moveDisputed(payments[1]!, -BALANCE);
  await hear();
  await hear();
  expect(await site.accounts(sale.order)).toEqual({ gateway: DEPOSIT, deposits: -DEPOSIT });
  const { body } = await getJson(site.app, `/api/orders/${sale.order}`, sale.buyer.cookie);
  expect(body.money).toMatchObject({ received_cents: DEPOSIT, open_cents: BALANCE });
  expect(await site.faults()).toEqual([]);
});

test('money that is reinstated after a dispute was lost waits for a person, and the check of the books names it', async () => {
  site.gateway.dispute(payments[1]!, 'open');
  await hear();
  site.gateway.endDispute(payments[1]!, 'lost');
  await hear();
  site.gateway.moveDisputed(payments[1]!, BALANCE);
  await hear();
  expect(await site.accounts(sale.order)).toMatchObject({ disputed_at_provider: -BALANCE });
  expect(await site.faults()).toContainEqual(expect.stringMatching(/^dispute \d+ was lost, but/));
});

test('we lose a dispute over a payment that was partly refunded at the provider', async () => {
  site.gateway.dispute(payments[0]!, 'open');
  site.gateway.dispute(payments[1]!, 'open');
  site.gateway.refundAtProvider(payments[1]!, 100_000);
  await site.pool.query('update payments set refunds_due_at = now() where id = $1', [payments[1]]);
  await hear();
  for (const id of payments) site.gateway.endDispute(id, 'lost');
  await hear();
  const { rows } = await site.pool.query('select state from provider_disputes where payment_id = any($1)', [payments]);
  expect(rows).toEqual([{ state: 'lost' }, { state: 'lost' }]);
  const { body } = await getJson(site.app, `/api/orders/${sale.order}`, sale.buyer.cookie);
  expect(body.life).toBe('cancelled');
});

test('refunds that arrive after their whole payment was lost in a dispute are each taken once', async () => {
  const { order } = await site.sale();
  const { rows } = await site.pool.query<{ id: number }>('select id from payments where order_id = $1', [order]);
  payments = rows.map(({ id }) => id);
  site.gateway.answers = 'unreached';
  // The first refund ends the booking; the second is requested separately.
  for (const body of [{ amount: 100, keeps: 2_675 }, { amount: 50 }])
    expect((await site.office(`payments/${payments[0]}/refund`, { ...body, reason: 'Hail' })).status).toBe(200);
  site.gateway.dispute(payments[0]!, 'open');
  await hear();
  site.gateway.endDispute(payments[0]!, 'lost');
  await hear();
  site.gateway.answers = 'done';
  await hear();
  const sums = await site.pool.query('select sum(cents)::int as cents from allocations where order_id = $1', [order]);
  expect(sums.rows).toEqual([{ cents: -15_000 }]);
  expect(await orderDifferences(site.pool)).toEqual([]);
});

test('a dispute of a part takes only that part', async () => {
  site.gateway.dispute(payments[1]!, 'open', 100_000);
  await hear();
  site.gateway.endDispute(payments[1]!, 'lost');
  await hear();
  expect(await site.accounts(sale.order)).toMatchObject({ deposits: -(TOTAL - 100_000) });
});

const mails = async () => {
  const { rows } = await site.pool.query<{ to: string; subject: string; text: string }>(
    `select to_address as to, subject, text from mail_outbox where subject ~ 'dispute|The bank' order by id`,
  );
  return rows;
};

test('finance, buyer and seller are emailed once when a dispute begins and ends', async () => {
  await site.pool.query('delete from mail_outbox');
  const office = (await site.pool.query('select email from admins order by id')).rows.map(({ email }) => email);
  const address = async (id: number) =>
    (await site.pool.query('select email from users where id = $1', [id])).rows[0].email;
  const [buyer, seller] = [await address(sale.buyer.id), await address(sale.seller.id)];
  site.gateway.dispute(payments[1]!, 'open');
  await hear();
  await hear();
  const opened = await mails();
  expect(opened.map(({ to }) => to)).toEqual([...office, buyer, seller]);
  const textTo = (list: typeof opened, to: string) => list.find((mail) => mail.to === to)?.text ?? '';
  expect(textTo(opened, office[0])).toContain('evidence until Mar 5, 2031, 23:59 UTC');
  expect(textTo(opened, office[0])).toContain(`/Orders?view=${sale.order}`);
  expect(textTo(opened, buyer)).toContain('Your bank disputes your payment of $8,325.00');
  expect(textTo(opened, buyer)).not.toContain('evidence');
  expect(textTo(opened, seller)).toContain('nothing of this order is paid out');
  await site.pool.query('delete from mail_outbox');
  site.gateway.endDispute(payments[1]!, 'lost');
  await hear();
  await hear();
  const ended = await mails();
  expect(ended.map(({ to }) => to)).toEqual([...office, buyer, seller]);
  expect(textTo(ended, buyer)).toContain('$8,325.00 went back to you');
});

test('only finance is notified of an inquiry', async () => {
  await site.pool.query('delete from mail_outbox');
  const office = (await site.pool.query('select email from admins order by id')).rows.map(({ email }) => email);
  site.gateway.dispute(payments[1]!, 'inquiry');
  await hear();
  site.gateway.endDispute(payments[1]!, 'won');
  await hear();
  expect((await mails()).map(({ to }) => to)).toEqual([...office, ...office]);
});

test("the order in the back office names the dispute and its deadline; the buyer's page does not", async () => {
  site.gateway.dispute(payments[1]!, 'open');
  await hear();
  const ofOffice = await getJson(site.app, `/api/admin/orders/${sale.order}`, site.admin.cookie);
  expect(ofOffice.body.disputes).toMatchObject([
    {
      payment_id: payments[1],
      state: 'open',
      cents: BALANCE,
      evidence_due_at: EVIDENCE_DUE_AT.toISOString(),
      late: false,
    },
  ]);
  const ofBuyer = await getJson(site.app, `/api/orders/${sale.order}`, sale.buyer.cookie);
  expect(ofBuyer.body.disputes).toBeUndefined();
});
