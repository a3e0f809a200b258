import { expect } from '@playwright/test';
import { expectShown, open, test } from '../../support/journeys/journey.ts';

test('a landed cost is saved as a numbered page and PDF to share', { tag: '@once' }, async ({ page }) => {
  await open(page, '/CarExplore');
  const car = await page.locator('a[href^="/buy-car/"]').first().getAttribute('href');
  await open(page, `${car}?to=AE-AEJEA`);
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const kept = page.getByRole('status').filter({ hasText: 'valid until' });
  await expect(kept).toContainText(/LC-\d{4}-\d{6}/);
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('link', { name: 'PDF', exact: true }).click(),
  ]);
  expect(pdf.suggestedFilename()).toMatch(/\.pdf$/);

  await kept.getByRole('link', { name: 'Page to share' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Landed cost');
  await expect(page.getByText(/^Valid until /)).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/);
  await expectShown(page);

  const page404 = await page.goto('/LandedCost/aaaaaaaaaaaaaaaaaaaaaa');
  expect(page404?.status()).toBe(404);
  await expect(page.getByText('We don’t know this quote.')).toBeVisible();
});
