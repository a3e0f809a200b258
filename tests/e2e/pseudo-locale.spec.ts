import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { CAR } from '../support/catalog/selling.ts';
import { withoutRuleTexts } from '../support/customs/rule-texts.ts';
import { expectNoSideways, open } from '../support/journeys/journey.ts';
import { acceptContract, payBalanceOf } from '../support/journeys/journey-orders.ts';
import { addCar, answerOf, book, type Car, PERSON, sell, signUp } from '../support/journeys/pseudo-people.ts';
import { type PseudoSite, pseudoTranslation, test } from '../support/journeys/pseudo-site.ts';
import { clipped, untranslated, visibleTexts } from '../support/journeys/visible-text.ts';
import { bookingAmount, CARD } from '../support/payments/paying.ts';
import { type PageData, plain, readPageData, withArticles, wordsIn } from '../support/server/page-data.ts';
import { pdfPages } from '../support/site/documents/pdf-text.ts';

/** Pages that another test of this file opens as well are only there. */
const PUBLIC = [
  ...[
    '/',
    '/CarExplore',
    '/CarExplore?mode=rent&q=777',
    '/CarExplore?make=byd&minPrice=9000',
    '/compare?cars=x,999999',
    '/compare',
    '/verify',
    '/promise',
    '/verify/0000000000',
  ],
  ...['/ComingSoon', '/no-such-page', '/Offline', '/ResetPassword?token=x'],
  ...['/ConfirmEmail?token=x', '/ConfirmNewsletter?token=x', '/Unsubscribe?token=x', '/CancelConsignee?token=x'],
  ...['/used-cars', '/used-cars/byd', '/used-cars/byd?page=2', '/used-cars/nobody', '/used-cars/type/suv'],
  ...['/used-cars/fuel/electric', '/used-cars/province/guangdong', '/used-cars/price/10000-20000'],
  ...['/rent-cars', '/rent-cars/type/suv', '/AboutUs', '/blogs', '/blog/how-to-decode-vin-china'],
];
const ARTICLES = /^\/(AboutUs|blogs?|promise)\b/;
const ACCOUNT = [
  ...['/Dashboard', '/Profile', '/ChangePassword', '/SellCar', '/CarExplore'],
  ...['/my-payouts', '/my-bank-account', '/my-claims', '/conversations', '/ask/office'],
];
const BACK_OFFICE = [
  ...[
    '/AdminDashboard',
    '/CarManagement',
    '/Moderation',
    '/BookingManagement',
    '/Orders',
    '/Orders?queue=balance',
    '/PaymentManagement',
    '/UserManagement',
  ],
  ...[
    '/ReportDesign',
    '/ReviewManagement',
    '/Messages',
    '/Messages?tab=newsletter',
    '/Messages?tab=conversations',
    '/AuditLog',
    '/AdminSecurity',
  ],
  ...[
    '/People',
    '/Approvals',
    '/DataRetention',
    '/SystemStatus',
    '/Operator',
    '/BankAccounts',
    '/OrderTerms',
    '/Payouts',
    '/Claims',
    '/Books',
    '/WatchLists',
    '/VehicleNames',
    '/BankStatements',
    '/BankStatements?tab=import',
  ],
  ...[
    '/ShipmentBoard',
    '/Sailings',
    '/ImportRules',
    '/ImportRules?list=rates',
    '/ImportRules?tab=drafts',
    '/ImportRules?tab=csv',
    '/ImportRules?tab=mistakes',
    '/ImportRules?tab=rechecks',
  ],
];
/** Calls that return the data of the back office. */
const BACK_OFFICE_CALLS = [
  ...[
    'listings/all?limit=50',
    'get-users?page=1',
    'booking?page=1',
    'payments?page=1',
    'admin/reviews',
    'admin/session',
    'admin/sessions',
  ],
  ...['admin/messages', 'admin/subscribers', 'admin/audit', 'admin/moderation', 'admin/people', 'admin/approvals'],
  ...['admin/import-rules', 'import/countries', 'admin/bank-accounts', 'admin/orders', 'ports', 'admin/system-status'],
].map((path) => `/api/${path}`);
/** Texts that a checkout adds for a prohibited car. */
const PROHIBITED = { destination: { country: 'KE' }, buying_for: { name: '很好', country: 'KE' } };
/** Input of the tests, Kenya's port and currency, and the time zone of cars in China. */
const TYPED = [
  ...['KE', 'KES', 'Asia', 'Shanghai'],
  'Mombasa',
  CARD.email,
  CARD.name,
  CARD.cardNumber.slice(-4),
  ...Object.values(CAR),
  ...Object.values(PERSON),
];
/** Stored reasons of an order and of the versions of its terms. */
const REASONS = [
  'A deposit binds, canceling ends with the export papers, and the seller is paid when claims are over.',
  'The deposit was captured.',
  'Bookings made before there were orders.',
  'The terms of a new installation.',
  'Buyers and sellers accept a sales contract.',
  'Rentals have hours with a grace period, and a renter pays the registration fee once a year.',
  'Renters are at least 21 years old and send their driver’s license before the pick-up.',
];
/** Background jobs that may run for the first time after the data was read. */
const JOBS = [
  'destination uses',
  'office reminders',
  'old imports',
  'stock imports',
  'photo fingerprints',
  'refund reminders',
];
const NEXT_YEAR = String(new Date().getUTCFullYear() + 1);
/** The account of the demo, in the groups in which the back office shows it. */
const DEMO_ACCOUNT = 'DEMO 0000 0000 0123 4';
/** The seal of a log, which financial reports print once a log has been sealed. */
const SEAL = /[a-z-]+\s*\/\s*\d+\s*\/\s*(?:[0-9a-f]\s*){64}/g;
/** Numbers and codes of documents, and the address that verifies them. */
const DOCUMENT_DATA = /\bR-\d{4}-\d{6}\b|\b[0-9A-Z]{5}-[0-9A-Z]{5}\b|localhost:\d+\/verify/g;
const DAY_MS = 86_400_000;

