import { beforeEach, expect, test } from 'vitest';
import { phonePhoto } from '../../../../../tests/fixtures/photos.ts';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { PASSWORD, signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { mailsTo, tokenIn } from '../../../../../tests/support/mail/mails.ts';
import { clockAhead } from '../../../../../tests/support/runner/test-clock.ts';
import { getJson, postForm, postJson, testApp } from '../../../../../tests/support/server/test-app.ts';
import { mailThreads, nudgeSellers } from './thread-mails.ts';

const OFFICE = 'office@quay.example';
const SITE = 'https://cars.example';
const GUEST = { name: 'Kofi Mensah', email: 'kofi@buyers.example' };
const { pool } = await testDatabase();
const app = await testApp(pool, { CONTACT_EMAIL: OFFICE });
const seller = await signIn(pool, { name: 'Star Motors', email: 'star@dealers.example' });
const buyer = await signIn(pool, { name: 'Amina Otieno', email: 'amina@buyers.example' });
const stranger = await signIn(pool);
const admin = await signInAdmin(pool);
let car = 0;

beforeEach(async () => {
  await pool.query('truncate threads, mail_outbox, request_counts cascade');
  [car = 0] = await addCars(pool, [{ make: 'BYD', model: 'Seal' }]);
  await pool.query('update listings set user_id = $1 where id = $2', [seller.id, car]);
});

const ask = (body: object, cookie?: string, ip = '10.0.0.1') =>
  postJson(app, '/api/threads', { listing_id: car, text: 'Is it there?', ...body }, { ip, ...(cookie && { cookie }) });
const begun = async () => (await ask({}, buyer.cookie)).body.number as string;
const read = (number: string, cookie?: string, token?: string) =>
  getJson(app, `/api/threads/${number}${token === undefined ? '' : `?token=${token}`}`, cookie);
const write = (number: string, body: object, cookie?: string, token?: string) =>
  postJson(app, `/api/threads/${number}/messages${token ? `?token=${token}` : ''}`, body, cookie ? { cookie } : {});
const texts = (body: { thread: { messages: { text: string }[] } }) => body.thread.messages.map(({ text }) => text);
const deps = (ms: number) => ({
  pool,
  clock: clockAhead(ms / 86_400_000),
  siteOrigin: SITE,
  office: OFFICE,
  numberOf: String,
});
const fail = (error: unknown) => {
  throw error;
};
const sendMails = (ms = 120_000) => mailThreads(deps(ms), fail);

test('a buyer and a seller write to each other in one thread per car', async () => {
  const number = await begun();
  expect(number).toMatch(/^Q[2-9B-Z]{8}$/);
  expect((await ask({ text: 'And the keys?' }, buyer.cookie)).body.number).toBe(number);
  const seen = await read(number, seller.cookie);
  expect(seen.body.thread).toMatchObject({
    role: 'seller',
    with: [{ side: 'buyer', name: 'Amina O.' }],
    waits_for: 'seller',
    messages: [{ side: 'buyer', by: 'Amina O.', mine: false, text: 'Is it there?' }, { text: 'And the keys?' }],
  });
  const answered = await write(number, { text: '在的', language: 'zh' }, seller.cookie);
  expect([answered.status, answered.body.thread.waits_for]).toEqual([200, 'buyer']);
  const { items, unread } = (await getJson(app, '/api/threads', buyer.cookie)).body;
  expect([items.length, items[0].unread, unread]).toEqual([1, 1, 1]);
  expect((await read(number, buyer.cookie)).body.thread.messages.at(-1)).toMatchObject({
    by: 'Star Motors',
    language: 'zh',
  });
  expect((await getJson(app, '/api/threads', buyer.cookie)).body.unread).toBe(0);
  const { rows } = await pool.query("select answered_after_s from thread_messages where side = 'seller'");
  expect(rows).toEqual([{ answered_after_s: expect.any(Number) }]);
});

test('a thread is unknown to everybody else, to wrong keys and to guests', async () => {
  const number = await begun();
  const wrong = 'a'.repeat(43);
  for (const [cookie, token] of [
    [stranger.cookie],
    [undefined],
    [undefined, wrong],
    [stranger.cookie, wrong],
    [admin.cookie],
  ])
    expect((await read(number, cookie, token)).status).toBe(404);
  for (const cookie of [stranger.cookie, undefined]) {
    expect((await write(number, { text: 'Hello' }, cookie)).status).toBe(404);
    for (const act of ['block', 'unblock', 'report'])
      expect(
        (await postJson(app, `/api/threads/${number}/${act}`, { reason: 'spam' }, cookie ? { cookie } : {})).status,
      ).toBe(404);
  }
  expect((await getJson(app, '/api/threads', stranger.cookie)).body.items).toEqual([]);
});

test('the question of a guest reaches the seller only after the emailed link was opened and confirmed', async () => {
  const { body } = await ask(GUEST);
  expect(body).toMatchObject({ flag: '1', held: true });
  const number = body.number as string;
  await sendMails();
  expect(await mailsTo(pool, 'star@dealers.example')).toEqual([]);
  expect((await read(number, seller.cookie)).status).toBe(404);
  expect((await getJson(app, `/api/admin/threads/${number}`, admin.cookie)).status).toBe(404);
  expect((await getJson(app, '/api/admin/threads?filter=all', admin.cookie)).body.items).toEqual([]);
  expect((await getJson(app, '/api/threads?role=seller', seller.cookie)).body.items).toEqual([]);
  const token = tokenIn((await mailsTo(pool, GUEST.email))[0]);
  const opened = (await read(number, undefined, token)).body.thread;
  expect([opened.confirm, opened.messages[0].held]).toEqual([true, true]);
  expect((await read(number, seller.cookie)).status).toBe(404);
  const confirmed = await postJson(app, `/api/threads/${number}/confirm`, { token });
  expect(confirmed.body.thread).toMatchObject({ confirm: false, waits_for: 'seller' });
  await postJson(app, `/api/threads/${number}/confirm`, { token });
  expect(texts((await read(number, seller.cookie)).body)).toEqual(['Is it there?']);
  await write(number, { text: 'Yes' }, seller.cookie);
  await sendMails();
  const [, answer] = await mailsTo(pool, GUEST.email);
  expect(answer?.text).toContain('Star Motors wrote:\nYes');
  const next = tokenIn(answer);
  expect((await write(number, { text: 'Good' }, undefined, next)).status).toBe(200);
  expect(texts((await read(number, undefined, token)).body)).toEqual(['Is it there?', 'Yes', 'Good']);
});

test('who types the address of a confirmed guest reads and sends nothing', async () => {
  const number = (await ask(GUEST)).body.number as string;
  const token = tokenIn((await mailsTo(pool, GUEST.email))[0]);
  await postJson(app, `/api/threads/${number}/confirm`, { token });
  const again = await ask({ ...GUEST, text: 'Send it to me instead' }, undefined, '10.0.0.9');
  expect(again.body).toEqual({ flag: '1', number, held: true, message: expect.any(String) });
  expect(texts((await read(number, seller.cookie)).body)).toEqual(['Is it there?']);
  // The key of the first email sends only what was written before it.
  await postJson(app, `/api/threads/${number}/confirm`, { token });
  expect(texts((await read(number, seller.cookie)).body)).toEqual(['Is it there?']);
});

test('a user with the proved address of a guest finds the guest’s threads', async () => {
  const number = (await ask(GUEST)).body.number as string;
  const token = tokenIn((await mailsTo(pool, GUEST.email))[0]);
  await postJson(app, `/api/threads/${number}/confirm`, { token });
  const unproved = await signIn(pool, { email: 'KOFI@buyers.example', status: 'Pending' });
  expect((await read(number, unproved.cookie)).status).toBe(404);
  await pool.query("update users set status = 'Active' where id = $1", [unproved.id]);
  expect((await read(number, unproved.cookie)).body.thread.role).toBe('buyer');
  expect((await getJson(app, '/api/threads', unproved.cookie)).body.items).toHaveLength(1);
});

test('several messages are one email, and messages that were seen are none', async () => {
  const number = await begun();
  await write(number, { text: 'Second' }, buyer.cookie);
  await sendMails(0);
  expect(await mailsTo(pool, 'star@dealers.example')).toEqual([]);
  await sendMails();
  await sendMails();
  const mails = await mailsTo(pool, 'star@dealers.example');
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ subject: expect.stringMatching(/^\[Q\w{8}\] \d{4} BYD Seal/) });
  expect(mails[0]?.text).toMatch(/Amina O\. wrote:\nIs it there\?\n\nAmina O\. wrote:\nSecond/);
  await write(number, { text: 'Third' }, buyer.cookie);
  await read(number, seller.cookie);
  await sendMails();
  expect(await mailsTo(pool, 'star@dealers.example')).toHaveLength(1);
});

