import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, ready, test } from '../../support/journeys/journey.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { phonePhotos } from '../../support/site/media/generated-photos.ts';

/** Throttles uploads: five photos take about three seconds. */
async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: -1,
    uploadThroughput: 100_000,
  });
}

/** Approves a car and, as the office does for a new model, its name. */
async function moderate(page: Page, id: string, model: string): Promise<void> {
  const logins = await readFile(join(process.env.DATA_DIR ?? '', 'first-logins.txt'), 'utf8');
  const [, email, password] = /administrator: (\S+) (\S+)/.exec(logins) ?? [];
  const { request } = page.context();
  await request.post('/api/admin/admin/login', { data: { email, password } });
  const { version } = await (await request.get(`/api/listings/${id}`)).json();
  const decision = { decision: 'approve', version };
  expect((await request.post(`/api/admin/listings/${id}/decision`, { data: decision })).ok()).toBe(true);
  const { names } = await (await request.get('/api/admin/vehicle-names')).json();
  const asked = names.find((name: { model: string | null }) => name.model === model);
  const approval = await request.post(`/api/admin/vehicle-names/${asked.kind}/${asked.id}/approval`, {
    data: { name: model },
  });
  expect(approval.ok()).toBe(true);
}

async function fillBasics(page: Page, model: string): Promise<void> {
  await page.getByLabel('Make', { exact: true }).fill('Voyah');
  await page.getByLabel('Model', { exact: true }).fill(model);
  await page.getByLabel('Year', { exact: true }).fill('2023');
  await page.getByLabel('Mileage', { exact: true }).fill('31,800');
  await page.getByLabel('Price (USD)', { exact: true }).fill('24,500');
  await page.getByLabel('Location', { exact: true }).fill('Guangzhou');
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { name })).toBeVisible();

test(
  'a car listed with five photos over a slow network is in review and can be found once approved',
  { tag: '@once' },
  async ({ page }, info) => {
    test.setTimeout(120_000);
    const model = `Dream ${info.project.name.replace(/\W/g, '')}${Date.now().toString(36)}`;
    await newAccount(page);
    await open(page, '/SellCar');
    await next(page);
    await expect(page.getByText('Please fill this in').first()).toBeVisible();
    await fillBasics(page, model);
    await expectNoSideways(page);
    await next(page);
    await heading(page, 'Car Condition and Specifications');
    await page.getByLabel('Fuel type').selectOption('electric');
    await page.getByLabel('Car type').selectOption('suv');
    await next(page);
    await heading(page, 'Additional Features and Highlights');
    await page.getByLabel('Description').fill('One owner, all papers.');

    await page.waitForResponse((response) => response.url().endsWith('/api/listing-draft') && response.ok());
    await page.reload();
    await ready(page);
    await expect(page.getByLabel('Description')).toHaveValue('One owner, all papers.');
    await next(page);
    await heading(page, 'Photo Upload');
    await slowLine(page);
    await page.locator('input[type=file][multiple]').setInputFiles(await phonePhotos(5));
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(5);
    await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 });
    await page.getByRole('button', { name: 'Make cover: photo 3' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'List My Car' }).click();

    await page.waitForURL('**/Dashboard**', { timeout: 30_000 });
    await expect(page.getByText('Your car listing request has been successfully processed!').first()).toBeVisible();
    const row = page.getByRole('listitem').filter({ hasText: model });
    await expect(row).toContainText('In review');

    const { listings } = await (await page.context().request.get('/api/my-listings')).json();
    const mine = listings.find((listing: { model: string }) => listing.model === model);
    expect(mine.images).toHaveLength(5);
    await moderate(page, String(mine.id), model);
    const found = page.getByRole('link', { name: new RegExp(model) }).first();
    await expect(async () => {
      await open(page, `/CarExplore?q=${encodeURIComponent(`Voyah ${model}`)}`);
      await expect(found).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 10_000 });
    await found.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(model);
  },
);

test('deleting a car by keyboard moves the focus to the list', { tag: '@once' }, async ({ page }) => {
  await newAccount(page);
  const multipart = {
    make: 'Voyah',
    model: 'Dream',
    year: '2023',
    mileage: '1',
    price: '24500',
    location: 'Wuhan',
    condition: 'Good',
    RentSell: 'Sell',
  };
  for (const _ of [1, 2]) {
    expect((await page.context().request.post('/api/listings/listings', { multipart })).ok()).toBe(true);
  }
  await open(page, '/Dashboard');
  const buttons = page.getByRole('button', { name: 'Delete: 2023 Voyah Dream' });
  await buttons.first().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await expect(buttons).toHaveCount(1);
  await expect(page.locator('#my-listings')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(buttons).toBeFocused();
});