/** One server serves all tests of this file. */
test.describe.configure({ mode: 'default', timeout: 240_000 });

test('public pages', async ({ page }) => {
  const [car] = await answerOf(page.request.get('/api/listings/featured'));
  const data = await readPageData(page.request, [`/api/listings/${car.id}`, `/api/listings/${car.id}/related`]);
  const { pathname } = new URL((await page.request.get(`/buy-car/x-${car.id}`)).url());
  for (const path of [...PUBLIC, pathname]) await expectTranslated(page, path, data);
});

test('import rules, landed costs and lists for a destination', async ({ page }) => {
  const [car] = await answerOf(page.request.get('/api/listings/featured'));
  const kenya = 'country=KE&port=KEMBA';
  const data = await readPageData(page.request, [
    `/api/listings/${car.id}`,
    `/api/listings/${car.id}/related`,
    '/api/import/countries',
    ...['KE', 'AE'].flatMap((country) => [
      `/api/import/check?country=${country}`,
      `/api/import/check?country=${country}&on=${dayAfter(0)}`,
      `/api/import/charges?country=${country}&cif=10000&fob=8800&new_price=20000&fuel=petrol&engine_cc=1500&production=2023&first_registration=2023`,
    ]),
    `/api/import/check?${kenya}&listing_id=${car.id}`,
    `/api/landed-cost?${kenya}&listing_id=${car.id}&new_price=5000000&new_price_currency=KES`,
    ...['import/check', 'landed-cost'].map((call) => `/api/${call}?country=UG&listing_id=${car.id}`),
  ]);
  const { pathname } = new URL((await page.request.get(`/buy-car/x-${car.id}`)).url());
  const paths = ['/import', '/import/kenya', '/import/united-arab-emirates', '/import/atlantis', '/CarExplore?to=AE'];
  const figure = 'new_price=5000000&new_price_currency=KES';
  for (const path of [...paths, '/used-cars?to=KE-KEMBA', `${pathname}?to=KE-KEMBA&${figure}`])
    await expectTranslated(page, path, data);
  await expectTranslated(page, `${pathname}?to=UG_Kampala`, data);
  await open(page, `${pathname}?to=KE-KEMBA&${figure}`);
  await page.getByText(/./).and(page.locator('form[method=get] details summary')).click();
  await expectShownTranslated(page, `${pathname}, why the price as new is asked for`, data);
});

