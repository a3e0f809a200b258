import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type ListingStatus, ownerTransitions } from '#features/catalog/listings/model/listing.ts';
import { renderToStaticMarkup } from '../../../../../../tests/support/messages/markup.tsx';
import type { MyListingResponse } from '../../model/sell-contract.ts';
import { listingsPage, MyListings } from './my-listings.tsx';

const car = {
  listing_id: 1,
  id: 1,
  make: 'BYD',
  model: 'Seal',
  year: 2023,
  price: 18_500,
  RentSell: 'Sell',
  images: [],
};

function render(listings: Partial<MyListingResponse>[], totalPages = 1): string {
  const whole = listings.map((one) => ({
    ...car,
    reasons: [],
    views: 0,
    favourites: 0,
    version: 1,
    moves: [],
    ...one,
  }));
  const answer = {
    flag: '1' as const,
    listings: whole as unknown as MyListingResponse[],
    pagination: { page: 1, totalPages, totalItems: listings.length },
  };
  const router = createMemoryRouter([{ path: '/', element: <MyListings response={answer} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test.each<[ListingStatus, string, string[]]>([
  ['requested', 'In review', ['Edit', 'Delete']],
  ['active', 'Live', ['Edit', 'Pause', 'Mark as sold', 'Delete']],
  ['paused', 'Paused', ['Edit', 'Resume', 'Mark as sold', 'Delete']],
  ['returned', 'Needs changes', ['Edit', 'Delete']],
  ['rejected', 'Rejected', ['Delete']],
  ['sold', 'Sold', []],
  ['rented', 'Rented', []],
])('a %s car is labeled %s and offers the allowed actions', (state, words, moves) => {
  const html = render([{ state, moves: ownerTransitions(state) }]);
  expect(html).toContain(words);
  const offered = [...html.matchAll(/aria-label="([^":]+): 2023 BYD Seal"/g)].map(([, move]) => move);
  expect(offered).toEqual(moves);
});

test('links only a listed car to its page', () => {
  expect(render([{ state: 'active' }])).toContain('href="/buy-car/byd-seal-1"');
  expect(render([{ state: 'requested' }])).not.toContain('/buy-car/');
});

test('shows the reasons and the counts', () => {
  const html = render([{ state: 'returned', reasons: ['The photos show another car.'], views: 1, favourites: 2 }]);
  expect(html).toContain('The photos show another car.');
  expect(html).toContain('1 view<');
  expect(html).toContain('2 favorites<');
});

test('links to the sell form without a listing, and shows pages with many', () => {
  expect(render([])).toContain('List your car');
  expect(render([{ state: 'active' }], 3)).toContain('?listings=3#my-listings');
});

test('reads the page from the URL, and 1 from an invalid value', () => {
  const page = (search: string) => listingsPage(new URLSearchParams(search));
  expect([page('listings=3'), page(''), page('listings=0'), page('listings=x')]).toEqual([3, 1, 1, 1]);
});
