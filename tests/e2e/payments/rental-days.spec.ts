import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, expectShown, open, test } from '../../support/journeys/journey.ts';
import { addCar } from '../../support/journeys/journey-cars.ts';
import { fillLoginForm } from '../../support/journeys/journey-login.ts';

const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const calendar = (page: Page) => page.getByRole('region', { name: 'Choose your days' });
const price = (page: Page) => calendar(page).getByRole('status').last();
const dayButton = (page: Page, day: string) => calendar(page).locator(`[data-day="${day}"] button`).first();

/** Shows the month of a day at most two months ahead. */
async function showMonthOf(page: Page, day: string): Promise<void> {
  for (let month = 0; month < 2 && (await dayButton(page, day).count()) === 0; month++)
    await calendar(page).getByRole('button', { name: 'Next month' }).click();
}

test('days are chosen on the page of a car for rent and carried into booking', { tag: '@once' }, async ({
  page,
  browser,
  request,
}) => {
  const owner = await browser.newContext();
  const { id } = await addCar(await owner.newPage(), 'Rent', 45);
  await owner.close();
  // Three days of one month, because the test does not change the month between them.
  const start = Number(dayIn(3).slice(8)) > 25 ? 12 : 3;
  const [first, last] = [dayIn(start), dayIn(start + 2)];

  await open(page, `/rent-car/x-${id}`);
  await calendar(page).scrollIntoViewIfNeeded();
  await expect(calendar(page).getByText('Full days by the clock of the car.', { exact: false })).toBeVisible();
  await showMonthOf(page, first);
  await dayButton(page, first).focus();
  await page.keyboard.press('Enter');
  await expect(price(page)).toContainText('1 day · $45');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(dayButton(page, last)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(price(page)).toContainText('3 days · $135');
  await expect(price(page)).toContainText('Total with tax and one-off fee: $445.80');
  await expectShown(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideways(page);

  await calendar(page).getByRole('link', { name: 'Rent for these days' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  const person = { email: `${randomUUID()}@renters.example`, password: 'a renter of Mombasa' };
  await request.post('/api/register', { data: { ...person, name: 'Amina Otieno', mobileno: '+254712345678' } });
  await fillLoginForm(page, person);
  await expect(page).toHaveURL(`/payment/${id}?from=${first}&to=${last}`);
  await expect(page.getByLabel('First day')).toHaveValue(first);
  await expect(page.getByLabel('Last day')).toHaveValue(last);
});

test('the list requests the days first and carries them to the car, which can be booked without them if they fail to load', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?mode=rent');
  await page.getByLabel('First day').fill(dayIn(20));
  await page.getByLabel('Last day').fill(dayIn(22));
  await expect(page).toHaveURL(new RegExp(`from=${dayIn(20)}&to=${dayIn(22)}`));
  await expect(page.getByLabel('Last day')).toBeFocused();
  const card = page.getByRole('article').first();
  await expect(card).toContainText('3 days · $');
  await expectAccessible(page);
  const total = /3 days · \$[\d,.]+/.exec((await card.textContent()) ?? '')?.[0] ?? '';
  await card.getByRole('link').click();
  await calendar(page).scrollIntoViewIfNeeded();
  await expect(price(page)).toContainText(total);
  await page.goBack();
  await expect(page.getByLabel('First day')).toHaveValue(dayIn(20));

  await page.route('**/booked-days', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('article').nth(1).getByRole('link').click();
  await calendar(page).scrollIntoViewIfNeeded();
  await expect(calendar(page).getByText('The free days couldn’t be loaded.', { exact: false })).toBeVisible();
});