test('empty forms, and a wrong password', async ({ page }) => {
  const data = await readPageData(page.request);
  const invalid = page.locator('main [aria-invalid=true]');
  for (const path of ['/login', '/signup', '/forgotpassword', '/ContactUs', '/SellCar', '/AdminLogin']) {
    await expectTranslated(page, path, data);
    await page.locator('main form button:not([type=button])').last().click();
    await expect(invalid.first()).toBeVisible();
    expect.soft(untranslated(await visibleTexts(page), data), `not translated on ${path}, sent empty`).toEqual([]);
  }
  await open(page, '/login');
  await page.locator('main input[type=email]').fill('amina@buyers.example');
  await page.locator('main input[type=password]').fill('wrong password');
  await page.locator('main form button:not([type=button])').last().click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  expect.soft(untranslated(await visibleTexts(page), data)).toEqual([]);
});

test('pages of an account with listings, bookings and favorites', async ({ page, site }) => {
  await signUp(page.request);
  const car = await addCar(page.request, site, 'Rent', 60);
  const sold = await addCar(page.request, site, 'Sell', 15_000);
  const other = await addCar(page.request, site, 'Sell', 15_000);
  await sell(page.request);
  await book(page.request, car, { start_date: dayAfter(0), end_date: dayAfter(1) });
  const { booking_id: booking, order_id: order } = await book(page.request, sold, PROHIBITED);
  await acceptContract(page.request, order);
  await page.request.put(`/api/favourites/${other.id}`);
  const calls = ['/api/get-profile', '/api/my-bookings', '/api/my-listings', '/api/sessions', '/api/favourites'];
  calls.push(`/api/orders/${order}/contract`, `/api/orders/${order}`);
  const ofCar = ({ id }: Car) => [`/api/listings/${id}`, `/api/listings/${id}/related`];
  const { items } = await answerOf(page.request.get('/api/orders'));
  const numbers: string[] = items.map(({ number }: { number: string }) => number);
  const read = [...calls, ...[car, sold, other].flatMap(ofCar)];
  const data = await readPageData(page.request, read, [...TYPED, ...numbers, DEMO_ACCOUNT]);
  const orders = [
    `/my-orders/${order}`,
    `/my-orders/${order}/consignee`,
    `/my-orders/${order}/transport`,
    `/contracts/${order}`,
    `/my-orders/${order}/pay`,
    '/my-orders/999999',
  ];
  for (const path of [...ACCOUNT, `/BookingImport/${booking}`, ...orders]) await expectTranslated(page, path, data);
  for (const step of [2, 3, 4]) await expectTranslated(page, `/SellCar?step=${step}`, data);
  for (const { id, offer } of [car, sold])
    await expectTranslated(page, `/${offer === 'Rent' ? 'rent' : 'buy'}-car/x-${id}`, data);
  await expectTranslated(page, `/payment/${car.id}`, data);
  await expectTranslated(page, `/payment/${other.id}`, data);
  await expectTranslated(page, `/payment/${other.id}/transfer`, data);
});

