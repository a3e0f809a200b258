import { expect } from '@playwright/test';
import { open, test } from '../../support/journeys/journey.ts';

test('breadcrumbs lead from a car to its model and make, and the make has a second page', { tag: '@once' }, async ({
  page,
}) => {
  await open(page, '/used-cars/byd');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/buy-car\/byd-/);
  await page.getByRole('heading', { name: 'Vehicle Specifications' }).waitFor();
  const crumbs = page.getByRole('navigation', { name: 'You are here' });
  await crumbs.getByRole('link').last().click();
  await expect(page).toHaveURL(/\/used-cars\/byd\/[^/]+$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Used BYD .+ for sale from China$/);
  await expect(page).toHaveTitle(/^Used BYD .+ for sale from China – CarQuay$/);

  await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'BYD' }).click();
  await expect(page.getByText(/cars are for sale now\. Prices range from \$/)).toBeVisible();
  const first = await page.getByRole('article').first().getByRole('link').getAttribute('href');
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/\/used-cars\/byd\?page=2#cars$/);
  await expect(page.getByRole('article').first().getByRole('link')).not.toHaveAttribute('href', first ?? '');
});

test('a make’s landing page is two clicks from the footer', { tag: '@once' }, async ({ page }) => {
  await open(page, '/ContactUs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Used Cars by Make' }).click();
  await page.getByRole('navigation', { name: 'By make' }).getByRole('link', { name: /^BYD/ }).click();
  await expect(page).toHaveURL(/\/used-cars\/byd$/);
  await page.getByRole('link', { name: 'Filter these cars' }).click();
  await expect(page).toHaveURL(/\/CarExplore\?make=BYD$/);
});

test('all used cars lead to the cars of a fuel, a province and a price band', { tag: '@once' }, async ({ page }) => {
  await open(page, '/ContactUs');
  for (const [list, path] of [
    ['By fuel', /\/used-cars\/fuel\//],
    ['By province', /\/used-cars\/province\//],
    ['By price', /\/used-cars\/price\//],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Used Cars by Make' }).click();
    await page.getByRole('navigation', { name: list, exact: true }).getByRole('link').first().click();
    await expect(page).toHaveURL(path);
    await expect(page.getByText(/for sale now\./)).toBeVisible();
  }
  const filter = page.getByRole('link', { name: 'Filter these cars' });
  // The previous page has this link too.
  await expect(filter).toHaveAttribute('href', /[?&](minPrice|maxPrice)=/);
  await filter.click();
  await expect(page).toHaveURL(/\/CarExplore\?(minPrice|maxPrice)=/);
});
