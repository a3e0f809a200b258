/**
 * Runs statements of 0.4.0, which runs next to this version during an upgrade: writes to tables whose meaning has changed since.
 * `npm run drill -- older-release` runs that release itself.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { claimSite, DEPOSIT } from '../support/aftersales/claim-site.ts';
import { addCars } from '../support/catalog/cars.ts';
import { keptBy } from '../support/payments/ready-order.ts';
import { holdForTransfer } from '../support/payments/transfers.ts';

const INSERT = `
  insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, approved_by, due_at)
  values ($1, $2, $3, 'Hail', 'admin', null, now() + make_interval(secs => 15))
  on conflict (payment_id) do update set amount_cents = excluded.amount_cents, reason = excluded.reason,
    asked_by = excluded.asked_by, approved_by = excluded.approved_by, created_at = now(), due_at = excluded.due_at,
    attempt = refunds.attempt + 1, failed_at = null, failure = null
  where refunds.failed_at is not null returning payment_id`;
const CLAIM_DUE = `
  update refunds set due_at = now() + make_interval(secs => 60)
  where payment_id in (
    select r.payment_id from refunds r where done_at is null and failed_at is null and due_at <= now()
    order by due_at limit 20 for update skip locked
  ) returning payment_id`;
const DONE = `
  update refunds set done_at = now() where payment_id = $1 and attempt = $2 and done_at is null and failed_at is null
  returning payment_id`;
const FAILED = `
  update refunds set done_at = null, failed_at = now(), failure = 'refused'
  where payment_id = $1 and attempt = $2 and failed_at is null returning payment_id`;

const site = await claimSite();
let sale: Awaited<ReturnType<typeof site.sale>>;
let payment = 0;

beforeAll(() => site.pool.query('delete from refunds'));
beforeEach(async () => {
  sale = await site.sale();
  const { rows } = await site.pool.query('select min(id)::int as id from payments where order_id = $1', [sale.order]);
  payment = rows[0].id;
});

const run = async (sql: string, values: unknown[] = []) => (await site.pool.query(sql, values)).rows;
const ask = (cents: number) => run(INSERT, [payment, DEPOSIT, cents]);
const makeDue = () => run("update refunds set due_at = now() - interval '1 second' where payment_id = $1", [payment]);
const refunds = () =>
  run(
    `select attempt, amount_cents as cents, done_at is not null as done, asked_at is not null as asked
     from refunds where payment_id = $1 order by attempt`,
    [payment],
  );

test('the older release requests a refund, settles it, and repeats it after a failure', async () => {
  expect(await ask(1_000)).toHaveLength(1);
  await makeDue();
  expect(await run(CLAIM_DUE)).toEqual([{ payment_id: payment }]);
  expect(await run(FAILED, [payment, 1])).toHaveLength(1);
  expect(await ask(2_000)).toHaveLength(1);
  expect(await ask(2_000)).toEqual([]);
  expect(await run(DONE, [payment, 2])).toHaveLength(1);
  expect(await refunds()).toEqual([{ attempt: 2, cents: 2_000, done: true, asked: true }]);
});

test('the older release repeats no refund of a payment that has several', async () => {
  const kept = await keptBy(site.pool, payment, 10);
  await site.office(`payments/${payment}/refund`, { amount: 10, ...kept, reason: 'Hail' });
  const second = await site.office(`payments/${payment}/refund`, { amount: 20, reason: 'Hail' });
  expect(second.status).toBe(200);
  await run(FAILED, [payment, 1]);
  const before = await refunds();
  await expect(ask(500)).rejects.toMatchObject({ code: '23505' });
  expect(await refunds()).toEqual(before);
});

test('the older release sends no refund of a frozen order', async () => {
  await ask(1_000);
  expect((await site.open(sale.order, { who: sale.buyer })).status).toBe(200);
  await makeDue();
  expect(await run(CLAIM_DUE)).toEqual([]);
});

test('the older release cannot book one of several cars', async () => {
  const cars = await addCars(site.pool, [
    { make: 'BYD', model: 'Seal' },
    { make: 'BYD', model: 'Seal' },
  ]);
  const held = await holdForTransfer(site.pool, sale.buyer.id, ...(cars as [number, number]));
  const book = run(
    `insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents)
     select id, $2, user_id, 'Sell', now(), now(), total_cents, 0 from payments where order_id = $1`,
    [held.orderId, cars[0]],
  );
  await expect(book).rejects.toThrow('only a part of its order');
});

test('later refunds have the triggers of refunds', async () => {
  const triggersOf = async (table: string) =>
    (
      await run(
        `select replace(pg_get_triggerdef(oid), ' public.' || $1 || ' ', ' ') as trigger from pg_trigger
         where tgrelid = $1::regclass and not tgisinternal order by tgname`,
        [table],
      )
    ).map(({ trigger }) => trigger.replace(` ON ${table} `, ' ON '));
  expect(await triggersOf('later_refunds')).toEqual(await triggersOf('refunds'));
});

test('rows of cars can be copied with an empty search path, as pg_restore and logical replication do', async () => {
  const db = await site.pool.connect();
  try {
    await db.query("begin; set local session_replication_role = replica; set local search_path = ''");
    const { rows } = await db.query(
      "update public.listings set location = 'Shenzhen, Guangdong' where id = $1 returning province, city",
      [sale.car],
    );
    expect(rows).toEqual([{ province: 'Guangdong', city: 'Shenzhen' }]);
  } finally {
    await db.query('rollback');
    db.release();
  }
});
