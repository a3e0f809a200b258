import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { ListingResponse } from '../model/listing-contract.ts';
import { CarDetails } from './car-details.tsx';

const car = {
  listing_id: 7,
  RentSell: 'Sell',
  listing_status: 'active',
  make: 'BYD',
  model: 'Seal',
  trim: null,
  year: 2023,
  price: 7_150.5,
  mileage: 20_000,
  location: 'Guangzhou, Guangdong',
  images: [{ url: '/media/demo-suv-white-crest-front-dark' }, { url: '/media/demo-suv-white-crest-side-dark' }],
  hold: null,
  availableFrom: null,
  dateposted: '2026-11-10T07:00:00Z',
  date_updated: '2026-11-20T07:00:00Z',
  serviceHistory: {},
  extraFeatures: {},
  priceBreakdown: { taxRate: 0.08, registrationFee: 300 },
} as unknown as ListingResponse;
const crumbs = ['Home', 'Buy Used Cars', 'BYD', 'Seal'].map((name) => ({ name, to: `/${name}` }));
const HEADER_PX = 64;

const show = (related: React.ReactNode = null) =>
  renderPage(
    <CarDetails
      car={car}
      favorite={null}
      related={related}
      crumbs={crumbs}
      url=""
      links={{ similar: '/' }}
      more={null}
    />,
  );
const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();

function textBox(element: Element | null): DOMRect {
  const range = document.createRange();
  if (element) range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

test('the desktop page names the car above its picture, close to the breadcrumbs', async () => {
  await page.viewport(1440, 900);
  await show();
  const title = boxOf('h1');
  expect(title.bottom + HEADER_PX).toBeLessThan(200);
  expect(boxOf('.car-gallery').top).toBeGreaterThan(title.bottom);
  expect(title.top - textBox(document.querySelector('nav a')).bottom).toBeLessThan(24);
});

test('the phone page begins with the picture, close to the breadcrumbs', async () => {
  await page.viewport(360, 740);
  await show();
  const gallery = boxOf('.car-gallery');
  expect(boxOf('h1').top).toBeGreaterThan(gallery.bottom);
  expect(gallery.top - textBox(document.querySelector('nav a')).bottom).toBeLessThan(24);
});

test.each([320, 360, 412, 1024, 1440])('no date of the listing breaks into two lines at %i px', async (width) => {
  await page.viewport(width, 740);
  await show();
  const dates = [...document.querySelectorAll('time')];
  expect(dates.map((date) => date.textContent)).toEqual(['Listed Nov 10, 2026 UTC', 'Updated Nov 20, 2026 UTC']);
  for (const date of dates) expect(date.getBoundingClientRect().height).toBeLessThan(24);
});

test('the price box stays in view next to the facts, and ends above the related cars', async () => {
  await page.viewport(1440, 900);
  await show(<div style={{ height: '80rem' }} />);
  const money = () => boxOf('.car-money > *');
  scrollTo(0, 140);
  await expect.poll(() => money().top).toBe(HEADER_PX + 16);
  scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => money().bottom).toBeLessThanOrEqual(boxOf('.car-related').top);
});
