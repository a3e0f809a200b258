import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, expectShown, open, tabTo, test } from '../../support/journeys/journey.ts';
import { newAccount, signInAdminByCall } from '../../support/journeys/journey-login.ts';
import { phonePhotos } from '../../support/site/media/generated-photos.ts';

/** Runs if the text is interpreted as markup, a URL or a script. */
const PAYLOAD = `</script><img src=x onerror="window.ran='img'"><svg onload="window.ran='svg'">"'\${window.ran='js'}{{ran}}`;

const unique = (name: string) => `${name} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

type Typed = Record<string, string>;
const CAR = {
  RentSell: 'Sell',
  make: 'Voyah',
  year: '2023',
  mileage: '31800',
  price: '24500',
  condition: 'Good',
  carType: 'suv',
};

/** Submits a listing as a new seller; it waits for review. */
async function sendListing(page: Page, typed: Typed): Promise<number> {
  await newAccount(page);
  const answer = await page.request.post('/api/api/listings/listings', {
    multipart: { ...CAR, location: 'Guangzhou', ...typed },
  });
  const { listing_id: id } = await answer.json();
  if (!id) throw new Error(`creating the listing failed: ${await answer.text()}`);
  return id;
}

const reviewOf = (page: Page, id: number) => open(page, `/Moderation?listing=${id}`);

const toast = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('approving a listing by its shortcut publishes it and shows the next one', { tag: '@once' }, async ({ page }) => {
  const [first, second] = [unique('Dream'), unique('Free')];
  const id = await sendListing(page, { model: first, vin: 'LGXCE4CB5P0123456' });
  await sendListing(page, { model: second });
  await signInAdminByCall(page);
  await reviewOf(page, id);
  await expect(page.getByRole('heading', { name: `2023 Voyah ${first}` })).toBeVisible();
  await expect(page.getByText('Mismatch')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Possible duplicates' })).toBeVisible();
  await expectShown(page);
  await page.keyboard.press('a');
  await toast(page, 'The listing is live.');
  await expect(page).toHaveURL(new RegExp(`listing=(?!${id}$)\\d+$`));
  await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText(new RegExp(first));
  expect((await page.request.get(`/api/listings/${id}`)).ok()).toBe(true);
});

test('a returned listing shows the reasons to its seller', { tag: '@once' }, async ({ page }) => {
  const model = unique('Courage');
  const id = await sendListing(page, { model });
  await signInAdminByCall(page);
  await reviewOf(page, id);
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(`Return 2023 Voyah ${model} to its seller`);
  await dialog.getByRole('button', { name: 'Return with reasons' }).click();
  await expect(dialog.getByText('Please give a reason').first()).toBeVisible();
  await dialog.getByLabel('The VIN is missing or wrong.').check();
  await dialog.getByLabel('In your own words').fill('And a photo of the odometer, please.');
  await dialog.getByRole('button', { name: 'Return with reasons' }).click();
  await toast(page, 'The listing was returned to its seller.');
  await open(page, '/Dashboard');
  await expect(page.getByText('And a photo of the odometer, please.')).toBeVisible();
});

test('an edit conflict can be resolved: only fields without own input are reloaded', { tag: '@once' }, async ({
  page,
  context,
}) => {
  const model = unique('Passion');
  const id = await sendListing(page, { model });
  await signInAdminByCall(page);
  await open(page, `/CarManagement?search=%23${id}`);
  await page.getByRole('link', { name: `Edit 2023 Voyah ${model}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit Car Listing' });
  await form.getByLabel('Price (USD)').fill('23000');
  await form.getByLabel('Location').fill('Mombasa');

  const other = await context.request.put(`/api/listings/${id}`, { data: { year: 2022, location: 'Lagos' } });
  expect(other.ok()).toBe(true);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Someone else has changed this since')).toBeVisible();
  await form.getByRole('button', { name: 'Reload latest' }).click();
  await expect(form.getByText('Location is now: Lagos')).toBeVisible();
  await expect(form.getByLabel('Year')).toHaveValue('2022');
  await expect(form.getByLabel('Location')).toHaveValue('Mombasa');
  await expect(form.getByLabel('Price (USD)')).toHaveValue('23000');
  await form.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Listing updated successfully!');
  await expect(row(page, model)).toContainText('$23,000');
  await expect(row(page, model)).toContainText('Mombasa');
});

