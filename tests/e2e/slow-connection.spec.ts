import { expect, type Page } from '@playwright/test';
import { open, test } from '../support/journeys/journey.ts';
import { unreliableProxy } from '../support/journeys/unreliable-proxy.ts';

test.use({ serviceWorkers: 'allow' });

const SAVED = /^Saved on .* The price may have changed\./;
/** Allows for the six seconds that the service worker waits before it shows a cached page. */
const TIMEOUTS = { timeout: 20_000 };

async function saveFirstCar(page: Page): Promise<string> {
  const card = page.getByRole('article').first();
  const path = (await card.getByRole('link').getAttribute('href')) ?? '';
  await card.getByRole('button', { name: /^Save .* to favorites$/ }).click();
  await expect
    .poll(
      () => page.evaluate(async (address) => Boolean(await (await caches.open('kept-pages')).match(address)), path),
      TIMEOUTS,
    )
    .toBe(true);
  return path;
}

async function expectCachedPage(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`${path}$`), TIMEOUTS);
  await expect(page.locator('.kept-bar')).toHaveText(SAVED, TIMEOUTS);
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
}

test('a saved car is opened from the cache over a connection that never responds, and over one that drops', {
  tag: '@once',
}, async ({ page, baseURL }) => {
  test.slow();
  const proxy = await unreliableProxy(baseURL ?? '');
  await open(page, `${proxy.origin}/CarExplore?make=Changan`);
  const path = await saveFirstCar(page);
  proxy.stopResponding();
  // After six seconds the page loads the car as a document, for which the service worker waits another six.
  await page.locator(`article a[href="${path}"]`).click();
  await expectCachedPage(page, path);
  proxy.refuseConnections();
  await page.reload({ waitUntil: 'commit' });
  await expectCachedPage(page, path);
  proxy.close();
});

test('when the storage is full, cached cars that are not favorites any more are deleted', { tag: '@once' }, async ({
  page,
}) => {
  await open(page, '/CarExplore?make=Changan');
  const path = await saveFirstCar(page);
  await page.evaluate(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  });
  const others = page.getByRole('button', { name: /^Save .* to favorites$/ });
  await others.first().click();
  await page
    .getByRole('article')
    .filter({ has: page.locator(`a[href="${path}"]`) })
    .getByRole('button', { name: /to favorites$/ })
    .click();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('kept-pages')).keys()).length), TIMEOUTS)
    .toBe(0);
});

test('an offline API URL fails in the browser instead of showing the offline page', {
  tag: '@once',
}, async ({ page, context }) => {
  await open(page, '/ComingSoon');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.goto('/AboutUs');
  await expect(page).toHaveURL('/Offline?page=%2FAboutUs');
  await expect(page.goto('/api/posts')).rejects.toThrow('net::ERR');
});
