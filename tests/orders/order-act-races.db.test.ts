import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { type ClaimSite, claimSite, DEPOSIT, meet, SELLERS } from '../support/aftersales/claim-site.ts';
import { handOver, sidePhotos } from '../support/data/handovers.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { readyOrder, reportPapers } from '../support/payments/ready-order.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { postJson } from '../support/server/test-app.ts';

let site: ClaimSite;
let calls: ReturnType<typeof payingCalls>;
type Sale = Awaited<ReturnType<ClaimSite['sale']>>;
type Answer = { status: number; body?: unknown };

beforeAll(async () => {
  site = await claimSite();
  calls = payingCalls(site.app);
});

async function paidSale(): Promise<Sale> {
  const sale = await site.sale();
  await site.payInCash(sale.booking);
  return sale;
}
const cancel = ({ buyer, booking }: Sale) => calls.cancel(buyer, booking, DEPOSIT / 100);
const load = ({ order }: Sale) =>
  postJson(
    site.app,
    `/api/orders/${order}/events`,
    {
      id: randomUUID(),
      step: 'loaded',
      certainty: 'actual',
      happens_at: testNow().toISOString(),
      note: '',
      evidence: [],
    },
    { cookie: site.admin.cookie },
  );
const refundsOf = async (order: number) =>
  (
    await site.pool.query(
      'select r.amount_cents as cents from refunds r join payments p on p.id = r.payment_id where p.order_id = $1',
      [order],
    )
  ).rows.map(({ cents }) => cents);
const onSale = async (car: number) =>
  (await site.pool.query('select status from listings where id = $1', [car])).rows[0].status === 'active';

type Pair = {
  name: string;
  prepare: () => Promise<{ sale: Sale; one: () => Promise<Answer>; other: () => Promise<Answer> }>;
};
/** Pairs of acts that exclude each other: only the first may happen. */
const PAIRS: Pair[] = [
  {
    name: 'the buyer cancels, and the car is loaded',
    async prepare() {
      const sale = await paidSale();
      await site.pool.query('update orders set terms_version = 3 where id = $1', [sale.order]);
      return { sale, one: () => cancel(sale), other: () => load(sale) };
    },
  },
  {
    name: 'the buyer cancels, and both sign the handover',
    async prepare() {
      const sale = await paidSale();
      const photos = await sidePhotos(site.app, sale.order, site.admin);
      return { sale, one: () => cancel(sale), other: () => handOver(site.app, sale.order, photos, site.admin) };
    },
  },
  {
    name: 'staff refund everything, and the buyer cancels',
    async prepare() {
      const sale = await paidSale();
      const { rows } = await site.pool.query('select min(id)::int as id from payments where order_id = $1', [
        sale.order,
      ]);
      const refund = () => site.office(`payments/${rows[0].id}/refund`, { reason: 'Asked by phone.' });
      return { sale, one: refund, other: () => cancel(sale) };
    },
  },
  {
    name: 'staff complete the order, and the buyer opens a claim',
    async prepare() {
      const sale = await paidSale();
      await readyOrder(site.pool, sale.order);
      return {
        sale,
        one: () => site.open(sale.order, { who: sale.buyer }),
        other: () => site.office(`orders/${sale.order}/complete`, undefined),
      };
    },
  },
];

for (const { name, prepare } of PAIRS) {
  for (const sequence of ['first', 'second'] as const) {
    test(`${name}: the ${sequence} comes first`, async () => {
      const { sale, one, other } = await prepare();
      const [winner, loser] =
        sequence === 'first'
          ? await meet(site.pool, sale.order, one, other)
          : await meet(site.pool, sale.order, other, one);
      expect(winner.status, JSON.stringify(winner.body)).toBe(200);
      // A claim may be opened after the order was completed.
      const mayFollow = name.includes('claim') && sequence === 'second';
      expect(loser.status, JSON.stringify(loser.body)).toBe(mayFollow ? 200 : 409);
      const refunded = await refundsOf(sale.order);
      expect(refunded.length).toBeLessThanOrEqual(1);
      // No one gets both: the car is on sale again exactly if the money is refunded.
      expect(await onSale(sale.car)).toBe(refunded.length === 1);
      expect(await site.faults()).toEqual([]);
    });
  }
}

test('sends no payout while a claim is opened, even if two people approved it early', async () => {
  const sale = await paidSale();
  await site.enterAccount(sale.seller);
  await site.complete(sale.order);
  const payout = await site.preparePayout(sale.seller);
  const [opened, sent] = await meet(
    site.pool,
    sale.order,
    () => site.open(sale.order, { who: sale.buyer }),
    () => site.office(`payouts/${payout}/sent`),
  );
  expect([opened.status, sent.status]).toEqual([200, 409]);
  expect(opened.body.claim).toMatchObject({ frozen_cents: SELLERS });
});

test('a car loaded simultaneously on two vessels by two devices is loaded once, and no cancellation slips in', async () => {
  const sale = await paidSale();
  await reportPapers(site.pool, sale.order);
  const [first, second] = await meet(
    site.pool,
    sale.order,
    () => load(sale),
    () => load(sale),
  );
  expect([first.status, second.status]).toEqual([200, 200]);
  expect((await cancel(sale)).status).toBe(409);
  expect(await refundsOf(sale.order)).toEqual([]);
});
