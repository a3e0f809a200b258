import { expect } from '@playwright/test';
import { open, tabTo, test } from '../../support/journeys/journey.ts';

type Shared = { url: string };
declare global {
  interface Window {
    shared?: Shared;
  }
}

test('search, filter, open, share and go back by keyboard only', { tag: '@once' }, async ({ page, request }) => {
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

  await tabTo(page, page.getByRole('button', { name: /^Filters/ }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Car Type'));
  await page.keyboard.type('SUV');
  await page.keyboard.press('Tab');
  await expect(page).toHaveURL(/carType=suv/);
  await page.keyboard.press('Escape');
  await expect(count).not.toHaveText(searched ?? '');

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
  expect(await (await request.get(page.url())).text(), 'what a friend sees').toContain(await title.innerHTML());

  await page.keyboard.press('Alt+ArrowLeft');
  if (page.url() !== list) await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(cards.first()).toContainText(first.split('\n')[0] ?? '');
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(scrolled * 0.8 - 50);
});

test('a link with filters shows the same cars in another browser', { tag: '@once' }, async ({ page, request }) => {
  const path = '/CarExplore?carType=suv&maxPrice=30000&sort=price-asc&page=2';
  await open(page, path);
  const prices = await page.getByRole('article').locator('p.text-xl').allInnerTexts();
  const amounts = prices.map((price) => Number(price.replace(/[^\d.]/g, '')));
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  expect(Math.max(...amounts)).toBeLessThanOrEqual(30_000);
  const links = await page.getByRole('article').getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  const html = await (await request.get(path)).text();
  const places = addresses.map((address) => html.indexOf(`href="${address}"`));
  expect(places).toEqual(places.filter((place) => place >= 0).toSorted((a, b) => a - b));
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

test('an empty search can be cleared, a search needs text, and a failed list can be retried', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?q=zzzzqqqq');
  await expect(page.getByText('No cars found matching your criteria. Try adjusting your filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear search' }).first().click();
  await expect(page).not.toHaveURL(/q=/);
  await expect(page.getByRole('article').first()).toBeVisible();

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

  await page.route('**/api/api/listings/**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Error: Failed to fetch car listings' })).toBeVisible();
  await page.unroute('**/api/api/listings/**');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Showing 11-20' })).toBeVisible();
});
