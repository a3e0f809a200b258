import { randomUUID } from 'node:crypto';
import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible, expectShown, open, ready, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { fillLoginForm, newAccount } from '../../support/journeys/journey-login.ts';

const SLOTS = 10;

/** Finds a car that no other test pays for: each test has its own share of the ids. */
async function carFor(page: Page, slot: number): Promise<{ id: number }> {
  for (let pageNumber = 6; pageNumber > 0; pageNumber--) {
    const query = { rentSell: 'Sell', status: 'active', limit: '50', page: String(pageNumber) };
    const answer = await page.request.get('/api/api/listings/listings', { params: query });
    const car = (await answer.json()).listings.find(({ id }: { id: number }) => id % SLOTS === slot);
    if (car) return car;
  }
  throw new Error('no car is left to pay for');
}

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/34');
  await page.getByLabel('CVV').fill('321');
  await page.getByLabel('Name on the card').fill('Amina Otieno');
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm Payment' });
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank You for Your Booking!' });
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });
const bookingsOf = async (page: Page) => (await (await page.request.get('/api/my-bookings')).json()).items;

function countPayments(page: Page): () => number {
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/payments')) sent++;
  });
  return () => sent;
}

test('buy by card: log in, pay once, see the booking, and cancel it for the refund shown', { tag: '@once' }, async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const person = { email: `${randomUUID()}@buyers.example`, password: 'a buyer of Mombasa' };
  await request.post('/api/register', { data: { ...person, name: 'Amina Otieno', mobileno: '+254712345678' } });
  const car = await carFor(page, 1);
  await open(page, `/payment/${car.id}`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await fillLoginForm(page, person);
  await expect(page.getByRole('heading', { name: 'Complete Your Booking' })).toBeVisible();
  await expect(page).toHaveURL(`/payment/${car.id}`);
  await expect(page.getByLabel('Contact email')).toHaveValue(person.email);

  await confirm(page).click();
  for (const words of ['Invalid card number', 'Invalid expiry date (MM/YY)', 'Invalid CVV', 'Name is required'])
    await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expectShown(page);
  await fillCard(page, '4242 4242 4242 4242');
  await expect(page.getByText('Invalid card number')).toBeHidden();
  await expect(page.getByText(/^VIN: ([A-Z0-9]{17}|Not Available)$/)).toBeVisible();
  await expect(
    page.getByText(/^The balance is due 7 days after the booking\. If it isn’t paid 7 days after/),
  ).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const footer = await page.getByRole('contentinfo').boundingBox();
  expect(footer?.height).toBeLessThan(120);

  const sent = countPayments(page);
  // Without it the payment may end before the page is checked.
  const seen = Promise.withResolvers<void>();
  await page.route(/\/api\/payments$/, async (route) => {
    await seen.promise;
    await route.continue();
  });
  await confirm(page).dblclick();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  seen.resolve();
  expect(stored).toContain('"transactionId');
  expect(stored).not.toMatch(/4242 ?4242|cvv|"321\\?"/i);
  await expect(thanks(page)).toBeVisible();
  const after = page.getByRole('region', { name: 'What happens now' });
  await expect(after).toContainText('is due by');
  await expect(after).toContainText('within 3 days of the booking you get everything back');
  await expect(after.getByRole('link', { name: 'Download the receipt (PDF)' })).toBeVisible();
  await expectShown(page);
  await expect(page.getByText('We will get back to you soon!')).toBeVisible();
  await expect(page.getByText(`A confirmation email has been sent to ${person.email}.`)).toBeVisible();
  expect(sent()).toBe(1);
  await page.reload();
  await expect(thanks(page)).toBeVisible();

  await page.getByRole('link', { name: 'My bookings' }).click();
  const row = page.getByRole('article').filter({ hasText: 'Bought on' });
  await expect(row).toContainText('Confirmed');
  const [booking] = await bookingsOf(page);
  await row.getByRole('button', { name: /^Cancel booking for/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog).toContainText('Your refund');
  await expectShown(page);
  await dialog.getByRole('button', { name: /^Cancel and get \$.+ back$/ }).click();
  await expect(row).toContainText('Canceled');
  await expect(row).toContainText(/\$[\d,.]+ (is being|has been) refunded/);
  expect((await bookingsOf(page))[0]).toMatchObject({ id: booking.id, refund: { amount: booking.paid_price } });
});

test('a spinner shows while the car loads, a declined card shows why, and UPI then starts a new payment', {
  tag: '@once',
}, async ({ page }) => {
  await newAccount(page);
  const car = await carFor(page, 2);
  await open(page, `/buy-car/x-${car.id}`);
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(`**/api/api/listings/listings/${car.id}`, async (route) => {
    await seen;
    await route.continue();
  });
  await page.locator(`main a[href="/payment/${car.id}"]:visible`).first().click();
  const loading = page.getByRole('status').filter({ hasText: 'Loading car details...' });
  await expect(loading.locator('.spinner')).toBeVisible();
  await expect(loading.locator('.spinner')).toHaveCSS('animation-iteration-count', '1');
  goOn();
  await expect(page.getByRole('heading', { name: 'Complete Your Booking' })).toBeVisible();
  await expect(loading).toHaveCount(0);

  await fillCard(page, '4000000000000002');
  await confirm(page).click();
  await expect(alert(page, 'Payment failed: The payment was declined. You haven’t been charged.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Payment failed: The payment was declined.')).toBeVisible();

  await page.getByRole('radio', { name: 'UPI' }).check();
  await expect(page.getByLabel('Card number')).toBeHidden();
  await page.getByLabel('UPI ID').fill('amina');
  await confirm(page).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await page.getByLabel('UPI ID').fill('amina@bank');
  await confirm(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(await bookingsOf(page)).toHaveLength(1);
});

test('rent for three days by keyboard, which books the days', { tag: '@once' }, async ({ page, browser }) => {
  test.setTimeout(90_000);
  const office = await (await browser.newContext()).newPage();
  const car = await addCar(office, 'Rent', 60);
  await office.context().close();
  await newAccount(page);
  await open(page, `/payment/${car.id}`);
  const { today } = await (await page.request.get(`/api/listings/${car.id}/booked-days`)).json();
  const dayFrom = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const nextMonth = page.getByRole('button', { name: 'Next month' });
  await expect(nextMonth).toBeVisible();
  await expectShown(page);

  await expect(page.getByLabel('First day'), 'today cannot be canceled').toHaveValue(dayFrom(2));
  await expect(page.getByText(/Free cancellation until 24 hours before/)).toBeVisible();
  await page.locator(`[data-day="${dayFrom(2)}"] button`).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First day')).toHaveValue(dayFrom(1));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Last day')).toHaveValue(dayFrom(3));
  await expect(page.getByText(/^3 days, /)).toBeVisible();
  await expect(page.getByText(/^\$[\d,.]+ × 3 days$/)).toBeVisible();

  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByLabel('PayPal email').fill('amina@pay.example');
  await confirm(page).click();
  await expect(thanks(page)).toBeVisible();
  const [booking] = await bookingsOf(page);
  expect(booking.booking_start_date).toContain(dayFrom(1));
  expect(booking.booking_end_date).toContain(dayFrom(4));

  await page.getByRole('link', { name: 'Rent other days' }).click();
  await expect(page.getByLabel('First day')).toHaveValue(dayFrom(4));
  await ready(page);
  await page.getByLabel('First day').fill(dayFrom(2));
  await expect(page.getByText('One of these days is already booked. Choose other days.')).toBeVisible();
  await expect(page.getByText('Choose your dates to see the total.')).toBeVisible();
  const { days } = await (await page.request.get(`/api/listings/${car.id}/booked-days`)).json();
  expect(days).toEqual([dayFrom(1), dayFrom(2), dayFrom(3)]);
});

