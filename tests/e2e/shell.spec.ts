import { expect } from '@playwright/test';
import { open, tabTo, test } from '../support/journeys/journey.ts';

test('the theme follows the system until the user chooses one', { tag: '@once' }, async ({ page, colorScheme }) => {
  await open(page, '/ComingSoon');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const system = await ground();
  const toggle = page.getByRole('button', { name: 'Dark theme' });
  await expect(toggle).toHaveAttribute('aria-pressed', String(colorScheme === 'dark'));
  await toggle.click();
  await expect.poll(ground).not.toBe(system);
  const chosen = await ground();
  await page.reload();
  expect(await ground()).toBe(chosen);
  await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
  expect(await ground()).toBe(chosen);
});

test('the menu opens, closes and navigates by keyboard', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 1_000, height: 740 });
  await open(page, '/');
  await tabTo(page, page.getByRole('button', { name: 'Menu', exact: true }));
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Explore Cars' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('link', { name: 'Explore Cars' })).toBeHidden();
  await page.keyboard.press('Enter');
  await tabTo(page, menu.getByRole('link', { name: 'Explore Cars' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/CarExplore');
  await expect(menu.getByRole('link', { name: 'Explore Cars' })).toBeHidden();
});

test('the legal texts open as dialogs and return the focus', { tag: '@once' }, async ({ page }) => {
  await open(page, '/ComingSoon');
  for (const [name, title] of [
    ['Privacy Policy', 'Privacy Policy'],
    ['Terms of Service', 'Terms & Conditions'],
  ] as const) {
    const button = page.getByRole('contentinfo').getByRole('button', { name });
    await button.click();
    const dialog = page.getByRole('dialog', { name: title });
    await expect(dialog.getByText('Aug 30, 2024')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('a chunk that fails to load shows an error page with a reload button', { tag: '@once' }, async ({
  page,
  errors,
}) => {
  await open(page, '/ComingSoon');
  await page.route('**/assets/explore-*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Buy a Car' }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText('Loading chunk explore failed')).toBeVisible();
  expect(errors.splice(0).join()).toContain('explore');
  await page.unroute('**/assets/explore-*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Your Perfect Car');
});

test('a page whose scripts fail to load shows a message with a reload link', { tag: '@once' }, async ({ page }) => {
  await page.route('**/assets/site-*.js', (route) => route.abort());
  await page.goto('/ComingSoon');
  await expect(page.getByText('Part of this page didn’t load.')).toBeVisible();
  await page.unroute('**/assets/site-*.js');
  await page.getByRole('link', { name: 'Reload' }).click();
  await expect(page.getByText('Part of this page didn’t load.')).toBeHidden();
});

test('a lost connection shows the offline message until it is back', { tag: '@once' }, async ({ page, context }) => {
  await open(page, '/ComingSoon');
  await context.setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('You’re offline.')).toBeHidden();
});

test('Back to top is hidden at 30% and visible at 60% of the window height', { tag: '@once' }, async ({ page }) => {
  await open(page, '/');
  const up = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate(() => scrollTo(0, innerHeight * 0.3));
  await expect(up).toBeHidden();
  await page.evaluate(() => scrollTo(0, innerHeight * 0.6));
  await up.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test('the loading screen covers only the first visit, until the first key press', { tag: '@once' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/ComingSoon');
  await expect(page.locator('.loading-screen')).toBeVisible();
  await page.keyboard.press('Shift');
  await expect(page.locator('.loading-screen')).toBeHidden();
  await page.reload();
  await expect(page.locator('.loading-screen')).toBeHidden();
});
