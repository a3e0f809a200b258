import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ClaimSite,
  claimSite,
  DEPOSIT,
  meet,
  SELLERS,
  TOTAL,
} from '../../../../../../tests/support/aftersales/claim-site.ts';
import { syncDisputes } from '../disputes/sync-disputes.ts';
import { settleRefundsOf } from './refund-payment.ts';

const BALANCE = TOTAL - DEPOSIT;
let site: ClaimSite;
let sale: Awaited<ReturnType<ClaimSite['sale']>>;
/** The payment of the balance of a sale that was handed over. */
let balance: number;

beforeAll(async () => {
  site = await claimSite();
});
beforeEach(async () => {
  sale = await site.sale();
  await site.payByCard(sale.order, sale.buyer);
  await site.complete(sale.order);
  const { rows } = await site.pool.query('select max(id)::int as id from payments where order_id = $1', [sale.order]);
  balance = rows[0].id;
});

const refund = (cents: number) =>
  site.office(`payments/${balance}/refund`, { amount: cents / 100, reason: `Hail ${cents}` });
const refunds = async () => {
  const { rows } = await site.pool.query(
    'select attempt, amount_cents as cents, done_at is not null as done from refunds where payment_id = $1 order by 1',
    [balance],
  );
  return rows;
};
const insertInto = (table: string) => `
  insert into ${table} (payment_id, captured_cents, amount_cents, reason, asked_by, attempt) values ($1, $2, $3, 'x', $5, $4)`;
const INSERT = insertInto('refunds');
const INSERT_LATER = insertInto('later_refunds');

test('two concurrent refunds return no more than the payment has left', async () => {
  const more = Math.ceil(BALANCE / 2 + 1);
  const [one, other] = await meet(
    site.pool,
    sale.order,
    () => refund(more),
    () => refund(more + 100),
  );
  expect([one.status, other.status]).toEqual([200, 409]);
  expect(other.body.message).toContain('more than what was paid');
  // Together less than half of the price, which one person may refund.
  const less = 130_000;
  const [third, fourth] = await meet(
    site.pool,
    sale.order,
    () => refund(less - 1_000),
    () => refund(1_000),
  );
  expect([third.status, fourth.status]).toEqual([200, 200]);
  await site.settleRefunds();
  expect(site.gateway.refunded(balance)).toBe(more + less);
  expect(await refunds()).toMatchObject([
    { attempt: 1, cents: more, done: true },
    { attempt: 2, done: true },
    { attempt: 3, done: true },
  ]);
  expect((await refund(BALANCE - more - less + 1)).status).toBe(409);
  expect(await site.faults()).toEqual([]);
});

/** Runs statements whose effect is undone. */
async function inTrial(run: (db: pg.PoolClient) => Promise<void>): Promise<void> {
  const db = await site.pool.connect();
  try {
    await db.query('begin');
    await run(db);
  } finally {
    await db.query('rollback');
    db.release();
  }
}

test('of two statements at the same moment the database refuses what is beyond the payment', async () => {
  let answer: Promise<string> | undefined;
  await inTrial(async (one) => {
    await one.query(INSERT, [balance, BALANCE, BALANCE - 100, 1, 'system']);
    answer = inTrial(async (other) => {
      await other.query(INSERT_LATER, [balance, BALANCE, 101, 2, 'system']);
    }).then(
      () => 'taken',
      (error: { code: string }) => error.code,
    );
    expect(await Promise.race([answer, delay(500, 'waits')])).toBe('waits');
    await one.query('commit');
    expect(await answer).toBe('23514');
  });
  await site.pool.query('delete from refunds where payment_id = $1', [balance]);
});

test('the database counts refunds at the provider', () =>
  inTrial(async (db) => {
    await db.query(`insert into provider_refunds (reference, payment_id, amount_cents) values ('re_x', $1, $2)`, [
      balance,
      BALANCE - 100,
    ]);
    await db.query(INSERT, [balance, BALANCE, 60, 1, 'system']);
    await db.query('savepoint before');
    await expect(db.query(INSERT_LATER, [balance, BALANCE, 41, 2, 'system'])).rejects.toMatchObject({ code: '23514' });
    await db.query('rollback to before');
    await db.query(INSERT_LATER, [balance, BALANCE, 40, 2, 'system']);
  }));

test('the database counts the refunds of one person in an order together', () =>
  inTrial(async (db) => {
    await db.query(INSERT, [balance, BALANCE, 800_000, 1, 'admin']);
    await db.query('savepoint before');
    const { rows } = await db.query('select min(id)::int as id from payments where order_id = $1', [sale.order]);
    await expect(db.query(INSERT, [rows[0].id, DEPOSIT, 200_001, 1, 'admin'])).rejects.toThrow('second person');
    await db.query('rollback to before');
    await db.query(INSERT, [rows[0].id, DEPOSIT, 200_000, 1, 'admin']);
  }));

for (const sequence of ['first', 'second'] as const) {
  test(`a claim and a second refund that waits: the ${sequence} of them happens first`, async () => {
    await refund(10_000);
    site.gateway.answers = 'unreached';
    await refund(20_000);
    await site.pool.query('update refunds set asked_at = null where payment_id = $1 and done_at is null', [balance]);
    site.gateway.answers = 'done';
    const [open, settle] = [() => site.open(sale.order, { who: sale.buyer }), () => site.settleRefunds()];
    const [opened] =
      sequence === 'first'
        ? await meet(site.pool, sale.order, open, settle)
        : ((await meet<unknown, unknown>(site.pool, sale.order, settle, open)).reverse() as [
            Awaited<ReturnType<typeof open>>,
          ]);
    expect(opened.body.claim.refund_sent_cents).toBe(sequence === 'first' ? 10_000 : 30_000);
    expect(site.gateway.refunded(balance)).toBe(sequence === 'first' ? 10_000 : 30_000);
    expect(await site.faults()).toEqual([]);
    await site.withdraw(opened.body.claim.id, sale.buyer);
    await site.settleRefunds();
    expect(site.gateway.refunded(balance)).toBe(30_000);
    expect(await site.accounts(sale.order)).toMatchObject({ gateway: TOTAL - 30_000, seller_payable: -SELLERS });
    expect(await site.faults()).toEqual([]);
  });

  test(`a dispute and a second refund that waits: the ${sequence} of them happens first`, async () => {
    await refund(10_000);
    site.gateway.answers = 'unreached';
    await refund(20_000);
    await site.pool.query('update refunds set asked_at = null where payment_id = $1 and done_at is null', [balance]);
    site.gateway.answers = 'done';
    site.gateway.dispute(balance, 'open', BALANCE - 30_000);
    const { payments } = site.depsAt(0);
    const [hear, settle] = [() => syncDisputes(payments, balance), () => settleRefundsOf(payments, balance)];
    await (sequence === 'first'
      ? meet(site.pool, sale.order, hear, settle)
      : meet(site.pool, sale.order, settle, hear));
    expect(site.gateway.refunded(balance)).toBe(sequence === 'first' ? 10_000 : 30_000);
    expect(await site.faults()).toEqual([]);
    site.gateway.endDispute(balance, 'won');
    await hear();
    await settle();
    expect(site.gateway.refunded(balance)).toBe(30_000);
    expect(await site.accounts(sale.order)).not.toHaveProperty('frozen');
    expect(await site.faults()).toEqual([]);
  });
}
