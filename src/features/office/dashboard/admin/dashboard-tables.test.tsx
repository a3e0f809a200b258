import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { AdminCardResponse } from '#features/catalog/moderation/model/admin-listing-contract.ts';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { NewListings } from './dashboard-parts.tsx';

test('the price of a rental is per day', () => {
  const car = { make: 'BYD', model: 'Seal', year: 2024, dateposted: '2026-03-01T10:00:00Z', images: [] };
  const cars = [
    { ...car, listing_id: 1, RentSell: 'Rent', price: 45, listing_status: 'active', state: 'active' },
    { ...car, listing_id: 2, RentSell: 'Sell', price: 18_500, listing_status: 'active', state: 'active' },
  ] as unknown as AdminCardResponse[];
  const router = createMemoryRouter([{ path: '*', element: <NewListings listings={cars} /> }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  expect(html).toContain('$45/Day');
  expect(html).not.toContain('$18,500/Day');
});
