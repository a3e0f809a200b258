import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { addCar, currentUser, type JourneyCar } from '../../support/journeys/journey-cars.ts';
import { withDatabase } from '../../support/journeys/journey-database.ts';
import { newAccount, signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { confirmSoon, payBalance } from '../../support/journeys/journey-orders.ts';
import { newTransaction } from '../../support/payments/paying.ts';

const REVIEW_TEXT = 'Clean, full tank.\n<script>document.title = "owned"</script> 很好';

/** Pays for and books one day through the API, then moves the booking into the past. The site then completes it. */
async function rentedOneDay(page: Page, { id, price }: JourneyCar): Promise<void> {
  const user = await currentUser(page);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const total = Math.round((price * 1.08 + 300) * 100) / 100;
  const paid = Math.round(total * 25) / 100;
  const transaction = newTransaction();
  const formData = { upiId: 'amina@bank', email: 'amina@buyers.example' };
  const payment = { user_id: user, listing_id: id, transaction_id: transaction, amount: paid, payment_method: 'upi' };
  const days = { start_date: day(0), end_date: day(1) };
  const answers = [
    await page.request.post('/api/payments', { data: { ...payment, ...days, payment_status: 'success', formData } }),
    await page.request.put(`/api/api/listings/listings/${id}`, { data: { listing_status: 'sold' } }),
    await page.request.post('/api/booking', {
      data: { user_id: user, listing_id: id, transaction_id: transaction, total_price: total, paid_price: paid },
    }),
  ];
  for (const answer of answers) expect(answer.status(), await answer.text()).toBe(200);
  const { items } = await (await page.request.get('/api/my-bookings')).json();
  await payBalance(page.request, items[0].booking_id);
  await confirmSoon(items[0].order_id);
  const past = `with past as (
       update bookings set starts_at = starts_at - interval '9 days', ends_at = ends_at - interval '9 days'
       where user_id = $1 returning payment_id
     ) delete from rental_days where payment_id in (select payment_id from past)`;
  await withDatabase((pool) => pool.query(past, [user]));
  const first = async () => (await (await page.request.get('/api/my-bookings')).json()).items[0].booking_status;
  await expect.poll(first, { timeout: 20_000 }).toBe('completed');
  const status = async () => (await (await page.request.get(`/api/listings/${id}`)).json()).listing_status;
  await expect.poll(status, { timeout: 20_000 }).toBe('active');
}

test('a finished rental is reviewed, the seller replies, and an administrator hides and shows the review', {
  tag: '@once',
}, async ({ page, browser }) => {
  test.setTimeout(120_000);
  const seller = await (await browser.newContext()).newPage();
  const car = await addCar(seller, 'Rent', 60);
  await newAccount(page);
  await rentedOneDay(page, car);

  await open(page, '/Dashboard');
  const row = page.getByRole('article').filter({ hasText: 'Completed' });
  await row.getByRole('button', { name: /^Write a review of / }).click();
  const dialog = page.getByRole('dialog', { name: 'How was the car?' });
  await dialog.getByRole('button', { name: 'Publish review' }).click();
  await expect(dialog.getByText('Choose 1 to 5 stars.')).toBeVisible();
  await expect(dialog.getByText('Write a few words.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await dialog.getByRole('radio', { name: '4 stars' }).check();
  await dialog.getByLabel('Your review').fill(REVIEW_TEXT);
  await dialog.getByRole('button', { name: 'Publish review' }).click();
  await expect(row.getByRole('region', { name: 'Your review' })).toContainText('Clean, full tank.');
  await expect(row.getByRole('button', { name: /^Write a review/ })).toBeHidden();

  // Like the login page; the calls above do not.
  await seller.addInitScript((id) => localStorage.setItem('id', String(id)), car.seller);
  await open(seller, `/rent-car/x-${car.id}`);
  const reviews = seller.getByRole('region', { name: 'Reviews' });
  await expect(reviews).toContainText('4.0 out of 5 from 1 review');
  await expect(reviews).toContainText('Chen W.');
  await expect(reviews).toContainText('<script>document.title = "owned"</script> 很好');
  // Only a reader who reaches the reviews is asked for a reply.
  await reviews.scrollIntoViewIfNeeded();
  await reviews.getByRole('button', { name: 'Reply to the review by Chen W.' }).click();
  const answer = seller.getByRole('dialog', { name: 'Reply to this review' });
  await answer.getByLabel('Your reply').fill('Come again.');
  await answer.getByRole('button', { name: 'Publish reply' }).click();
  await expect(reviews.getByText('Reply from the seller')).toBeVisible();
  await expect(reviews).toContainText('Come again.');
  await expect(reviews.getByRole('button')).toHaveCount(0);
  await expectAccessible(seller);
  await expectNoSideways(seller);
  await seller.context().close();

  await open(page, `/rent-car/x-${car.id}`);
  await expect(page.getByRole('region', { name: 'Reviews' })).toContainText('Come again.');
  await expect(page).not.toHaveTitle('owned');
  await page.goto('/CarExplore?mode=rent&minRating=4');
  await expect(page.locator(`a[href$="-${car.id}"]`).first()).toBeVisible();

  await hideAndShow(page, car.id);
});

/** Hides the review as an administrator and shows it again. */
async function hideAndShow(page: Page, car: number): Promise<void> {
  const alert = (words: string) => page.getByRole('alert').filter({ hasText: words });
  await signInAdminByCall(page);
  await open(page, `/ReviewManagement?search=${car}`);
  const row = page.getByRole('row').filter({ hasText: 'Clean, full tank.' });
  await expect(row).toContainText('On the site');
  await row.getByRole('link', { name: /^View review/ }).click();
  const details = page.getByRole('dialog', { name: /^Review \d+$/ });
  await expect(details).toContainText('<script>document.title = "owned"</script> 很好');
  await expect(details).toContainText('Come again.');
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: /^Hide review/ }).click();
  const hiding = page.getByRole('dialog', { name: /^Hide review/ });
  await hiding.getByRole('button', { name: 'Hide review' }).click();
  await expect(hiding.getByText('Please give a reason.')).toBeVisible();
  await hiding.getByLabel('Reason').fill(REVIEW_TEXT);
  await hiding.getByRole('button', { name: 'Hide review' }).click();
  await expect(alert('The review is hidden.')).toBeVisible();
  await expect(row).toContainText('Hidden');
  // The car page is briefly cached.
  const text = async () => (await page.request.get(`/rent-car/x-${car}`)).text();
  await expect.poll(text).toContain('No reviews yet');

  await open(page, `/ReviewManagement?search=${car}&state=hidden`);
  await row.getByRole('button', { name: /^Show review/ }).click();
  const showing = page.getByRole('dialog', { name: /^Show review/ });
  await showing.getByLabel('Reason').fill('It is about the car.');
  await showing.getByRole('button', { name: 'Show review' }).click();
  await expect(alert('The review is visible again.')).toBeVisible();
  await expect(page.getByText('No reviews found matching the filters')).toBeVisible();
  await expect(page).not.toHaveTitle('owned');
}
