import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { verify } from '../../src/app/commands/verify-logs.ts';
import { sealAll } from '../../src/app/seals.ts';
import { addCars } from '../support/catalog/cars.ts';
import { addUser, signIn, signInAdmin } from '../support/data/accounts.ts';
import { testDatabase } from '../support/database/test-database.ts';
import { payingCalls } from '../support/payments/paying.ts';
import { postJson, testApp } from '../support/server/test-app.ts';

const PRICE = 10_000;
const { pool, url } = await testDatabase();
const app = await testApp(pool, { PAYMENT_DELAY_MS: '0' });
const calls = payingCalls(app);

const ROWS = 600;
const ADD_AUDIT = `insert into audit_log (actor_kind, actor_id, action, details)
  select 'system', n, 'test', '{"to": 1, "from": null}' from generate_series(1, $1::int) n`;

beforeAll(async () => {
  for (const car of await addCars(pool, [
    { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 },
    { make: 'BYD', model: 'Seal', priceCents: PRICE * 100 },
  ])) {
    await calls.buy(await signIn(pool), car, PRICE);
  }
  await pool.query(`insert into audit_log (actor_kind, action) values ('system', 'gap')`);
  await pool.query(`select nextval(pg_get_serial_sequence('audit_log', 'id'))`);
  await pool.query(ADD_AUDIT, [ROWS]);
  await sealAll(pool);
});

async function verified(knownSeals: string[] = [], db: pg.Pool | pg.Client = pool) {
  const lines: string[] = [];
  const sound = await verify(db, knownSeals, (line) => lines.push(line));
  return { sound, lines, seals: lines.filter((line) => line.startsWith('  ')).map((line) => line.trim()) };
}

/** Verifies after statements that only the database owner can run, with triggers off, then rolls back. */
async function tampered(...statements: string[]) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    for (const text of statements) expect((await client.query(text)).rowCount).toBeGreaterThan(0);
    return await verified([], client);
  } finally {
    await client.end();
  }
}

const sealsOf = async (chain: string) =>
  (await pool.query<{ up_to: number }>('select up_to from seals where chain = $1 order by up_to', [chain])).rows.map(
    ({ up_to }) => up_to,
  );

test('an unchanged database verifies, with any time zone and date style of the connection', async () => {
  const { sound, lines, seals } = await verified();
  expect(sound).toBe(true);
  expect(lines.join('\n')).not.toContain('WRONG');
  expect(seals).toHaveLength(3);
  expect(await sealsOf('audit')).toHaveLength(3);
  const client = new pg.Client({ connectionString: url, options: '-c timezone=Asia/Shanghai -c datestyle=German' });
  await client.connect();
  expect(await verified([], client)).toEqual({ sound, lines, seals });
  await client.end();
});

const forged = (id: string) =>
  `insert into audit_log (id, actor_kind, action) overriding system value values (${id}, 'system', 'forged')`;
const middle = `(select id from audit_log where action = 'test' order by id limit 1 offset 300)`;
const entry = '(select min(id) from ledger_entries)';
const second = `(select up_to from seals where chain = 'audit' order by up_to limit 1 offset 1)`;

test.each<[what: string, finding: RegExp, ...statements: string[]]>([
  [
    'a changed ledger amount',
    /^ledger: WRONG .* was changed/m,
    `update ledger_lines set cents = cents * 2 where entry_id = ${entry}`,
  ],
  [
    'a changed entry kind',
    /^ledger: WRONG .* was changed/m,
    `update ledger_entries set kind = 'refund' where id = ${entry}`,
  ],
  ['a deleted line', /^ledger: WRONG .* was changed/m, `delete from ledger_lines where entry_id = ${entry}`],
  [
    'a line added to an entry',
    /^ledger: WRONG .* was changed/m,
    `insert into ledger_lines (entry_id, account, cents) values (${entry}, 'earnings', 1)`,
  ],
  [
    'lines without an entry',
    /^books: WRONG: entry 999999 /m,
    `insert into ledger_lines (entry_id, account, cents) values (999999, 'earnings', 1), (999999, 'gateway', -1)`,
  ],
  [
    'an entry after the last seal that does not sum to zero',
    /^books: WRONG/m,
    `insert into ledger_entries (payment_id, kind, reference) select payment_id, 'refund', 'x' from ledger_entries limit 1`,
    `insert into ledger_lines (entry_id, account, cents) select max(id), 'earnings', 1 from ledger_entries`,
  ],
  [
    'a changed payment event',
    /^payment-events: WRONG .* was changed/m,
    `update payment_events set details = '{"a": 1}' where id = (select min(id) from payment_events)`,
  ],
  [
    'an amount of a payment that differs from the ledger',
    /^orders: WRONG: payment \d+: its amount is not what the ledger captured$/m,
    'update payments set amount_cents = amount_cents + 100 where id = (select min(id) from payments)',
  ],
  [
    'amounts of a booking that differ from its payment',
    /^orders: WRONG: payment \d+: its booking has other amounts, another car or another buyer$/m,
    'update bookings set total_cents = total_cents + 100 where id = (select min(id) from bookings)',
  ],
  [
    'a place in the queues that differs from the money of an order',
    /^orders: WRONG: order \d+: its place in the queues is not what its plan and money say$/m,
    "update order_waits set since = since - interval '1 day' where order_id = (select min(order_id) from order_waits)",
  ],
  ['a changed actor', /^audit: WRONG .* was changed/m, `update audit_log set actor_id = 7 where id = ${middle}`],
  [
    'a time changed by one microsecond',
    /^audit: WRONG .* was changed/m,
    `update audit_log set at = at + interval '1 microsecond' where id = ${middle}`,
  ],
  ['a missing row', /^audit: WRONG .* are missing/m, `delete from audit_log where id = ${middle}`],
  [
    'a row inserted between others',
    /^audit: WRONG .* were inserted between/m,
    forged("(select min(id) + 1 from audit_log where action = 'gap')"),
  ],
  ['a row inserted before the first', /^audit: WRONG .* were inserted between/m, forged('-1')],
  ['a missing seal', /^audit: WRONG .* seal before it is missing/m, `delete from seals where up_to = ${second}`],
  [
    'a changed digest',
    /^audit: WRONG .* was changed/m,
    `update seals set digest = sha256('x') where chain = 'audit' and up_to = ${second}`,
  ],
  [
    'a changed time of a seal',
    /^audit: WRONG .* was changed/m,
    `update seals set sealed_at = sealed_at - interval '1 day' where chain = 'audit' and up_to = ${second}`,
  ],
])('verification reports %s', async (_what, finding, ...statements) => {
  const { sound, lines } = await tampered(...statements);
  expect(sound).toBe(false);
  expect(lines.join('\n')).toMatch(finding);
});

