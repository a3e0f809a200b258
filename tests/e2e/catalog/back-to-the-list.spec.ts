import { expect, type Page } from '@playwright/test';
import { open, ready, test } from '../../support/journeys/journey.ts';

const LIST = '/CarExplore?sort=price-asc&make=BYD&page=2';
const LISTS = [LIST, '/used-cars/byd?page=2'];
const heading = (page: Page) => page.getByRole('heading', { name: 'Vehicle Specifications' });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
/** Position of a card in the window, by which visitors recognize the place. */
const cardTop = (page: Page, path: string) =>
  page
    .locator(`article a[href="${path}"]`)
    .first()
    .evaluate((link) => Math.round(link.getBoundingClientRect().top));

type Car = { path: string; top: number };

/** Scrolls to a card near the end of the list. Returns the car's path and the card's position. */
async function scrollToCar(page: Page): Promise<Car> {
  const card = page.getByRole('article').nth(6);
  await card.evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 200));
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300);
  const path = (await card.getByRole('link').getAttribute('href')) ?? '';
  return { path, top: await cardTop(page, path) };
}

async function openCar(page: Page, { path }: Car): Promise<void> {
  await page.locator(`article a[href="${path}"]`).first().click();
  await heading(page).waitFor();
  await expect.poll(() => scrolled(page)).toBe(0);
}

async function backTo(page: Page, list: string, { path, top }: Car): Promise<void> {
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect.poll(() => cardTop(page, path)).toBe(top);
}

for (const list of LISTS)
  test(`back from a car, also from another site, returns to the same place of ${list}`, { tag: '@once' }, async ({
    page,
  }) => {
    await open(page, list);
    const car = await scrollToCar(page);
    await openCar(page, car);
    await backTo(page, list, car);
    const link = page.locator(`article a[href="${car.path}"]`).first();
    await expect(link, 'the keyboard goes on from there').toBeFocused();
    expect(await cardTop(page, car.path)).toBe(car.top);

    await openCar(page, car);
    await page.goto('about:blank');
    await page.goBack();
    await heading(page).waitFor();
    await ready(page);
    await backTo(page, list, car);
  });

test('back from a car returns to the same place on a wide screen, after a reload and from a document', {
  tag: '@once',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, LIST);
  const car = await scrollToCar(page);
  await openCar(page, car);
  await page.reload();
  await ready(page);
  await heading(page).waitFor();
  await backTo(page, LIST, car);

  await page.goto(car.path);
  await heading(page).waitFor();
  await backTo(page, LIST, car);
});
