import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../../tests/support/catalog/cars.ts';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { clockOfShippedRules, DAY_OF_SHIPPED_RULES } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { loadSeed } from '../../server/book/seed.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
const app = await testApp(pool, {}, undefined, false, clockOfShippedRules());
const cars = await addCars(pool, [
  { make: 'BYD', model: 'Seal', year: 2022 },
  { make: 'Toyota', model: 'Prado', year: 2021 },
]);
await pool.query("update listings set steering = 'right'");
const [first, second, support] = [
  await signInAdmin(pool, { role: 'administrator' }),
  await signInAdmin(pool, { role: 'administrator' }),
  await signInAdmin(pool, { role: 'support' }),
];
type Admin = typeof first;

const RULES = '/api/admin/import-rules';
const get = async (path: string, by: Admin = first) => (await getJson(app, `${RULES}${path}`, by.cookie)).body;
const send = (path: string, body: object, by: Admin = first, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
  postJson(app, `${RULES}${path}`, body, { cookie: by.cookie, method });
/** The steering rule of Kenya that is in force. */
const steeringOfKenya = async (): Promise<string> =>
  (await check()).reasons.find((reason: { gate: string; country: string }) => reason.gate === 'steering').rule;
const detailOf = async (id: string, list = 'rules') => get(`/row?list=${list}&id=${id}`);
const drafts = async () => (await get('/drafts')).items;
const check = async (query = 'steering=left') =>
  (await getJson(app, `/api/import/check?country=KE&on=2026-11-30&${query}`)).body;
const proposalOf = async (by: Admin) =>
  (await getJson(app, '/api/admin/approvals', by.cookie)).body.items.find(
    ({ state }: { state: string }) => state === 'open',
  );
const approve = async (by: Admin) => {
  const { id, hash } = await proposalOf(by);
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: by.cookie });
};

/** Saves a correction of the steering rule of Kenya and returns its draft. */
async function correctSteering(changes: Record<string, string>, by: Admin = first) {
  const id = await steeringOfKenya();
  const { row } = await detailOf(id);
  const { supersedes, ...cells } = row.record;
  const { status, body } = await send('/drafts', { list: 'rules', corrects: id, cells: { ...cells, ...changes } }, by);
  return { status, body, corrects: id, draft: (await drafts()).at(-1) };
}

beforeEach(async () => {
  await pool.query('delete from import_rule_drafts; delete from request_counts');
  const open = await proposalOf(first);
  if (open) await postJson(app, `/api/admin/approvals/${open.id}/cancel`, {}, { cookie: first.cookie });
});

test('a correction takes effect in the public call once a second person approves it', async () => {
  const before = await check();
  expect(before.light).toBe('red');
  const { draft, corrects } = await correctSteering({
    fail: 'conditional',
    sentence: 'Left-hand drive needs a permit.',
  });
  expect(draft).toMatchObject({ rowId: `${corrects}.2`, corrects, version: 1 });
  expect(draft.changes.map(({ column }: { column: string }) => column).sort()).toContain('sentence');
  expect(await check()).toEqual(before);

  const reason = 'The authority published an exception on its site.';
  const proposed = await send('/publications', { drafts: [draft.id], reason });
  expect(proposed.body).toMatchObject({ flag: '1' });
  expect((await check()).version).toBe(before.version);
  expect((await approve(first)).body.flag).toBe('0');
  expect((await check()).version).toBe(before.version);

  expect((await approve(second)).body.flag).toBe('1');
  const after = await check();
  expect(after.version).toBe(before.version + 1);
  expect(after.light).not.toBe('red');
  expect(after.reasons.map(({ rule }: { rule: string }) => rule)).toContain(`${corrects}.2`);
  expect(await drafts()).toEqual([]);
  const { history } = await detailOf(`${corrects}.2`);
  expect(history.map(({ id }: { id: string }) => id)).toEqual([`${corrects}.2`, corrects]);
  expect(history[0]).toMatchObject({ reason, proposer: 'Office', approver: 'Office' });
  const { rows } = await pool.query(
    "select actor_id, details from audit_log where action = 'import rules published' order by id desc limit 1",
  );
  expect(rows[0]).toMatchObject({
    actor_id: second.id,
    details: { proposer: first.id, rows: [`rules ${corrects}.2`] },
  });
});

