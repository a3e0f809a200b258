import { type Browser, expect, type Page } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
test.use(PHONE);

const MAX_BYTES = 220 * 1024;
const MAX_REQUESTS = 40;
const MAX_HEIGHT_PX = 6_500;
const MAX_GUIDE_HEIGHT_PX = 6_000;

/** Loads a page as on a first visit. Counts headers and compressed bodies, as the network panel of a browser does. */
async function weigh(browser: Browser, url: string) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const sizes = new Map<string, number>();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!response.url.startsWith('data:')) sizes.set(requestId, 0);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength);
  });
  await session.send('Network.enable');
  await page.goto(url, { waitUntil: 'networkidle' });
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const height = await heightOf(page);
  await context.close();
  return { bytes, requests: sizes.size, height };
}

/** The ids of the demo's cars are 1 to this. */
const DEMO_CARS = 600;

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

async function carsFor(page: Page, country: string): Promise<string[]> {
  await open(page, `/CarExplore?to=${country}`);
  const links = await page
    .getByRole('article')
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
  const cars = links.filter((href) => href.startsWith('/buy-car/')).map((href) => href.replace(/\?.*/, ''));
  // Other journeys add cars with pictures of their own.
  return [...new Set(cars)].filter((href) => Number(/\d+$/.exec(href)) <= DEMO_CARS);
}

for (const [country, destination] of [
  ['KE', 'KE-KEMBA_Nairobi'],
  ['UG', 'UG_Kampala'],
] as const) {
  test(`a car's page with a door in ${country} is light and short on a phone`, { tag: '@once' }, async ({
    page,
    browser,
    baseURL,
  }) => {
    const cars = (await carsFor(page, country)).slice(0, 4);
    expect(cars.length).toBeGreaterThan(2);
    for (const car of cars) {
      const { bytes, requests, height } = await weigh(browser, `${baseURL}${car}?to=${destination}`);
      expect(bytes, `${car} with its scripts`).toBeGreaterThan(100 * 1024);
      expect(bytes, car).toBeLessThanOrEqual(MAX_BYTES);
      expect(requests, car).toBeLessThanOrEqual(MAX_REQUESTS);
      expect(height, car).toBeLessThanOrEqual(MAX_HEIGHT_PX);
    }
  });
}

test('parts of a car page work when they are reached, and a link to a fact opens its section', {
  tag: '@once',
}, async ({ page }) => {
  const [car] = await carsFor(page, 'KE');
  await page.goto(`${car}?to=KE-KEMBA_Nairobi`);
  await page.getByRole('button', { name: 'Amounts to your door, with sources' }).click();
  await expect(page.getByText('Clearing agent’s fee').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'City' }).selectOption('No city chosen');
  await expect(page).toHaveURL(/\?to=KE-KEMBA$/);
  await page.goto(`${car}#inspection-report`);
  await expect(page.getByText('Inspection Report', { exact: true }).first()).toBeVisible();
});

test('the guide to a country is short, and its index opens its parts', { tag: '@once' }, async ({ page }) => {
  await open(page, '/import/kenya');
  expect(await heightOf(page)).toBeLessThanOrEqual(MAX_GUIDE_HEIGHT_PX);
  const table = page.getByRole('region', { name: 'Charges in Kenya' });
  await expect(table).toBeHidden();
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Charges' }).click();
  await expect(table).toBeVisible();
  await expect(page).toHaveURL('/import/kenya#charges');
});
