import { expect, type Page } from '@playwright/test';
import { expectAccessible, open, ready, test } from '../../support/journeys/journey.ts';

const row = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('seenCars'));

async function view(page: Page, place: number): Promise<string> {
  await open(page, '/CarExplore');
  const link = page.getByRole('article').nth(place).getByRole('link');
  const path = (await link.getAttribute('href')) ?? '';
  await link.click();
  await page.getByRole('heading', { name: 'Vehicle Specifications' }).waitFor();
  await expect.poll(() => stored(page)).toContain(path.split('-').at(-1));
  return path;
}

test('cars viewed in this browser are shown newest first, and can be cleared', { tag: '@once' }, async ({ page }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/listings/cards?')) calls += 1;
  });
  const first = await view(page, 0);
  const second = await view(page, 1);
  await row(page).scrollIntoViewIfNeeded();
  await expect(row(page).locator(`a[href="${first}"]`), 'without the car of the page').toBeVisible();
  await expect(row(page).getByRole('article')).toHaveCount(1);

  calls = 0;
  await open(page, '/');
  await expect(row(page)).toBeAttached();
  expect(calls, 'nothing is loaded before the row is near').toBe(0);
  await row(page).scrollIntoViewIfNeeded();
  await expect(row(page).getByRole('article').first().locator(`a[href="${second}"]`)).toBeVisible();
  await expect(row(page).getByRole('article')).toHaveCount(2);
  await expectAccessible(page);

  await row(page).getByRole('button', { name: 'Clear the recently viewed cars' }).click();
  await expect(row(page)).toHaveCount(0);
  expect(await stored(page)).toBeNull();
  await page.reload();
  await ready(page);
  await expect(row(page)).toHaveCount(0);
});

test('cars that are no longer public drop out', { tag: '@once' }, async ({ page }) => {
  const path = await view(page, 0);
  await page.evaluate(() => localStorage.setItem('seenCars', `999999,${localStorage.getItem('seenCars')}`));
  await open(page, '/');
  await row(page).scrollIntoViewIfNeeded();
  await expect(row(page).locator(`a[href="${path}"]`)).toBeVisible();
  expect(await stored(page)).toBe(path.split('-').at(-1));
});