test('audits each edit of a draft with its changes', async () => {
  const audited = async () =>
    (
      await pool.query(
        "select actor_id, action, details from audit_log where action like 'import rule draft%' order by id desc limit 1",
      )
    ).rows[0];
  const { draft } = await correctSteering({ sentence: 'Cars with the wheel on the left need a permit.' });
  const row = `rules ${draft.rowId}`;
  expect(await audited()).toMatchObject({
    actor_id: first.id,
    action: 'import rule draft saved',
    details: {
      row,
      changed: expect.arrayContaining(['sentence']),
      after: { sentence: 'Cars with the wheel on the left need a permit.' },
    },
  });
  const { record, version, id } = draft;
  const cells = { ...record, sentence: 'Ask customs.' };
  await send(`/drafts/${id}`, { cells, version: version + 1 }, second, 'PUT');
  expect((await audited()).actor_id, 'a refused edit is none').toBe(first.id);
  await send(`/drafts/${id}`, { cells, version }, second, 'PUT');
  expect(await audited()).toMatchObject({
    actor_id: second.id,
    details: {
      row,
      changed: ['sentence'],
      before: { sentence: 'Cars with the wheel on the left need a permit.' },
      after: { sentence: 'Ask customs.' },
    },
  });
  await send(`/drafts/${id}`, {}, second, 'DELETE');
  expect(await audited()).toMatchObject({
    action: 'import rule draft deleted',
    details: { row, record: { sentence: 'Ask customs.' } },
  });
  const csv = 'currency,perUsd,date,source\nKES,129.5,2026-11-22,Central Bank of Kenya\n';
  await send('/csv', { list: 'rates', csv });
  expect(await audited()).toMatchObject({
    action: 'import rule drafts imported',
    details: { rows: ['rates KES-2026-11-22'] },
  });
});

test('refuses to publish drafts or rows that changed after the proposal', async () => {
  const { draft } = await correctSteering({ sentence: 'The wheel must be on the right side.' });
  await send('/publications', { drafts: [draft.id], reason: 'Clearer words for the rule.' });
  const { list, record, version, id } = draft;
  const cells = { ...record, pass: 'allowed', fail: 'allowed', sentence: 'Any side is fine.' };
  expect((await send(`/drafts/${id}`, { cells, version }, second, 'PUT')).body.flag).toBe('1');
  const { version: published } = await check();
  expect((await approve(second)).status).toBe(409);
  expect((await check()).version).toBe(published);
  expect(list).toBe('rules');
});

test('the light turns amber once its rule has not been checked for 90 days', async () => {
  const { draft } = await correctSteering({ checked: '2026-01-01' });
  await send('/publications', { drafts: [draft.id], reason: 'The day of the check was wrong.' });
  expect((await approve(second)).body.flag).toBe('1');
  const { light, doubts } = await check();
  expect(light).toBe('amber');
  expect(doubts.map(({ why }: { why: string }) => why)).toContain('stale');
  const stale = await get('?list=rules&country=KE&stale=stale');
  expect(stale.items.map(({ id }: { id: string }) => id)).toContain(draft.rowId);
});

test('the preview and the proposal count the cars whose light changes', async () => {
  const { draft } = await correctSteering({ test: '', pass: 'prohibited', fail: '', checked: '2026-11-22' });
  const { effects } = await get(`/preview?drafts=${draft.id}`);
  expect(effects).toEqual([
    {
      country: 'KE',
      before: { green: 0, amber: cars.length, red: 0 },
      after: { green: 0, amber: 0, red: cars.length },
    },
  ]);
  await send('/publications', { drafts: [draft.id], reason: 'All cars are prohibited now.' });
  expect((await proposalOf(second)).summary).toContain('Kenya: red 0 to 2, amber 2 to 0, green 0 to 0.');
});

test('refuses a draft field by field, for its cells and for conflicts with other rows', async () => {
  const wrong = await correctSteering({ gate: 'wheels', checked: 'today', sentence: '' });
  expect(wrong.status).toBe(400);
  expect(Object.keys(wrong.body.fields).sort()).toEqual(['checked', 'gate', 'sentence']);
  const unknown = await correctSteering({ sources: 'NOBODY', test: 'color=red' });
  expect([unknown.status, Object.keys(unknown.body.fields).sort()]).toEqual([400, ['sources', 'test']]);
  const { row } = await detailOf(await steeringOfKenya());
  const taken = await send('/drafts', { list: 'rules', cells: row.record });
  expect([taken.status, Object.keys(taken.body.fields)]).toEqual([400, ['id']]);
  expect(await drafts()).toEqual([]);
});

