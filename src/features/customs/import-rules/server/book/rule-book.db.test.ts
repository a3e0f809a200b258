import { expect, test } from 'vitest';
import { ConfigError } from '#lib/config-error.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { RuleBookCache } from './rule-book-cache.ts';
import { insertRows, insertVersion, lockPublications, type NewRow } from './rule-row-store.ts';
import { changedSeedRows, loadSeed, readSeedRecords, rowsOfSeed } from './seed.ts';

const { pool } = await testDatabase();
const records = await readSeedRecords();
/** A country may require several papers, so these rows overlap no other rule. */
const paper = { ...records.rules[0]!, gate: 'papers', test: '', fail: '' };

async function publish(rows: NewRow[]) {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await lockPublications(client);
    const version = await insertVersion(client, { reason: 'seed', proposedBy: null, approvedBy: null });
    const inserted = await insertRows(client, rows, version);
    await client.query('commit');
    return { version, inserted };
  } finally {
    client.release();
  }
}

const steering = (id: string, more: Record<string, string> = {}): NewRow => {
  const record = records.rules.find((row) => row.country === 'KE' && row.gate === 'steering')!;
  return { list: 'rules', id, record: { ...record, ...more, id } };
};

test('two processes that load the seed concurrently publish each row once, in one version', async () => {
  const counts = await Promise.all([loadSeed(pool), loadSeed(pool)]);
  expect(counts.sort((one, other) => one - other)).toEqual([0, rowsOfSeed(records).length]);
  const { rows } = await pool.query('select version, reason, proposed_by from import_rule_versions');
  expect(rows).toEqual([{ version: 1, reason: 'seed', proposed_by: null }]);
  expect(await loadSeed(pool)).toBe(0);
});

test('a seed with new rows adds only those, and never changes a published row', async () => {
  const changed = {
    ...records,
    rules: [...records.rules.map((row) => ({ ...row, sentence: 'Something else.' })), { ...paper, id: 'CN-new-1' }],
  };
  expect(await changedSeedRows(pool)).toEqual([]);
  expect(await loadSeed(pool, changed)).toBe(1);
  expect(await changedSeedRows(pool, changed)).toEqual(records.rules.map(({ id }) => `rules ${id}`));
  const { rows } = await pool.query(
    "select count(*)::int as changed from published_rule_rows where record ->> 'sentence' = 'Something else.'",
  );
  expect(rows[0].changed).toBe(0);
});

test.each([
  [
    'an unknown source',
    { sources: 'NOBODY' },
    "rules.csv: CN-bad-1 has an invalid 'sources': source 'NOBODY' is not known.",
  ],
  ['a cell of another kind', { gate: 'wheels' }, "rules.csv: CN-bad-1 has an invalid 'gate': Invalid option"],
])('a seed with %s is refused in one sentence, and none of it is published', async (_, cells, message) => {
  const rules = [...records.rules, { ...paper, id: 'CN-good-1' }, { ...paper, ...cells, id: 'CN-bad-1' }];
  const loading = loadSeed(pool, { ...records, rules });
  await expect(loading).rejects.toThrow(ConfigError);
  await expect(loading).rejects.toThrow(message);
  const { rows } = await pool.query("select from published_rule_rows where id in ('CN-good-1', 'CN-bad-1')");
  expect(rows).toEqual([]);
});

test('published rows and versions cannot be changed, deleted or truncated', async () => {
  for (const statement of [
    "update published_rule_rows set record = '{}'",
    'delete from published_rule_rows',
    'truncate published_rule_rows',
    "update import_rule_versions set reason = 'x'",
    'delete from import_rule_versions',
    'truncate import_rule_versions cascade',
  ])
    await expect(pool.query(statement), statement).rejects.toThrow('append-only');
});

test('a version needs two people, except for the seed, fetched rates and our own freight', async () => {
  await expect(
    pool.query("insert into import_rule_versions (version, reason) values (99, 'Because I say so')"),
  ).rejects.toThrow('two_people_or_program');
});

test('a row has at most one correction', async () => {
  const old = records.rules.find((row) => row.country === 'KE' && row.gate === 'steering')!;
  const first = await publish([steering('KE-s.2', { supersedes: old.id! })]);
  const second = await publish([steering('KE-s.3', { supersedes: old.id! })]);
  expect([first.inserted.length, second.inserted.length]).toEqual([1, 0]);
});

