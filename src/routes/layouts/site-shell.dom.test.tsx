import { createMemoryRouter, Link, RouterProvider } from 'react-router';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CarDetails } from '#features/catalog/listings/components/car-details.tsx';
import type { ListingResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { RentalDays } from '#features/payments/payments/components/rental-days.tsx';
import { documentTranslator } from '#lib/i18n/document-messages.ts';
import { MessagesProvider } from '#lib/i18n/messages-context.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { renderPage } from '../../../tests/support/runner/dom-page.tsx';
import { NavigationProgress, SiteShell } from './site-shell.tsx';

const car = {
  RentSell: 'Rent',
  listing_status: 'active',
  make: 'BYD',
  model: 'Seal',
  price: 31,
  images: [],
  hold: null,
  availableFrom: null,
  dateposted: '2026-11-10T07:00:00Z',
  date_updated: '2026-11-20T07:00:00Z',
  serviceHistory: {},
  extraFeatures: {},
  priceBreakdown: { taxRate: 0.08, registrationFee: 300 },
} as unknown as ListingResponse;
const booked = {
  today: '2026-03-01',
  days: [],
  longestDays: 90,
  cancelableFrom: '2026-03-02',
  freeCancelFrom: '2026-03-03',
  lastStart: '2027-03-01',
  rental: {
    pick_up_hour: 9,
    return_hour: 18,
    return_grace_minutes: 60,
    time_zone: 'Asia/Shanghai',
    place: 'Shenzhen',
    fee_days: 365,
    min_age: 21,
  },
  fee_cents: 30_000,
};

const screens = {
  'the bar of a car page': [
    '.bottom-bar',
    <CarDetails key="car" car={car} favorite="" related="" crumbs={[]} url="" links={{ similar: '/' }} more="" />,
  ],
  'the days of a calendar': [
    '.calendar-grid',
    <RentalDays
      key="days"
      days={{ first: '2026-03-03', last: '2026-03-03' }}
      booked={booked}
      problem={null}
      busy={false}
      onChange={() => {}}
    />,
  ],
  'the pages of a list': [
    'nav[aria-label="Pages"]',
    <Pagination key="pages" page={1} pages={9} linkTo={() => ({ search: '', hash: '' })} />,
  ],
} as const;

const upButton = () => page.getByRole('button', { name: 'Back to top', includeHidden: true });

/** Scrolls down until the middle of an element is at the height of the button. A sticky element moves only in the end. */
function scrollUnderButton(element: Element): void {
  const { top, height } = upButton().element().getBoundingClientRect();
  for (let steps = 0; steps < 200; steps++) {
    const box = element.getBoundingClientRect();
    const below = box.top + box.height / 2 - (top + height / 2);
    if (Math.abs(below) < 2) return;
    scrollBy({ top: below, behavior: 'instant' });
  }
  throw new Error('the element does not come to the button');
}

test.each(Object.entries(screens))('Back to top does not lie over %s', async (_, [selector, screen]) => {
  await page.viewport(360, 740);
  onTestFinished(() => scrollTo({ top: 0 }));
  await renderPage(
    <SiteShell>
      <div style={{ height: '120rem' }} />
      {screen}
    </SiteShell>,
  );
  await expect.poll(() => document.querySelector(selector)).not.toBeNull();
  const element = document.querySelector(selector) as Element;
  scrollTo({ top: 900, behavior: 'instant' });
  await expect.element(upButton()).toBeVisible();
  scrollUnderButton(element);
  await expect.element(upButton()).not.toBeVisible();
  scrollBy({ top: 700, behavior: 'instant' });
  await expect.element(upButton()).toBeVisible();
});

test.each([
  ['/', 1],
  ['/ComingSoon', 1],
  ['/Dashboard', 0],
  ['/Yard', 0],
  ['/AdminDashboard', 0],
  ['/payment/7', 0],
])('the loading screen of %s: %i', async (at, count) => {
  await renderPage(<SiteShell>Page</SiteShell>, { at });
  await expect.element(page.getByText('Page', { exact: true })).toBeVisible();
  expect(document.querySelectorAll('.loading-screen')).toHaveLength(count);
});

test('the payment page has a short footer and no navigation', async () => {
  await page.viewport(360, 740);
  const { unmount } = await renderPage(<SiteShell>Page</SiteShell>, { at: '/CarExplore' });
  expect(document.querySelectorAll('nav').length).toBeGreaterThan(1);
  await unmount();
  await renderPage(<SiteShell>Page</SiteShell>, { at: '/payment/7' });
  expect(document.querySelectorAll('nav')).toHaveLength(0);
  expect(document.querySelector('footer')?.getBoundingClientRect().height).toBeLessThan(120);
  await expect.element(page.getByRole('banner').getByRole('link', { name: 'CarQuay home' })).toBeVisible();
});

test('the pressed link is marked while the next page loads slowly, and not after that', async () => {
  let arrive = () => {};
  const slow = new Promise<null>((done) => {
    arrive = () => done(null);
  });
  const links = (
    <>
      <NavigationProgress />
      <Link to="/slow">Dashboard</Link>
      <Link to="/other">Home</Link>
    </>
  );
  const router = createMemoryRouter([
    { path: '/slow', element: links, loader: () => slow },
    { path: '*', element: links },
  ]);
  await render(
    <MessagesProvider value={documentTranslator()}>
      <RouterProvider router={router} />
    </MessagesProvider>,
  );
  const link = page.getByRole('link', { name: 'Dashboard' });
  await link.click();
  await expect.element(link).toHaveAttribute('data-pressed');
  await expect.element(page.getByRole('link', { name: 'Home' })).not.toHaveAttribute('data-pressed');
  arrive();
  await expect.element(page.getByRole('link', { name: 'Dashboard' })).not.toHaveAttribute('data-pressed');
});
