import { randomUUID } from 'node:crypto';
import { remindOfRefunds } from '#features/aftersales/bookings/server/remind-of-refunds.ts';
import { inviteReviewers } from '#features/aftersales/order-reviews/server/order-reviews.ts';
import { reviveOrder } from '#features/orders/holds/server/revive-hold.ts';
import { remindHolds } from '#features/orders/server/api.ts';
import { recordAnswers } from '#features/payments/destinations/server/record-answers.ts';
import type { OrderNews } from '#features/payments/order-acts/model/order-news.ts';
import { insertDestination } from '#features/payments/server/api.ts';
import { mailDueArrivals } from '#features/shipping/shipments/server/shipment-mails.ts';
import { DEPOSIT, SELLERS, TOTAL } from '../aftersales/claim-site.ts';
import { allowAnyStep, reportPapers } from '../payments/ready-order.ts';
import { orderByTransfer } from '../payments/transfers.ts';
import { postJson } from '../server/test-app.ts';
import { testDocuments } from '../site/documents/test-documents.ts';
import {
  answeredSale,
  arrivalIn,
  bookedByTransfer,
  cancel,
  cancelHold,
  claimedSale,
  completedSale,
  confirm,
  disputedSale,
  fail,
  type Held,
  hear,
  heldCars,
  lapse,
  offered,
  overdue,
  paidSale,
  paymentOf,
  preparedPayout,
  receive,
  red,
  report,
  type Scene,
  sale,
  site,
  sql,
  undo,
  work,
} from './order-scenes.ts';

const SITE = 'http://localhost';
const ORIGIN = { ip: '127.0.0.1', userAgent: '', requestId: 'a test' };

/** A canceled order whose car is at sea, so that its refund waits. */
async function awaitedCar() {
  const sold = await paidSale();
  await reportPapers(site.pool, sold.order);
  await report(sold.order, { step: 'loaded' });
  await site.office(`payments/${sold.payment}/refund`, { reason: 'Two people agree.' });
  await site.approve();
  return sold;
}
const askReturn = ({ order, cars }: Held) =>
  site.office(`orders/${order}/returns`, { listing_id: cars[0], note: 'At the yard in Ningbo.' });

