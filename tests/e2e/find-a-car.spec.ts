import { expect } from '@playwright/test';
import { expectAccessible, open, ready, tabTo, test } from '../support/journeys/journey.ts';

type Shared = { url: string };
declare global {
  interface Window {
    shared?: Shared;
  }
}

test('search, filter, open, share and go back by keyboard only', async ({ page, context }) => {
  await page.addInitScript(() => {
    navigator.share = async (what) => {
      window.shared = what as Shared;
    };
  });
  await open(page, '/');
  const cards = page.getByRole('main').getByRole('article');
  const count = page.getByRole('status').filter({ hasText: 'Showing' });

  await tabTo(page, page.getByRole('combobox', { name: 'Search cars' }));
  await page.keyboard.type('  比亚迪 ');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/CarExplore\?q=/);
  await expect(count).toHaveText(/^Showing 1-10 of \d+ cars$/);
  await expect(cards.first()).toContainText('BYD');
  const searched = await count.textContent();

  const filters = page.getByRole('button', { name: /^Filters/ });
  const narrow = await filters.isVisible();
  if (narrow) {
    await tabTo(page, filters);
    await page.keyboard.press('Enter');
  }
  await tabTo(page, page.getByLabel('Car Type'));
  await page.keyboard.type('SUV');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/carType=suv/);
  if (narrow) await page.keyboard.press('Escape');
  await expect(count).not.toHaveText(searched ?? '');
  await expectAccessible(page);

  await page.goto(page.url());
  await ready(page);
  const next = page.getByRole('link', { name: 'Next', exact: true });
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(count).toHaveText(/^Showing 11-/);
  const list = page.url();
  const chosen = cards.nth(3).getByRole('link');
  const name = (await chosen.innerText()).replace(/\s+/g, ' ').trim();
  const first = await cards.first().innerText();
  await tabTo(page, chosen);
  const scrolled = await page.evaluate(() => scrollY);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/buy-car\//);
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toContainText(name.split(' ').slice(0, 2).join(' '));
  expect(await page.evaluate(() => sessionStorage.getItem('currentListingId'))).toBe(page.url().split('-').at(-1));
  await tabTo(page, page.getByRole('link', { name: 'Share', exact: true }));
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => window.shared?.url)).toBe(page.url());
  const friend = await context.newPage();
  await friend.goto(page.url());
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText((await title.textContent()) ?? '');
  await friend.close();

  await page.keyboard.press('Alt+ArrowLeft');
  if (page.url() !== list) await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(cards.first()).toContainText(first.split('\n')[0] ?? '');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled * 0.8 - 50);
});

test('a link with filters shows the same cars in another browser', { tag: '@once' }, async ({ page, browser }) => {
  const path = '/CarExplore?carType=suv&maxPrice=30000&sort=price-asc&page=2';
  await open(page, path);
  const names = (await page.getByRole('article').allInnerTexts()).join();
  const prices = await page.getByRole('article').locator('p.text-xl').allInnerTexts();
  const amounts = prices.map((price) => Number(price.replace(/[^\d.]/g, '')));
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  expect(Math.max(...amounts)).toBeLessThanOrEqual(30_000);
  const stranger = await browser.newPage();
  await stranger.goto(path);
  expect((await stranger.getByRole('article').allInnerTexts()).join()).toBe(names);
  await stranger.close();
});

test('rent mode has its own title, daily prices and a rating filter', async ({ page, viewport }) => {
  await open(page, '/CarExplore?mode=rent');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rent Your Perfect Car');
  await expect(page.getByRole('article').first()).toContainText('/Day');
  await expect(page.getByRole('article').first()).toContainText('Rent Now');
  const first = await page.getByRole('article').first().boundingBox();
  expect(first?.y, 'the first card is in view').toBeLessThan(viewport?.width === 360 ? 380 : 400);
  await expect(page.getByLabel('Minimum Rating')).toHaveCount(1);
  await expect(
    page.getByRole('group', { name: 'Price Range Per Day' }).or(page.getByText('Price Range Per Day')).first(),
  ).toBeAttached();
});