test('a repeated message with the same key is one, and with other words it is refused', async () => {
  const number = await begun();
  const key = 'k'.repeat(20);
  const sent = await Promise.all([1, 2, 3].map(() => write(number, { text: 'Once', key }, buyer.cookie)));
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(texts((await read(number, seller.cookie)).body)).toEqual(['Is it there?', 'Once']);
  expect((await write(number, { text: 'Other', key }, buyer.cookie)).status).toBe(422);
});

test('simultaneous first questions of a buyer make one thread', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => ask({}, buyer.cookie)));
  expect(new Set(all.map(({ body }) => body.number)).size).toBe(1);
  expect((await pool.query('select 1 from threads')).rows).toHaveLength(1);
});

test.each([
  ['nothing', { text: '' }, 'text'],
  ['only spaces', { text: ' \n ' }, 'text'],
  ['4,001 characters', { text: 'x'.repeat(4_001) }, 'text'],
  ['NUL', { text: 'a\u0000b' }, 'text'],
  ['half a character', { text: '\ud800' }, 'text'],
  ['an unknown phrase', { phrase: 'none' }, 'phrase'],
  ['a value too many', { phrase: 'thanks', phrase_value: '1' }, 'phrase_value'],
  ['no amount', { phrase: 'priceIs' }, 'phrase_value'],
  ['a negative amount', { phrase: 'priceIs', phrase_value: '-5' }, 'phrase_value'],
  ['a day that does not exist', { phrase: 'shipsBy', phrase_value: '2026-02-30' }, 'phrase_value'],
  ['a language in words', { text: 'Hello', language: 'English' }, 'language'],
  ['a broken address', { text: 'Hello', email: 'kofi', name: '' }, 'email'],
] as const)('refuses %s', async (_, body, field) => {
  const { status, body: answer } = await ask(body, buyer.cookie);
  expect([status, Object.keys(answer.fields)]).toEqual([400, expect.arrayContaining([field])]);
  expect((await pool.query('select 1 from thread_messages')).rows).toEqual([]);
});

