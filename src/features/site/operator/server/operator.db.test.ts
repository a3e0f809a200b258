import { beforeEach, expect, test } from 'vitest';
import { addCars } from '../../../../../tests/support/catalog/cars.ts';
import { signIn, signInAdmin } from '../../../../../tests/support/data/accounts.ts';
import { testDatabase } from '../../../../../tests/support/database/test-database.ts';
import { payingCalls } from '../../../../../tests/support/payments/paying.ts';
import { pagesApp } from '../../../../../tests/support/server/pages-app.ts';
import { getJson, postJson } from '../../../../../tests/support/server/test-app.ts';
import { pdfPages } from '../../../../../tests/support/site/documents/pdf-text.ts';

const { pool } = await testDatabase();
const app = await pagesApp(pool, { PAYMENT_DELAY_MS: '0' });
const admin = await signInAdmin(pool);

const OPERATOR = {
  legalName: 'Quay Motors Ltd',
  address: '1 Harbour Street\nMombasa',
  registrationNumber: 'C.123456',
  governingLaw: 'Kenya',
  moneyHolder: 'Harbour Trust Bank',
  contact: 'legal@quay.example',
};
const MISSING = /The operator has not stated this yet: [^.]+\./g;

const stored = async () => (await getJson(app, '/api/operator')).body;
const save = (details: object, cookie = admin.cookie) =>
  postJson(app, '/api/admin/operator', details, { cookie, method: 'PUT' });
/** Saves on top of the newest version. */
const enter = async (details: object) => save({ ...(await stored()), ...details });
const pageText = async (url: string, cookie = '') =>
  (await app.inject({ url, headers: { cookie } })).body.replace(/<script[\s\S]*?<\/script>/g, '');

beforeEach(async () => {
  await pool.query('alter table operator_details disable trigger operator_details_stay');
  await pool.query("delete from operator_details; select nextval('stock_version')");
  await pool.query('alter table operator_details enable trigger operator_details_stay');
  await postJson(app, '/api/logout', {});
});

test('stores each change as a version with an audit entry', async () => {
  expect(await stored()).toMatchObject({ legalName: '', version: 0 });
  expect((await save({ ...OPERATOR, version: 0 })).body.flag).toBe('1');
  expect((await enter({ governingLaw: ' Singapore ' })).body.flag).toBe('1');
  expect(await stored()).toEqual({ ...OPERATOR, governingLaw: 'Singapore', version: 2 });
  const { rows } = await pool.query('select governing_law, saved_by from operator_details order by version');
  expect(rows).toEqual([
    { governing_law: 'Kenya', saved_by: admin.id },
    { governing_law: 'Singapore', saved_by: admin.id },
  ]);
  const { rows: audited } = await pool.query(
    "select actor_id, details from audit_log where action = 'operator changed' order by id desc limit 1",
  );
  expect(audited).toEqual([
    {
      actor_id: admin.id,
      details: {
        version: 2,
        changed: ['governingLaw'],
        before: { governingLaw: 'Kenya' },
        after: { governingLaw: 'Singapore' },
      },
    },
  ]);
});

