import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, test } from '../../support/journeys/journey.ts';

/** Shows the filters, which are a bottom sheet on a phone. */
async function showFilters(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: /^Filters/ });
  if (await toggle.isVisible()) await toggle.click();
}

const fold = (page: Page, name: string) => page.locator('#filters summary').filter({ hasText: name });

test('several values, a range and a place narrow the cars, and each has a chip that removes it', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?make=BYD');
  await showFilters(page);
  await fold(page, 'More makes').click();
  await page.getByRole('checkbox', { name: /^Geely/ }).check();
  await fold(page, 'More filters').click();
  await fold(page, 'Fuel').click();
  await page.getByRole('checkbox', { name: /^Electric/ }).check();
  await page.getByRole('checkbox', { name: /^Hybrid/ }).check();
  await fold(page, 'Mileage').click();
  await page.getByText('miles', { exact: true }).click();
  const to = page.getByRole('group', { name: 'Mileage' }).getByLabel('To');
  await to.fill('50000');
  await to.press('Enter');
  await expect(page).toHaveURL(/maxMileageKm=80467/);
  await fold(page, 'Province').click();
  await page.getByRole('checkbox', { name: /^Guangdong/ }).check();
  await fold(page, 'City').click();
  await page.getByRole('checkbox', { name: /^Guangzhou/ }).check();
  await expect(page).toHaveURL(/make=BYD&make=Geely.*fuelType=electric&fuelType=hybrid.*city=Guangzhou/);
  const show = page.getByRole('button', { name: /^Show \d+ cars?$/ });
  if (await show.isVisible()) await show.click();
  const chip = (name: string) => page.getByRole('link', { name: `Remove filter ${name}`, exact: true });
  for (const name of ['BYD', 'Geely', 'Electric', 'Hybrid', 'Up to 50,000 miles', 'Guangdong', 'Guangzhou'])
    await expect(chip(name)).toBeVisible();
  await chip('Hybrid').click();
  await expect(page).toHaveURL(/fuelType=electric(?!&fuelType)/);
  await expect(chip('Hybrid')).toBeHidden();
  await chip('Guangdong').click();
  await expect(chip('Guangzhou')).toBeHidden();
});

test('the number next to a value is the total after choosing it, and the unfolded filters fit', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?carType=suv&steering=left');
  await showFilters(page);
  await fold(page, 'Color').click();
  const red = page.getByRole('checkbox', { name: /^Red/ });
  const label = page.locator('label', { has: red });
  const cars = await label.getByText(/ cars?$/).textContent();
  await red.check();
  await expect(page).toHaveURL(/color=red/);
  await expect(page.getByText(new RegExp(`of ${cars}$`))).toBeAttached();
  await expect(page.getByRole('button', { name: `Show ${cars}` })).toBeVisible();
  await red.uncheck();
  await expect(page).not.toHaveURL(/color/);
  await expect(red, 'the list that was chosen from stays open').toBeVisible();

  for (const name of ['Fuel', 'Doors']) await fold(page, name).click();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideways(page);
});

test('a car page leads to its seller and to all cars of the seller, and that filter survives a reload', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?make=Changan');
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.getByRole('link', { name: 'About this seller' }).click();
  await expect(page).toHaveURL(/\/sellers\/[^/]+-\d+$/);
  await expectAccessible(page);
  await page.getByRole('link', { name: /^See all [\d,]+ cars for sale$/ }).click();
  await expect(page).toHaveURL(/\/CarExplore\?seller=\d+$/);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Remove filter One seller' })).toBeVisible();
  await showFilters(page);
  await fold(page, 'More filters').click();
  await page.getByRole('checkbox', { name: /^With VIN/ }).check();
  await expect(page).toHaveURL(/seller=\d+&hasVin=true/);
});
