import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { CardSizeToggle } from './explore-toolbar.tsx';
import { ListingGrid } from './listing-grid.tsx';

const { dataset } = document.documentElement;
const car = {
  listing_id: 7,
  RentSell: 'Rent',
  listing_status: 'active',
  make: 'Mercedes-Benz',
  model: 'E-Class',
  trim: 'E 300 L Luxury',
  year: 2023,
  price: 131,
  mileage: 20_000,
  mileageKm: 32_000,
  carType: 'sedan',
  fuelType: 'petrol',
  transmission: 'automatic',
  location: 'Guangzhou, Guangdong',
  images: [{ url: '/media/demo-suv-white-crest-front-dark' }],
  reviewCount: 0,
  rating: null,
  hold: null,
  availableFrom: null,
  priceBreakdown: { taxRate: 0.08, registrationFee: 300 },
} as unknown as CardResponse;

const toggle = page.getByRole('button', { name: 'Compact cards' });
const card = () => document.querySelector('article') as HTMLElement;
const show = () =>
  renderPage(
    <div className="px-4">
      <CardSizeToggle />
      <ListingGrid cars={[car]} />
    </div>,
  );

beforeEach(() => page.viewport(360, 740));
afterEach(() => {
  delete dataset.cards;
});

test('compact cards are a third as tall and keep name, facts and price', async () => {
  await show();
  const large = card().offsetHeight;
  await toggle.click();
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
  expect(card().offsetHeight).toBeLessThan(large * 0.36);
  for (const words of ['Mercedes-Benz E-Class', '20,000 miles', '/Day', '+ $300 one-off'])
    await expect.element(page.getByText(words, { exact: false }).first()).toBeVisible();
  expect(card().scrollWidth).toBeLessThanOrEqual(card().clientWidth);
  const heart = card().querySelector('button')?.getBoundingClientRect();
  const picture = card().firstElementChild?.getBoundingClientRect();
  expect(heart?.top, 'the heart is below the picture').toBeGreaterThanOrEqual(picture?.bottom ?? Number.NaN);
  expect(heart?.right).toBeLessThanOrEqual(card().querySelector('h3')?.getBoundingClientRect().left ?? 0);
});

test('the choice is stored, and the boot script applies it before the first paint', async () => {
  const { bootScript } = await import('#routes/layouts/boot-script.ts');
  sessionStorage.setItem('visited', '1');
  const boot = () => {
    delete dataset.cards;
    new Function(bootScript)();
    return dataset.cards;
  };
  await show();
  expect(boot()).toBeUndefined();
  await toggle.click();
  expect(boot()).toBe('compact');
  await toggle.click();
  expect(boot()).toBeUndefined();
});

test('wide screens show compact cards in several columns', async () => {
  await page.viewport(1440, 900);
  await show();
  const { offsetHeight: height, offsetWidth: width } = card();
  await toggle.click();
  expect(card().offsetHeight).toBeLessThan(height * 0.5);
  expect(card().offsetWidth).toBe(width);
  expect(card().scrollWidth).toBeLessThanOrEqual(card().clientWidth);
});