test('refuses changes of an older version, and one of two concurrent ones', async () => {
  await save({ ...OPERATOR, version: 0 });
  expect((await save({ ...OPERATOR, contact: 'x', version: 0 })).status).toBe(409);
  expect((await save({ ...OPERATOR, contact: 'x', version: 7 })).status).toBe(409);
  const both = await Promise.all(['a', 'b'].map((contact) => save({ ...OPERATOR, contact, version: 1 })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('refuses too long texts and control characters, and accepts an empty one', async () => {
  for (const wrong of [{ legalName: 'x'.repeat(201) }, { legalName: 'Quay\nMotors' }, { contact: 'a\u202eb' }]) {
    const { status, body } = await save({ ...OPERATOR, ...wrong, version: 0 });
    expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(wrong)]);
  }
  expect((await save({ ...OPERATOR, contact: '', version: 0 })).status).toBe(200);
});

test('keeps versions even from the role that serves the site', async () => {
  await save({ ...OPERATOR, version: 0 });
  await expect(pool.query("update operator_details set legal_name = 'x'")).rejects.toThrow();
  await expect(pool.query('delete from operator_details')).rejects.toThrow();
});

test('footer, About, Contact, terms and checkout name the operator, or say what is missing', async () => {
  const buyer = await signIn(pool);
  const [car] = await addCars(pool, [{ make: 'BYD', model: 'Seal', priceCents: 1_000_000 }]);
  const pages = ['/ComingSoon', '/AboutUs', '/ContactUs', '/signup', `/payment/${car}`];
  const texts = async () =>
    Promise.all(pages.map((page) => pageText(page, page.startsWith('/pay') ? buyer.cookie : '')));
  const [footer, about, contact, terms, checkout] = (await texts()).map((text) => text.match(MISSING) ?? []);
  const inFooter = 'The operator has not stated this yet: its company name, its address.';
  const everything =
    'its company name, its address, its registration number, the governing law, who holds your money, contact';
  expect(footer).toEqual([inFooter]);
  for (const page of [about, contact]) expect(page).toEqual([expect.stringContaining(everything), inFooter]);
  expect(terms?.filter((mark) => mark.includes(everything))).toHaveLength(2);
  expect(checkout).toContain('The operator has not stated this yet: its company name, who holds your money.');

  await enter(OPERATOR);
  const entered = await texts();
  for (const text of entered) {
    expect(text).toContain('Operated by Quay Motors Ltd, 1 Harbour Street, Mombasa');
    expect(text).not.toMatch(MISSING);
  }
  for (const text of entered.slice(1, 4))
    for (const detail of ['Kenya', 'Harbour Trust Bank']) expect(text).toContain(detail);
  expect(entered[4]).toContain('You pay Quay Motors Ltd, registration number C.123456.');
  expect(entered[4]).toContain('Your money is held by Harbour Trust Bank.');
});

test('the back office warns until everything is entered, and only an administrator sees the link', async () => {
  const support = await signInAdmin(pool, { role: 'support' });
  const notices = async () => {
    const [mine, other] = [await pageText('/AdminDashboard', admin.cookie), await pageText('/Orders', support.cookie)];
    return [mine, other].map((text) => [/Visitors are told/.test(text), text.includes('Enter the operator’s details')]);
  };
  expect(await notices()).toEqual([
    [true, true],
    [true, false],
  ]);
  await enter({ ...OPERATOR, contact: '' });
  expect((await notices())[0]).toEqual([true, true]);
  await enter(OPERATOR);
  expect(await notices()).toEqual([
    [false, false],
    [false, false],
  ]);
});

test('new receipts name the operator; a change of operator touches no receipt that was issued', async () => {
  const calls = payingCalls(app);
  const buyer = await signIn(pool);
  const cars = await addCars(pool, [
    { make: 'BYD', model: 'Seal', priceCents: 1_000_000 },
    { make: 'BYD', model: 'Han', priceCents: 1_000_000 },
  ]);
  const receiptOf = async (id: number) =>
    (await app.inject({ url: `/api/my-bookings/${id}/receipt`, headers: { cookie: buyer.cookie } })).rawPayload;
  const first = (await calls.buy(buyer, cars[0]!, 10_000)).booking_id;
  const issued = await receiptOf(first);
  expect((await pdfPages(issued)).join('\n')).toContain('The operator has not entered a company name yet.');

  await enter(OPERATOR);
  expect((await receiptOf(first)).equals(issued)).toBe(true);
  const second = (await calls.buy(buyer, cars[1]!, 10_000)).booking_id;
  const text = (await pdfPages(await receiptOf(second))).join('\n');
  for (const words of ['Quay Motors Ltd\n1 Harbour Street\nMombasa', 'C.123456', 'Harbour Trust Bank'])
    expect(text).toContain(words);
});
