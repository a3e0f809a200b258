import { expect, type Locator, type Page } from '@playwright/test';
import { CAR } from '../support/catalog/selling.ts';
import { expectAccessible, expectNoSideways, open, ready, test } from '../support/journeys/journey.ts';
import { newAccount, signInByCall } from '../support/journeys/journey-login.ts';
import { newTransaction } from '../support/payments/paying.ts';

test.use({ serviceWorkers: 'allow' });

const SAVED = /Saved on \w{3} \d+, \d{4}, \d\d:\d\d UTC\. The price may have changed\./;
const favoriteButton = (card: Locator) => card.getByRole('button', { name: /^Save .* to favorites$/ });
/** Finds a car's card by its link; its position can change because other tests add cars. */
const cardOf = (page: Page, path: string) =>
  page.getByRole('article').filter({ has: page.locator(`a[href="${path}"]`) });
const bar = (page: Page) => page.locator('.kept-bar');

/** Lists the URLs in the offline cache. */
function cachedUrls(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('kept-pages')).keys();
    return requests.map(({ url }) => url.slice(location.origin.length));
  });
}

async function countCachedCars(page: Page): Promise<number> {
  return (await cachedUrls(page)).filter((path) => path.startsWith('/api/api/listings/')).length;
}

/** A viewed car is stored at the first action on its page, or after some seconds. */
async function showInterest(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await page.keyboard.press('Shift');
}

type SavedCar = { path: string; price: string };

async function save(page: Page, index: number): Promise<SavedCar> {
  const path = (await page.getByRole('article').nth(index).getByRole('link').getAttribute('href')) ?? '';
  const card = cardOf(page, path);
  await favoriteButton(card).click();
  return { path, price: await card.getByText(/^\$[\d,.]+/).innerText() };
}

async function expectCachedPage(page: Page, { path, price }: SavedCar): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(bar(page)).toHaveText(SAVED);
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await expect(page.getByRole('main').getByText(price).first()).toBeVisible();
  const picture = page
    .getByRole('region', { name: 'Photos of this car' })
    .locator('picture img')
    .filter({ visible: true })
    .first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

test('two saved cars can be opened offline', { tag: '@once' }, async ({ page, context }) => {
  test.slow();
  await open(page, '/CarExplore?make=Changan');
  const first = await save(page, 0);
  const second = await save(page, 1);
  await expect.poll(() => countCachedCars(page), { timeout: 20_000 }).toBe(2);
  await expect(bar(page)).toBeHidden();

  await context.setOffline(true);
  await cardOf(page, first.path).getByRole('link').click();
  await expectCachedPage(page, first);
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
  await expectCachedPage(page, second);

  await context.setOffline(false);
  await bar(page).getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await page.goto('/Offline?page=%2FAboutUs');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/AboutUs');
});

test('viewed and favorite cars are cached, a removed favorite is not, and logout deletes the cache', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?make=Changan');
  await page.getByRole('article').first().getByRole('link').click();
  await showInterest(page);
  await expect.poll(() => countCachedCars(page), { timeout: 20_000 }).toBe(1);
  const viewed = new URL(page.url()).pathname;
  expect(await cachedUrls(page)).toContain(viewed);
  await page.goBack();
  await expect(cardOf(page, viewed)).toBeVisible();
  const { path } = await save(page, 1);
  await expect.poll(() => cachedUrls(page), { timeout: 20_000 }).toContain(path);
  await favoriteButton(cardOf(page, path)).click();
  await expect.poll(() => countCachedCars(page), { timeout: 20_000 }).toBe(1);
  expect(await cachedUrls(page)).toContain(viewed);

  await signInByCall(page);
  await open(page, '/Dashboard');
  await page.getByLabel('Your account').click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Successfully logged out!' })).toBeVisible();
  expect(await page.evaluate(() => caches.has('kept-pages'))).toBe(false);
});

test('with data saving no fonts are loaded and no pictures are cached', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } }),
  );
  const fonts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url()));
  await open(page, '/CarExplore?make=Changan');
  await save(page, 0);
  await expect.poll(() => countCachedCars(page), { timeout: 20_000 }).toBe(1);
  expect((await cachedUrls(page)).filter((path) => path.startsWith('/api/media/'))).toEqual([]);
  expect(fonts).toEqual([]);
});

test('the web app manifest is valid and its icons have the stated sizes', { tag: '@once' }, async ({ page }) => {
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

const SESSION_ENDS: Record<string, (page: Page, login: { email: string; password: string }) => Promise<void>> = {
  logout: async (page) => {
    await page.getByLabel('Your account').click();
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
  },
  expiry: async (page) => {
    await page.context().clearCookies({ name: 'session' });
    await open(page, '/Profile');
    await expect(page).toHaveURL('/login?next=%2FProfile');
  },
  'another device': async (page, login) => {
    const device = await page
      .context()
      .browser()!
      .newContext({ baseURL: new URL(page.url()).origin });
    await device.request.post('/api/login', { data: login });
    expect((await device.request.delete('/api/sessions')).ok()).toBe(true);
    await device.close();
    await open(page, '/Profile');
    await expect(page).toHaveURL('/login?next=%2FProfile');
  },
};

test('private pages are never cached, and leave nothing in the browser once a session has ended in any way', {
  tag: '@once',
}, async ({ page }) => {
  test.slow();
  const login = await newAccount(page);
  const model = `Secret ${newTransaction().slice(-6)}`;
  const added = await page.request.post('/api/api/listings/listings', { multipart: { ...CAR, model } });
  const { id } = await added.json();
  const secrets = [model, login.email, '+8613800138000'];
  const visit = async () => {
    for (const path of ['/Dashboard', '/Profile', `/buy-car/own-${id}`]) await open(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(model);
  };
  await visit();
  await page.evaluate(() => navigator.serviceWorker.ready);
  const paths = Object.keys((await everythingStored(page)).cached);
  expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual(['/Offline']);

  // Cars are stored in turn: once a later one is stored, the private one would be too.
  await open(page, '/CarExplore?make=Changan');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/buy-car\//);
  const { pathname } = new URL(page.url());
  await showInterest(page);
  await expect
    .poll(async () => Object.keys((await everythingStored(page)).cached), { timeout: 20_000 })
    .toContain(pathname);
  const kept = JSON.stringify(await everythingStored(page));
  for (const secret of secrets) expect(kept).not.toContain(secret);
  expect(kept).not.toContain(`/api/api/listings/${id}"`);

  for (const [end, endSession] of Object.entries(SESSION_ENDS)) {
    await page.request.post('/api/login', { data: login });
    await visit();
    await endSession(page, login);
    const left = JSON.stringify(await everythingStored(page));
    for (const secret of secrets) expect(left, `after ${end}`).not.toContain(secret);
  }
});

/** Returns everything that the site stored in this browser: cached responses by path, both storages, and database names. */
function everythingStored(page: Page) {
  return page.evaluate(async () => {
    const cached: Record<string, string> = {};
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        cached[new URL(request.url).pathname] = (await (await cache.match(request))?.text()) ?? '';
    }
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    return { cached, databases, local: { ...localStorage }, session: { ...sessionStorage } };
  });
}