test('after the tab is closed mid-payment, another tab continues the same payment', { tag: '@once' }, async ({
  page,
  context,
}) => {
  await newAccount(page);
  const car = await carFor(page, 4);
  await open(page, `/payment/${car.id}`);
  await fillCard(page, '4242424242424242');
  const sending = page.waitForRequest((request) => request.url().endsWith('/api/payments'));
  await confirm(page).click();
  const { transaction_id: sent } = (await sending).postDataJSON();
  const known = async () => (await page.request.get(`/api/my-payments/${sent}`)).status();
  await expect.poll(known, { intervals: [20] }).toBe(200);
  await page.close();

  const other = await context.newPage();
  await open(other, `/payment/${car.id}`);
  await expect(thanks(other)).toBeVisible({ timeout: 20_000 });
  expect(await bookingsOf(other)).toHaveLength(1);
});

test('a payment with a late response is confirmed after a reload and charged once', { tag: '@once' }, async ({
  page,
}) => {
  await newAccount(page);
  const car = await carFor(page, 5);
  await open(page, `/payment/${car.id}`);
  // The server's answer after waiting ten seconds for the provider.
  let isLate = true;
  const answerLate = async (route: Route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: isLate ? { ...answer, progress: 'confirming' } : answer });
  };
  await page.route('**/api/payments', answerLate);
  await page.route('**/api/my-payments/*', answerLate);
  await fillCard(page, '4242424242424242');
  const sent = countPayments(page);
  await confirm(page).click();
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed.' })).toBeVisible();
  await expectAccessible(page);
  isLate = false;
  await page.reload();
  await ready(page);
  await expect(thanks(page)).toBeVisible();
  expect([sent(), (await bookingsOf(page)).length]).toEqual([1, 1]);
});

