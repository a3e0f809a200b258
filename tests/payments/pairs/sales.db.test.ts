import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPairs } from '../../support/acts/act-pairs.ts';
import { DEPOSIT, SELLERS, TOTAL } from '../../support/aftersales/claim-site.ts';
import { handOver, sidePhotos } from '../../support/data/handovers.ts';
import {
  answeredSale,
  beginScenes,
  cancel,
  completedSale,
  hear,
  overdue,
  paidSale,
  preparedPayout,
  receive,
  report,
  type Sale,
  sale,
} from '../../support/mail/order-scenes.ts';
import { allowAnyStep, readyOrder, reportPapers } from '../../support/payments/ready-order.ts';

const site = await beginScenes();
const { app, gateway, pool } = site;

const openClaim = ({ order, buyer }: Sale) => site.open(order, { who: buyer });
const refundByOffice = ({ payment }: Sale) => site.office(`payments/${payment}/refund`, { reason: 'Asked by phone.' });

testPairs(
  'booked',
  async (acts) => {
    const sold = await sale();
    if (acts.includes('end_refunded')) gateway.refundAtProvider(sold.payment, DEPOSIT);
    return sold;
  },
  {
    cancel,
    cancel_by_office: refundByOffice,
    release_unpaid: ({ order }) => overdue(order, 40)(),
    end_refunded: ({ payment }) => hear(payment),
    'the balance arrives': ({ order }) => receive(order, TOTAL - DEPOSIT),
  },
);

testPairs(
  'paid',
  async (acts) => {
    const sold = await paidSale();
    await allowAnyStep(pool, sold.order);
    const photos = acts.includes('hand_over') ? await sidePhotos(app, sold.order, site.admin) : {};
    return { ...sold, photos };
  },
  {
    cancel,
    load: ({ order }) => report(order, { step: 'loaded' }),
    hand_over: ({ order, photos }) => handOver(app, order, photos, site.admin),
    complete: ({ order }) => site.office(`orders/${order}/complete`, undefined),
    cancel_by_office: refundByOffice,
  },
);

testPairs(
  'ready for the handover',
  async () => {
    const sold = await paidSale();
    await readyOrder(pool, sold.order);
    return sold;
  },
  {
    complete: ({ order }) => site.office(`orders/${order}/complete`, undefined),
    'a claim is opened': openClaim,
    cancel_by_office: refundByOffice,
  },
);

testPairs('completed', preparedPayout, {
  pay_out: ({ payout }) => site.office(`payouts/${payout}/sent`),
  refund_part: ({ payment }) => site.office(`payments/${payment}/refund`, { reason: 'A dent.', amount: 100 }),
  'a claim is opened': openClaim,
  'the bank disputes the payment': ({ payment }) => {
    gateway.dispute(payment, 'open');
    return hear(payment);
  },
});

testPairs('with a claim', () => answeredSale(completedSale), {
  decide_claim: ({ claim }) => site.decide(claim, 100_00, SELLERS - 100_00),
  rule_claim: () => site.advance(40),
  'the claim is withdrawn': ({ claim, buyer }) => site.withdraw(claim, buyer),
});

testPairs('with a claim before the handover', () => answeredSale(sale), {
  end_by_claim: ({ claim }) => site.decide(claim, DEPOSIT, 0),
  'the claim is withdrawn': ({ claim, buyer }) => site.withdraw(claim, buyer),
  cancel,
});

async function undoneAtSea(): Promise<Sale> {
  const sold = await paidSale();
  await reportPapers(pool, sold.order);
  await report(sold.order, { step: 'loaded' });
  await site.office(`payments/${sold.payment}/refund`, { reason: 'Two people agree.' });
  await site.approve();
  await site.office(`orders/${sold.order}/returns`, { listing_id: sold.cars[0], note: 'At the yard in Ningbo.' });
  return sold;
}
const takeBack = () => site.approve();
const returnCash = ({ order }: Sale) =>
  site.office(`orders/${order}/cash-returns`, {
    key: randomUUID(),
    method: 'cash',
    amount_cents: 100_000,
    note: 'Given back at the office.',
  });

testPairs('undone at sea', undoneAtSea, {
  take_back: takeBack,
  send_refund: ({ order }) => site.settleRefunds(order),
  return_cash: returnCash,
  offer_again: ({ cars: [car] }) =>
    pool.query("update listings set status = 'active' where id = $1", [car]).then(
      () => 'offered',
      () => ({ status: 409 }),
    ),
});

async function lostAtSea() {
  const sold = await paidSale();
  await reportPapers(pool, sold.order);
  await report(sold.order, { step: 'loaded' });
  await allowAnyStep(pool, sold.order);
  const photos = await sidePhotos(app, sold.order, site.admin);
  await site.office(`orders/${sold.order}/losses`, {
    listing_id: sold.cars[0],
    bill: 'stopped',
    note: 'Confirmed by the line.',
  });
  return { ...sold, photos };
}

testPairs('at sea, a loss waits for its second person', lostAtSea, {
  declare_lost: () => site.approve(),
  hand_over: ({ order, photos }) => handOver(app, order, photos, site.admin),
  complete: ({ order }) => site.office(`orders/${order}/complete`, undefined),
  'a claim is opened': openClaim,
});

test('cash is returned neither before the car nor for a car that the buyer has', async () => {
  const undone = await undoneAtSea();
  expect(await returnCash(undone)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('isn’t back') },
  });
  expect((await takeBack()).status).toBe(200);
  expect((await returnCash(undone)).status).toBe(200);
  const sold = await paidSale();
  await allowAnyStep(pool, sold.order);
  expect((await report(sold.order, { step: 'loaded' })).status).toBe(200);
  expect((await returnCash(sold)).body.message).toContain('has to approve');
  const photos = await sidePhotos(app, sold.order, site.admin);
  expect((await handOver(app, sold.order, photos, site.admin)).status).toBe(200);
  expect(await returnCash(sold)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Only a claim') },
  });
});

test('money refunded by a claim is not returned in cash as well', async () => {
  const { claim, ...sold } = await answeredSale(async () => {
    const paid = await paidSale();
    await allowAnyStep(pool, paid.order);
    const photos = await sidePhotos(app, paid.order, site.admin);
    expect((await handOver(app, paid.order, photos, site.admin)).status).toBe(200);
    return paid;
  });
  gateway.answers = 'unreached';
  expect((await site.decide(claim, 100_000, TOTAL - 100_000)).status).toBe(200);
  expect((await returnCash(sold)).status).toBe(409);
  gateway.answers = 'done';
});
