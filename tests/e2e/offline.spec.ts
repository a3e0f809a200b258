import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, ready, test } from '../support/journeys/journey.ts';
import { signInByCall } from '../support/journeys/journey-login.ts';

test.use({ serviceWorkers: 'allow' });

const SAVED = /Saved on \w{3} \d+, \d{4}, \d\d:\d\d UTC\. The price may have changed\./;
const heart = (card: Locator) => card.getByRole('button', { name: /^Save .* to favorites$/ });
/** A car's card, wherever in the list it stands by now: other journeys let cars in meanwhile. */
const cardOf = (page: Page, path: string) =>
  page.getByRole('article').filter({ has: page.locator(`a[href="${path}"]`) });
const bar = (page: Page) => page.locator('.kept-bar');

/** What the browser keeps, by address. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('kept-pages')).keys();
    return requests.map(({ url }) => url.slice(location.origin.length));
  });
}

async function keptCars(page: Page): Promise<number> {
  return (await kept(page)).filter((path) => path.startsWith('/api/api/listings/')).length;
}

type SavedCar = { path: string; price: string };

async function save(page: Page, at: number): Promise<SavedCar> {
  const path = (await page.getByRole('article').nth(at).getByRole('link').getAttribute('href')) ?? '';
  const card = cardOf(page, path);
  await heart(card).click();
  return { path, price: await card.getByText(/^\$[\d,.]+/).innerText() };
}

async function expectKeptPage(page: Page, { path, price }: SavedCar): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(bar(page)).toHaveText(SAVED);
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await expect(page.getByRole('main').getByText(price).first()).toBeVisible();
  const picture = page.getByRole('region', { name: 'Photos of this car' }).locator('picture img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

test('save two cars, go offline, open them', async ({ page, context }) => {
  test.slow();
  await open(page, '/CarExplore?make=Changan');
  const first = await save(page, 0);
  const second = await save(page, 1);
  await expect.poll(() => keptCars(page), { timeout: 20_000 }).toBe(2);
  await expect(bar(page)).toBeHidden();

  await context.setOffline(true);
  await cardOf(page, first.path).getByRole('link').click();
  await expectKeptPage(page, first);
  const call = `/api/api/listings/${first.path.split('-').at(-1)}`;
  expect(
    await page.evaluate(
      (path) =>
        fetch(path).then(
          () => 'answered',
          () => 'refused',
        ),
      call,
    ),
  ).toBe('refused');

  await page.goto('/Dashboard');
  await ready(page);
  await expect(page).toHaveURL('/Offline?page=%2FDashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText(SAVED);
  await expectAccessible(page);
  await expectNoSideways(page);
  await cards
    .filter({ has: page.locator(`a[href="${second.path}"]`) })
    .getByRole('link')
    .click();
  await expectKeptPage(page, second);

  await context.setOffline(false);
  await bar(page).getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await page.goto('/Offline?page=%2FAboutUs');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/AboutUs');
});

test('a car that was looked at is kept, until it is on no list, and what is kept goes with the person', async ({
  page,
}) => {
  await open(page, '/CarExplore?make=Changan');
  await page.getByRole('article').first().getByRole('link').click();
  await expect.poll(() => keptCars(page), { timeout: 20_000 }).toBe(1);
  const looked = new URL(page.url()).pathname;
  expect(await kept(page)).toContain(looked);
  await page.goBack();
  await expect(cardOf(page, looked)).toBeVisible();
  const { path } = await save(page, 1);
  await expect.poll(() => kept(page), { timeout: 20_000 }).toContain(path);
  await heart(cardOf(page, path)).click();
  await expect.poll(() => keptCars(page), { timeout: 20_000 }).toBe(1);
  expect(await kept(page)).toContain(looked);

  await signInByCall(page);
  await open(page, '/Dashboard');
  await page.getByLabel('Your account').click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Successfully logged out!' })).toBeVisible();
  expect(await page.evaluate(() => caches.has('kept-pages'))).toBe(false);
});

test('a person’s own pages are kept nowhere', { tag: '@once' }, async ({ page }) => {
  await signInByCall(page);
  for (const path of ['/Dashboard', '/Profile', '/CarExplore']) await open(page, path);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const everything = await page.evaluate(async () => {
    const names = await caches.keys();
    const found = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return found.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(everything.filter((path) => !path.startsWith('/assets/'))).toEqual(['/Offline']);
});

test('who saves data gets no font, and no pictures in advance', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } }),
  );
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  await open(page, '/CarExplore?make=Changan');
  await save(page, 0);
  await expect.poll(() => keptCars(page), { timeout: 20_000 }).toBe(1);
  expect((await kept(page)).filter((path) => path.startsWith('/api/media/'))).toEqual([]);
  expect(fonts).toEqual([]);
});

test('the site can be installed', { tag: '@once' }, async ({ page }) => {
  await open(page, '/');
  const session = await page.context().newCDPSession(page);
  const { errors, url } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = await (await page.request.get(url)).json();
  for (const { src, sizes } of manifest.icons) {
    const width = await page.evaluate(async (path) => {
      const picture = new Image();
      picture.src = path;
      await picture.decode();
      return picture.naturalWidth;
    }, src);
    expect(`${width}x${width}`).toBe(sizes);
  }
});