test('a connection lost mid-payment shows an error, then the confirmed payment', { tag: '@once' }, async ({ page }) => {
  await newAccount(page);
  const car = await carFor(page, 6);
  await open(page, `/payment/${car.id}`);
  let broken = true;
  await page.route('**/api/payments', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.route('**/api/my-payments/*', (route) => (broken ? route.abort() : route.continue()));
  await fillCard(page, '4242424242424242');
  await confirm(page).click();
  await expect(alert(page, 'An unexpected error occurred. Please try again later.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'We can’t connect right now.' })).toBeVisible();
  // The page also polls on its own, so the connection stays broken until the click has sent its request.
  const requested = page.waitForRequest('**/api/my-payments/*');
  await page.getByRole('button', { name: 'Check again now' }).click();
  await requested;
  broken = false;
  await expect(thanks(page)).toBeVisible();
  expect(await bookingsOf(page)).toHaveLength(1);
});

test('unknown and sold cars cannot be paid for, and failed steps after the payment can be retried', {
  tag: '@once',
}, async ({ page }) => {
  await newAccount(page);
  await open(page, '/payment/999999999');
  await expect(page.getByRole('heading', { name: 'Car not found or price unavailable' })).toBeVisible();
  const car = await carFor(page, 7);
  await open(page, `/payment/${car.id}`);
  await page.route(`**/api/api/listings/listings/${car.id}`, async (route) => {
    if (route.request().method() === 'PUT') return route.abort();
    return route.continue();
  });
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await page.getByLabel('PayPal email').fill('amina@pay.example');
  await confirm(page).click();
  await expect(alert(page, 'Payment succeeded, but car status update failed.')).toBeVisible();
  await page.unroute(`**/api/api/listings/listings/${car.id}`);
  await page.route('**/api/booking', (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(alert(page, 'Payment succeeded, but booking record creation failed.')).toBeVisible();
  await page.unroute('**/api/booking');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(thanks(page)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL('/');

  await page.request.post('/api/logout');
  await newAccount(page);
  await open(page, `/payment/${car.id}`);
  await expect(page.getByRole('heading', { name: 'This car has been sold' })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('the page shows the price and says that payment requires JavaScript', { tag: '@once' }, async ({ page }) => {
    await newAccount(page);
    const car = await carFor(page, 8);
    await page.goto(`/payment/${car.id}`);
    await expect(page.getByText('Booking amount, pay now')).toBeVisible();
    await expect(page.getByText(/^Payment requires JavaScript/)).toBeVisible();
    await expect(confirm(page)).toBeHidden();
  });
});