test('a guest needs a name and an address, a user a proved address, and nobody asks about their own car', async () => {
  expect((await ask({})).body.fields).toEqual({ name: expect.any(String), email: expect.any(String) });
  const unproved = await signIn(pool, { status: 'Pending' });
  expect((await ask({}, unproved.cookie)).status).toBe(403);
  expect((await ask({}, seller.cookie)).status).toBe(409);
  expect((await ask({ listing_id: 999_999 }, buyer.cookie)).status).toBe(404);
});

test('payment and contact details are flagged, and the third flagged message calls the office', async () => {
  const number = await begun();
  const flagged = await write(number, { text: 'Bank transfer to account 6222021234567890123' }, seller.cookie);
  expect(flagged.body.thread.messages.at(-1).flags).toEqual(['account']);
  const contact = await write(number, { text: 'Write to me@dealers.example or ＋86 138 0013 8000' }, seller.cookie);
  expect(contact.body.thread.messages.at(-1).flags).toEqual(['phone', 'email']);
  expect((await getJson(app, '/api/admin/threads', admin.cookie)).body.items).toEqual([]);
  await write(number, { text: 'WeChat: star_motors_88' }, seller.cookie);
  expect((await getJson(app, '/api/admin/threads', admin.cookie)).body.items).toMatchObject([
    { number, needs_office: 'flagged' },
  ]);
});

test('a side that ended the conversation can open it again, the other cannot', async () => {
  const number = await begun();
  const act = (what: string, cookie: string) => postJson(app, `/api/threads/${number}/${what}`, {}, { cookie });
  expect((await act('block', buyer.cookie)).status).toBe(200);
  expect((await write(number, { text: 'But …' }, seller.cookie)).status).toBe(409);
  expect((await act('unblock', seller.cookie)).status).toBe(409);
  expect((await act('block', seller.cookie)).status).toBe(409);
  expect((await read(number, seller.cookie)).body.thread.may).toMatchObject({ write: false, unblock: false });
  expect((await act('unblock', buyer.cookie)).status).toBe(200);
  expect((await write(number, { text: 'Hello' }, seller.cookie)).status).toBe(200);
});