test('an empty search offers to clear it', { tag: '@once' }, async ({ page }) => {
  await open(page, '/CarExplore?q=zzzzqqqq');
  await expect(page.getByText('No cars found matching your criteria. Try adjusting your filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).first().click();
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('the Search button is disabled until text is entered', { tag: '@once' }, async ({ page }) => {
  await open(page, '/CarExplore');
  const search = page.getByRole('button', { name: 'Search', exact: true });
  const box = page.getByRole('combobox', { name: 'Search cars' });
  await expect(box).toHaveAttribute('placeholder', 'Search by Make, Model, or Year (e.g., BYD Seal)');
  await expect(search).toBeDisabled();
  await box.fill('   ');
  await expect(search).toBeDisabled();
  await box.fill('2022 han');
  await expect(search).toBeEnabled();
  await search.click();
  await expect(page).toHaveURL(/q=2022\+han/);
  await page.getByRole('button', { name: 'Clear search text' }).click();
  await expect(page).not.toHaveURL(/q=/);
});

test('a list that cannot be loaded shows an error and can be retried', { tag: '@once' }, async ({ page }) => {
  await open(page, '/CarExplore');
  await page.route('**/api/api/listings/**', (route) => route.fulfill({ status: 500, body: '{}' }));
  const next = page.getByRole('link', { name: 'Next', exact: true });
  await next.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error: Failed to fetch car listings' })).toBeVisible();
  await page.unroute('**/api/api/listings/**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Showing 11-20' })).toBeVisible();
});

test('more filters unfold, and their counts are the totals that choosing gives @once', async ({ page }) => {
  await open(page, '/CarExplore?make=Changan');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const electric = page.getByRole('checkbox', { name: /^Electric/ });
  await page.getByText('More filters').click();
  await expect(electric).toBeHidden();
  await page.locator('summary', { hasText: 'Fuel' }).click();
  const label = page.locator('label', { has: electric });
  const cars = Number.parseInt((await label.getByText(/ cars?$/).textContent()) ?? '', 10);
  expect(cars).toBeGreaterThan(0);
  await electric.check();
  await page.getByRole('button', { name: `Show ${cars} car` }).click();
  await expect(page).toHaveURL(/fuelType=electric/);
  await expect(page.getByRole('link', { name: 'Remove filter Electric' })).toBeVisible();
});

/** A drawing waits for those that other journeys request. */
const WHEN_DRAWN = { timeout: 60_000 };

test('only drawings for the current theme are loaded', async ({ page, colorScheme }) => {
  const night: boolean[] = [];
  page.on('request', (request) => {
    const [, key] = /\/api\/media\/(demo-[^?]+)/.exec(request.url()) ?? [];
    if (key) night.push(key.endsWith('-night'));
  });
  const dark = colorScheme === 'dark';
  const first = page
    .getByRole('article')
    .first()
    .getByRole('img', { name: /^Drawing: / });
  const isLoaded = () => first.evaluate((picture: HTMLImageElement) => picture.naturalWidth > 0);
  // No other test adds cars of these makes, which would come first and have no drawing.
  await open(page, '/CarExplore?make=Changan');
  await expect.poll(isLoaded, WHEN_DRAWN).toBe(true);
  expect(new Set(night)).toEqual(new Set([dark]));
  await expect(page.getByRole('article').first().getByText('Drawing', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect.poll(() => night.includes(!dark), WHEN_DRAWN).toBe(true);
  await page.goto('about:blank');
  night.length = 0;
  await open(page, '/CarExplore?make=Chery');
  await expect.poll(isLoaded, WHEN_DRAWN).toBe(true);
  expect(new Set(night), 'also in a theme that differs from that of the system').toEqual(new Set([!dark]));
});
