import { expect } from '@playwright/test';
import { paths } from '#paths.ts';
import { expectScreens, open, test } from '../../support/journeys/journey.ts';
import { addCarOf, currentUser } from '../../support/journeys/journey-cars.ts';
import { signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { confirmedAccount } from '../../support/journeys/journey-transfers.ts';
import { mailTo } from '../../support/mail/mail-files.ts';

const NAME = 'Voyah, from $1,237, up to $1,238';

test('a saved search tells of a new car once, in an email and in the header, until one tap stops its emails', {
  tag: '@once',
}, async ({ page }) => {
  const { email } = await confirmedAccount(page);
  await signInAdminByCall(page);
  const seller = await currentUser(page);
  await open(page, `${paths.explore}?minPrice=1237&maxPrice=1238&make=Voyah`);
  await page.getByRole('link', { name: 'Save this search' }).click();
  await expect(page.getByText('No car matches now.')).toBeVisible();
  await page.getByRole('button', { name: 'Save this search' }).click();
  await expect(page.getByRole('link', { name: NAME })).toBeVisible();

  await open(page, `${paths.explore}?minPrice=1237&maxPrice=1238&make=Voyah`);
  await page.getByRole('link', { name: 'Save this search' }).click();
  await expect(page.getByText('You have already saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save this search' })).toHaveCount(0);

  await addCarOf(page, seller, 'Sell', 1_237);
  const mail = await mailTo(email, `A car for your search “${NAME}”`);
  // As after a login with the form, which stores the name in the browser.
  await page.evaluate((id) => {
    localStorage.setItem('id', String(id));
    localStorage.setItem('name', 'Chen Wei');
  }, seller);
  await open(page, paths.home);
  await page.getByRole('link', { name: '1 new notification' }).click();
  await expect(page.getByText(/^New: 2023 Voyah Free .*, \$1,237$/)).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();

  const [, stop = ''] = /^List-Unsubscribe: <(.*)>$/m.exec(mail) ?? [];
  const { pathname, search } = new URL(stop);
  const tap = await page.request.post(pathname + search, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(tap.status()).toBe(200);
  await open(page, paths.savedSearches);
  await expect(page.getByText('Emails are stopped.')).toBeVisible();
  await expectScreens(page, [paths.savedSearches, paths.notifications, paths.notificationSettings]);
});
