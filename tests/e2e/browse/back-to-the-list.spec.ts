import { expect, type Page } from '@playwright/test';
import { open, ready, test } from '../../support/journeys/journey.ts';

const LISTS = ['/CarExplore?sort=price-asc&make=BYD&page=2', '/used-cars/byd?page=2'];
const heading = (page: Page) => page.getByRole('heading', { name: 'Vehicle Specifications' });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
/** Where a card is in the window: this is what the visitor recognizes. */
const cardTop = (page: Page, path: string) =>
  page
    .locator(`article a[href="${path}"]`)
    .first()
    .evaluate((link) => Math.round(link.getBoundingClientRect().top));

/** Scrolls to a card near the end of the list and opens its car. Returns the car's path and where its card was. */
async function openCar(page: Page): Promise<{ path: string; top: number }> {
  const card = page.getByRole('article').nth(6);
  await card.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 200));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const link = card.getByRole('link');
  const path = (await link.getAttribute('href')) ?? '';
  const top = await cardTop(page, path);
  await link.click();
  await heading(page).waitFor();
  await expect.poll(() => scrolled(page)).toBe(0);
  return { path, top };
}

for (const list of LISTS) {
  test(`back from a car returns to the same place of ${list}`, async ({ page }) => {
    await open(page, list);
    const { path, top } = await openCar(page);
    await page.goBack();
    await expect(page).toHaveURL(list);
    await expect.poll(() => cardTop(page, path)).toBe(top);
    await expect(page.locator(`article a[href="${path}"]`).first(), 'the keyboard goes on from there').toBeFocused();
    expect(await cardTop(page, path)).toBe(top);
  });

  test(`back from a reloaded car returns to the same place of ${list}`, { tag: '@once' }, async ({ page }) => {
    await open(page, list);
    const { path, top } = await openCar(page);
    await page.reload();
    await ready(page);
    await heading(page).waitFor();
    await page.goBack();
    await expect(page).toHaveURL(list);
    await expect.poll(() => cardTop(page, path)).toBe(top);
  });

  test(`back from another site returns to the same place of ${list}`, { tag: '@once' }, async ({ page }) => {
    await open(page, list);
    const { path, top } = await openCar(page);
    await page.goto('about:blank');
    await page.goBack();
    await heading(page).waitFor();
    await ready(page);
    await page.goBack();
    await expect(page).toHaveURL(list);
    await expect.poll(() => cardTop(page, path)).toBe(top);
  });
}

test('the list that was left as a document comes back where it was', { tag: '@once' }, async ({ page }) => {
  const [list = ''] = LISTS;
  await open(page, list);
  const card = page.getByRole('article').nth(6);
  await card.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 200));
  const path = (await card.getByRole('link').getAttribute('href')) ?? '';
  const top = await cardTop(page, path);
  await page.goto(path);
  await heading(page).waitFor();
  await page.goBack();
  await expect.poll(() => cardTop(page, path)).toBe(top);
});