test('back office', async ({ page, site }) => {
  await signUp(page.request);
  await sell(page.request);
  const car = await addCar(page.request, site, 'Sell', 9_000);
  const { order_id: order } = await book(page.request, car, PROHIBITED);
  const read = [...BACK_OFFICE_CALLS, `/api/admin/orders/${order}`];
  const data = await readPageData(page.request, read, [...TYPED, DEMO_ACCOUNT, ...REASONS, ...JOBS, NEXT_YEAR]);
  for (const path of BACK_OFFICE) await expectTranslated(page, path, data);
  const [booking] = (await answerOf(page.request.get('/api/booking?page=1'))).items;
  const [payment] = (await answerOf(page.request.get('/api/payments?page=1'))).items;
  for (const path of [
    `/CarManagement?view=${car.id}`,
    `/CarManagement?edit=${car.id}`,
    `/BookingManagement?view=${booking.id}`,
    `/BookingManagement?edit=${booking.id}`,
    `/PaymentManagement?view=${payment.id}`,
    `/Orders?view=${order}`,
    `/UserManagement?view=1`,
    `/UserManagement?edit=1`,
  ])
    await expectTranslated(page, path, data);
});

test('a claim as its buyer, its seller and the office see it', async ({ page, site }) => {
  const seller = await signUp(page.request);
  const car = await addCar(page.request, site, 'Sell', 15_000, seller.id);
  await signUp(page.request);
  const { order_id: order } = await book(page.request, car);
  await payBalanceOf(page.request, order);
  const about = [`/api/orders/${order}`, `/api/orders/${order}/timeline`, `/api/listings/${car.id}`];
  const facts = async (paths: string[]) => readPageData(page.request, [...about, ...paths], [...TYPED, DEMO_ACCOUNT]);
  await open(page, `/my-orders/${order}`);
  await page.getByRole('button', { name: pseudoTranslation('Report a problem'), exact: true }).click();
  await expect(page.getByRole('dialog').locator('textarea')).toBeVisible();
  await expectShownTranslated(page, `/my-orders/${order}`, await facts([]));
  const report = { kind: 'damaged', key: randomUUID(), text: '很好' };
  const { claim } = await answerOf(page.request.post(`/api/orders/${order}/claims`, { multipart: report }));
  const read = [`/api/claims/${claim.id}`];
  for (const path of [`/my-orders/${order}`, `/my-claims/${claim.id}`, '/my-claims'])
    await expectTranslated(page, path, await facts(read));
  await answerOf(page.request.post('/api/login', { data: seller }));
  const sellers = await readPageData(page.request, [...read, `/api/orders/${order}/timeline`], TYPED);
  for (const path of [`/my-orders/${order}`, `/my-claims/${claim.id}`]) await expectTranslated(page, path, sellers);
  const office = await readPageData(page.request, [...BACK_OFFICE_CALLS, `/api/admin/claims/${claim.id}`], TYPED);
  await expectTranslated(page, `/Claims?view=${claim.id}`, office);
});

