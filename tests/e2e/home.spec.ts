import { expect } from '@playwright/test';
import { open, test } from '../support/journeys/journey.ts';

test('the home page has all its sections, one open answer and testimonials that wrap around', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/#faqs');
  await expect(page.getByRole('link', { name: 'Browse Used Cars' })).toHaveAttribute('href', '/CarExplore');
  await expect(page.getByRole('link', { name: 'About Our Marketplace' })).toHaveAttribute('href', '/AboutUs');
  const brands = page.getByRole('img', { name: /used cars from China - Buy .* second-hand vehicles$/ });
  await expect(page.getByRole('region', { name: 'Popular brands' }).getByRole('link')).toHaveCount(12);
  await expect(brands.first()).toHaveAttribute('alt', 'Audi used cars from China - Buy Audi second-hand vehicles');
  for (const heading of ['Buy', 'Sell', 'VIN', 'Browse', 'Choose', 'Drive', 'Featured Listings', 'Market Insights']) {
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  }
  const featured = page.getByRole('region', { name: 'Featured Listings' });
  await expect(featured.getByRole('article')).toHaveCount(6);
  await expect(featured.getByRole('link').first()).toHaveAttribute('href', '/CarExplore');
  expect(await featured.getByRole('article').first().getByRole('link').getAttribute('href')).toMatch(
    /^\/buy-car\/[a-z0-9-]+-\d+$/,
  );
  await expect(page.getByText('Demo figures')).toHaveCount(3);
  await expect(page.getByText('6.5 years')).toBeVisible();
  await expect(page.getByText('4.5/5 from 1000+ happy customers, 95% satisfaction')).toBeVisible();

  const items = page.locator('#faqs details');
  await items.nth(0).locator('summary').click();
  await expect(items.nth(0)).toHaveAttribute('open', '');
  await items.nth(1).locator('summary').click();
  await expect(items.nth(1)).toHaveAttribute('open', '');
  await expect(items.nth(0)).not.toHaveAttribute('open', '');
  expect((await items.nth(1).locator('p').boundingBox())?.height).toBeLessThanOrEqual(160);
  await items.nth(1).locator('summary').click();
  await expect(items.nth(1)).not.toHaveAttribute('open', '');

  const quotes = page.getByRole('region', { name: 'Testimonials' }).getByRole('figure');
  await expect(quotes).toHaveCount(6);
  const [first, last] = [quotes.first(), quotes.last()];
  await first.scrollIntoViewIfNeeded();
  await expect(first).toBeInViewport({ ratio: 0.5 });
  await expect(last).not.toBeInViewport();
  await page.getByRole('button', { name: 'Previous: Testimonials' }).click();
  await expect(last).toBeInViewport({ ratio: 0.95 });
  await page.getByRole('button', { name: 'Next: Testimonials' }).click();
  await expect(first).toBeInViewport({ ratio: 0.5 });
});

test('featured cars show loading, then an error, then the cars after a retry, whose images may fail', {
  tag: '@once',
}, async ({ page }) => {
  await open(page, '/AboutUs');
  let answer: 'slow' | 'broken' | 'good' = 'slow';
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/api/api/listings/featured', async (route) => {
    if (answer === 'slow') await seen;
    return answer === 'good' ? route.continue() : route.fulfill({ status: 500, body: '{}' });
  });
  await page.getByRole('link', { name: 'CarQuay home' }).click();
  await expect(page.getByText('Loading featured listings...')).toBeVisible();
  goOn();
  await expect(page.getByText('Error: Failed to fetch car listings')).toBeVisible();
  answer = 'good';
  await page.route('**/api/media/demo-*', (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Featured Listings' }).getByRole('article')).toHaveCount(6);
  await page.getByRole('region', { name: 'Featured Listings' }).scrollIntoViewIfNeeded();
  await expect(page.getByText('Image Failed').first()).toBeVisible();
});