test('a cache leaves out corrected rows, keeps the id of a corrected source, and looks again after expire', async () => {
  const cache = new RuleBookCache(pool);
  const book = await cache.book();
  expect(book.countries()).toEqual(expect.arrayContaining(records.countries.map(({ country }) => country)));
  const ids = book.prepared('KE', '2026-12-01')!.rules.map(({ rule }) => rule.id);
  expect(ids).toContain('KE-s.2');
  expect(ids).not.toContain(records.rules.find((row) => row.country === 'KE' && row.gate === 'steering')!.id);
  expect(book.prepared('KE', '2026-12-01')).toBe(book.prepared('KE', '2026-12-01'));
  expect(book.prepared('XX', '2026-12-01')).toBeNull();

  const source = records.sources[0]!;
  await publish([
    {
      list: 'sources',
      id: `${source.id}.2`,
      record: { ...source, id: `${source.id}.2`, title: 'New', supersedes: source.id! },
    },
  ]);
  expect((await cache.book()).version).toBe(book.version);
  cache.expire();
  const next = await cache.book();
  expect(next.version).toBe(book.version + 1);
  expect(next.book.sources.filter(({ id }) => id === source.id).map(({ title }) => title)).toEqual(['New']);
});

test('a process sees the publication of another one within two seconds', async () => {
  const cache = new RuleBookCache(pool);
  const { version } = await cache.book();
  await publish([]);
  const deadline = performance.now() + 2_000;
  while ((await cache.book()).version === version && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await cache.book()).version).toBe(version + 1);
});

test('keeps the last book while the database does not respond', async () => {
  let isAway = false;
  const db = {
    query: ((...input: unknown[]) =>
      isAway ? Promise.reject(new Error('away')) : Reflect.apply(pool.query, pool, input)) as typeof pool.query,
  };
  const cache = new RuleBookCache(db);
  const { version } = await cache.book();
  isAway = true;
  cache.expire();
  expect((await cache.book()).version).toBe(version);
});

test('the newest rate of each currency is used, and an old one as a range', async () => {
  const rate = (currency: string, perUsd: string, date: string): NewRow => ({
    list: 'rates',
    id: `${currency}-${date}`,
    record: { currency, perUsd, date, source: 'Central Bank' },
  });
  await publish([
    rate('KES', '128', '2026-11-20'),
    rate('KES', '129', '2026-11-22'),
    rate('TZS', '2500', '2026-11-14'),
  ]);
  const of = (day: string) => {
    const { KES, TZS } = book.ratesOn(day).rates;
    return [KES, TZS];
  };
  const cache = new RuleBookCache(pool);
  const book = await cache.book();
  expect(of('2026-11-21')).toEqual([128, 2500]);
  expect(of('2026-11-22')).toEqual([129, { low: expect.any(Number), likely: 2500, high: expect.any(Number) }]);
  expect(of('2027-04-01')).toEqual([undefined, undefined]);
});

test('an older release reads and publishes only rows of the lists that it knows', async () => {
  const lists = async (from: string) =>
    (await pool.query<{ list: string }>(`select distinct list from ${from} order by list`)).rows.map(
      ({ list }) => list,
    );
  const later = ['doorCosts', 'references'];
  const all = await lists('published_rule_rows');
  expect(all).toEqual(expect.arrayContaining(later));
  expect(await lists('import_rule_rows')).toEqual(all.filter((list) => !later.includes(list)));
  const { rows } = await pool.query(
    `with made as (insert into import_rule_versions (version, reason) select max(version) + 1, 'seed' from import_rule_versions returning version)
     insert into import_rule_rows (list, id, record, version)
     select 'sources', 'OLDER', '{"id":"OLDER","title":"Older","seen":"2026-11-22"}', version from made
     on conflict do nothing returning list, id`,
  );
  expect(rows).toEqual([{ list: 'sources', id: 'OLDER' }]);
  expect((await pool.query("select from published_rule_rows where id = 'OLDER'")).rowCount).toBe(1);
  await expect(pool.query('delete from import_rule_rows')).rejects.toMatchObject({ code: '42501' });
});