test('saves one of two edits of one version, and allows one draft per row', async () => {
  const { draft } = await correctSteering({ sentence: 'One.' });
  expect((await correctSteering({ sentence: 'Two.' })).body.flag).toBe('0');
  const edit = (sentence: string) =>
    send(`/drafts/${draft.id}`, { cells: { ...draft.record, sentence }, version: draft.version }, first, 'PUT');
  const both = await Promise.all([edit('Three.'), edit('Four.')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await send(`/drafts/${draft.id}`, {}, first, 'DELETE')).body.flag).toBe('1');
  expect((await send(`/drafts/${draft.id}`, {}, first, 'DELETE')).status).toBe(404);
});

test('importing an exported list makes a draft of each changed line only', async () => {
  for (const list of ['countries', 'sources', 'rules', 'charges', 'tables', 'freight', 'insurance', 'baseUnits']) {
    const csv = (await app.inject({ url: `${RULES}/csv?list=${list}`, headers: { cookie: first.cookie } })).body;
    const small = csv.length < 90_000 ? csv : csv.split('\r\n').slice(0, 100).join('\r\n');
    const { body } = await send('/csv', { list, csv: small });
    expect(body, list).toMatchObject({ saved: 0, problems: [] });
    expect(body.unchanged, list).toBeGreaterThan(1);
  }
  const csv = (await app.inject({ url: `${RULES}/csv?list=countries`, headers: { cookie: first.cookie } })).body;
  const { body } = await send('/csv', { list: 'countries', csv: csv.replace(/KE,KES,90/, 'KE,KES,60') });
  expect(body).toMatchObject({ saved: 1, problems: [] });
  expect(await drafts()).toMatchObject([
    { list: 'countries', rowId: 'KE.2', corrects: 'KE', changes: [{ column: 'staleDays', before: '90', after: '60' }] },
  ]);
});

