import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { verify } from '#app/commands/verify-logs.ts';
import { sealAll } from '#app/seals.ts';
import { foldLedger } from '#features/payments/ledger/server/ledger-store.ts';
import { migrate } from '#lib/server/database/migrate.ts';
import { sealLog, verifyLog } from '#lib/server/seals/seal-log.ts';
import { exactTime, type SealedLog } from '#lib/server/seals/seal-store.ts';
import { signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { scratchFolder } from '../support/runner/scratch-folder.ts';
import { testNow } from '../support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../support/server/test-app.ts';

const LAST_OF_0_3 = '017-inventory-feed.sql';
const { pool } = await testDatabase('template1');

/** The logs as 0.3.0 sealed them: before entries named an order. */
const OLD_LEDGER: SealedLog = {
  chain: 'ledger',
  table: 'ledger_entries',
  columns: `payment_id, kind, reference, ${exactTime('at')} as at, (
    select json_agg(json_build_array(account, cents::text, currency::text) order by account collate "C", currency collate "C")
    from ledger_lines where entry_id = ledger_entries.id) as lines`,
};

async function schemaOf03(): Promise<void> {
  const folder = await scratchFolder();
  const names = (await readdir('db/migrations')).filter((name) => name <= LAST_OF_0_3 || name === 'baseline.json');
  for (const name of names) await copyFile(join('db/migrations', name), join(folder, name));
  await migrate(pool, folder);
}

type Old = {
  name: string;
  offer: 'Sell' | 'Rent';
  status: 'confirmed' | 'completed' | 'cancelled';
  /** Entries besides the capture. */
  entries?: ('refund' | 'earned')[];
  refund?: 'done' | 'waiting' | 'failed' | 'by provider';
};
const DEPOSIT = 277_500;
const OLD: Old[] = [
  { name: 'open sale', offer: 'Sell', status: 'confirmed' },
  { name: 'completed sale', offer: 'Sell', status: 'completed', entries: ['earned'] },
  { name: 'refunded sale', offer: 'Sell', status: 'cancelled', entries: ['refund'], refund: 'done' },
  { name: 'sale with a refund that waits', offer: 'Sell', status: 'cancelled', refund: 'waiting' },
  {
    name: 'sale refunded at the provider',
    offer: 'Sell',
    status: 'cancelled',
    entries: ['refund'],
    refund: 'by provider',
  },
  { name: 'open rental', offer: 'Rent', status: 'confirmed' },
  { name: 'completed rental', offer: 'Rent', status: 'completed', entries: ['earned'] },
];
const orders = new Map<string, number>();

/** Adds a booking with its payment, car, refund and entries in the schema of 0.3.0. Returns its id. */
async function addOld(db: pg.Pool, n: number, seller: number, buyer: number, old: Old): Promise<number> {
  const { offer, status, entries = [], refund } = old;
  const one = async (sql: string, values: unknown[]) => (await db.query(sql, values)).rows[0].id as number;
  const car = await one(
    `insert into listings (user_id, make_id, model_id, make, model, offer, status, year, price_cents)
     select $1, k.id, m.id, 'BYD', 'Seal', $2, $3, 2022, 1000000 from makes k join models m on m.make_id = k.id returning id`,
    [seller, offer, offer === 'Sell' && status !== 'cancelled' ? 'sold' : 'active'],
  );
  const payment = await one(
    `insert into payments (user_id, transaction_id, body_hash, listing_id, offer, price_cents, tax_cents, fee_cents, total_cents, start_day, end_day,
       amount_cents, method, card_brand, card_last4, contact_email, state, expires_at, captured_at)
     values ($1, $2, '\\x00', $3, $4, 1000000, 80000, 30000, 1110000, $5, $6, ${DEPOSIT}, 'credit_card', 'Visa', '4242', 'amina@buyers.example', $7, now(), now())
     returning id`,
    [
      buyer,
      `TR${n}`,
      car,
      offer,
      offer === 'Rent' ? '2030-05-01' : null,
      offer === 'Rent' ? '2030-05-04' : null,
      refund === 'done' || refund === 'by provider' ? 'refunded' : 'captured',
    ],
  );
  if (status !== 'cancelled' && offer === 'Sell')
    await db.query('insert into sale_claims (listing_id, payment_id) values ($1, $2)', [car, payment]);
  if (status !== 'cancelled' && offer === 'Rent')
    await db.query(
      "insert into rental_days (listing_id, day, payment_id) select $1, day, $2 from generate_series(date '2030-05-01', '2030-05-03', '1 day') day",
      [car, payment],
    );
  if (refund === 'by provider')
    await db.query('insert into provider_refunds (reference, payment_id, amount_cents) values ($1, $2, $3)', [
      `re_${n}`,
      payment,
      DEPOSIT,
    ]);
  else if (refund)
    await db.query(
      `insert into refunds (payment_id, captured_cents, amount_cents, reason, asked_by, done_at) values ($1, $2, $2, 'Canceled.', 'user', $3)`,
      [payment, DEPOSIT, refund === 'done' ? testNow() : null],
    );
  for (const kind of ['capture', ...entries]) {
    const lines = {
      capture: ['gateway', 'deposits'],
      refund: ['deposits', 'gateway'],
      earned: ['deposits', 'earnings'],
    };
    await db.query(
      `with entry as (insert into ledger_entries (payment_id, kind, reference) values ($1, $2, $3) returning id)
       insert into ledger_lines (entry_id, account, cents) select entry.id, line.account, line.cents
       from entry, unnest($4::text[], $5::bigint[]) as line (account, cents)`,
      [
        payment,
        kind,
        refund === 'by provider' && kind === 'refund'
          ? `re_${n}`
          : kind === 'refund'
            ? 'ours 1'
            : kind === 'earned'
              ? '0'
              : '',
        lines[kind as keyof typeof lines],
        [DEPOSIT, -DEPOSIT],
      ],
    );
    await db.query("insert into payment_events (payment_id, event, details) values ($1, $2, '{}')", [payment, kind]);
  }
  return one(
    `insert into bookings (payment_id, listing_id, user_id, offer, starts_at, ends_at, total_cents, paid_cents, status, payment_status)
     values ($1, $2, $3, $4, $5, $6, 1110000, ${DEPOSIT}, $7, $8) returning id`,
    [
      payment,
      car,
      buyer,
      offer,
      offer === 'Rent' ? '2030-05-01' : testNow(),
      offer === 'Rent' ? '2030-05-04' : testNow(),
      status,
      refund === 'done' || refund === 'by provider' ? 'refunded' : 'paid',
    ],
  );
}

beforeAll(async () => {
  await schemaOf03();
  await pool.query(
    "with make as (insert into makes (name, name_key) values ('BYD', 'byd') returning id) insert into models (make_id, name, name_key) select id, 'Seal', 'seal' from make",
  );
  const { rows } = await pool.query(
    `insert into users (name, email, email_key, password_hash, status)
     select name, name || '@old.example', name || '@old.example', '', 'Active' from unnest(array['seller', 'buyer']) name returning id`,
  );
  const bookings: number[] = [];
  for (const [n, old] of OLD.entries()) bookings.push(await addOld(pool, n, rows[0].id, rows[1].id, old));
  await sealLog(pool, OLD_LEDGER);
  await migrate(pool);
  for (const [n, { name }] of OLD.entries()) {
    const found = await pool.query('select order_id as id from order_cars where booking_id = $1', [bookings[n]]);
    orders.set(name, found.rows[0].id);
  }
});

const summaries = async () =>
  Object.fromEntries(
    await Promise.all(
      [...orders].map(async ([name, id]) => {
        const { rows } = await pool.query(
          `select o.life, o.terms_version as terms, m.owed_cents as owed, m.received_cents as received,
             (select json_agg(i.kind order by i.position) from plan_items i where i.order_id = o.id) as plan,
             (select coalesce(-sum(l.cents) filter (where l.account = 'deposits'), 0) from ledger_lines l join ledger_entries e on e.id = l.entry_id
               left join payments p on p.id = e.payment_id where coalesce(e.order_id, p.order_id) = o.id) as held
           from orders o join order_money m on m.order_id = o.id where o.id = $1`,
          [id],
        );
        return [name, rows[0]];
      }),
    ),
  );

test('bookings of 0.3.0 become orders by the first terms, with payments and refunds', async () => {
  const order = { terms: 1, owed: 1_110_000, plan: ['deposit', 'balance'] };
  expect(await summaries()).toEqual({
    'open sale': { ...order, life: 'active', received: DEPOSIT, held: DEPOSIT },
    'completed sale': { ...order, life: 'completed', received: DEPOSIT, held: 0 },
    'refunded sale': { ...order, life: 'cancelled', received: 0, held: 0 },
    'sale with a refund that waits': { ...order, life: 'cancelled', received: DEPOSIT, held: 0 },
    'sale refunded at the provider': { ...order, life: 'cancelled', received: 0, held: 0 },
    'open rental': { ...order, life: 'active', received: DEPOSIT, held: DEPOSIT },
    'completed rental': { ...order, life: 'completed', received: DEPOSIT, held: 0 },
  });
});

test('the seal that 0.3.0 made still verifies, and verify finds no fault before and after the ledger is folded', async () => {
  const { rows } = await pool.query("select count(*) as seals from seals where chain = 'ledger'");
  expect(rows).toEqual([{ seals: 1 }]);
  expect(await verifyLog(pool, OLD_LEDGER)).toMatchObject({ broken: null, seals: 1 });
  for (const fold of [false, true]) {
    if (fold) await foldLedger(pool);
    await sealAll(pool);
    const lines: string[] = [];
    expect(await verify(pool, [], (line) => lines.push(line)), lines.join('\n')).toBe(true);
  }
});

test('the books count held and due money, and the open sale is completed by the rule it was made under', async () => {
  const app = await testApp(pool);
  const office = await signInAdmin(pool);
  const { accounts, payables, totals } = (await getJson(app, '/api/admin/books', office.cookie)).body;
  const closing = (name: string) => accounts.find(({ account }: { account: string }) => account === name).closing_cents;
  expect(closing('deposits')).toBe(-2 * DEPOSIT);
  expect(closing('refunds_due')).toBe(-DEPOSIT);
  expect(totals.closing_cents).toBe(0);
  expect(payables).toMatchObject({
    total_cents: DEPOSIT,
    items: [{ account: 'refunds_due', order_id: orders.get('sale with a refund that waits') }],
  });
  const complete = await postJson(
    app,
    `/api/admin/orders/${orders.get('open sale')}/complete`,
    {},
    { cookie: office.cookie },
  );
  expect(complete.status).toBe(200);
  expect((await summaries())['open sale']).toMatchObject({ life: 'completed', held: 0 });
  const lines: string[] = [];
  expect(await verify(pool, [], (line) => lines.push(line)), lines.join('\n')).toBe(true);
});
