import { expect, type Page } from '@playwright/test';
import { expectNoSideways, expectShown, open, ready, test } from '../../support/journeys/journey.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Cars to compare' });
const cards = (page: Page) => page.getByRole('article');
const table = (page: Page) => page.getByRole('table');

async function choose(page: Page, place: number): Promise<void> {
  const button = cards(page)
    .nth(place)
    .getByRole('button', { name: /^Compare / });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
}

test('cars chosen in a list are compared, and the differences are named', { tag: '@once' }, async ({ page }) => {
  await open(page, '/CarExplore?make=BYD');
  await choose(page, 0);
  await expect(bar(page)).toContainText('Choose another car to compare');
  await choose(page, 1);
  await expectShown(page);
  await bar(page).getByRole('link', { name: 'Compare 2 cars' }).click();
  await expect(page).toHaveURL(/\/compare\?cars=\d+,\d+$/);
  await expect(table(page).getByRole('columnheader')).toHaveCount(3);
  await expect(bar(page), 'the page itself shows what is chosen').toHaveCount(0);

  const make = table(page).getByRole('row', { name: /^Make/ });
  const price = table(page).getByRole('row', { name: /^Price/ });
  await expect(make).not.toContainText('Differs');
  await expect(price).toContainText('Differs');
  await page.getByLabel('Show differences only').check();
  await expect(make).toBeHidden();
  await expect(price).toBeVisible();
  await page.getByLabel('Show differences only').uncheck();
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSideways(page);

  await table(page)
    .getByRole('link', { name: /^Remove / })
    .first()
    .click();
  await expect(table(page).getByRole('columnheader')).toHaveCount(2);
  await expect(page.getByText('Add at least one more car')).toBeVisible();
  await page.getByRole('link', { name: 'Add a car' }).click();
  await expect(bar(page).getByRole('button', { name: /^Remove / })).toHaveCount(1);
});

test('a fifth car is refused, the choice survives a reload, and cars that cannot be shown are named', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore');
  for (const place of [0, 1, 2, 3]) await choose(page, place);
  await cards(page)
    .nth(4)
    .getByRole('button', { name: /^Compare / })
    .click();
  await expect(page.getByRole('alert').getByText('You can compare up to 4 cars. Remove one first.')).toBeVisible();
  await page.reload();
  await ready(page);
  await expect(bar(page).getByRole('button', { name: /^Remove / })).toHaveCount(4);
  await open(page, '/compare');
  await expect(page).toHaveURL(/cars=\d+,\d+,\d+,\d+$/);
  await expect(table(page).getByRole('columnheader')).toHaveCount(5);

  const [id] = new URL(page.url()).searchParams.get('cars')?.split(',') ?? [];
  await open(page, `/compare?cars=${id},999999,<b>x,1e5`);
  await expect(page.getByText('Car 999999 isn’t on the site, or no longer.')).toBeVisible();
  await expect(page.getByText('We ignored “<b>x”, “1e5”: they aren’t numbers of cars.')).toBeVisible();
  await page.getByRole('link', { name: 'Remove car 999999' }).click();
  await expect(page).toHaveURL(new RegExp(`cars=${id}$`));
  await open(page, '/compare?cars=zzz');
  await expect(page.getByText('There is nothing to compare yet.')).toBeVisible();
});