test('emails', async ({ request, site }) => {
  const { email, password } = await signUp(request);
  const [, wanted, given] = [email, `${randomUUID()}@buyers.example`, 'another password 8'];
  await request.post('/api/password-reset', { data: { email } });
  const car = await addCar(request, site, 'Sell', 12_000);
  const booking = await book(request, car, PROHIBITED);
  await answerOf(
    request.post(`/api/my-bookings/${booking.booking_id}/cancel`, { data: { refund: bookingAmount(12_000) } }),
  );
  for (const decision of ['approve', 'return', 'reject']) {
    const { id } = await sell(request);
    await answerOf(
      request.post(`/api/admin/listings/${id}/decision`, { data: { decision, version: 1, reasons: ['很好'] } }),
    );
  }
  await answerOf(
    request.post('/api/update-profile', { data: { name: PERSON.name, mobile: PERSON.mobileno, email: wanted } }),
  );
  await answerOf(request.post('/api/change-password', { data: { opass: password, npass: given, cpass: given } }));
  await answerOf(request.post('/api/delete-account', { data: { password: given } }));
  await answerOf(request.post('/api/newsletter', { data: { email: wanted } }));
  const message = { from_name: PERSON.name, from_email: wanted, subject: '很好', message: '很好很好很好很好很好很好' };
  await answerOf(request.post('/api/contact', { data: message }));
  await expect.poll(async () => (await mailsOf(site)).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(12);
  const mails = await mailsOf(site);
  const data = await readPageData(request, BACK_OFFICE_CALLS, TYPED);
  for (const { name, text } of mails) expect.soft(untranslated([withoutRuleTexts(text)], data), name).toEqual([]);
});

test('documents and CSV files', async ({ request, site }) => {
  await signUp(request);
  const sale = await book(request, await addCar(request, site, 'Sell', 12_000), PROHIBITED);
  const days = { start_date: dayAfter(0), end_date: dayAfter(1) };
  const rental = await book(request, await addCar(request, site, 'Rent', 70), days);
  const receipts = [sale, rental].map(({ booking_id: id }) => `/api/my-bookings/${id}/receipt`);
  const numbers = [sale, rental].map(({ booking_id: id }) => String(id).padStart(8, '0'));
  const data = await readPageData(request, [...BACK_OFFICE_CALLS, '/api/my-bookings'], [...TYPED, ...numbers]);
  const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth() + 1];
  const reports = ['overall', 'sales', 'rentals', 'financials', 'customerfeedback'].map(
    (type) => `/api/reports?reportScope=monthly&reportType=${type}&year=${year}&month=${month}`,
  );
  for (const path of [...receipts, ...reports]) {
    const answer = await request.get(path);
    expect(answer.headers()['content-type'], path).toBe('application/pdf');
    const texts = (await pdfPages(await answer.body())).map((text) =>
      withoutRuleTexts(text.replace(DOCUMENT_DATA, '')).replace(SEAL, ''),
    );
    expect.soft(untranslated(texts, data), path).toEqual([]);
  }
  for (const table of [
    'listings',
    'moderation',
    'users',
    'bookings',
    'payments',
    'reviews',
    'messages',
    'subscribers',
    'audit',
  ]) {
    const [head = ''] = (await (await request.get(`/api/admin/${table}/csv`)).text()).split('\n');
    expect.soft(untranslated([head], data), table).toEqual([]);
  }
});

test('untranslated and clipped find hard-coded and overflowing text', async ({ page }) => {
  const data = await readPageData(page.request);
  await page.setContent('<p>Šéľľ BYD ١٢</p><button style="width: 3rem" title="Sell 98765">Immeasurable</button>');
  const found = untranslated(await visibleTexts(page), data).map((text) => text.split(' ')[0]);
  expect(found).toEqual(['Immeasurable', 'Sell', '98765']);
  expect(await clipped(page)).toHaveLength(1);
});

async function expectTranslated(page: Page, path: string, data: PageData): Promise<void> {
  await open(page, path);
  await expectShownTranslated(page, path, data);
}

/** Checks the current content of an open page, such as a dialog. */
async function expectShownTranslated(page: Page, path: string, data: PageData): Promise<void> {
  const { texts, words } = ARTICLES.test(path) ? withArticles(data) : data;
  const known = { texts, words: new Set([...words, ...wordsIn(decodeURIComponent(path))]) };
  const shown = (await visibleTexts(page)).map((text) => (texts.has(plain(text)) ? text : withoutRuleTexts(text)));
  expect.soft(untranslated(shown, known), `not translated on ${path}`).toEqual([]);
  expect.soft(await clipped(page), `clipped on ${path}`).toEqual([]);
  await expectNoSideways(page);
}

const dayAfter = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** The subject and text of each email that the site wrote to a file. */
async function mailsOf({ dataDir }: PseudoSite) {
  const folder = join(dataDir, 'mails');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort();
  return Promise.all(
    names.map(async (name) => {
      const [head = '', ...body] = (await readFile(join(folder, name), 'utf8')).split('\n\n');
      const links = /https?:\/\/\S+|\S+@\S+\.example/g;
      const text = `${/^Subject: (.*)$/m.exec(head)?.[1]}\n${body.join('\n\n')}`.replace(links, '');
      return { name, text };
    }),
  );
}
