import { expect } from '@playwright/test';
import { expectAccessible, open, tabTo, test } from '../../support/journeys/journey.ts';

test('suggestions lead to the cars that they count, by keyboard', { tag: '@once' }, async ({ page }) => {
  await open(page, '/');
  const box = page.getByRole('combobox', { name: 'Search cars' });
  await tabTo(page, box);
  await page.keyboard.type('比亚迪 suv');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options.first()).toContainText('BYD SUV');
  await expectAccessible(page);
  const cars = /([\d,]+) cars?$/.exec(await options.first().innerText())?.[1];
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/CarExplore\?make=BYD&carType=suv$/);
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toContainText(`of ${cars} car`);

  await tabTo(page, box);
  await page.keyboard.type('toyta');
  await expect(options.first()).toContainText('Toyota');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(box).toHaveValue('toyta');
});

test('a search names ignored words and words to omit, and shows similar cars', { tag: '@once' }, async ({ page }) => {
  await open(page, '/CarExplore?q=corolla&fuelType=cng');
  await expect(page.getByText('No cars found matching your criteria. Try adjusting your filters.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Cars that come close' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  const link = page.getByRole('link', { name: /^Without “CNG”: [\d,]+ cars?$/ });
  const cars = /([\d,]+) cars?$/.exec(await link.innerText())?.[1];
  await link.click();
  await expect(page).toHaveURL(/\/CarExplore\?q=corolla$/);
  await expect(page.getByRole('status').filter({ hasText: 'Showing' })).toContainText(`of ${cars} car`);

  await open(page, '/CarExplore?q=corolla+zzzzqqqq');
  await expect(page.getByText('Showing results for corolla. We ignored “zzzzqqqq”.')).toBeVisible();
});
