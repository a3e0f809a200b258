import { expect, type Page } from '@playwright/test';
import { open, ready, test } from '../../support/journeys/journey.ts';

async function openFirstCar(page: Page): Promise<void> {
  await open(page, '/CarExplore?make=BYD');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/buy-car\//);
}

test('a car page adds up its price, estimates a rate, names the car in its links and leads to related cars', {
  tag: '@once',
}, async ({ page }) => {
  await openFirstCar(page);
  await page.getByText('Price breakdown').click();
  const amounts = await page.locator('details[open] dl dd').allInnerTexts();
  const [price = 0, tax = 0, fee = 0, total = 0, booking = 0] = amounts.map((text) =>
    Number(text.replace(/[$,]/g, '')),
  );
  expect(tax).toBeCloseTo(price * 0.08, 2);
  expect(fee).toBe(300);
  expect(total).toBeCloseTo(price + tax + fee, 2);
  expect(booking).toBeCloseTo(total / 4, 2);

  await page.getByText('Adjust the estimate').click();
  await expect(page.getByLabel('Interest per year (%)')).toHaveValue('3.5');
  await page.getByLabel('Down payment (USD)').fill('0');
  await page.getByLabel('Interest per year (%)').fill('0');
  await page.getByLabel('Months').fill('10');
  await expect(page.locator('output')).toHaveText(new RegExp(`\\$${(price / 10).toLocaleString('en-US')}.* per month`));
  await page.getByLabel('Months').fill('0');
  await expect(page.getByText('Enter a down payment of 0')).toBeVisible();

  const id = page.url().split('-').at(-1) ?? '';
  for (const name of ['Request Inspection', 'Contact Us via WhatsApp', 'Get Car Report']) {
    const link = new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '');
    expect(link.host).toBe('wa.me');
    expect(link.searchParams.get('text')).toContain(`listing ${id}`);
    expect(link.searchParams.get('text')).toContain(page.url());
  }
  const history = page.getByRole('link', { name: 'Get Vehicle History Report' });
  await expect(history).toHaveAttribute('target', '_blank');
  await expect(history).toHaveAttribute('rel', /noopener/);
  const share = new URL((await page.getByRole('link', { name: 'Share', exact: true }).getAttribute('href')) ?? '');
  expect(share.href).toContain('twitter.com/intent/tweet');
  expect(share.searchParams.get('url')).toBe(page.url());

  const favoriteButton = page.getByRole('button', { name: /^Save .* to favorites$/ }).first();
  await favoriteButton.click();
  await expect(favoriteButton).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await ready(page);
  await expect(favoriteButton, 'a favorite survives a reload').toHaveAttribute('aria-pressed', 'true');

  const related = page.getByRole('region', { name: 'Related Vehicles' }).first();
  await expect(related.getByText(/Same Brand|Same Type|Similar Price/).first()).toBeVisible();
  await expect(related.getByRole('link', { name: 'View All Cars' })).toBeVisible();
  const link = related.getByRole('article').first().getByRole('link');
  const address = (await link.getAttribute('href')) ?? '';
  expect(page.url()).not.toContain(address);
  await link.click();
  await expect(page).toHaveURL(address);
});

test('photos can be stepped through and chosen, and load only when shown', { tag: '@once' }, async ({ page }) => {
  await openFirstCar(page);
  const gallery = page.getByRole('region', { name: 'Photos of this car' });
  await expect(gallery.getByRole('button', { name: /^Show photo/ })).toHaveCount(4);
  const third = gallery.getByRole('img', { name: /^Drawing: .*, picture 3 of 4$/ });
  await expect(third, 'photos that are not shown are not loaded').toHaveCount(0);
  await gallery.getByRole('button', { name: 'Previous photo' }).click();
  await expect(gallery.getByRole('button', { name: 'Show photo 4' })).toHaveAttribute('aria-current', 'true');
  await gallery.getByRole('button', { name: 'Next photo' }).click();
  await expect(gallery.getByRole('button', { name: 'Show photo 1' })).toHaveAttribute('aria-current', 'true');
  await gallery.getByRole('button', { name: 'Show photo 3' }).click();
  await expect(gallery.getByRole('button', { name: 'Show photo 3' })).toHaveAttribute('aria-current', 'true');
  await expect.poll(() => third.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(0);
});

test('a slow car page shows that it loads, a failed page can be retried, and missing related cars do not matter', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/CarExplore?make=BYD');
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/related?*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.route(/\/api\/api\/listings\/\d+$/, async (route) => {
    await seen;
    await route.fulfill({ status: 500, body: '{}' });
  });
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByText('Loading car details...')).toBeVisible();
  goOn();
  await expect(page.getByText('Error: HTTP error! status: 500')).toBeVisible();
  await expect(page.getByText('Loading car details...')).toHaveCount(0);
  await page.unroute(/\/api\/api\/listings\/\d+$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Vehicle Specifications' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Related Vehicles' })).toHaveCount(0);
});
