import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type ClaimSite, claimSite, DEPOSIT, TOTAL } from '../../../../../tests/support/aftersales/claim-site.ts';
import { importEntries } from '../../../../../tests/support/bookkeeping/import-entries.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn } from '../../../../../tests/support/data/accounts.ts';
import { newTransaction } from '../../../../../tests/support/payments/paying.ts';
import { dayFromNow } from '../../../../../tests/support/runner/test-clock.ts';

const FROZEN = { status: 409, body: { message: expect.stringContaining('is frozen') } };
const SECURITY = 50_000;
const DAYS = 2;
const PRICE_A_DAY = 100;
const RENTAL = DAYS * PRICE_A_DAY * 108 + 30_000;
let site: ClaimSite;
let sale: Awaited<ReturnType<ClaimSite['sale']>>;

beforeAll(async () => {
  site = await claimSite();
});
beforeEach(async () => {
  sale = await site.sale();
});

/** Imports lines of the account that `claimSite` has entered. */
const imports = (entries: Parameters<typeof importEntries>[2]) =>
  importEntries(site.app, site.admin.cookie, entries, 'GB33BUKB20201555555555');
const paymentsOf = async (order: number): Promise<number[]> =>
  (await site.pool.query('select id from payments where order_id = $1 order by id', [order])).rows.map(({ id }) => id);

async function rental(): Promise<{ order: number; buyer: typeof sale.buyer }> {
  const [car = 0] = await addCars(site.pool, [{ make: 'BYD', model: 'Dolphin', priceCents: 10_000, offer: 'Rent' }]);
  const buyer = await signIn(site.pool);
  const day = dayFromNow;
  const dates = { start_date: day(0), end_date: day(DAYS), transaction_id: newTransaction() };
  const paid = await site.calls.pay(buyer, car, PRICE_A_DAY, { ...dates, amount: RENTAL / 400 });
  expect(paid.status, JSON.stringify(paid.body)).toBeLessThan(300);
  await site.calls.sold(buyer, car);
  const booked = { total_price: RENTAL / 100, paid_price: RENTAL / 400 };
  const { body } = await site.calls.book(buyer, car, dates.transaction_id, PRICE_A_DAY, booked);
  return { order: body.order_id, buyer };
}

test('staff can complete and return cash only of orders that are not frozen', async () => {
  await site.payInCash(sale.booking);
  await site.open(sale.order, { who: sale.buyer });
  expect(await site.complete(sale.order)).toMatchObject(FROZEN);
  const cash = { key: randomUUID(), method: 'cash', amount_cents: 100, note: 'x' };
  expect(await site.office(`orders/${sale.order}/cash-returns`, cash)).toMatchObject(FROZEN);
  expect(await site.accounts(sale.order)).toMatchObject({ frozen: -TOTAL });
});

test('a payout that was prepared before a claim is refused because the order is frozen', async () => {
  await site.payInCash(sale.booking);
  await site.complete(sale.order);
  await site.enterAccount(sale.seller);
  const payout = await site.preparePayout(sale.seller);
  await site.open(sale.order, { who: sale.buyer });
  expect(await site.office(`payouts/${payout}/sent`)).toMatchObject(FROZEN);
});

test('a refund at the provider during a claim is booked, and the order goes on until the claim is decided', async () => {
  await site.open(sale.order, { who: sale.buyer });
  const [payment = 0] = await paymentsOf(sale.order);
  site.gateway.refundAtProvider(payment, DEPOSIT);
  await site.pool.query('update payments set refunds_due_at = now() where id = $1', [payment]);
  await site.settleRefunds();
  const { rows } = await site.pool.query('select life from orders where id = $1', [sale.order]);
  expect(rows).toEqual([{ life: 'active' }]);
  expect(await site.accounts(sale.order)).toEqual({});
});

test('a transfer that was matched to a frozen order stays matched', async () => {
  const [line = 0] = await imports([{ amount: '1000.00', name: 'Amina Otieno' }]);
  const matched = await site.office(`statements/lines/${line}/match`, { order_id: sale.order, reason: 'x' });
  expect(matched.status).toBe(200);
  await site.open(sale.order, { who: sale.buyer });
  expect(await site.office(`statements/lines/${line}/unmatch`, { reason: 'Wrong.' })).toMatchObject(FROZEN);
});

test('finance sends no refund of a transfer for a frozen order', async () => {
  const [line = 0] = await imports([{ amount: '1000.00', name: 'Amina Otieno' }]);
  await site.office(`statements/lines/${line}/match`, { order_id: sale.order, reason: 'x' });
  const payment = (await paymentsOf(sale.order)).at(-1) ?? 0;
  await site.pool.query(
    `with made as (
       insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by) values ($2, 100000, 100000, 'x', 'system')
     ), entry as (
       insert into ledger_entries (payment_id, order_id, kind, reference) values ($2, $1, 'refund due', '0') returning id
     )
     insert into ledger_lines (entry_id, account, cents) select id, 'deposits', 100000 from entry
     union all select id, 'refunds_due', -100000 from entry`,
    [sale.order, payment],
  );
  await site.open(sale.order, { who: sale.buyer });
  const [out = 0] = await imports([{ amount: '1000.00', out: true }]);
  const sent = await site.office(`statements/lines/${out}/match`, { kind: 'refund', payment_id: payment, reason: 'x' });
  expect(sent).toMatchObject(FROZEN);
  expect(await site.accounts(sale.order)).toMatchObject({ refunds_due: -100_000, frozen: -DEPOSIT });
});

test('refuses to return a security deposit of a frozen order, by call and in the database', async () => {
  const { order, buyer } = await rental();
  const move = (kind: 'taken' | 'returned') =>
    site.office(`orders/${order}/security`, { key: randomUUID(), kind, method: 'cash', amount_cents: SECURITY });
  expect((await move('taken')).status).toBe(200);
  const { body } = await site.open(order, { who: buyer });
  expect(await move('returned')).toMatchObject(FROZEN);
  const post = site.pool.query(
    `with entry as (insert into ledger_entries (order_id, source, source_id, kind, reference) values ($1, 'security move', $1, 'security returned', 'x')
       returning id)
     insert into ledger_lines (entry_id, account, cents) select entry.id, a, c
     from entry, unnest(array['security_deposits', 'cash'], array[$2::bigint, -$2::bigint]) as l (a, c)`,
    [order, SECURITY],
  );
  await expect(post).rejects.toThrow('is frozen');
  expect(await site.accounts(order)).toMatchObject({ security_deposits: -SECURITY });
  await site.withdraw(body.claim.id, buyer);
  expect((await move('returned')).status).toBe(200);
});