test('the office sees reported threads, writes as itself, takes and settles them', async () => {
  const number = await begun();
  const office = (method: 'PUT' | 'POST', path: string, body: object) =>
    postJson(app, `/api/admin/threads/${number}${path}`, body, { cookie: admin.cookie, method });
  await postJson(
    app,
    `/api/threads/${number}/report`,
    { reason: 'payment', text: 'Asks for Bitcoin' },
    { cookie: buyer.cookie },
  );
  const { items, open } = (await getJson(app, '/api/admin/threads', admin.cookie)).body;
  expect([open, items[0].needs_office]).toEqual([1, 'reported']);
  const whole = (await getJson(app, `/api/admin/threads/${number}`, admin.cookie)).body.thread;
  expect(whole.reports).toMatchObject([{ side: 'buyer', reason: 'payment', text: 'Asks for Bitcoin' }]);
  expect(whole.with).toEqual([
    { side: 'buyer', name: 'Amina Otieno' },
    { side: 'seller', name: 'Star Motors' },
  ]);
  expect((await office('PUT', '', { to: 'take' })).status).toBe(200);
  const other = await signInAdmin(pool);
  const taken = await postJson(
    app,
    `/api/admin/threads/${number}`,
    { to: 'take' },
    { cookie: other.cookie, method: 'PUT' },
  );
  expect(taken.status).toBe(409);
  await office('POST', '/messages', { text: 'Please pay only by invoice.' });
  expect((await read(number, buyer.cookie)).body.thread.messages.at(-1)).toMatchObject({
    side: 'office',
    by: 'CarQuay',
  });
  await office('PUT', '', { to: 'settle' });
  expect((await getJson(app, '/api/admin/threads', admin.cookie)).body).toMatchObject({ open: 0, items: [] });
  await office('PUT', '', { to: 'block' });
  expect((await write(number, { text: 'Hello' }, buyer.cookie)).status).toBe(409);
  const { rows } = await pool.query("select action from audit_log where subject_kind = 'thread' order by id");
  expect(rows.map(({ action }) => action)).toEqual(['thread opened', 'thread settled', 'thread blocked']);
});

test('a silent seller is reminded after 12 hours; after 48 the office and the buyer are told', async () => {
  const number = await begun();
  const nudge = (hours: number) => nudgeSellers(deps(hours * 3_600_000), fail);
  const subjects = async (to: string) => (await mailsTo(pool, to)).map(({ subject }) => subject);
  await nudge(11.9);
  expect(await subjects('star@dealers.example')).toEqual([]);
  for (const hours of [12.1, 13, 47]) await nudge(hours);
  expect(await subjects('star@dealers.example')).toEqual([expect.stringContaining('A buyer waits for your answer')]);
  expect(await subjects(OFFICE)).toEqual([]);
  for (const hours of [48.1, 60]) await nudge(hours);
  expect(await subjects(OFFICE)).toEqual([expect.stringContaining('No answer for two days')]);
  const [apology] = await mailsTo(pool, buyer.email);
  expect(apology?.text).toContain('/CarExplore');
  expect((await getJson(app, '/api/admin/threads', admin.cookie)).body.items).toMatchObject([
    { number, needs_office: 'silent' },
  ]);
  await write(number, { text: 'Sorry!' }, seller.cookie);
  expect((await getJson(app, '/api/admin/threads', admin.cookie)).body.items).toEqual([]);
});

test('a seller who answers in time is not reminded', async () => {
  await write(await begun(), { text: 'Yes' }, seller.cookie);
  await nudgeSellers(deps(72 * 3_600_000), fail);
  expect(await mailsTo(pool, OFFICE)).toEqual([]);
});

