import { expect, type Locator, type Page, test as plain } from '@playwright/test';
import { expectScreens, expectShown, open, test } from '../../support/journeys/journey.ts';
import { demoUser, fillLoginForm, signInByCall } from '../../support/journeys/journey-login.ts';

const ENTRANCES = [
  '/login',
  '/signup',
  '/forgotpassword',
  '/ResetPassword?token=x',
  '/ResetPassword',
  '/ConfirmEmail',
  '/UndoEmailChange?token=x',
  '/CancelConsignee?token=x',
];
const GUARDED = ['/Dashboard', '/Profile', '/ChangePassword', '/AccountSecurity'];
const WRONG = 'You entered the wrong email ID or password';

const stored = (page: Page) => page.evaluate(() => [localStorage.getItem('name'), localStorage.getItem('id')]);
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });

test(
  'login and links of emails pass the accessibility checks and fit a 320 px wide screen',
  {
    tag: '@once',
  },
  ({ page }) => expectScreens(page, ENTRANCES),
);

test('screens of an account pass the accessibility checks and fit a 320 px wide screen', { tag: '@once' }, async ({
  page,
}) => {
  await signInByCall(page);
  await expectScreens(page, GUARDED);
});

test('the login sends nothing invalid, shows the password, says why it failed, and can be repeated after a lost connection', {
  tag: '@once',
}, async ({ page, context }) => {
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
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Email format is invalid')).toBeVisible();
  await expect(page.getByText('Password should be at least 6 characters')).toBeVisible();
  await expectShown(page);
  expect(calls).toEqual([]);

  const show = page.getByRole('button', { name: 'Show password' });
  await expect(password).toHaveAttribute('type', 'password');
  await show.click();
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(password).toHaveAttribute('type', 'text');

  await fillLoginForm(page, { email: 'nobody@mail.example', password: 'not the one' });
  await expect(alert(page, WRONG)).toBeVisible();
  await expect(page.getByRole('main').getByText(WRONG)).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual([null, null]);

  await context.setOffline(true);
  await fillLoginForm(page, demoUser());
  await expect(page.getByRole('main').getByText('We can’t connect right now.')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/Dashboard');
});

test('sign-up requires four fields and opens the legal texts', { tag: '@once' }, async ({ page }) => {
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
  for (const [name, title] of [
    ['Terms of Service', 'Terms & Conditions'],
    ['Privacy Policy', 'Privacy Policy'],
  ] as const) {
    await form.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog', { name: title }).getByText('Aug 30, 2024')).toBeVisible();
    await page.keyboard.press('Escape');
  }
});

test('the next page is kept between login, sign-up and forgotten password', { tag: '@once' }, async ({ page }) => {
  await open(page, '/login?next=%2FProfile%3Fa%3D1');
  const main = page.getByRole('main');
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeVisible();
  await main.getByRole('link', { name: 'Create one' }).click();
  await expect(page).toHaveURL('/signup?next=%2FProfile%3Fa%3D1');
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeHidden();
  await main.getByRole('link', { name: 'Log in' }).click();
  await main.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page).toHaveURL('/forgotpassword?next=%2FProfile%3Fa%3D1');
  await main.getByRole('link', { name: 'Back to log in' }).click();
  await expect(page).toHaveURL('/login?next=%2FProfile%3Fa%3D1');
});

test('the login notice covers no control in the header and, on a phone, not the title', async ({ page }) => {
  await open(page, '/login');
  await fillLoginForm(page, demoUser());
  await expect(page).toHaveURL('/Dashboard');
  const boxOf = async (target: Locator) => (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const said = await boxOf(alert(page, 'Successfully logged in'));
  expect(said.width).toBeGreaterThan(0);
  const pressed = await page.locator('header :is(a, button, summary):visible').all();
  expect(pressed.length).toBeGreaterThan(3);
  for (const each of pressed) {
    const { x, y, width, height } = await boxOf(each);
    const apart = x + width <= said.x || said.x + said.width <= x || y + height <= said.y || said.y + said.height <= y;
    expect([await each.textContent(), apart]).toEqual([await each.textContent(), true]);
  }
  if ((page.viewportSize()?.width ?? 0) < 640) {
    const title = await boxOf(page.getByRole('heading', { level: 1 }));
    expect(title.y).toBeGreaterThanOrEqual(said.y + said.height);
  }
  const sections = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(sections).toHaveText(['My bookings', 'My favorites', 'My listings', 'Account settings']);
  await expect(page.getByRole('link', { name: 'Sign Up Now' })).toBeHidden();
});

test('a confirmation link without a token leads to the login; one with a token is sent by the button only, once per press', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/ConfirmEmail');
  const main = page.getByRole('main');
  await expect(main.getByText('Log in to request a new link')).toBeVisible();
  await expect(main.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute('href', '/Dashboard');
  await expect(main.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login');

  const calls: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/api/confirm-email') && calls.push(request.postDataJSON()));
  await open(page, '/ConfirmEmail?token=used');
  const pressTwice = async (name: string) => {
    await page.getByRole('button', { name }).evaluate((button: HTMLElement) => {
      for (const _ of 'twice') button.click();
    });
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled();
  };
  expect(calls).toEqual([]);
  await pressTwice('Confirm address');
  await expect(main.getByText('This link has been used or has expired.')).toBeVisible();
  expect(calls).toEqual([{ token: 'used' }]);
  await pressTwice('Try again');
  expect(calls).toHaveLength(2);
});

test('data download and account deletion require the password', { tag: '@once' }, async ({ page }) => {
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
    await expect(dialog.getByText('This isn’t your current password.').first()).toBeVisible();
    await expectShown(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(demoUser().password);
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('carquay-my-data.json');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Download my data' })).toBeFocused();
});

plain.describe('without scripts', () => {
  plain.use({ javaScriptEnabled: false });

  plain('login and logout work, and the password appears in no URL', { tag: '@once' }, async ({ page }) => {
    await page.goto('/Dashboard');
    await fillLoginForm(page, { ...demoUser(), password: 'not the one' });
    await expect(page.getByText(WRONG)).toBeVisible();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(demoUser().email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await expect(page).toHaveURL('/login?next=%2FDashboard');
    await fillLoginForm(page, demoUser());
    await expect(page).toHaveURL('/Dashboard');
    await expect(page.getByText('Successfully logged in')).toBeVisible();
    await page.reload();
    await expect(page.getByText('Successfully logged in')).toBeHidden();
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Successfully logged out!')).toBeVisible();
  });

  plain('the server shows field errors and keeps the input', { tag: '@once' }, async ({ page }) => {
    await page.goto('/signup');
    await page.getByLabel('Mobile number').fill('12345');
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByText('Name is required')).toBeVisible();
    await expect(page.getByText('Mobile number should be 10 digits')).toBeVisible();
    await expect(page.getByLabel('Mobile number')).toHaveValue('12345');
  });

  plain('the terms can be read, and actions that need scripts are hidden', { tag: '@once' }, async ({ page }) => {
    await page.goto('/signup');
    await page.locator('summary', { hasText: 'Terms & Conditions' }).click();
    await expect(page.locator('article').first()).toContainText('Last updated: Aug 30, 2024');
    await expect(page.locator('article').first()).toBeVisible();
    await signInByCall(page);
    await page.goto('/Profile');
    await expect(page.getByRole('heading', { name: 'Where you’re logged in' })).toBeVisible();
    await expect(page.getByText('Download my data').first()).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Delete my account' })).toBeHidden();
  });
});
