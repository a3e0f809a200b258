import { expect } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';

test('cars that may be imported are chosen, sorted by landed cost and shared by link', async ({ page }) => {
  await open(page, '/CarExplore');
  const isWide = (page.viewportSize()?.width ?? 0) >= 1024;
  const showFilters = async () => {
    if (!isWide) await page.getByRole('button', { name: /^Filters/ }).click();
  };
  await showFilters();
  await page.getByRole('button', { name: 'Choose where to ship to' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where should your car go?' });
  await dialog.getByLabel('Country').selectOption('AE');
  await dialog.getByRole('button', { name: 'Ship to this country' }).click();
  await expect(dialog).toBeHidden();
  const group = page.getByRole('region', { name: 'Import to United Arab Emirates' });
  if (!(await group.isVisible())) await showFilters();
  // Its counts are loaded when it scrolls into view.
  await group.scrollIntoViewIfNeeded();
  const amber = group.getByRole('checkbox', { name: /^Also cars to check first \d+ cars?/ });
  await amber.check();
  await expect(page).toHaveURL(/[?&]to=AE(-\w+)?&mayImport=amber/);
  const counted = Number(
    /(\d+) cars?$/.exec((await amber.locator('..').locator('..').innerText()).replace(/\s+/g, ' '))?.[1],
  );
  expect(counted).toBeGreaterThan(0);
  if (!isWide) await page.getByRole('button', { name: /^Show \d+ cars$/ }).click();
  await page.getByLabel('Sort by Price').selectOption('landed-asc');
  await expect(page).toHaveURL(/sort=landed-asc/);
  // Other journeys add cars meanwhile.
  const total = async () => Number(/of (\d+) cars/.exec(await page.locator('main').innerText())?.[1]);
  await expect.poll(total).toBeGreaterThanOrEqual(counted);

  // A visitor without a destination opens the link and gets the same list.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('Import to United Arab Emirates');
  await page.getByRole('link', { name: /^Remove filter Allowed or to check first/ }).click();
  await expect(page).not.toHaveURL(/mayImport/);
});
