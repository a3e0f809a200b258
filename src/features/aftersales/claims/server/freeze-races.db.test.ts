import { beforeAll, expect, test } from 'vitest';
import {
  type ClaimSite,
  claimSite,
  DEPOSIT,
  meet,
  SELLERS,
  TOTAL,
} from '../../../../../tests/support/aftersales/claim-site.ts';
import { readyOrder } from '../../../../../tests/support/payments/ready-order.ts';

let site: ClaimSite;

beforeAll(async () => {
  site = await claimSite();
});

/** The conditions of a race: what each act answers, in both sequences. */
const both = <One, Other>(order: number, one: () => Promise<One>, other: () => Promise<Other>) => ({
  first: () => meet(site.pool, order, one, other),
  second: async (): Promise<[One, Other]> => (await meet(site.pool, order, other, one)).reverse() as [One, Other],
});

for (const sequence of ['first', 'second'] as const) {
  test(`a claim and the handover: the ${sequence} of them happens first`, async () => {
    const { order, booking, buyer } = await site.sale();
    await site.payInCash(booking);
    await readyOrder(site.pool, order);
    const race = both(
      order,
      () => site.open(order, { who: buyer }),
      () => site.office(`orders/${order}/complete`, undefined),
    );
    const [opened, completed] = await race[sequence]();
    expect(opened.status).toBe(200);
    expect(completed.status).toBe(sequence === 'first' ? 409 : 200);
    const { frozen = 0, seller_payable: payable = 0 } = await site.accounts(order);
    expect([frozen, payable]).toEqual(sequence === 'first' ? [-TOTAL, 0] : [-SELLERS, 0]);
    expect(await site.faults()).toEqual([]);
  });

  test(`a claim and a payout: the ${sequence} of them happens first`, async () => {
    const { order, buyer, seller } = await site.sale();
    await site.payByCard(order, buyer);
    await site.complete(order);
    await site.enterAccount(seller);
    const payout = await site.preparePayout(seller);
    const race = both(
      order,
      () => site.open(order, { who: buyer }),
      () => site.office(`payouts/${payout}/sent`),
    );
    const [opened, sent] = await race[sequence]();
    expect(sent.status).toBe(sequence === 'first' ? 409 : 200);
    expect(opened.body.claim).toMatchObject(
      sequence === 'first'
        ? { frozen_cents: SELLERS, payout_sent_cents: 0 }
        : { frozen_cents: 0, payout_sent_cents: SELLERS },
    );
    expect(await site.faults()).toEqual([]);
  });

  test(`a claim and the refund worker: the ${sequence} of them happens first`, async () => {
    const { order, booking, buyer } = await site.sale();
    await site.payInCash(booking);
    // A second payment makes a surplus, which the handover asks to be refunded.
    await site.pool.query(
      `with receipt as (select id from payments where order_id = $1 limit 1), moved as (
         insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by) select id, $2, $2, 'x', 'system' from receipt
       ), entry as (
         insert into ledger_entries (payment_id, order_id, kind, reference) select id, $1, 'refund due', '0' from receipt returning id
       )
       insert into ledger_lines (entry_id, account, cents) select id, 'deposits', $2::bigint from entry
       union all select id, 'refunds_due', -$2::bigint from entry`,
      [order, DEPOSIT],
    );
    const asked = site.gateway.refund.bind(site.gateway);
    let sent = 0;
    site.gateway.refund = async (key) => {
      sent++;
      return asked(key);
    };
    const race = both(
      order,
      () => site.open(order, { who: buyer }),
      () => site.settleRefunds(),
    );
    const [opened] = await race[sequence]();
    site.gateway.refund = asked;
    expect(sent).toBe(sequence === 'first' ? 0 : 1);
    const cents = sequence === 'first' ? 0 : DEPOSIT;
    expect(opened.body.claim.refund_sent_cents).toBe(cents);
    // A refund that waits here stays due, and the rest is frozen.
    const { refunds_due: due = 0, frozen } = await site.accounts(order);
    expect([due, frozen]).toEqual([cents - DEPOSIT, DEPOSIT - TOTAL]);
    expect(await site.faults()).toEqual([]);
  });
}
