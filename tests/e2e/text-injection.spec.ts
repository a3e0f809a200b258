import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible, open, test } from '../support/journeys/journey.ts';
import { addCar, currentUser } from '../support/journeys/journey-cars.ts';
import { signInAdminByCall } from '../support/journeys/journey-login.ts';
import { payBalance, readyForHandover } from '../support/journeys/journey-orders.ts';
import { bookingAmount, newTransaction, totalOf } from '../support/payments/paying.ts';
import { pdfPages } from '../support/site/documents/pdf-text.ts';

const PRICE = 20_000;
const mark = randomUUID().slice(0, 8);
/** Runs if the text is interpreted as markup, a URL or a script. */
const SHORT = `"><img src=x onerror=alert(1)><svg onload=alert(2)>\${alert(3)}${mark}`;
const LONG = `</script><script>alert(4)</script>${SHORT}'; alert(5); // [x](javascript:alert(6)) javascript:alert(7)`;
/** The closest to the payload that an email address allows. */
const EMAIL = `'-\${window.ran='mail'}-{{onerror}}-'${mark}@buyers.example`;
const READER = `o'onerror+${mark}@readers.example`;

type Stored = { car: number; user: number; booking: number; payment: number; transaction: string; review: number };

async function sent<Answer>(answering: ReturnType<Page['request']['post']>): Promise<Answer> {
  const answer = await answering;
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Answer;
}

/** Stores the payloads as a subscriber, a visitor, a seller, and a buyer who pays, books and reviews. */
async function storeEverywhere(page: Page, browser: Browser): Promise<Stored> {
  const { request } = page;
  await sent(request.post('/api/newsletter', { data: { email: READER } }));
  const letter = { from_name: SHORT, from_email: EMAIL, subject: SHORT, message: LONG };
  await sent(request.post('/api/contact', { data: letter }));
  const seller = await (await browser.newContext()).newPage();
  const { id: car } = await addCar(seller, 'Sell', PRICE);
  await sent(seller.request.put(`/api/listings/${car}`, { data: { model: SHORT.slice(0, 80), location: SHORT } }));

  const person = { email: EMAIL, password: 'a buyer of Mombasa' };
  await sent(request.post('/api/register', { data: { ...person, name: SHORT, mobileno: '+254712345678' } }));
  await sent(request.post('/api/login', { data: person }));
  const user = await currentUser(page);
  const transaction = newTransaction();
  const call = { user_id: user, listing_id: car, transaction_id: transaction };
  const paid = { amount: bookingAmount(PRICE), payment_method: 'upi', formData: { upiId: 'amina@bank', email: EMAIL } };
  await sent(request.post('/api/payments', { data: { ...call, ...paid } }));
  const progress = async () => (await (await request.get(`/api/my-payments/${transaction}`)).json()).progress;
  await expect.poll(progress).toBe('authorised');
  await sent(request.put(`/api/listings/listings/${car}`, { data: { listing_status: 'sold' } }));
  const sums = { total_price: totalOf(PRICE), paid_price: paid.amount };
  const booked = await sent<{ booking_id: number; order_id: number }>(
    request.post('/api/booking', { data: { ...call, ...sums } }),
  );

  await payBalance(request, booked.booking_id);
  await readyForHandover(booked.order_id);
  await signInAdminByCall(page);
  const seen = await (await request.get(`/api/booking/${booked.booking_id}`)).json();
  await sent(request.put(`/api/booking/${seen.booking_id}`, { data: { ...seen, booking_status: 'completed' } }));
  await sent(request.post('/api/reviews', { data: { booking_id: seen.booking_id, rating: 1, text: LONG } }));
  const { items } = await (await request.get(`/api/listings/${car}/reviews`)).json();
  const review = items[0].review_id;
  await sent(seller.request.post(`/api/reviews/${review}/reply`, { data: { text: `Answer ${LONG}` } }));
  for (const action of ['hide', 'show']) {
    await sent(request.post(`/api/admin/reviews/${review}/${action}`, { data: { reason: LONG } }));
  }
  await seller.context().close();
  return { car, user, booking: seen.booking_id, payment: seen.payment_id, transaction, review };
}

/** Checks that no injected element exists. Unexecuted scripts prove nothing, because the policy alone prevents them. */
async function expectOnlyText(page: Page): Promise<void> {
  await expect(
    page.locator('img[src="x"], [onerror], [onload], [href^="javascript:" i], [src^="javascript:" i]'),
  ).toHaveCount(0);
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined();
}

test('user text is shown as text on every back-office screen and in reports and CSV files', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  const dialogMessages: string[] = [];
  page.on('dialog', (dialog) => {
    dialogMessages.push(dialog.message());
    return dialog.dismiss();
  });
  const { car, user, booking, payment, transaction, review } = await storeEverywhere(page, browser);
  const screens: [path: string, shown: string[]][] = [
    [`/UserManagement?search=${mark}`, [SHORT, EMAIL]],
    [`/UserManagement?search=${mark}&view=${user}`, [SHORT, EMAIL]],
    [`/UserManagement?search=${mark}&edit=${user}`, [SHORT]],
    [`/AuditLog?subject=review&subjectId=${review}`, [LONG]],
    [`/AuditLog?subject=listing&subjectId=${car}`, [SHORT]],
    [`/Messages?search=${mark}`, [SHORT]],
    [`/Messages?tab=newsletter&search=${mark}`, [READER]],
    [`/ReviewManagement?search=${car}`, [SHORT]],
    [`/ReviewManagement?search=${car}&view=${review}`, [LONG, `Answer ${LONG}`]],
    [`/PaymentManagement?search=${transaction}`, [transaction]],
    [`/PaymentManagement?search=${transaction}&view=${payment}`, [EMAIL]],
    [`/BookingManagement?search=${transaction}&view=${booking}`, [transaction]],
    [`/CarManagement?search=%23${car}&view=${car}`, [SHORT]],
    ['/AdminDashboard', ['Recent Transactions']],
  ];
  for (const [path, shown] of screens) {
    await open(page, path);
    for (const words of shown) await expect(page.getByRole('main'), `${path}: ${words}`).toContainText(words);
    await expectOnlyText(page);
  }
  await open(page, `/Messages?search=${mark}`);
  await page.getByRole('link', { name: /View/ }).first().click();
  await expect(page.getByRole('dialog', { name: 'Message' })).toContainText(LONG);
  await expectOnlyText(page);
  await expectAccessible(page);

  const now = new Date();
  const month = `reportScope=monthly&year=${now.getUTCFullYear()}&month=${now.getUTCMonth() + 1}`;
  const feedback = await (await page.request.get(`/api/reports?${month}&reportType=customerfeedback`)).body();
  const pdfText = (await pdfPages(feedback)).join('').replace(/\s+/g, '');
  expect(pdfText).toContain(SHORT.replace(/\s+/g, ''));
  expect(feedback.toString('latin1')).not.toMatch(/\/JavaScript|\/Launch/);
  const tables = ['users', 'reviews', 'messages', 'subscribers', 'audit', 'listings'];
  for (const path of [...tables.map((name) => `admin/${name}/csv`), `reports/csv?${month}&reportType=overall`]) {
    const answer = await page.request.get(`/api/${path}`);
    expect(answer.headers(), path).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment;/),
      'x-content-type-options': 'nosniff',
    });
    expect(await answer.text(), path).toContain(path.startsWith('reports') ? transaction : mark);
  }
  expect(dialogMessages).toEqual([]);
});
