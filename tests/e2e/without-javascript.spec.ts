import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { mailTo } from '../support/mail/mail-files.ts';

test.use({ javaScriptEnabled: false });

test('cars can be searched, filtered, paged and opened without JavaScript', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Featured Listings' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search cars' }).fill('byd');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText(/^Showing 1-10 of \d+ cars$/)).toBeVisible();

  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.click();
  await page.getByLabel('Car Type').selectOption('suv');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/q=byd.*carType=suv|carType=suv.*q=byd/);
  await expect(page.getByRole('article').first()).toContainText('SUV');

  await filters.click();
  await page.getByRole('link', { name: 'More filters' }).click();
  await expect(page).toHaveURL(/filters=all/);
  await filters.click();
  await page.locator('summary', { hasText: 'Fuel' }).click();
  await page.getByRole('checkbox', { name: /^Hybrid/ }).check();
  await page.getByRole('checkbox', { name: /^Electric/ }).check();
  await page.locator('summary', { hasText: 'Model years' }).click();
  await page.getByRole('group', { name: 'Model years' }).getByLabel('From').fill('2019');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/fuelType=electric&fuelType=hybrid&minYear=2019/);
  await expect(page.getByRole('link', { name: 'Remove filter Hybrid' })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(/Electric|Hybrid/);

  await page.getByRole('link', { name: 'Next', exact: true }).click();
  await expect(page.getByText(/^Showing 11-/)).toBeVisible();
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Request Inspection' })).toBeVisible();
});

test('the newsletter form and the legal texts work without JavaScript', { tag: '@once' }, async ({ page }) => {
  await page.goto('/AboutUs');
  await page.getByLabel('New cars and export news').fill('no address');
  await page.locator('form', { has: page.getByLabel('New cars and export news') }).evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('main').getByRole('status')).not.toHaveText('Thank you for subscribing to us!');
  const email = `${randomUUID()}@readers.example`;
  await page.getByLabel('New cars and export news').fill(email);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Thank you for subscribing to us!');
  await mailTo(email, 'Confirm your newsletter subscription');

  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page).toHaveURL('/signup#privacy');
  await page.locator('summary', { hasText: 'Privacy Policy' }).click();
  await expect(page.locator('#privacy article')).toBeVisible();
});
