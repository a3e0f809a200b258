import { expect, test } from 'vitest';
import { signInAdmin } from '../../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../../tests/support/database/test-database.ts';
import { DAY_OF_SHIPPED_RULES } from '../../../../../../tests/support/runner/test-clock.ts';
import { getJson, postJson, testApp } from '../../../../../../tests/support/server/test-app.ts';
import { addDays, type Day } from '../../model/calendar.ts';
import { loadSeed } from '../../server/book/seed.ts';
import { DestinationUses } from '../../server/changes/destination-uses.ts';

const { pool } = await testDatabase();
await loadSeed(pool);
let today: Day = DAY_OF_SHIPPED_RULES;
const app = await testApp(pool, {}, undefined, false, { now: () => new Date(`${today}T08:00:00Z`) });
const [first, second] = [
  await signInAdmin(pool, { role: 'administrator' }),
  await signInAdmin(pool, { role: 'administrator' }),
];

const RULES = '/api/admin/import-rules';
type Row = { list: string; id: string; country: string; age: number; isStale: boolean; uses: number; draft: boolean };
const rechecks = async (): Promise<Row[]> => (await getJson(app, `${RULES}/rechecks`, first.cookie)).body.items;
const check = async (country: string) => (await getJson(app, `/api/import/check?country=${country}`)).body;
const changesOf = async (country?: string) =>
  getJson(app, `/api/import/changes${country === undefined ? '' : `?country=${country}`}`);
const approve = async (by: typeof first) => {
  const { items } = (await getJson(app, '/api/admin/approvals', by.cookie)).body;
  const { id, hash } = items.find(({ state }: { state: string }) => state === 'open');
  return postJson(app, `/api/admin/approvals/${id}/approve`, { hash }, { cookie: by.cookie });
};

async function useGeorgia(): Promise<DestinationUses> {
  const uses = new DestinationUses();
  for (let asked = 0; asked < 500; asked++) uses.count('GE');
  uses.count('KE');
  await uses.flush(pool, today);
  return uses;
}

test('the queue begins with the old rows of the countries that people use most', async () => {
  const uses = await useGeorgia();
  await uses.flush(pool, today);
  const [top] = await rechecks();
  expect(top).toMatchObject({ uses: 501 });
  const queue = await rechecks();
  expect(queue.find(({ country }) => country === 'GE')).toMatchObject({ uses: 500, isStale: false });
  const places = (country: string) => queue.findIndex((row) => row.country === country);
  expect(places('GE')).toBeGreaterThanOrEqual(0);
  const sizes = queue.map(({ age, uses: used }) => age * (1 + used));
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
});

test('a rule confirmed with one click counts as checked today once a second person approves, and is no change', async () => {
  today = addDays(DAY_OF_SHIPPED_RULES, 120);
  await useGeorgia();
  const stale = await check('GE');
  expect(stale.doubts.map(({ why }: { why: string }) => why)).toContain('stale');
  const ids = (await rechecks()).filter(({ country }) => country === 'GE');
  expect(ids.length).toBeGreaterThan(10);
  expect(ids.every(({ isStale }) => isStale)).toBe(true);
  const rows = ids.map(({ list, id }) => ({ list, id }));
  const confirm = (body: object, by = first) => postJson(app, `${RULES}/confirmations`, body, { cookie: by.cookie });
  expect((await confirm({ rows })).body.flag).toBe('1');
  expect((await confirm({ rows })).body.flag).toBe('0');
  expect((await rechecks()).filter(({ country }) => country === 'GE').every(({ draft }) => draft)).toBe(true);
  expect((await check('GE')).version).toBe(stale.version);

  expect((await approve(first)).body.flag).toBe('0');
  expect((await check('GE')).version).toBe(stale.version);
  expect((await approve(second)).body.flag).toBe('1');
  const { version, doubts } = await check('GE');
  expect(version).toBe(stale.version + 1);
  expect(doubts.length).toBeLessThan(stale.doubts.length);
  expect((await rechecks()).filter(({ country }) => country === 'GE')).toEqual([]);
  expect((await changesOf('GE')).body).toMatchObject({ version, changes: [] });
  const { rows: audited } = await pool.query(
    "select actor_id, details from audit_log where action = 'import rules confirmed'",
  );
  expect(audited).toMatchObject([{ actor_id: first.id, details: { checked: today } }]);
});

test('refuses to confirm rows that do not exist, or none', async () => {
  const confirm = (rows: object[]) => postJson(app, `${RULES}/confirmations`, { rows }, { cookie: first.cookie });
  expect((await confirm([{ list: 'rules', id: 'KE-nothing-1' }])).status).toBe(404);
  expect((await confirm([])).status).toBe(400);
  expect((await confirm([{ list: 'sources', id: 'KEBS25' }])).status).toBe(400);
});

