import { expect, test } from '@playwright/test';

test.use({ javaScriptEnabled: false });

test('cars are read, searched, filtered and paged without JavaScript', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Featured Listings' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeHidden();
  await page.getByRole('textbox', { name: 'Search cars' }).fill('byd');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText(/^Showing 1-10 of \d+ cars$/)).toBeVisible();

  const filters = page.getByRole('button', { name: /^Filters/ });
  if (await filters.isVisible()) await filters.click();
  await page.getByLabel('Car Type').selectOption('suv');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/q=byd.*carType=suv|carType=suv.*q=byd/);
  await expect(page.getByRole('article').first()).toContainText('SUV');

  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByText(/^Showing 11-/)).toBeVisible();
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Request Inspection' })).toBeVisible();
});
