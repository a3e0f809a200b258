import { expect, type Page } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';
import { signInAdminByCall } from '../../support/journeys/journey-login.ts';

const panel = (page: Page, name: string) => page.getByRole('dialog', { name });
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

test.beforeEach(({ page }) => signInAdminByCall(page));

test('the edit form opened from the car details stays open, and Back returns to the details', { tag: '@once' }, async ({
  page,
}) => {
  await open(page, '/CarManagement?category=suv');
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click();
  const details = panel(page, 'Listing Details');
  const form = panel(page, 'Edit Car Listing');
  const name = await details.getByRole('heading', { level: 3 }).innerText();
  await details.getByRole('link', { name: 'Edit' }).click();
  await form.getByLabel('Location').fill('Mombasa');
  await expect(page).toHaveURL(/category=suv&edit=\d+$/);
  await page.goBack();
  await expect(details.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/CarManagement?category=suv');
  await expect(details).toBeHidden();
});

test('an error toast above an open dialog can be closed without closing the dialog', { tag: '@once' }, async ({
  page,
}) => {
  await open(page, '/CarManagement');
  await page.getByRole('button', { name: 'Add Listing' }).click();
  const dialog = panel(page, 'Add New Car Listing');
  for (const [label, typed] of Object.entries({
    'User ID': '1',
    Make: 'Voyah',
    Model: 'Free',
    Year: '2023',
    Price: '9',
  }))
    await dialog.getByLabel(label).fill(typed);
  await page.route('**/api/listings', (route) => route.abort());
  await dialog.getByRole('button', { name: 'Add Listing' }).click();
  const failed = alert(page, 'Error adding listing');
  await failed.getByRole('button', { name: 'Close' }).click();
  await expect(failed).toHaveCount(0);
  await expect(dialog.getByLabel('Model')).toHaveValue('Free');
});

test('a screen that cannot load shows an error and continues after a retry', { tag: '@once' }, async ({ page }) => {
  await open(page, '/UserManagement');
  const show = page.getByRole('button', { name: 'Show Filters' });
  if (await show.isVisible()) await show.click();
  await page.route('**/api/**', (route) => route.abort());
  await page.getByLabel('Status').selectOption('Active');
  await expect(alert(page, 'We can’t connect right now.')).toBeVisible();
  await page.unroute('**/api/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Demo User' })).toBeVisible();
  await expect(page).toHaveURL('/UserManagement?status=Active');
});
