import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { open, ready, test } from '../../support/journeys/journey.ts';
import { newAccount } from '../../support/journeys/journey-login.ts';
import { linkIn, mailTo } from '../../support/mail/mail-files.ts';

const PASSWORD = 'quay of Mombasa';
const NEW_PASSWORD = 'quay of Guangzhou';

async function signUp(page: Page, email: string): Promise<void> {
  await open(page, '/signup');
  await fillSignUpForm(page, email);
  await page.waitForURL('**/Dashboard');
  await ready(page);
}

async function fillSignUpForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill('amina OTIENO');
  await page.getByLabel('Email').first().fill(email);
  await page.getByLabel('Mobile number').fill('0712345678');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await ready(page);
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
}

test('sign up, confirm, log in, change the password (which logs out the other browser), log out', {
  tag: '@once',
}, async ({ page, browser }) => {
  const email = `${randomUUID()}@buyers.example`;
  await signUp(page, email);
  await expect(page.getByRole('alert').filter({ hasText: 'Your account is ready' })).toBeVisible();
  await logOut(page);

  await open(page, linkIn(await mailTo(email, 'Confirm your email address')));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByRole('main')).toContainText('Your email address is confirmed.');

  await open(page, '/Profile');
  await expect(page).toHaveURL(/\/login\?next=/);
  await logIn(page, email, PASSWORD);
  await page.waitForURL('**/Profile');
  await expect(page.getByRole('alert').filter({ hasText: 'Successfully logged in' })).toBeVisible();
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(email);
  expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('amina OTIENO');

  const elsewhere = await browser.newContext({ ...(page.viewportSize() && { viewport: page.viewportSize() }) });
  const other = await elsewhere.newPage();
  await open(other, '/login');
  await logIn(other, email, PASSWORD);
  await other.waitForURL('**/Dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Hi, Amina Otieno');

  await open(page, '/ChangePassword');
  await page.getByLabel('Old password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/Dashboard');
  await expect(page.getByRole('alert').filter({ hasText: 'Password changed successfully' })).toBeVisible();
  await mailTo(email, 'Your password was changed');

  await other.reload();
  await expect(other).toHaveURL(/\/login/);
  await elsewhere.close();

  await ready(page);
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/login');
  await expect(page.getByText('Successfully logged out!')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('name'))).toBeNull();
  await page.goto('/Dashboard');
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('forgotten password: the emailed link sets a new one, and only once', { tag: '@once' }, async ({ page }) => {
  const { email, password } = await newAccount(page);
  await page.context().clearCookies();
  await open(page, '/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await page.getByRole('main').getByLabel('Email').fill(email);
  await page.getByRole('main').getByRole('button', { name: 'Send link' }).click();
  await page.waitForURL('**/login?reset=sent');
  await expect(
    page.getByRole('main').getByText('If that address has an account, we’ve emailed it a link to set'),
  ).toBeVisible();
  const link = linkIn(await mailTo(email, 'Set a new password'));

  await open(page, link);
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
  await page
    .getByRole('main')
    .getByRole('button', { name: /password/i })
    .last()
    .click();
  await page.waitForURL('**/login');
  await ready(page);
  await logIn(page, email, password);
  await expect(page.getByRole('alert').filter({ hasText: 'You entered the wrong email ID or password' })).toBeVisible();
  await logIn(page, email, NEW_PASSWORD);
  await page.waitForURL('**/Dashboard');

  await open(page, link);
  await expect(page.getByRole('main')).toContainText('This link has been used or has expired.');
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgotpassword');
});

test('signing up on the way to payment opens the payment page', { tag: '@once' }, async ({ page }) => {
  const { listings } = await (await page.request.get('/api/api/listings/listings?page=1&limit=1&rentSell=Sell')).json();
  const [{ listing_id: id, make, model }] = listings;
  await open(page, `/payment/${id}`);
  const main = page.getByRole('main');
  await expect(main.getByText(`Log in to book the ${make} ${model}`)).toBeVisible();
  await main.getByRole('link', { name: 'Create one' }).click();
  await expect(main.getByText(`Create an account to book the ${make} ${model}`)).toBeVisible();
  const email = `${randomUUID()}@buyers.example`;
  await fillSignUpForm(page, email);
  await page.waitForURL(`**/payment/${id}`);
  await expect(page.getByLabel('Contact email')).toHaveValue(email);
  expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('amina OTIENO');
});

test('favorites saved before login appear after it and on another device', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  const { email, password } = await newAccount(page);
  await page.context().clearCookies();
  await open(page, '/CarExplore');
  const favoriteButton = page
    .getByRole('main')
    .getByRole('button', { name: /to favorites/ })
    .first();
  await favoriteButton.click();
  await expect(favoriteButton).toHaveAttribute('aria-pressed', 'true');
  await open(page, '/login');
  await logIn(page, email, password);
  await page.waitForURL('**/Dashboard');
  await expect(page.getByRole('main').getByRole('button', { name: /to favorites/ })).toHaveCount(1);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.request.post('/api/login', { data: { email, password } });
  await open(other, '/Dashboard');
  await open(other, '/CarExplore');
  const same = other.getByRole('main').getByRole('button', { name: /to favorites/, pressed: true });
  await expect(same).toHaveCount(1);
  const saved = other.waitForResponse((response) => response.request().method() === 'DELETE');
  await same.click();
  await expect(same).toHaveCount(0);
  expect((await saved).ok()).toBe(true);
  await elsewhere.close();

  await page.reload();
  await expect(page.getByText('You haven’t saved any cars yet.')).toBeVisible();
});