test('a CSV file with problems names line and field, and saves nothing', async () => {
  const header = 'currency,perUsd,date,source';
  const lines = [
    'KES,129.5,2026-11-22,Central Bank of Kenya',
    'EUR,much,2026-11-22,',
    'TZS,2500,yesterday,Bank of Tanzania',
  ];
  const { body } = await send('/csv', { list: 'rates', csv: [header, ...lines].join('\n') });
  expect(body.saved).toBe(0);
  expect(body.problems.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`)).toEqual([
    '3 perUsd',
    '3 source',
    '4 date',
  ]);
  expect(await drafts()).toEqual([]);
  for (const csv of ['a,b\n1,2', '"', ''])
    expect((await send('/csv', { list: 'rates', csv })).body.fields).toHaveProperty('csv');
  expect((await send('/csv', { list: 'rates', csv: [header, lines[0]].join('\n') })).body.saved).toBe(1);
});

test.each([
  [
    'semicolons, a title and empty lines',
    'Rates of the week;;;\n\ncurrency;perUsd;date;source\nKES;129.5;2026-11-22;Central Bank of Kenya\n;;;\n',
  ],
  ['tabs and other columns', 'note\tcurrency\tperUsd\tdate\tsource\nx\tKES\t129.5\t2026-11-22\tCentral Bank of Kenya'],
  [
    'sep= and protected cells',
    '\uFEFFsep=,\ncurrency,perUsd,date,source\nKES,"=""129.5""",2026-11-22,Central Bank of Kenya',
  ],
])('reads a list with %s', async (_what, csv) => {
  expect((await send('/csv', { list: 'rates', csv })).body).toMatchObject({ saved: 1, problems: [] });
  expect((await drafts())[0].record).toMatchObject({ currency: 'KES', perUsd: '129.5', date: '2026-11-22' });
});

test('refuses a line with more cells than names, because its cells may be in the wrong columns', async () => {
  const csv = 'currency,perUsd,date,source\nKES,129,5,2026-11-22,Central Bank of Kenya';
  expect((await send('/csv', { list: 'rates', csv })).body.fields.csv).toContain('Line 2');
  expect(await drafts()).toEqual([]);
});

test('a published exchange rate converts charges exactly until it is eight days old', async () => {
  const day = (daysAgo: number) =>
    new Date(Date.parse(DAY_OF_SHIPPED_RULES) - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const publish = async (date: string) => {
    await send('/csv', { list: 'rates', csv: `currency,perUsd,date,source\nTZS,2500,${date},Bank of Tanzania` });
    const ids = (await drafts()).map(({ id }: { id: number }) => id);
    await send('/publications', { drafts: ids, reason: 'The rate of this week.' });
    expect((await approve(second)).body.flag).toBe('1');
  };
  const rateOf = async () => {
    const { body } = await getJson(app, '/api/import/charges?country=TZ&cif=5000');
    const { low, high } = body.lines[0].local;
    return [body.rate, body.rate_date, low < high];
  };
  await publish(day(8));
  expect(await rateOf()).toEqual([2500, day(8), true]);
  await publish(day(7));
  expect(await rateOf()).toEqual([2500, day(7), false]);
});

test('a new list of reference prices is previewed, published by two people, and counts from then on', async () => {
  const header = 'id,country,make,currency,prices,sources,confidence,from,to,checked';
  const prices = ['U5||2||suv|electric|5000000', 'U7||2||suv|electric|7000000'].join('\n');
  const line = (text: string) => `KE-2025-07-AIWAYS,KE,AIWAYS,KES,"${text}",KE-CRSP25,official,2025-07-01,,2026-11-27`;
  const refused = await send('/csv', { list: 'references', csv: `${header}\n${line('U5||2||suv|electric|-1')}` });
  expect(refused.body).toMatchObject({ saved: 0, problems: [{ field: 'prices' }] });
  const saved = await send('/csv', { list: 'references', csv: `${header}\n${line(prices)}` });
  expect(saved.body).toMatchObject({ saved: 1, problems: [] });
  const [draft] = await drafts();
  expect(draft).toMatchObject({
    rowId: 'KE-2025-07-AIWAYS.2',
    changes: [{ column: 'prices', before: '2', after: '2 (+1 −1 ≠1)' }],
  });
  await send('/publications', { drafts: [draft.id], reason: 'The list of this year.' });
  expect((await approve(second)).body.flag).toBe('1');
  const { body } = await getJson(app, '/api/admin/import-rules?list=references&search=AIWAYS', first.cookie);
  expect(body.items).toMatchObject([{ id: 'KE-2025-07-AIWAYS.2', title: 'AIWAYS: 2' }]);
});

test('visitors report mistakes, which the back office marks as done', async () => {
  const report = (body: object) => postJson(app, '/api/import/mistakes', body);
  const text = 'The fee went up in July.';
  expect(
    (await report({ country: 'KE', rule_id: 'KE-idf-1', text, listing_id: cars[0], contact: 'a@b.example' })).body,
  ).toMatchObject({
    flag: '1',
  });
  expect((await report({ country: 'KE', text: ' ' })).body.fields).toHaveProperty('text');
  expect((await report({ country: 'AQ', text })).status).toBe(404);
  const listed = async () => (await getJson(app, '/api/admin/import-mistakes', first.cookie)).body.items;
  const [item] = await listed();
  expect(item).toMatchObject({
    country: 'KE',
    ruleId: 'KE-idf-1',
    listingId: cars[0],
    text,
    contact: 'a@b.example',
    doneAt: null,
  });
  const mark = (done: string) =>
    postJson(app, `/api/admin/import-mistakes/${item.id}`, { done }, { cookie: first.cookie });
  expect((await mark('yes')).body.flag).toBe('1');
  expect((await listed())[0].doneAt).not.toBeNull();
  await mark('no');
  expect((await listed())[0].doneAt).toBeNull();
  for (let sent = 0; sent < 9; sent++) await report({ country: 'KE', text });
  expect((await report({ country: 'KE', text })).status).toBe(429);
});

test('a role without the permission reads and writes nothing', async () => {
  expect((await getJson(app, RULES, support.cookie)).status).toBe(403);
  expect((await send('/drafts', { list: 'rules', cells: {} }, support)).status).toBe(403);
});