test('add, view, delete and restore a listing', { tag: '@once' }, async ({ page }) => {
  const model = unique('Taishan');
  await newAccount(page);
  const { user } = await (await page.request.get('/api/session')).json();
  await signInAdminByCall(page);
  await open(page, '/CarManagement');
  await page.getByRole('button', { name: 'Add Listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Car Listing' });
  await dialog.getByLabel('User ID').fill('someone');
  await dialog.getByRole('button', { name: 'Add Listing' }).click();
  await toast(page, 'Please enter a valid user ID (numeric value).');
  await dialog.getByLabel('User ID').fill(String(user.id));
  await dialog.getByLabel('Make').fill('Voyah');
  await dialog.getByLabel('Model').fill(model);
  await dialog.getByLabel('Year').fill('2024');
  await dialog.getByLabel('Price (USD)').fill('31000.50');
  await dialog.locator('input[type=file]').setInputFiles(await phonePhotos(1));
  await expectShown(page);
  await dialog.getByRole('button', { name: 'Add Listing' }).click();
  await toast(page, 'Listing added successfully!');

  await expect(row(page, model)).toContainText('Active');
  await page.getByRole('link', { name: `View 2024 Voyah ${model}` }).click();
  const details = page.getByRole('dialog', { name: 'Listing Details' });
  await expect(details).toContainText('$31,000.50');
  await expect(details).toContainText('8.00%');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Delete 2024 Voyah ${model}` }).click();
  await expect(page.getByText('Are you sure you want to delete this listing?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Listing deleted successfully');
  await expect(row(page, model)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, model)).toHaveCount(1);
});

test('the list is filtered by its URL, reports empty and invalid results, and works by keyboard', {
  tag: '@once',
}, async ({ page }) => {
  await signInAdminByCall(page);
  await open(page, '/CarManagement?category=suv&status=active&page=2');
  await expect(page.getByRole('table')).toContainText('SUV');
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  await expectNoSideways(page);
  await open(page, '/CarManagement?search=qqqzzz');
  await expect(page.getByText('No listings available')).toBeVisible();
  await open(page, '/CarManagement?edit=nonsense');
  await toast(page, 'Cannot edit listing: Invalid listing data');
  await open(page, '/CarManagement?view=nonsense');
  await toast(page, 'Cannot view listing: Invalid listing data');
  await open(page, '/CarManagement?edit=999999999');
  await toast(page, 'Failed to fetch listing for editing');
  // Another journey deletes and restores a new SUV meanwhile.
  await open(page, '/CarManagement?category=sedan&status=active');
  await tabTo(page, page.getByRole('link', { name: /^View / }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Listing Details' })).toBeVisible();
});

test('seller text is never executed in the back office', { tag: '@once' }, async ({ page }) => {
  const short = PAYLOAD.slice(0, 39);
  const id = await sendListing(page, {
    make: 'Voyah',
    model: `Q${PAYLOAD.slice(0, 70)}`,
    location: PAYLOAD,
    exteriorColor: short,
    interiorColor: short,
    description: `${PAYLOAD}\n[x](javascript:window.ran='link')`,
    modificationDetails: PAYLOAD,
    serviceHistory: '{"modifications":true}',
    availability: PAYLOAD,
    responseTime: PAYLOAD,
  });
  await signInAdminByCall(page);
  await open(page, `/CarManagement?search=%23${id}&edit=${id}`);
  await expect(page.getByRole('dialog').locator('input[value*=onerror]').first()).toBeAttached();
  await reviewOf(page, id);
  await expect(page.getByText('onerror').first()).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog')).toContainText('onerror');
  await page.getByLabel('In your own words').fill(PAYLOAD);
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await toast(page, 'The listing was rejected.');
  await open(page, `/CarManagement?view=${id}`);
  await expect(page.getByRole('dialog').getByText('{{ran}}').first()).toBeAttached();
  expect(await page.evaluate(() => (window as { ran?: string }).ran)).toBeUndefined();
});
