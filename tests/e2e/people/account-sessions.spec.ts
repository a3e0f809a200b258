import { expect, type Page } from '@playwright/test';
import { open, ready, test } from '../../support/journeys/journey.ts';
import { demoUser, fillLoginForm, signInByCall } from '../../support/journeys/journey-login.ts';

const ENDED = 'Your session has ended. Please log in again.';

const stored = (page: Page) => page.evaluate(() => [localStorage.getItem('name'), localStorage.getItem('id')]);
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

test('a private page redirects to the login and back, and the menu logs out', { tag: '@once' }, async ({ page }) => {
  await open(page, '/Profile');
  await expect(page).toHaveURL('/login?next=%2FProfile');
  await expect(page.locator('details.signed-in')).toBeHidden();
  await expect(page.getByText(ENDED)).toBeHidden();
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/login'));
  await fillLoginForm(page, demoUser());
  expect((await sent).postDataJSON()).toEqual(demoUser());
  await expect(alert(page, 'Successfully logged in')).toBeVisible();
  await expect(page).toHaveURL('/Profile');
  const [name, id] = await stored(page);
  await expect(page.getByLabel('Account ID')).toHaveValue(String(id));
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(String(name));

  await page.goto('/login');
  await expect(page).toHaveURL('/Dashboard');

  await page.getByLabel('Your account').click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Profile' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(alert(page, 'Successfully logged out!')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goto('/Dashboard');
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('an offline logout keeps the user logged in, and the login page says that a session ended', {
  tag: '@once',
}, async ({ page, context }) => {
  await signInByCall(page);
  await open(page, '/Dashboard');
  await context.setOffline(true);
  await page.getByLabel('Your account').click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(alert(page, 'We can’t connect right now.')).toBeVisible();
  await expect(page).toHaveURL('/Dashboard');
  expect((await stored(page))[1]).not.toBeNull();

  await context.setOffline(false);
  await context.clearCookies();
  await page.goto('/Profile');
  await expect(page).toHaveURL('/login?next=%2FProfile');
  await expect(page.getByRole('main').getByText(ENDED)).toBeVisible();
});

test('a stale user in local storage is corrected', { tag: '@once' }, async ({ page }) => {
  await page.route('**/api/favourites/**', (route) => route.abort());
  await open(page, '/ComingSoon');
  await page.evaluate(() => {
    localStorage.setItem('id', '999');
    localStorage.setItem('name', 'somebody else');
  });
  await page.reload();
  await page.getByLabel('Your account').click();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2FProfile/);
  await expect(page.getByRole('main').getByText(ENDED)).toBeVisible();
  expect(await stored(page)).toEqual([null, null]);
  await page.reload();
  await ready(page);
  await expect(page.getByText(ENDED)).toBeHidden();
  await signInByCall(page);
  await open(page, '/Dashboard');
  await expect.poll(async () => (await stored(page))[1]).toMatch(/^\d+$/);
  await expect(page.getByLabel('Your account')).toBeVisible();
});

test('logging out in one window logs out the other windows', { tag: '@once' }, async ({ page, context }) => {
  await signInByCall(page);
  const other = await context.newPage();
  const third = await context.newPage();
  await open(page, '/Profile');
  for (const window of [other, third]) await open(window, '/ComingSoon');
  await other.getByLabel('Your account').click();
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL('/login?next=%2FProfile');
  await expect(page.getByText(ENDED)).toBeHidden();
  await expect(third.getByLabel('Your account')).toBeHidden();
});

test('ending another session moves the focus to the list', { tag: '@once' }, async ({ page, browser }) => {
  const elsewhere = await browser.newPage();
  await signInByCall(elsewhere);
  await elsewhere.close();
  await signInByCall(page);
  await open(page, '/Profile');
  const list = page.getByRole('list').filter({ hasText: 'This device' });
  const shown = await (await page.request.get('/api/sessions')).json();
  const sessions = shown.sessions.filter(({ current }: { current: boolean }) => current);
  await page.route('**/api/sessions', (route) => route.fulfill({ json: { flag: '1', sessions } }));
  await page.route('**/api/sessions/*', (route) => route.fulfill({ json: { flag: '1', message: 'Ended.' } }));
  await list.getByRole('button').first().click();
  await expect(list.getByRole('button')).toHaveCount(0);
  await expect(list).toBeFocused();
});
