import { randomUUID } from 'node:crypto';
import { expect, type Page, type Request } from '@playwright/test';
import { orderNumber } from '#features/orders/orders/model/order.ts';
import { paths, TOKEN_PAGES } from '#paths.ts';
import { open, test } from '../../support/journeys/journey.ts';
import { addCar, currentUser } from '../../support/journeys/journey-cars.ts';
import { withDatabase } from '../../support/journeys/journey-database.ts';
import { newAccount, signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { bookByUpi } from '../../support/journeys/journey-orders.ts';
import { confirmedAccount } from '../../support/journeys/journey-transfers.ts';
import { linkIn, mailTo } from '../../support/mail/mail-files.ts';

const NEW_PASSWORD = 'quay of Guangzhou';
const address = () => `${randomUUID()}@readers.example`;
const posted = async (page: Page, path: string, data: object, method = 'POST') => {
  const response = await page.request.fetch(path, { method, data });
  const { flag = '1', message } = await response.json();
  expect([response.status(), flag], `${path}: ${message}`).toEqual([200, '1']);
};

type Kind = {
  link: string;
  /** The button that acts, and what the page shows when it has acted. */
  button: string;
  done: string;
  /** Fields to fill before the button is pressed. */
  fields?: string[];
};

/** Returns the link of an email on which a pattern matches, in the text version. */
const linkOf = (mail: string, pattern: RegExp) => {
  const url = new URL(pattern.exec(mail)?.[0] ?? 'none:');
  return url.pathname + url.search;
};

async function accountKinds(page: Page): Promise<Kind[]> {
  const { email } = await newAccount(page);
  const confirm = linkIn(await mailTo(email, 'Confirm your email address'));
  await posted(page, '/api/password-reset', { email });
  const reset = linkIn(await mailTo(email, 'Set a new password'));
  return [
    { link: confirm, button: 'Confirm address', done: 'Your email address is confirmed.' },
    {
      link: reset,
      button: 'Set new password',
      done: 'Log In',
      fields: ['New password', 'Confirm new password'],
    },
  ];
}

async function ownChange(page: Page): Promise<Kind[]> {
  const { email, password } = await confirmedAccount(page);
  const id = await currentUser(page);
  const next = address();
  await posted(page, '/api/update-profile', { id, name: 'Chen Wei', email: next, mobile: '+8613800138000', password });
  return [
    {
      link: linkIn(await mailTo(next, 'Confirm your new email address')),
      button: 'Confirm address',
      done: 'Your email address is confirmed.',
    },
    {
      link: linkIn(await mailTo(email, 'Your email address is about to change')),
      button: 'Restore my address',
      done: 'Your email address is restored',
    },
  ];
}

/** A change by support, which the old address is asked to agree to. Leaves the page logged in as administrator. */
async function changeBySupport(page: Page): Promise<Kind[]> {
  const { email } = await confirmedAccount(page);
  const id = await currentUser(page);
  await page.context().clearCookies();
  await signInAdminByCall(page);
  await posted(page, '/api/update-profile', { id, name: 'Chen Wei', email: address(), mobile: '+8613800138000' });
  const mail = await mailTo(email, 'Your email address is about to change');
  return [{ link: linkOf(mail, /https?:\S+agree=1/), button: 'I agree', done: 'Thank you. The address changes' }];
}

async function invitation(page: Page): Promise<Kind[]> {
  const email = `${randomUUID()}@office.example`;
  await posted(page, '/api/admin/people', { name: 'Wanjiru', email, role: 'support' });
  return [
    {
      link: linkIn(await mailTo(email, 'You are invited to the CarQuay back office')),
      button: 'Set password',
      done: 'Your password is set.',
      fields: ['New password', 'Confirm new password'],
    },
  ];
}

async function newsletter(page: Page): Promise<Kind[]> {
  const [reader, other] = [address(), address()];
  await posted(page, '/api/newsletter', { email: reader });
  await posted(page, '/api/newsletter', { email: other });
  const confirmation = async (email: string) => linkIn(await mailTo(email, 'Confirm your newsletter subscription'));
  const token = new URL(await confirmation(other), 'http://here').searchParams.get('token');
  await posted(page, '/api/newsletter/confirm', { token });
  return [
    {
      link: await confirmation(reader),
      button: 'Confirm my subscription',
      done: 'You’re subscribed to our newsletter.',
    },
    {
      link: linkIn(await mailTo(other, 'You’re subscribed')),
      button: 'Unsubscribe',
      done: 'You’ve unsubscribed',
    },
  ];
}

async function consigneeChange(page: Page): Promise<Kind[]> {
  const { id: car } = await addCar(page, 'Sell', 20_000);
  const { email, password } = await newAccount(page);
  const order = await bookByUpi(page, car, 20_000, email);
  const consignee = {
    name: 'Kamau Imports Ltd',
    address: 'Moi Avenue 4\nMombasa',
    country: 'CN',
    phone: '+254 712 345678',
    id_number: 'P051234567X',
    notify_party: '',
  };
  const path = `/api/orders/${order}/consignee`;
  await posted(page, `${path}/code`, consignee);
  const [, code] =
    /Your code is\D+(\d{6})/.exec(await mailTo(email, `Your code for order ${orderNumber(order)}`)) ?? [];
  await posted(page, path, { ...consignee, password, code }, 'PUT');
  const link = linkIn(await mailTo(email, `Order ${orderNumber(order)}: another consignee was named`));
  return [{ link, button: 'Cancel this change', done: 'The change is canceled.' }];
}

async function savedSearch(page: Page): Promise<Kind[]> {
  const [reader, other] = [address(), address()];
  for (const email of [reader, other])
    await posted(page, '/api/saved-searches', { query: '?make=BYD&year=1999', rhythm: 'daily', email });
  const confirmation = async (email: string) => linkIn(await mailTo(email, 'Confirm your saved search'));
  const token = new URL(await confirmation(other), 'http://here').searchParams.get('token');
  const { key } = await (await page.request.post('/api/notifications/confirm', { data: { token } })).json();
  return [
    { link: await confirmation(reader), button: 'Confirm my address', done: 'Your address is confirmed.' },
    { link: `${paths.stopAlerts}?token=${key}`, button: 'Stop emails', done: 'You get no more of these emails.' },
  ];
}

/** Returns everything that a link of this journey could change. */
const state = () =>
  withDatabase(async (pool) => {
    const rows: Record<string, unknown> = {};
    for (const table of ['account_links', 'email_undos', 'consignee_links', 'admin_invitations'])
      rows[table] = (await pool.query(`select encode(token_hash, 'hex') as hash from ${table}`)).rows;
    rows.users = (await pool.query('select id, email, pending_email, status, password_hash, version from users')).rows;
    rows.admins = (await pool.query('select id, password_hash from admins')).rows;
    rows.subscribers = (await pool.query('select email, confirmed_at from newsletter_subscribers')).rows;
    rows.alerts = (await pool.query('select id, confirmed_at from notification_people where user_id is null')).rows;
    rows.choices = (await pool.query('select person_id, kind, email from notification_choices')).rows;
    rows.consignees = (await pool.query('select id, canceled_at from consignees')).rows;
    return rows;
  });

/** Opens a link as mail scanners and link previews do, and in a browser that runs the scripts of the page. */
async function scan(page: Page, link: string): Promise<void> {
  const { request } = page;
  const headers = { 'sec-purpose': 'prefetch', purpose: 'prefetch' };
  expect((await request.head(link)).status(), link).toBe(200);
  expect((await request.get(link)).status(), link).toBe(200);
  expect((await request.get(link, { headers })).status(), link).toBe(200);
  const sent: string[] = [];
  const note = (sending: Request) => {
    const reads = ['GET', 'HEAD'].includes(sending.method()) || sending.url().endsWith('/api/reset-password/check');
    if (!reads) sent.push(`${sending.method()} ${sending.url()}`);
  };
  page.on('request', note);
  await open(page, link);
  await page.mouse.wheel(0, 2_000);
  await page.waitForTimeout(500);
  page.off('request', note);
  expect(sent, link).toEqual([]);
}

test('opening an emailed link changes nothing, with or without scripts; the button of its page acts', {
  tag: '@once',
}, async ({ page, browser }) => {
  const kinds = [
    ...(await savedSearch(page)),
    ...(await accountKinds(page)),
    ...(await ownChange(page)),
    ...(await newsletter(page)),
    ...(await consigneeChange(page)),
    ...(await changeBySupport(page)),
    ...(await invitation(page)),
  ];
  const pages = new Set(kinds.map(({ link }) => link.replace(/\?.*/, '')));
  expect([...pages].sort(), 'the pages with a secret in their address').toEqual([...TOKEN_PAGES].sort());

  const before = await state();
  const scanner = await browser.newContext();
  const reader = await scanner.newPage();
  for (const { link } of kinds) for (const opened of [reader, page]) await scan(opened, link);
  const after = await state();
  for (const [table, rows] of Object.entries(before))
    expect(after[table], table).toEqual(expect.arrayContaining(rows as []));

  for (const { link, button, done, fields = [] } of kinds) {
    await open(reader, link);
    for (const field of fields) await reader.getByLabel(field, { exact: true }).fill(NEW_PASSWORD);
    await reader.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await expect(reader.getByText(done).first(), link).toBeVisible();
  }
  await scanner.close();
});

test('a mail client unsubscribes with one POST, and its GET only shows the page', { tag: '@once' }, async ({
  page,
}) => {
  const [, unsubscribe] = await newsletter(page);
  const link = unsubscribe?.link ?? '';
  expect(link).toContain(paths.unsubscribe);
  const token = new URL(link, 'http://here').searchParams.get('token');
  const count = () =>
    withDatabase(async (pool) => {
      const { rowCount } = await pool.query('select from newsletter_subscribers where unsubscribe_token = $1', [token]);
      return rowCount;
    });
  await page.request.get(link);
  await page.request.head(link);
  expect(await count()).toBe(1);
  await page.request.post(link, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(await count()).toBe(0);
});
