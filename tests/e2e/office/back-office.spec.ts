import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectScreens, expectShown, open, tabTo, test } from '../../support/journeys/journey.ts';
import {
  administrator,
  fillLoginForm,
  newAccount,
  signInAdminByCall,
  signInByCall,
} from '../../support/journeys/journey-login.ts';

/** Screens that no other journey checks. */
const SCREENS = {
  people: ['/UserManagement', '/People', '/AdminSecurity', '/AuditLog', '/DataRetention'],
  messages: ['/Messages', '/Messages?tab=newsletter', '/ReviewManagement'],
  settings: ['/Operator', '/OrderTerms', '/ImportRules', '/WatchLists', '/SystemStatus'],
  orders: ['/Orders', '/Orders?queue=overdue', '/Claims', '/ShipmentBoard', '/BankStatements?tab=statements'],
  cars: ['/Moderation', '/VehicleNames'],
};
const alert = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words });
const storedName = (page: Page) => page.evaluate(() => localStorage.getItem('adminName'));
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Opens the user list, filtered by email address. */
const openUsers = (page: Page, search: string, more = '') =>
  open(page, `/UserManagement?search=${encodeURIComponent(search)}${more}`);

test('the back office requires its own login, continues to the requested page, and logs out', { tag: '@once' }, async ({
  page,
}) => {
  await signInByCall(page);
  await open(page, '/AuditLog?actor=admin');
  await expect(page).toHaveURL('/AdminLogin?next=%2FAuditLog%3Factor%3Dadmin');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await fillLoginForm(page, { ...administrator(), password: 'not the password' });
  await expect(alert(page, 'Invalid email or password')).toBeVisible();
  await page.route('**/api/admin/admin/login', (route) => route.abort());
  await fillLoginForm(page, administrator());
  await expect(alert(page, 'An error occurred during login')).toBeVisible();
  await page.unroute('**/api/admin/admin/login');
  await fillLoginForm(page, administrator());
  await expect(alert(page, 'Admin successfully logged in')).toBeVisible();
  await expect(page).toHaveURL('/AuditLog?actor=admin');
  expect(await storedName(page)).toBe('Administrator');

  await page.goto('/AdminLogin');
  await expect(page).toHaveURL('/AdminDashboard');
  const menu = page.getByRole('button', { name: 'Menu' });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(alert(page, 'Successfully logged out!')).toBeVisible();
  await expect(page).toHaveURL('/AdminLogin');
  expect(await storedName(page)).toBeNull();
  await expectScreens(page, ['/AdminLogin']);
});

test('navigation links stay on one line, and search placeholders are not cut off', { tag: '@once' }, async ({
  page,
}) => {
  await signInAdminByCall(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ['/BookingManagement', '/PaymentManagement']) {
    await open(page, path);
    const links = await page.getByRole('navigation', { name: 'Back office' }).getByRole('link').all();
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect((await link.boundingBox())?.height).toBeLessThanOrEqual(46);
    const cut = await page.getByRole('searchbox').evaluate((field: HTMLInputElement) => {
      field.value = field.placeholder;
      return field.scrollWidth - field.clientWidth;
    });
    expect(cut).toBeLessThanOrEqual(0);
  }
});

for (const [name, paths] of Object.entries(SCREENS))
  test(`screens of ${name} pass the accessibility checks and fit a 320 px wide screen`, { tag: '@once' }, async ({
    page,
  }) => {
    await signInAdminByCall(page);
    await expectScreens(page, paths, { largeLetters: false });
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  });

test('deactivating a logged-in user ends their session immediately', { tag: '@once' }, async ({ page, browser }) => {
  const elsewhere = await browser.newPage();
  const user = await newAccount(elsewhere);
  await open(elsewhere, '/Dashboard');
  await signInAdminByCall(page);
  await openUsers(page, user.email);
  const edit = page.getByRole('link', { name: 'Edit Chen Wei' });
  await tabTo(page, edit);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit User' });
  await expect(dialog.getByLabel('ID')).toHaveAttribute('readonly');
  await expectAccessible(page);
  await dialog.getByLabel('Status').selectOption('Inactive');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(alert(page, 'User updated successfully!')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row(page, user.email)).toContainText('Inactive');

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login\?next=/);
  await fillLoginForm(elsewhere, user);
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'This account isn’t active' })).toBeVisible();
  await elsewhere.close();

  await page.getByRole('link', { name: 'View Chen Wei' }).click();
  await expect(page.getByRole('dialog', { name: 'User Details' })).toContainText('status: Pending → Inactive');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/view=/);
});

test('a bulk deactivation can be undone, and deleting a user asks for confirmation', { tag: '@once' }, async ({
  page,
}) => {
  const user = await newAccount(page);
  await signInAdminByCall(page);
  await openUsers(page, user.email);
  await page.getByLabel('Select Chen Wei').check();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row(page, user.email)).toContainText('Inactive');
  await alert(page, '1 user is now Inactive').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, user.email)).toContainText('Pending');

  await page.getByRole('button', { name: 'Delete Chen Wei' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete User' });
  await expect(dialog).toContainText('Are you sure you want to delete this user?');
  await expectShown(page);
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(alert(page, 'User deleted successfully!')).toBeVisible();
  await expect(page.getByText('No users found matching the filters')).toBeVisible();
});
