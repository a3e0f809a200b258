import { expect, type Page, test as plain } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../support/journey.ts';
import { demoUser, signInByCall, typeLogin } from '../support/journey-login.ts';

const ENTRANCES = ['/login', '/signup', '/forgotpassword', '/ResetPassword?token=x', '/ResetPassword', '/ConfirmEmail'];
const GUARDED = ['/Dashboard', '/Profile', '/ChangePassword'];
const WRONG = 'You entered the wrong email ID or password';

const stored = (page: Page) => page.evaluate(() => [localStorage.getItem('name'), localStorage.getItem('id')]);
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

for (const path of [...ENTRANCES, ...GUARDED]) {
  test(`${path} can be used by everybody`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    if (GUARDED.includes(path)) await signInByCall(page);
    await open(page, path);
    await expectAccessible(page);
    await expectNoSideways(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSideways(page);
  });
}

test('what is wrong stands under its field until the person types there', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
  await open(page, '/login');
  await page.getByRole('button', { name: 'Log In' }).click();
  const email = page.getByLabel('Email', { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Email is required');
  await expect(page.getByText('Password is required')).toBeVisible();
  await email.fill('nobody');
  await expect(page.getByText('Email is required')).toBeHidden();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email format is invalid')).toBeVisible();
  await expect(page.getByText('Password should be at least 6 characters')).toBeVisible();
  await expectAccessible(page);
  expect(calls).toEqual([]);
});

test('signing up asks for four things, and shows what is accepted', async ({ page }) => {
  await open(page, '/signup');
  await page.getByLabel('Mobile number').fill('12345');
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  for (const words of [
    'Name is required',
    'Email is required',
    'Mobile number should be 10 digits',
    'Password is required',
  ])
    await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  const form = page.locator('form', { has: page.getByLabel('Mobile number') });
  for (const name of ['Terms of Service', 'Privacy Policy']) {
    await form.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name }).getByText('Aug 30, 2024')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('a password is shown on request', async ({ page }) => {
  await open(page, '/login');
  const password = page.getByLabel('Password', { exact: true });
  const show = page.getByRole('button', { name: 'Show password' });
  await expect(password).toHaveAttribute('type', 'password');
  await show.click();
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');
});

test('a refused login is said at once and stays readable', async ({ page }) => {
  await open(page, '/login');
  await typeLogin(page, { email: 'nobody@mail.example', password: 'not the one' });
  await expect(alert(page, WRONG)).toBeVisible();
  await expect(page.getByRole('main').getByText(WRONG)).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual([null, null]);
});

test('a login that cannot reach us says so and can be tried again', async ({ page, context }) => {
  await open(page, '/login');
  await context.setOffline(true);
  await typeLogin(page, demoUser());
  await expect(page.getByRole('main').getByText('We could not be reached.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/Dashboard');
});

test('a guarded page leads to the login and back, and the menu out again', async ({ page }) => {
  await open(page, '/Profile');
  await expect(page).toHaveURL('/login?next=%2FProfile');
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/login'));
  await typeLogin(page, demoUser());
  expect((await sent).postDataJSON()).toEqual(demoUser());
  await expect(alert(page, 'Successfully logged in')).toBeVisible();
  await expect(page).toHaveURL('/Profile');
  const [name, id] = await stored(page);
  await expect(page.getByLabel('Account ID')).toHaveValue(String(id));
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(String(name));

  await page.goto('/login');
  await expect(page).toHaveURL('/Dashboard');

  await page.getByLabel('Your account').click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(alert(page, 'Successfully logged out!')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goto('/Dashboard');
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('a logout that cannot reach us changes nothing', async ({ page, context }) => {
  await signInByCall(page);
  await open(page, '/Dashboard');
  await context.setOffline(true);
  await page.getByLabel('Your account').click();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(alert(page, 'You could not be logged out.')).toBeVisible();
  await expect(page).toHaveURL('/Dashboard');
  expect((await stored(page))[1]).not.toBeNull();
});

test('the hint of who is signed in becomes true again', async ({ page }) => {
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
  expect(await stored(page)).toEqual([null, null]);
  await signInByCall(page);
  await open(page, '/Dashboard');
  await expect.poll(async () => (await stored(page))[1]).toMatch(/^\d+$/);
  await expect(page.getByLabel('Your account')).toBeVisible();
});

test('a confirmation is sent once, when the page opens', async ({ page }) => {
  const calls: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/api/confirm-email') && calls.push(request.postDataJSON()));
  await open(page, '/ConfirmEmail?token=used');
  await expect(page.getByRole('main').getByText('This link has been used or is too old.')).toBeVisible();
  expect(calls).toEqual([{ token: 'used' }]);
});

test('a download and a deletion ask for the password', async ({ page }) => {
  await signInByCall(page);
  await open(page, '/Profile');
  for (const [opener, send] of [
    ['Download my data', 'Download'],
    ['Delete my account…', 'Delete my account'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill('not the one');
    await dialog.getByRole('button', { name: send, exact: true }).click();
    await expect(dialog.getByText('This is not your current password.')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Download my data' }).click();
  await page.getByLabel('Password', { exact: true }).fill(demoUser().password);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('carquay-my-data.json');
});

plain.describe('without scripts', () => {
  plain.use({ javaScriptEnabled: false });

  plain('logging in and out works, and no password stands in an address', async ({ page }) => {
    await page.goto('/Dashboard');
    await typeLogin(page, { ...demoUser(), password: 'not the one' });
    await expect(page.getByText(WRONG)).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demoUser().email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page).toHaveURL('/login?next=%2FDashboard');
    await typeLogin(page, demoUser());
    await expect(page).toHaveURL('/Dashboard');
    await expect(page.getByText('Successfully logged in')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Successfully logged in')).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Successfully logged out!')).toBeVisible();
  });

  plain('what is wrong is said by the server', async ({ page }) => {
    await page.goto('/signup');
    await page.getByLabel('Mobile number').fill('12345');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByText('Mobile number should be 10 digits')).toBeVisible();
    await expect(page.getByLabel('Mobile number')).toHaveValue('12345');
  });
});
