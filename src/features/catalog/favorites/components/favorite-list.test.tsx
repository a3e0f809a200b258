import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { CardResponse } from '#features/catalog/listings/model/listing-contract.ts';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { FavoriteList } from './favorite-list.tsx';

function render(cars: Partial<CardResponse>[]): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <FavoriteList
        cars={cars.map((car) => ({ images: [], ...car }) as unknown as CardResponse)}
        browse="/CarExplore"
      />
    </MemoryRouter>,
  );
}

const car = {
  make: 'BYD',
  model: 'Seal',
  year: 2023,
  price: 18_500,
  priceBreakdown: { taxRate: 0.08, registrationFee: 300 },
  reviewCount: 0,
  availableFrom: null,
  hold: null,
} as const;

test('shows a message and a link to cars if nothing is saved', () => {
  const html = render([]);
  expect(html).toContain('You haven’t saved any cars yet.');
  expect(html).toContain('href="/CarExplore"');
});

test('shows the status of an unavailable car', () => {
  const html = render([
    { ...car, listing_id: 1, RentSell: 'Sell', listing_status: 'active' },
    { ...car, listing_id: 2, RentSell: 'Sell', listing_status: 'sold' },
    { ...car, listing_id: 3, RentSell: 'Rent', listing_status: 'rented' },
  ]);
  expect(html.match(/aria-label="Save BYD Seal to favorites"/g)).toHaveLength(3);
  expect([html.includes('Active'), html.includes('Sold'), html.includes('Rented')]).toEqual([false, true, true]);
});
