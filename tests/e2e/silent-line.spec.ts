import { expect, type Page } from '@playwright/test';
import { open, test } from '../support/journeys/journey.ts';
import { silentLine } from '../support/journeys/silent-line.ts';

test.use({ serviceWorkers: 'allow' });

const SAVED = /^Saved on .* The price may have changed\./;
/** The service worker waits six seconds for a page that was kept. */
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

async function expectKept(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`${path}$`), TIMEOUTS);
  await expect(page.locator('.kept-bar')).toHaveText(SAVED, TIMEOUTS);
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
}

for (const [name, cut] of [
  ['takes everything and answers nothing', 'fallSilent'],
  ['is up but leads nowhere', 'die'],
] as const) {
  test(`over a line that ${name}, a saved car is opened as it was kept`, { tag: '@once' }, async ({
    page,
    baseURL,
  }) => {
    test.slow();
    const line = await silentLine(baseURL ?? '');
    await open(page, `${line.origin}/CarExplore?make=Changan`);
    const path = await saveFirstCar(page);
    line[cut]();
    await page.locator(`article a[href="${path}"]`).click();
    await expectKept(page, path);
    await page.reload({ waitUntil: 'commit' });
    await expectKept(page, path);
    line.close();
  });
}

test('a full disk gets room from what is on no list any more', { tag: '@once' }, async ({ page }) => {
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
    .getByRole('button')
    .click();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('kept-pages')).keys()).length), TIMEOUTS)
    .toBe(0);
});

test('a file that is opened is waited for by the browser itself, and never becomes the offline page', {
  tag: '@once',
}, async ({ page, context }) => {
  await open(page, '/ComingSoon');
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.goto('/AboutUs');
  await expect(page).toHaveURL('/Offline?page=%2FAboutUs');
  await expect(page.goto('/api/posts')).rejects.toThrow('net::ERR');
});
