import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { RateSource } from '#lib/server/config/rate-sources.ts';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { RuleBookCache } from '../book/rule-book-cache.ts';
import { loadSeed, readSeedRecords } from '../book/seed.ts';
import { takeRates } from './take-rates.ts';

const { pool } = await testDatabase();
await loadSeed(pool, { ...(await readSeedRecords()), rates: [] });
let answered: unknown = {};
let status = 200;
let requests = 0;
/** The paths that answer; empty for all. */
let alive: string[] = [];
const server = createServer(({ url }, response) => {
  requests += 1;
  const isAlive = alive.length === 0 || alive.includes(url ?? '');
  response.writeHead(isAlive ? status : 500).end(typeof answered === 'string' ? answered : JSON.stringify(answered));
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
afterAll(() => server.close().closeAllConnections());
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

let day = '2026-11-01';
const logged: unknown[] = [];
const OWN: RateSource = { format: 'own', name: host, urls: [`http://${host}/latest?key=secret`] };
const take = (source = OWN) =>
  takeRates({
    pool,
    source,
    clock: { now: () => new Date(`${day}T06:00:00Z`) },
    log: { error: (details) => logged.push(details) },
  });
const rates = (date: string, perUsd: Record<string, number>) => ({ base: 'USD', date, rates: perUsd });
/** Advances the clock to another day. */
async function nextDay(date: string, answer: unknown) {
  day = date;
  answered = answer;
  status = 200;
  await pool.query("update exchange_rate_fetches set started_at = started_at - interval '25 hours'");
}
const ratesOn = async (date: string) => (await new RuleBookCache(pool).book()).ratesOn(date);
const last = async () =>
  (await pool.query('select published, held, problem from exchange_rate_fetches order by id desc limit 1')).rows[0];
/** What the system screen shows. */
const failing = async () =>
  (await pool.query("select item, error, failures from work_failures where queue = 'exchange rates'")).rows;
const held = async () =>
  (await pool.query("select row_id from import_rule_drafts where list = 'rates' order by row_id")).rows.map(
    (row) => row.row_id,
  );

beforeEach(() => {
  requests = 0;
  logged.length = 0;
});

test('publishes the rates of the currencies in the rules, with source and date, without people', async () => {
  await nextDay('2026-11-02', rates('2026-11-02', { KES: 129.5, NGN: 1_450, XAU: 0.0004, USD: 1 }));
  await take();
  const { rates: known, newest } = await ratesOn('2026-11-02');
  expect(await failing()).toEqual([]);
  expect(known).toEqual({ USD: 1, KES: 129.5, NGN: 1_450 });
  expect(newest.get('KES')).toEqual({ currency: 'KES', perUsd: 129.5, date: '2026-11-02', source: host });
  expect(await last()).toEqual({ published: 2, held: 0, problem: null });
  const { rows } = await pool.query(
    'select reason, proposed_by from import_rule_versions order by version desc limit 1',
  );
  expect(rows).toEqual([{ reason: 'rates', proposed_by: null }]);
  const audited = await pool.query("select details from audit_log where action = 'exchange rates published'");
  expect(audited.rows[0].details).toMatchObject({ source: host, published: ['KES', 'NGN'] });
});

test('fetches once a day, even in several concurrent processes', async () => {
  await take();
  expect(requests).toBe(0);
  await nextDay('2026-11-03', rates('2026-11-03', { KES: 130, NGN: 1_460 }));
  await Promise.all([take(), take(), take()]);
  expect(requests).toBe(1);
});

test('holds a rate that jumps for people and publishes the others', async () => {
  await nextDay('2026-11-04', rates('2026-11-04', { KES: 13, NGN: 1_470 }));
  await take();
  expect((await ratesOn('2026-11-04')).rates).toEqual({ USD: 1, KES: 130, NGN: 1_470 });
  expect(await held()).toEqual(['KES-2026-11-04']);
  expect(await last()).toEqual({ published: 1, held: 1, problem: null });
});

test('keeps the held rate while people decide, and drops it once the rate is normal again', async () => {
  await nextDay('2026-11-05', rates('2026-11-05', { KES: 13.1 }));
  await take();
  expect(await held()).toEqual(['KES-2026-11-04']);
  await nextDay('2026-11-06', rates('2026-11-06', { KES: 131 }));
  await take();
  expect(await held()).toEqual([]);
  expect((await ratesOn('2026-11-06')).rates.KES).toBe(131);
});

test('compares the next fetch with a jumped rate that two people have published', async () => {
  const app = await testApp(pool);
  const [first, second] = [
    await signInAdmin(pool, { role: 'administrator' }),
    await signInAdmin(pool, { role: 'administrator' }),
  ];
  await nextDay('2026-11-07', rates('2026-11-07', { KES: 180 }));
  await take();
  const { body } = await getJson(app, '/api/admin/import-rules/drafts', first.cookie);
  expect(body.items).toMatchObject([{ rowId: 'KES-2026-11-07', savedBy: null }]);
  const listed = await getJson(app, '/api/admin/import-rules?list=rates', first.cookie);
  expect(listed.body.rateFetch).toMatchObject({
    source: host,
    ratesOf: '2026-11-07',
    published: 0,
    held: 1,
    problem: null,
  });
  const proposal = { drafts: [body.items[0].id], reason: 'The central bank devalued the shilling.' };
  await postJson(app, '/api/admin/import-rules/publications', proposal, { cookie: first.cookie });
  const open = (await getJson(app, '/api/admin/approvals', second.cookie)).body.items[0];
  await postJson(app, `/api/admin/approvals/${open.id}/approve`, { hash: open.hash }, { cookie: second.cookie });
  expect((await ratesOn('2026-11-07')).rates.KES).toBe(180);
  await nextDay('2026-11-08', rates('2026-11-08', { KES: 181 }));
  await take();
  expect((await ratesOn('2026-11-08')).rates.KES).toBe(181);
});

test.each([
  ['an error status', 503, {}, 'status 503'],
  ['an answer of another form', 200, { rates: 'many' }, "invalid 'base'"],
  ['expired rates', 200, rates('2026-10-01', { KES: 1 }), 'expired'],
  ['rates of a day to come', 200, rates('2026-12-01', { KES: 1 }), 'a day to come'],
  ['a rate of zero next to a good one', 200, rates('2026-11-09', { KES: 0, NGN: 1_470 }), "invalid 'rates.KES'"],
  ['a negative rate', 200, rates('2026-11-09', { KES: -180 }), "invalid 'rates.KES'"],
  ['a page', 200, '<html>Blocked</html>', 'no JSON'],
  ['50 MB', 200, `{"base":"USD","x":"${'x'.repeat(50 * 1024 * 1024)}"}`, 'larger than'],
])(
  '%s is recorded, logged without the key and shown on the system screen, and changes no rate',
  async (_, code, answer, problem) => {
    await nextDay('2026-11-09', answer);
    status = code;
    const before = await ratesOn('2026-11-09');
    const { version } = await new RuleBookCache(pool).book();
    await take();
    expect((await last()).problem).toContain(problem);
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged) + (await last()).problem).not.toContain('secret');
    expect(await failing()).toMatchObject([{ item: host, error: expect.stringContaining(problem.slice(0, 20)) }]);
    expect((await ratesOn('2026-11-09')).rates).toEqual(before.rates);
    expect((await new RuleBookCache(pool).book()).version).toBe(version);
  },
);

