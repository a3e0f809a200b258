import { expect, type Page } from '@playwright/test';
import { expectAccessible, open, ready, test } from '../../support/journeys/journey.ts';

const row = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('seenCars'));

/** Opens a car of the current list, or of the next one. */
async function view(page: Page, place: number): Promise<string> {
  await page.getByRole('status').filter({ hasText: 'Showing' }).waitFor();
  const path = (await page.getByRole('article').nth(place).getByRole('link').getAttribute('href')) ?? '';
  await page.locator(`article a[href="${path}"]`).first().click();
  await page.getByRole('heading', { name: 'Vehicle Specifications' }).waitFor();
  await expect.poll(() => stored(page)).toContain(path.split('-').at(-1));
  return path;
}

test('cars viewed in this browser are shown newest first while they are public, and can be cleared', {
  tag: '@once',
}, async ({ page }) => {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/listings/cards?')) calls += 1;
  });
  // Other journeys add no cars of this make, which would come first.
  await open(page, '/CarExplore?make=Changan');
  const first = await view(page, 0);
  await page.goBack();
  const second = await view(page, 1);
  await row(page).scrollIntoViewIfNeeded();
  await expect(row(page).locator(`a[href="${first}"]`), 'without the car of the page').toBeVisible();
  await expect(row(page).getByRole('article')).toHaveCount(1);

  await page.evaluate(() => localStorage.setItem('seenCars', `999999,${localStorage.getItem('seenCars')}`));
  calls = 0;
  await open(page, '/');
  await expect(row(page)).toBeAttached();
  expect(calls, 'nothing is loaded before the row is near').toBe(0);
  await row(page).scrollIntoViewIfNeeded();
  await expect(row(page).getByRole('article').first().locator(`a[href="${second}"]`)).toBeVisible();
  await expect(row(page).getByRole('article')).toHaveCount(2);
  expect(await stored(page), 'without the car that nobody may see').not.toContain('999999');
  await expectAccessible(page);

  await row(page).getByRole('button', { name: 'Clear the recently viewed cars' }).click();
  await expect(row(page)).toHaveCount(0);
  expect(await stored(page)).toBeNull();
  await page.reload();
  await ready(page);
  await expect(row(page)).toHaveCount(0);
});