test('a question to the office waits for the office', async () => {
  const { body } = await postJson(app, '/api/threads', { text: 'Do you ship to Malawi?' }, { cookie: buyer.cookie });
  expect((await getJson(app, '/api/admin/threads', admin.cookie)).body.items).toMatchObject([
    { number: body.number, car: null, waits_for: 'office' },
  ]);
  const guest = await postJson(app, '/api/threads', { ...GUEST, text: 'And to Zambia?' });
  const token = tokenIn((await mailsTo(pool, GUEST.email))[0]);
  await postJson(app, `/api/threads/${guest.body.number}/confirm`, { token });
  expect((await getJson(app, '/api/admin/threads', admin.cookie)).body.open).toBe(2);
});

test('a person writes 60 messages an hour and begins 30 threads a day', async () => {
  const number = await begun();
  await pool.query(
    `update request_counts set hits = 60 where subject = $1;`.replace('$1', `'messages of user ${buyer.id}'`),
  );
  await write(number, { text: 'One' }, buyer.cookie);
  await pool.query("update request_counts set hits = 60 where subject like 'messages of%'");
  expect((await write(number, { text: 'Two' }, buyer.cookie)).status).toBe(429);
  await pool.query("update request_counts set hits = 30 where subject like 'threads begun by%'");
  expect((await ask({}, buyer.cookie)).status).toBe(429);
});

test('pictures and PDFs are for the parties and the office, and other files are refused', async () => {
  const number = await begun();
  const path = `/api/threads/${number}/messages`;
  const { cookie } = seller;
  const fileOf = (content: BlobPart): ['file', File] => ['file', new File([content], 'file')];
  const pdf = fileOf('%PDF-1.4');
  const photo = fileOf(new Uint8Array(await phonePhoto()));
  const sent = await postForm(app, path, [['text', 'Look'], photo, pdf], { cookie });
  const { files } = sent.body.thread.messages.at(-1);
  expect(files.map(({ format }: { format: string }) => format)).toEqual(['jpg', 'pdf']);
  const get = (url: string, as = '') => app.inject({ url, headers: { cookie: as } });
  for (const { url, format } of files) {
    for (const party of [buyer, seller]) {
      const { statusCode, headers } = await get(url, party.cookie);
      expect([statusCode, headers['content-type']]).toEqual([200, format === 'jpg' ? 'image/jpeg' : 'application/pdf']);
      expect(headers['content-security-policy']).toContain('sandbox');
    }
    expect((await get(url, stranger.cookie)).statusCode).toBe(404);
    expect((await get(url)).statusCode).toBe(404);
    expect((await get(url.replace('/api/', '/api/admin/'), admin.cookie)).statusCode).toBe(200);
  }
  expect((await postForm(app, path, [fileOf('<script>alert(1)</script>')], { cookie })).status).toBe(415);
  expect((await postForm(app, path, Array(11).fill(pdf), { cookie })).status).toBe(413);
});

test('a user downloads what they wrote, and a deleted account takes it out of conversations about no order', async () => {
  const leaving = await signIn(pool, { email: 'leaving@buyers.example' });
  const number = (await ask({ text: 'My address is 4 Moi Avenue' }, leaving.cookie)).body.number as string;
  await write(number, { text: 'Thank you' }, seller.cookie);
  const { body } = await postJson(app, '/api/my-data', { password: PASSWORD }, { cookie: leaving.cookie });
  expect(body.conversations).toMatchObject([
    { number, role: 'buyer', messages: [{ text: 'My address is 4 Moi Avenue' }] },
  ]);
  expect((await postJson(app, '/api/delete-account', { password: PASSWORD }, { cookie: leaving.cookie })).status).toBe(
    200,
  );
  const { thread } = (await read(number, seller.cookie)).body;
  expect([texts({ thread }), thread.may.write]).toEqual([['', 'Thank you'], false]);
});

test('the office finds a conversation by its number, an email address of a party, or a name', async () => {
  const number = await begun();
  await write(number, { text: 'Yes' }, seller.cookie);
  const found = async (query: string) =>
    (await getJson(app, `/api/admin/threads?${query}`, admin.cookie)).body.items.map(
      (item: { number: string }) => item.number,
    );
  for (const search of [number, number.toLowerCase(), 'AMINA@buyers.example', 'star@dealers.example'])
    expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual([number]);
  expect(await found('filter=all&search=star%20mo')).toEqual([number]);
  for (const search of ['Q22222222', 'nobody@buyers.example', '%25', 'Nobody'])
    expect(await found(`filter=all&search=${search}`), search).toEqual([]);
});