test('once no rule was checked for 90 days, no light of any country is green or red', async () => {
  today = addDays(DAY_OF_SHIPPED_RULES, 400);
  const { countries } = (await getJson(app, '/api/import/countries')).body;
  expect(countries.length).toBeGreaterThan(50);
  const old = 'steering=left&production=1990&first_registration=1990';
  for (const { country } of countries) {
    const { light } = (await getJson(app, `/api/import/check?country=${country}&${old}`)).body;
    expect(light, country).toBe('amber');
  }
  today = DAY_OF_SHIPPED_RULES;
  const red = (await getJson(app, `/api/import/check?country=KE&${old}&fuel=petrol`)).body;
  expect(red.light).toBe('red');
});

test('lists a published change with what was before, only of its country, and no other', async () => {
  const id = (await check('KE')).reasons.find(
    ({ gate, country }: Record<string, string>) => gate === 'steering' && country === 'KE',
  ).rule;
  const { row } = (await getJson(app, `${RULES}/row?list=rules&id=${id}`, first.cookie)).body;
  const { supersedes, ...cells } = row.record;
  const sentence = 'Cars with the wheel on the left need a permit of the ministry.';
  const send = (path: string, body: object) => postJson(app, `${RULES}${path}`, body, { cookie: first.cookie });
  await send('/drafts', { list: 'rules', corrects: id, cells: { ...cells, sentence } });
  const [draft] = (await getJson(app, `${RULES}/drafts`, first.cookie)).body.items;
  await send('/publications', { drafts: [draft.id], reason: 'A new notice of the ministry.' });
  expect((await changesOf('KE')).body.changes).toEqual([]);
  expect((await approve(second)).body.flag).toBe('1');
  const { body, headers } = await changesOf('KE');
  expect(body.changes).toMatchObject([{ list: 'rules', country: 'KE', text: sentence, before: cells.sentence }]);
  expect((await changesOf()).body.changes).toMatchObject(body.changes);
  expect((await changesOf('TZ')).body.changes).toEqual([]);
  expect(headers['cache-control']).not.toContain('immutable');
});

test('the changes of an unknown country are an error that names the known ones', async () => {
  const unknown = await changesOf('AQ');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  expect(unknown.body.fields.country).toContain('KE, ');
  expect((await changesOf('Kenya')).status).toBe(400);
});

type Report = { country: string; text: string; contact?: string; website?: string };
const report = (body: Report) => postJson(app, '/api/import/mistakes', body);
const listed = async () => (await getJson(app, '/api/admin/import-mistakes', first.cookie)).body.items;
const answer = (id: number, text: string) =>
  postJson(app, `/api/admin/import-mistakes/${id}/answer`, { text }, { cookie: first.cookie });

test('a report is answered by email, once, with a record of who did', async () => {
  await report({ country: 'KE', text: 'The fee went up in July.', contact: 'reader@example.com' });
  const [{ id }] = await listed();
  expect((await answer(id, '  ')).status).toBe(400);
  const text = 'You are right. We published the new fee today.';
  expect((await answer(id, text)).body.flag).toBe('1');
  const again = await answer(id, 'Twice.');
  expect(again.status).toBe(409);
  const { rows } = await pool.query("select * from mail_outbox where to_address = 'reader@example.com'");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows[0])).toContain(text);
  expect(JSON.stringify(rows[0])).toContain('The fee went up in July.');
  expect((await listed())[0]).toMatchObject({
    id,
    answer: text,
    answeredAt: expect.any(String),
    doneAt: expect.any(String),
  });
  const { rows: audited } = await pool.query("select actor_id from audit_log where action = 'import mistake answered'");
  expect(audited).toEqual([{ actor_id: first.id }]);
});

test('a report without an address gets no answer, and an unknown one is an error', async () => {
  await report({ country: 'KE', text: 'No address.' });
  const [{ id }] = await listed();
  const refused = await answer(id, 'Thank you.');
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['text']]);
  expect((await answer(999_999, 'Thank you.')).status).toBe(404);
});

test('a program that fills the hidden field gets the same response, and nothing is stored', async () => {
  const before = (await listed()).length;
  const bot = await report({ country: 'KE', text: 'Buy watches.', website: 'https://spam.example' });
  expect(bot.body.flag).toBe('1');
  expect(await listed()).toHaveLength(before);
  for (const contact of ['not an address', 'a@b.example, c@d.example', 'a@b.example\nbcc: x@y.example'])
    expect((await report({ country: 'KE', text: 'Wrong.', contact })).body.fields, contact).toHaveProperty('contact');
  expect(await listed()).toHaveLength(before);
});
