import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';
import { fillLoginForm, newAccount } from '../../support/journeys/journey-login.ts';
import { ageSessions } from '../../support/journeys/journey-sessions.ts';
import { linkIn, mailTo } from '../../support/mail/mail-files.ts';

const main = (page: Page) => page.getByRole('main');

/** `step` 1 is the next code: each works only once. */
const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * 30_000 });

test('a new email address requires the password by keyboard, and the old address can undo the change', {
  tag: '@once',
}, async ({ page }) => {
  const { email, password } = await newAccount(page);
  await page.request.post('/api/confirm-email', {
    data: {
      token: new URL(linkIn(await mailTo(email, 'Confirm your email address')), 'http://here').searchParams.get(
        'token',
      ),
    },
  });
  await ageSessions(email);
  const next = `${randomUUID()}@thieves.example`;
  await open(page, '/Profile');
  const field = main(page).getByLabel('Current password', { exact: true });
  await expect(field).toBeHidden();
  await main(page).getByLabel('Email').fill(next);
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Enter your current password to change your email.');
  await expectAccessible(page);
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('This isn’t your current password.');
  await field.fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/Dashboard');

  await open(page, linkIn(await mailTo(email, 'Your email address is about to change')));
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Undo the change of your email address');
  await main(page).getByRole('button', { name: 'Restore my address' }).click();
  await expect(main(page)).toContainText('Your email address is restored');
  await page.goto('/Dashboard');
  await expect(page).toHaveURL(/\/login/);
  await mailTo(email, 'Set a new password');
});

test('two-factor is turned on in the account, required at login, renewed and turned off', { tag: '@once' }, async ({
  page,
}) => {
  const { email, password } = await newAccount(page);
  await ageSessions(email);
  await open(page, '/Profile');
  await main(page).getByRole('link', { name: 'Set up or change' }).click();
  await page.waitForURL('**/AccountSecurity');
  await main(page).getByRole('button', { name: 'Turn on two-factor' }).click();
  const passwordField = page.getByLabel('Password', { exact: true });
  await expect(passwordField).toBeFocused();
  await passwordField.fill(password);
  await page.keyboard.press('Enter');
  const key = main(page).getByText(/^[A-Z2-7]{32}$/);
  await expect(key).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  const secret = (await key.textContent()) ?? '';
  await main(page).getByLabel('Code from the app').fill(codeOf(secret));
  await main(page).getByRole('button', { name: 'Verify code' }).click();
  const codes = main(page).getByText(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  await expect(codes).toHaveCount(8);
  const [first = '', second = ''] = await codes.allTextContents();
  await expectAccessible(page);
  await main(page).getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(main(page).getByText('8 recovery codes are left.')).toBeVisible();

  await page.context().clearCookies();
  await open(page, '/login');
  await fillLoginForm(page, { email, password });
  const code = main(page).getByLabel('Code from your authenticator app');
  await expect(code).toBeFocused();
  await page.keyboard.type(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/Dashboard');

  await open(page, '/AccountSecurity');
  const dialog = page.getByRole('dialog');
  await main(page).getByRole('button', { name: 'Create new recovery codes' }).click();
  await expect(dialog.getByLabel('Code or recovery code')).toBeFocused();
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(codes).toHaveCount(8);
  const renewed = (await codes.first().textContent()) ?? '';

  await ageSessions(email);
  await main(page).getByRole('button', { name: 'Turn off two-factor' }).click();
  await dialog.getByLabel('Code or recovery code').fill(second);
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(password);
  await dialog.getByLabel('Code or recovery code').fill(renewed);
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Two-factor is off.')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Turn on two-factor' })).toBeVisible();
});
