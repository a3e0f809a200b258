import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../../tests/support/runner/dom-page.tsx';
import type { CardResponse, ListingResponse } from '../../model/listing-contract.ts';
import { CarDetails } from '../car-details.tsx';
import { ListingCard } from '../listing-card.tsx';
import { InstallmentEstimate, PriceBox } from './price-box.tsx';

const history = { recentServicing: true, noAccidentHistory: true, modifications: false };
const extraFeatures = { gps: false, sunroof: false, leatherSeats: false, backupCamera: false };
const seal = {
  listing_id: 7,
  RentSell: 'Sell',
  listing_status: 'active',
  make: 'BYD',
  model: 'Seal',
  trim: null,
  year: 2023,
  price: 7_150.5,
  mileage: 20_000,
  certified: false,
  images: [],
  reviewCount: 0,
  rating: null,
  availableFrom: null,
  hold: null,
  dateposted: '2026-11-10T07:00:00Z',
  date_updated: '2026-11-20T07:00:00Z',
  serviceHistory: history,
  extraFeatures,
  priceBreakdown: { taxRate: 0.08, registrationFee: 300 },
} as unknown as ListingResponse;
const rental: ListingResponse = { ...seal, RentSell: 'Rent', price: 31 };

const box = (car: ListingResponse) => <PriceBox car={car} name="2023 BYD Seal" url="" similar="/" booking="" />;
const details = (car: ListingResponse) => (
  <CarDetails car={car} favorite={null} related={null} crumbs={[]} url="" links={{ similar: '/' }} more={null} />
);
const text = (selector: string) => document.querySelector(selector)?.textContent ?? '';

/** Finds amounts that are broken over several lines. */
function brokenAmounts(): string[] {
  return [...document.querySelectorAll('dd, summary span')]
    .filter((element) => /^\$[\d,.]+$/.test(element.textContent ?? ''))
    .filter((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    })
    .map((element) => element.textContent ?? '');
}

test.each([320, 360])('no amount of the breakdown breaks into two lines at %i px', async (width) => {
  await page.viewport(width, 740);
  await renderPage(<div className="px-4">{box({ ...seal, price: 1_237_150.5 })}</div>);
  await page.getByText('Price breakdown').click();
  for (const button of document.querySelectorAll<HTMLElement>('dl button')) button.click();
  await expect.element(page.getByText(/^A one-off charge/)).toBeVisible();
  expect(document.querySelectorAll('dl dd')).toHaveLength(5);
  expect(brokenAmounts()).toEqual([]);
});

test('the closed breakdown of a rental shows only the total, below its name', async () => {
  await page.viewport(360, 740);
  await renderPage(<div className="px-4">{box(rental)}</div>);
  const summary = document.querySelector('details.border-y > summary') as HTMLElement;
  const [name, total] = [...summary.querySelectorAll('span span')].map((span) => span.getBoundingClientRect());
  expect(total?.top).toBeGreaterThanOrEqual(name?.bottom ?? Number.NaN);
  expect(summary.textContent).toBe('Price breakdownTotal for one day $333.48');
});

test('a rental speaks of its fee and balance, and not of shipping and import duty', async () => {
  await renderPage(box(rental));
  await page.getByText('Price breakdown').click();
  await expect.element(page.getByText(/^The fee is charged once, however many days you rent/)).toBeVisible();
  expect(document.body.textContent).not.toContain('Shipping');
  expect(document.body.textContent).not.toContain('import duty aren');
});

test('a rental shows its one-off fee next to the daily price on card, page and bottom bar', async () => {
  await page.viewport(360, 740);
  await renderPage(details(rental));
  const prices = () => [...document.querySelectorAll('.car-money p, .bottom-bar p')].map((p) => p.textContent);
  expect(prices().filter((price) => price === '$31/Day + $300 one-off')).toHaveLength(2);
  await renderPage(<ListingCard car={{ ...rental, priceBreakdown: { taxRate: 0, registrationFee: 120 } }} />);
  await expect.element(page.getByText('+ $120 one-off')).toBeVisible();
});

test('a car for sale and a rental without a fee show the price only', async () => {
  for (const car of [seal, { ...rental, priceBreakdown: { taxRate: 0, registrationFee: 0 } }]) {
    const { unmount } = await renderPage(<ListingCard car={car as CardResponse} />);
    await expect.element(page.getByText('$', { exact: false }).first()).toBeVisible();
    expect(document.body.textContent).not.toContain('one-off');
    await unmount();
  }
});

test('tax and fee open their explanations by keyboard', async () => {
  await renderPage(box(seal));
  await page.getByText('Price breakdown').click();
  for (const [name, words] of [
    ['Tax (8%)', /^Tax on the price, collected with your payment and passed on/],
    ['Registration fee', /^A one-off charge for registering the deal/],
  ] as const) {
    await expect.element(page.getByText(words)).not.toBeVisible();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe(name);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(words)).toBeVisible();
    const term = document.activeElement as HTMLElement;
    const amount = term.closest('dt')?.nextElementSibling?.getBoundingClientRect();
    expect(amount?.bottom, 'the amount stays beside its name').toBeLessThanOrEqual(term.getBoundingClientRect().bottom);
  }
});

test('the estimate states its terms on its line', async () => {
  await renderPage(<InstallmentEstimate priceCents={2_000_000} />);
  expect(text('p')).toBe(
    'Estimated installment: $272.88 per month with $5,000 down, 60 months, 3.5% interest per year',
  );
  await page.getByText('Adjust the estimate').click();
  await page.getByLabelText('Down payment (USD)').fill('20000');
  await expect.element(page.getByText('The down payment covers the price.')).toBeVisible();
  expect(text('output')).toBe('–');
});

test('a car that the down payment covers has no estimate', async () => {
  await renderPage(<InstallmentEstimate priceCents={500_000} />);
  expect(document.body.textContent).not.toContain('Estimated installment');
  await renderPage(<InstallmentEstimate priceCents={500_100} />);
  await expect.element(page.getByText(/\$0\.02 per month/)).toBeVisible();
});
