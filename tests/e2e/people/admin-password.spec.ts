import { expect, type Page } from '@playwright/test';
import { readConfig } from '#lib/server/config/config.ts';
import { openDatabase } from '../../../src/app/commands/open-database.ts';
import { PASSWORD, signInAdmin } from '../../support/data/accounts.ts';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';

const NEW = 'another crane 8';

/** Creates an administrator for this test only; the other tests share one. */
async function newAdministrator(): Promise<string> {
  const { pool, close } = await openDatabase(readConfig(process.env));
  try {
    return (await signInAdmin(pool, { fromEnvironment: true })).email;
  } finally {
    await close();
  }
}

async function logIn(page: Page, email: string, password: string): Promise<string> {
  const answer = await page.request.post('/api/admin/admin/login', { data: { email, password } });
  return (await answer.json()).flag;
}

test('an administrator changes their password and is logged out on other devices', { tag: '@once' }, async ({
  page,
  browser,
}) => {
  const email = await newAdministrator();
  const elsewhere = await (await browser.newContext()).newPage();
  for (const browserPage of [page, elsewhere]) expect(await logIn(browserPage, email, PASSWORD)).toBe('1');
  await open(page, '/AdminSecurity');
  const form = page.locator('form').filter({ has: page.getByLabel('Old password') });
  const send = async (old: string, password: string, again: string) => {
    await form.getByLabel('Old password').fill(old);
    await form.getByLabel('New password', { exact: true }).fill(password);
    await form.getByLabel('Confirm new password').fill(again);
    await form.getByRole('button', { name: 'Change password' }).click();
  };
  await send(PASSWORD, NEW, 'something else');
  await expect(form.getByText('The passwords don’t match')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideways(page);
  await send('not the password', NEW, NEW);
  await expect(form.getByText('Your old password is incorrect.')).toBeVisible();
  await send(PASSWORD, NEW, NEW);
  await expect(page.getByRole('alert').filter({ hasText: 'Password changed successfully.' })).toBeVisible();
  await expect(form.getByLabel('Old password')).toHaveValue('');

  await page.reload();
  await expect(page).toHaveURL('/AdminSecurity');
  await elsewhere.goto('/AdminSecurity');
  await expect(elsewhere).toHaveURL(/\/AdminLogin\?next=/);
  expect([await logIn(elsewhere, email, PASSWORD), await logIn(elsewhere, email, NEW)]).toEqual(['0', '1']);
  await elsewhere.context().close();
});