/** Events of the life and the money of orders, each with an act that triggers it. */
export const MONEY_WALKS = {
  held: () => offered((buyer, car) => orderByTransfer(site.app, buyer, car, DEPOSIT / 100)),
  held_prohibited: () =>
    offered(async (buyer, car) => {
      const order = await orderByTransfer(site.app, buyer, car, DEPOSIT / 100);
      await insertDestination(site.pool, await paymentOf(order), red(car));
    }),
  hold_revived: async () => {
    const held = await heldCars();
    await lapse(held.order);
    const deps = {
      pool: site.pool,
      clock: site.depsAt(0).payments.clock,
      documents: testDocuments(site.pool),
      siteOrigin: SITE,
    };
    return { ...held, act: () => reviveOrder(deps, site.admin.id, held.order, ORIGIN, 'en') };
  },
  hold_canceled: async () => {
    const held = await heldCars();
    return { ...held, act: () => cancelHold(held) };
  },
  hold_lapsed: async () => {
    const held = await heldCars();
    return { ...held, act: () => lapse(held.order) };
  },
  hold_ending: async () => {
    const held = await heldCars();
    return { ...held, act: () => remindHolds(site.depsAt(2.9), async () => false, fail) };
  },
  car_taken_out: async () => {
    const held = await heldCars(2);
    const [car = 0] = held.cars;
    const body = { listing_id: car };
    return {
      ...held,
      cars: [car],
      act: () => postJson(site.app, `/api/orders/${held.order}/take-out`, body, { cookie: held.buyer.cookie }),
    };
  },
  booked: () => offered((buyer, car) => site.calls.buy(buyer, car, 10_000)),
  booked_by_transfer: async () => {
    const held = await heldCars();
    return {
      ...held,
      act: async () => {
        await receive(held.order, DEPOSIT);
        await confirm();
      },
    };
  },
  transfer_part: async () => {
    const held = await heldCars();
    return { ...held, act: () => receive(held.order, 100_000) };
  },
  transfer_paid: async () => {
    const held = await bookedByTransfer();
    return { ...held, act: () => receive(held.order, TOTAL - DEPOSIT) };
  },
  transfer_late: async () => {
    const held = await heldCars();
    await cancelHold(held);
    return { ...held, act: () => receive(held.order, DEPOSIT) };
  },
  transfer_unknown: async () => {
    const held = await heldCars();
    await lapse(held.order);
    return { ...held, act: () => receive(held.order, DEPOSIT) };
  },
  part_undone: async () => {
    const held = await heldCars();
    await receive(held.order, 100_000);
    return { ...held, act: () => undo(held.order) };
  },
  held_again: async () => {
    const held = await bookedByTransfer();
    return { ...held, act: () => undo(held.order) };
  },
  deposit_undone: async () => {
    const held = await bookedByTransfer();
    await reportPapers(site.pool, held.order);
    return { ...held, act: () => undo(held.order) };
  },
  money_moved: async () => {
    const to = await bookedByTransfer();
    const from = await bookedByTransfer(to.buyer);
    await receive(from.order, TOTAL - DEPOSIT + 100_000);
    const body = {
      key: randomUUID(),
      to_order_id: to.order,
      amount_cents: 100_000,
      reason: 'One transfer for two cars.',
    };
    return { ...from, act: () => site.office(`orders/${from.order}/money-moves`, body) };
  },
  money_moved_back: async () => {
    const to = await bookedByTransfer();
    const from = await bookedByTransfer(to.buyer);
    await receive(from.order, TOTAL - DEPOSIT + 100_000);
    const body = { key: randomUUID(), to_order_id: to.order, amount_cents: 100_000, reason: 'One transfer.' };
    await site.office(`orders/${from.order}/money-moves`, body);
    const path = `orders/${from.order}/money-moves/${body.key}/undo`;
    return { ...from, act: () => site.office(path, { reason: 'It was for this car.' }) };
  },
  item_paid: async () => {
    const sold = await sale();
    return { ...sold, act: () => site.payByCard(sold.order, sold.buyer) };
  },
  item_refused: async () => {
    const sold = await sale();
    site.gateway.once('before', 'capture', async () => {
      await cancel(sold);
      await work();
      await sql('truncate mail_outbox');
      await sql('delete from waiting_buyers');
    });
    return { ...sold, act: () => site.payByCard(sold.order, sold.buyer) };
  },
  cash_taken: async () => {
    const sold = await sale();
    return { ...sold, act: () => site.payInCash(sold.booking) };
  },
  cash_returned: async () => {
    const sold = await sale();
    await site.payInCash(sold.booking);
    await cancel(sold);
    await work();
    await sql('truncate mail_outbox');
    const given = { key: randomUUID(), method: 'cash', amount_cents: 10_000, note: 'The order was canceled.' };
    return { ...sold, act: () => site.office(`orders/${sold.order}/cash-returns`, given) };
  },
  balance_due: async () => {
    const sold = await sale();
    return { ...sold, act: overdue(sold.order, 5) };
  },
  balance_overdue: async () => {
    const sold = await sale();
    return { ...sold, act: overdue(sold.order, 11) };
  },
  canceled_unpaid: async () => {
    const sold = await sale();
    return { ...sold, act: overdue(sold.order, 40) };
  },
  canceled_by_buyer: async () => {
    const sold = await sale();
    return { ...sold, act: () => cancel(sold) };
  },
  canceled_by_office: async () => {
    const sold = await sale();
    return { ...sold, act: () => site.office(`payments/${sold.payment}/refund`, { reason: 'Hail' }) };
  },
  canceled_refunded: async () => {
    const sold = await sale();
    site.gateway.refundAtProvider(sold.payment, DEPOSIT);
    return { ...sold, act: () => hear(sold.payment) };
  },
  canceled_disputed: async () => {
    const sold = await sale();
    site.gateway.dispute(sold.payment, 'open');
    await hear(sold.payment);
    site.gateway.endDispute(sold.payment, 'lost');
    return { ...sold, act: () => hear(sold.payment) };
  },
  canceled_by_claim: async () => {
    const claimed = await answeredSale();
    return { ...claimed, act: () => site.decide(claimed.claim, DEPOSIT, 0) };
  },
  completed: async () => {
    const sold = await paidSale();
    return { ...sold, act: () => site.complete(sold.order) };
  },
  refund_asked: async () => {
    const sold = await completedSale();
    return { ...sold, act: () => site.office(`payments/${sold.payment}/refund`, { reason: 'Hail', amount: 100 }) };
  },
  refund_sent: async () => {
    const held = await bookedByTransfer();
    const [{ id }] = await sql(
      'select min(id)::int as id from bookings b where payment_id = $1',
      await paymentOf(held.order),
    );
    await site.calls.cancel(held.buyer, id, DEPOSIT / 100);
    const payment = await paymentOf(held.order);
    await site.enterAccount(held.buyer);
    return { ...held, act: () => site.office(`payments/${payment}/refund-sent`) };
  },
  refund_returned: async () => {
    const held = await heldCars();
    await receive(held.order, 100_000);
    await cancelHold(held);
    const [{ id, payment }] = await sql(
      'select r.id, p.id as payment from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
      held.order,
    );
    await site.enterAccount(held.buyer);
    await site.office(`payments/${payment}/refund-sent`);
    const body = { refund_id: id, reason: 'Account closed' };
    return { ...held, act: () => site.office(`payments/${payment}/refund-returned`, body) };
  },
  refund_failed: async () => {
    const sold = await sale();
    site.gateway.answers = 'pending';
    await cancel(sold);
    site.gateway.decide(sold.payment, 'failed');
    return { ...sold, act: () => hear(sold.payment) };
  },
  office_late: async () => {
    const held = await heldCars();
    await receive(held.order, 100_000);
    await cancelHold(held);
    await site.pool.query(
      `update refunds set created_at = created_at - interval '5 days'
       where payment_id in (select id from payments where order_id = $1)`,
      [held.order],
    );
    const days = 2;
    return {
      ...held,
      act: () => remindOfRefunds({ pool: site.pool, siteOrigin: SITE, days }, (error) => Promise.reject(error)),
    };
  },
  second_asked: async () => {
    const awaited = await awaitedCar();
    return { ...awaited, act: () => askReturn(awaited) };
  },
  car_lost: async () => {
    const awaited = await awaitedCar();
    await site.office(`orders/${awaited.order}/losses`, {
      listing_id: awaited.cars[0],
      bill: 'stopped',
      note: 'The line confirmed it in writing on May 2.',
    });
    return { ...awaited, act: () => site.approve() };
  },
  car_returned: async () => {
    const awaited = await awaitedCar();
    await askReturn(awaited);
    return { ...awaited, act: () => site.approve() };
  },
  prohibited: async () => {
    const sold = await sale();
    const order = { siteOrigin: SITE, id: sold.order, number: 'CQ-000001' };
    return { ...sold, act: () => recordAnswers(site.pool, order, 'consignee', [red(sold.cars[0] ?? 0)]) };
  },
  step_done: async () => {
    const sold = await sale();
    await allowAnyStep(site.pool, sold.order);
    return { ...sold, act: () => report(sold.order, { step: 'sailed', vessel: 'GLOVIS SAMPLE', voyage: '12' }) };
  },
  arrival_moved: async () => {
    const sold = await sale();
    for (const days of [30, 40]) await report(sold.order, arrivalIn(days));
    return {
      ...sold,
      act: async () => {
        await report(sold.order, arrivalIn(50));
        await mailDueArrivals({ pool: site.pool, clock: site.depsAt(2).payments.clock, siteOrigin: SITE }, fail);
      },
    };
  },
  claim_opened: async () => {
    const sold = await sale();
    return { ...sold, act: () => site.open(sold.order, { who: sold.buyer }) };
  },
  claim_answered: async () => {
    const claimed = await claimedSale();
    return { ...claimed, act: () => site.say(claimed.claim, 'answer', { who: claimed.seller }) };
  },
  claim_asked: async () => {
    const claimed = await claimedSale();
    const body = { key: randomUUID(), party: 'buyer', text: 'When did you see the dent?' };
    return { ...claimed, act: () => site.office(`claims/${claimed.claim}/questions`, body) };
  },
  claim_evidence: async () => {
    const claimed = await answeredSale();
    return { ...claimed, act: () => site.say(claimed.claim, 'evidence', { who: claimed.buyer }) };
  },
  claim_reviewed: async () => {
    const claimed = await claimedSale();
    return { ...claimed, act: () => site.advance(6) };
  },
  claim_withdrawn: async () => {
    const claimed = await claimedSale();
    return { ...claimed, act: () => site.withdraw(claimed.claim, claimed.buyer) };
  },
  claim_decided: async () => {
    const claimed = await answeredSale(completedSale);
    return { ...claimed, act: () => site.decide(claimed.claim, 100_00, SELLERS - 100_00) };
  },
  claim_ruled: async () => {
    const claimed = await claimedSale(completedSale);
    await site.advance(6);
    return { ...claimed, act: () => site.advance(21) };
  },
  bank_asks: async () => {
    const sold = await paidSale();
    site.gateway.dispute(sold.payment, 'inquiry');
    return { ...sold, act: () => hear(sold.payment) };
  },
  bank_asked: async () => {
    const sold = await disputedSale('inquiry');
    site.gateway.endDispute(sold.payment, 'won');
    return { ...sold, act: () => hear(sold.payment) };
  },
  disputed: async () => {
    const sold = await paidSale();
    site.gateway.dispute(sold.payment, 'open');
    return { ...sold, act: () => hear(sold.payment) };
  },
  dispute_won: async () => {
    const sold = await disputedSale('open');
    site.gateway.endDispute(sold.payment, 'won');
    return { ...sold, act: () => hear(sold.payment) };
  },
  dispute_lost: async () => {
    const sold = await sale();
    await site.payByCard(sold.order, sold.buyer);
    site.gateway.dispute(sold.payment, 'open');
    await hear(sold.payment);
    site.gateway.endDispute(sold.payment, 'lost');
    return { ...sold, act: () => hear(sold.payment) };
  },
  payout_sent: async () => {
    const sold = await preparedPayout();
    return { ...sold, act: () => site.office(`payouts/${sold.payout}/sent`) };
  },
  payout_failed: async () => {
    const sold = await preparedPayout();
    await site.office(`payouts/${sold.payout}/sent`);
    return { ...sold, act: () => site.office(`payouts/${sold.payout}/failed`, { reason: 'Account closed' }) };
  },
  review_invited: async () => {
    const sold = await completedSale();
    return { ...sold, act: () => inviteReviewers({ pool: site.pool, siteOrigin: SITE }, fail) };
  },
} satisfies Partial<Record<OrderNews, () => Promise<Scene>>>;
