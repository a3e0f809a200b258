import type pg from 'pg';
import { expect, test } from 'vitest';
import { addUser } from '../../../../../tests/support/data/accounts.ts';
import { patientPool, testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { foldLedger } from './ledger-store.ts';

const { pool, url } = await testDatabase();
const { id: buyer } = await addUser(pool);
const ACCOUNTS = ['deposits', 'refunds_due', 'receivable', 'seller_payable', 'gateway', 'earnings'];
const OF_ORDERS = ['deposits', 'refunds_due', 'receivable', 'seller_payable'];
const [ORDERS, WRITERS, ENTRIES] = [8, 6, 400];

const orders = (
  await pool.query<{ id: number }>(
    `insert into orders (user_id, offer, life, terms_version) select $1, 'Sell', 'active', 2 from generate_series(1, $2::int) returning id`,
    [buyer, ORDERS],
  )
).rows.map(({ id }) => id);

/** A reproducible sequence of numbers below `below`. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

let entries = 0;

/** Adds an entry of two accounts of an order to an open transaction. */
async function addEntry(db: pg.ClientBase, random: (below: number) => number, order: number): Promise<void> {
  const one = random(ACCOUNTS.length);
  const other = (one + 1 + random(ACCOUNTS.length - 1)) % ACCOUNTS.length;
  // Small amounts, so that balances often return to zero.
  const cents = (1 + random(3)) * (random(2) === 0 ? 1 : -1);
  await db.query(
    `with entry as (
       insert into ledger_entries (order_id, source, source_id, kind, reference, at)
       values ($1, 'order', $1, 'paid invoice', $2, now() - interval '1 hour' * $3::int) returning id
     )
     insert into ledger_lines (entry_id, account, cents, seller_id)
     select entry.id, line.account, line.cents, case line.account when 'seller_payable' then $6::bigint end
     from entry, unnest($4::text[], $5::bigint[]) as line (account, cents)`,
    [order, `random ${entries++}`, random(2_000), [ACCOUNTS[one], ACCOUNTS[other]], [cents, -cents], buyer],
  );
}

const SUMS = `select account, day::text, sum(debit_cents) as debit, sum(credit_cents) as credit from account_sums group by 1, 2`;
const PLAIN_SUMS = `
  select l.account, ((e.at at time zone 'UTC')::date)::text as day, coalesce(sum(l.cents) filter (where l.cents > 0), 0) as debit,
    coalesce(sum(l.cents) filter (where l.cents < 0), 0) as credit
  from ledger_lines l join ledger_entries e on e.id = l.entry_id group by 1, 2`;
const BALANCES = `select order_id, account, coalesce(seller_id, 0) as seller, cents, since from open_balances`;
const PLAIN_BALANCES = `
  select e.order_id, l.account, coalesce(l.seller_id, 0) as seller, sum(l.cents) as cents, min(e.at) as since
  from ledger_lines l join ledger_entries e on e.id = l.entry_id where l.account in ('${OF_ORDERS.join("', '")}')
  group by 1, 2, 3 having sum(l.cents) <> 0`;

/** Returns rows that only one of two queries returns, both read from the same snapshot. */
async function difference(one: string, other: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `with one as (${one}), other as (${other}) (table one except table other) union all (table other except table one)`,
  );
  return rows;
}

async function expectExact(): Promise<void> {
  expect(await difference(SUMS, PLAIN_SUMS)).toEqual([]);
  expect(await difference(BALANCES, PLAIN_BALANCES)).toEqual([]);
}

/** Writes entries in transactions of one to five, each about one order whose row it locks, and takes some of them back. */
async function write(seed: number): Promise<void> {
  const random = numbers(seed);
  const db = await pool.connect();
  try {
    for (let written = 0; written < ENTRIES; ) {
      await db.query('begin');
      const order = orders[random(ORDERS)]!;
      for (const count = 1 + random(5), end = written + count; written < end; written++)
        await addEntry(db, random, order);
      await db.query(random(6) === 0 ? 'rollback' : 'commit');
    }
  } finally {
    db.release();
  }
}

test('sums are exact at every moment while several connections write and two fold', async () => {
  let isDone = false;
  const whileWriting = async (work: () => Promise<void>) => {
    while (!isDone) await work();
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, (_, at) => write(at + 1))).finally(() => {
    isDone = true;
  });
  await Promise.all([
    writers,
    whileWriting(() => foldLedger(pool)),
    whileWriting(() => foldLedger(pool)),
    whileWriting(expectExact),
  ]);
  await foldLedger(pool);
  expect((await pool.query('select 1 from ledger_unfolded')).rows).toEqual([]);
  await expectExact();
  expect((await pool.query('select 1 from ledger_lines')).rowCount).toBeGreaterThan(WRITERS * ENTRIES);
});

test('an entry that commits after later ones were folded is folded next', async () => {
  const [early, late] = [await pool.connect(), await pool.connect()];
  try {
    await early.query('begin');
    await addEntry(early, numbers(91), orders[0]!);
    await late.query('begin');
    await addEntry(late, numbers(92), orders[1]!);
    await late.query('commit');
    await foldLedger(pool);
    await expectExact();
    await early.query('commit');
    await expectExact();
    expect((await pool.query('select 1 from ledger_unfolded')).rowCount).toBe(1);
    await foldLedger(pool);
    expect((await pool.query('select 1 from ledger_unfolded')).rowCount).toBe(0);
    await expectExact();
  } finally {
    early.release();
    late.release();
  }
});

test('takes at most 20,000 entries at a time, and the rest in the same run', async () => {
  const patient = await patientPool(url);
  // There are no entries with these ids, which costs the test less and the fold the same.
  await pool.query('insert into ledger_unfolded select 1000000000 + n from generate_series(1, 20100) n');
  // Without this, the planner may use statistics from when the earlier tests had emptied the table.
  await pool.query('analyze ledger_unfolded');
  expect((await patient.query('select fold_ledger() as folded')).rows).toEqual([{ folded: 20_000 }]);
  await foldLedger(patient);
  expect((await pool.query('select 1 from ledger_unfolded')).rowCount).toBe(0);
});