test('erasing an IP address keeps the chain valid', async () => {
  expect((await tampered(`update audit_log set ip = 'erased' where id = ${middle}`)).sound).toBe(true);
});

test('a chain resealed after tampering is detected by a seal stored elsewhere', async () => {
  const [audit = ''] = (await verified()).seals;
  await pool.query(ADD_AUDIT, [3]);
  await sealAll(pool);
  expect((await verified([audit.slice(0, audit.lastIndexOf('/') + 33)])).sound).toBe(true);

  const client = await pool.connect();
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `delete from seals where chain = 'audit' and up_to > (select min(up_to) from seals where chain = 'audit')`,
  );
  await client.query(`update audit_log set actor_id = 7 where id = ${middle}`);
  client.release(true);
  await sealAll(pool);
  expect((await verified()).sound).toBe(true);
  const { sound, lines } = await verified([audit]);
  expect(sound).toBe(false);
  expect(lines).toContain(`audit: WRONG: seal ${audit} is missing from the chain`);
});

test('seals cannot be changed or deleted, and a chain cannot fork', async () => {
  await expect(pool.query('delete from seals')).rejects.toThrow('seals is append-only');
  await expect(pool.query(`update seals set digest = digest`)).rejects.toThrow('seals is append-only');
  const fork = (follows: string) => `insert into seals (chain, up_to, follows, row_count, digest)
    select chain, up_to + 1000000, ${follows}, 1, digest from seals where chain = 'audit' order by up_to limit 1`;
  await expect(pool.query(fork('up_to'))).rejects.toMatchObject({ code: '23505' });
  await expect(pool.query(fork('null'))).rejects.toMatchObject({ code: '23505' });
});

test('four concurrent workers produce a single chain', async () => {
  await pool.query(ADD_AUDIT, [ROWS]);
  const before = await sealsOf('audit');
  await Promise.all([1, 2, 3, 4].map(() => sealAll(pool)));
  await sealAll(pool);
  expect((await sealsOf('audit')).length - before.length).toBe(3);
  const { sound, lines } = await verified();
  expect(sound).toBe(true);
  expect(lines[0]).toContain('0 rows are not sealed yet');
});

test('sealing waits for older uncommitted rows without blocking their transaction', async () => {
  const slow = await pool.connect();
  await slow.query('begin');
  await slow.query(ADD_AUDIT, [1]);
  await pool.query(ADD_AUDIT, [1]);
  const before = await sealsOf('audit');
  await sealAll(pool, 0);
  expect(await sealsOf('audit')).toEqual(before);

  const sealing = sealAll(pool);
  await pool.query(ADD_AUDIT, [1]);
  await slow.query('commit');
  slow.release();
  await sealing;
  expect(await sealsOf('audit')).toHaveLength(before.length + 1);
  await sealAll(pool);
  const { sound, lines } = await verified();
  expect(sound).toBe(true);
  expect(lines[0]).toContain('0 rows are not sealed yet');
});

test('deleting a user keeps the chain valid', async () => {
  const { cookie } = await signInAdmin(pool);
  const person = await addUser(pool);
  await sealAll(pool);
  const { status } = await postJson(app, `/api/deleteUser/${person.id}`, undefined, { cookie, method: 'DELETE' });
  expect(status).toBe(200);
  await sealAll(pool);
  expect((await verified()).sound).toBe(true);
});
