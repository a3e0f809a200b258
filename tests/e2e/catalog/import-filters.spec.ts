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
  await group.scrollIntoViewIfNeeded();
  const prohibited = group.getByRole('checkbox', { name: /^Also cars you may not import [\d,]+ cars?/ });
  // Other journeys add cars meanwhile.
  const total = async () =>
    Number(/of ([\d,]+) cars/.exec(await page.locator('main').innerText())?.[1]?.replace(',', ''));
  await expect(page).toHaveURL(/[?&]to=AE(-\w+)?$/);
  await expect.poll(total).toBeGreaterThan(0);
  const possible = await total();
  await prohibited.check();
  await expect(page).toHaveURL(/[?&]to=AE(-\w+)?&mayImport=any/);
  await expect.poll(total).toBeGreaterThan(possible);
  if (!isWide) await page.getByRole('button', { name: /^Show [\d,]+ cars$/ }).click();
  await page.getByLabel('Sort by Price').selectOption('landed-asc');
  await expect(page).toHaveURL(/sort=landed-asc/);

  // A visitor without a destination opens the link and gets the same list.
  const html = await (await page.request.get(page.url())).text();
  expect(html).toContain('Import to United Arab Emirates');
  await page.getByRole('link', { name: /^Remove filter Also cars that may not be imported/ }).click();
  await expect(page).not.toHaveURL(/mayImport/);
  await page.getByRole('link', { name: /^Show [\d,]+ cars? that may not be imported to United Arab Emirates/ }).click();
  await expect(page).toHaveURL(/mayImport=any/);
});