test('tries again after 5 minutes, then after twice as long each time, an hour at most, until it succeeds', async () => {
  const passed = (minutes: number) =>
    pool.query("update exchange_rate_fetches set started_at = started_at - $1 * interval '1 minute'", [minutes]);
  await pool.query('truncate exchange_rate_fetches');
  await nextDay('2026-11-09', {});
  status = 503;
  await take();
  for (const wait of [5, 10, 20, 40, 60, 60, 60]) {
    requests = 0;
    await passed(wait - 1);
    await take();
    expect(requests, `${wait} minutes`).toBe(0);
    await passed(1);
    await take();
    expect(requests, `${wait} minutes`).toBe(1);
  }
  expect(await failing()).toMatchObject([{ failures: expect.any(Number) }]);
  status = 200;
  answered = rates('2026-11-09', { KES: 181 });
  await passed(60);
  await take();
  expect(await last()).toMatchObject({ problem: null });
  expect(await failing()).toEqual([]);
  requests = 0;
  await passed(60);
  await take();
  expect(requests).toBe(0);
});

test('asks the second address of a source if the first one fails, and names both if both do', async () => {
  const source: RateSource = {
    format: 'exchange-api',
    name: 'exchange-api',
    urls: [`http://${host}/first`, `http://localhost:${host.split(':')[1]}/second`],
  };
  await nextDay('2026-11-09', { date: '2026-11-09', usd: { kes: 181.5, btc: 0, usd: 1 } });
  alive = ['/second'];
  await take(source);
  expect((await ratesOn('2026-11-09')).newest.get('KES')).toMatchObject({ source: host, perUsd: 181 });
  expect(await last()).toMatchObject({ problem: null });
  alive = ['/none'];
  await nextDay('2026-11-10', {});
  await take(source);
  expect((await last()).problem).toMatch(
    /^127\.0\.0\.1:\d+: the response has status 500; localhost:\d+: the response has/,
  );
  alive = [];
});

test('refuses an answer in which most rates are of another base', async () => {
  const five = { EUR: 0.9, GBP: 0.75, NGN: 1_470, TZS: 2_600, XOF: 590 };
  await nextDay('2026-11-10', rates('2026-11-10', five));
  await take();
  const euros = Object.fromEntries(Object.entries(five).map(([code, units]) => [code, units / 0.7]));
  await nextDay('2026-11-11', rates('2026-11-11', euros));
  await take();
  expect((await last()).problem).toContain('another base');
  expect((await ratesOn('2026-11-11')).rates.TZS).toBe(2_600);
  expect(await held()).toEqual([]);
});

test('publishes nothing on a day without new rates, and records no failure', async () => {
  await nextDay('2026-11-12', rates('2026-11-09', { KES: 181 }));
  const { version } = await new RuleBookCache(pool).book();
  await take();
  expect(await last()).toEqual({ published: 0, held: 0, problem: null });
  expect((await new RuleBookCache(pool).book()).version).toBe(version);
});

test('does not read rates from 41 days before the newest one of their currency', async () => {
  await nextDay('2026-12-18', rates('2026-12-18', { KES: 182 }));
  await take();
  const book = await new RuleBookCache(pool).book();
  const dates = [...(book.rows.get('rates')?.values() ?? [])]
    .filter(({ record }) => record.currency === 'KES')
    .map(({ record }) => record.date);
  expect(dates.length).toBeGreaterThan(1);
  expect(dates.every((date) => (date ?? '') >= '2026-11-08')).toBe(true);
  expect(book.ratesOn('2026-12-18').newest.get('NGN')?.date).toBe('2026-11-10');
});

test('the database refuses a rule in a version without people', async () => {
  const insert = pool.query(`
    with version as (
      insert into import_rule_versions (version, reason) select max(version) + 1, 'rates' from import_rule_versions returning version)
    insert into published_rule_rows (list, id, record, version) select 'rules', 'KE-free-1', '{}', version from version`);
  await expect(insert).rejects.toThrow('no other rows');
});
