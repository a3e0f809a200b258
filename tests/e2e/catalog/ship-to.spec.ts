import { expect } from '@playwright/test';
import { expectAccessible, expectNoSideways, open, tabTo, test } from '../../support/journeys/journey.ts';

test('a destination chosen by keyboard shows what may be imported there, with reasons and sources', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/used-cars');
  await tabTo(page, page.getByRole('button', { name: 'Menu', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Ship to', exact: true }).filter({ visible: true }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Where should your car go?' });
  await expect(dialog.getByLabel('Country')).toBeFocused();
  await page.keyboard.type('Kenya');
  await expect(dialog.getByLabel('Port of arrival')).toHaveValue('KEMBA');
  await tabTo(page, dialog.getByRole('button', { name: 'Ship to this country' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await tabTo(page, page.getByRole('link', { name: /^Show [\d,]+ cars? that may not be imported to Kenya$/ }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]mayImport=any.*#cars$/);

  // By its address, because the lights of cards before it may arrive while the keyboard is on its way.
  const prohibited = page.getByRole('article').filter({ hasText: 'Not allowed: steering side' }).first();
  const path = await prohibited.getByRole('link').getAttribute('href');
  await tabTo(page, page.locator(`article a[href="${path}"]`));
  await page.keyboard.press('Enter');
  const answer = page.getByRole('region', { name: 'Can I import it, and what will it cost at my door?' });
  await expect(answer.getByText('Only right-hand drive is accepted.').first()).toBeVisible();
  await expect(answer.getByText('Not allowed').first()).toBeVisible();
  await answer.getByRole('button', { name: 'Why', exact: true }).click();
  await answer
    .getByText(/^Confirmed by an official source, checked/)
    .first()
    .click();
  await expect(answer.getByRole('link', { name: /Notice to importers/ }).first()).toHaveAttribute('href', /^https:/);

  const { pathname } = new URL(page.url());
  const html = await (await page.request.get(pathname)).text();
  expect(html).not.toContain('Kenya');
  const named = await (await page.request.get(`${pathname}?to=KE`)).text();
  expect(named).toContain('Only right-hand drive is accepted.');
  expect(named).toMatch(new RegExp(`<link rel="canonical" href="[^"?]*${pathname}"`));
});

test('a destination in the address of a list is not taken for the last day of a rental', { tag: '@once' }, async ({
  page,
}) => {
  await open(page, '/CarExplore?to=KE');
  await expect(page.getByRole('article').first()).toContainText('Check first');
  await expect(page.getByRole('link', { name: /^Show [\d,]+ cars that may not be imported to Kenya$/ })).toBeVisible();
  await expect(page.getByText('These filters in the address are not valid')).toHaveCount(0);
  await expect(page.getByRole('article').first().getByRole('link')).toHaveAttribute('href', /\?to=KE$/);
  await expect(page).toHaveURL('/CarExplore?to=KE');
  await open(page, '/CarExplore?to=junk');
  await expect(page.getByText('These filters in the address are not valid')).toBeVisible();
});

test('the price as new is requested where charges depend on it, and stays in the address', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?to=KE');
  await page.getByRole('article').first().getByRole('link').click();
  const answer = page.getByRole('region', { name: 'Can I import it, and what will it cost at my door?' });
  await answer.getByLabel('Price of this model as new').fill('5,000,000');
  await answer.getByRole('button', { name: 'Compute' }).click();
  await expect(answer.getByText('Computed with your figure', { exact: false })).toBeVisible();
  // A form that is sent before scripts ran keeps the commas.
  await expect(page).toHaveURL(/\?to=KE&new_price=5(000000|%2C000%2C000)&new_price_currency=KES$/);
  await expectAccessible(page);
  await expectNoSideways(page);
  await page.reload();
  await expect(answer.getByLabel('Price of this model as new')).toHaveValue('5,000,000');
});

test('the page of a country keeps the city that was chosen there', { tag: '@once' }, async ({ page }) => {
  await open(page, '/import/uganda');
  await expect(page.locator('a[href="/CarExplore?to=UG"]').first()).toBeVisible();
  await page.evaluate(() => localStorage.setItem('ship-to', 'UG-company_Kampala'));
  await open(page, '/import/uganda');
  await expect(page.locator('a[href="/CarExplore?to=UG-company_Kampala"]').first()).toBeVisible();
  const car = page.getByRole('main').getByRole('article').first().getByRole('link').first();
  await expect(car).toHaveAttribute('href', /\?to=UG-company_Kampala$/);
  await open(page, '/import/kenya');
  await expect(page.locator('a[href="/CarExplore?to=KE"]').first()).toBeVisible();
});
