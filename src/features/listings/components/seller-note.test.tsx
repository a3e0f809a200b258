import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../tests/support/messages/markup.tsx';
import { SellerNote } from './seller-note.tsx';

const render = (car: Parameters<typeof SellerNote>[0]['car']) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SellerNote car={car} />
    </MemoryRouter>,
  );

test('names the seller of a car for sale and links to the seller’s cars for sale', () => {
  const html = render({ sellerId: 7, sellerName: 'Amina W.', RentSell: 'Sell' });
  expect(html).toContain('Sold by \u2068Amina W.\u2069');
  expect(html).toContain('href="/CarExplore?seller=7"');
});

test('links from a rental to the rentals', () => {
  const html = render({ sellerId: 7, sellerName: 'Amina W.', RentSell: 'Rent' });
  expect(html).toContain('Rented out by');
  expect(html).toContain('href="/CarExplore?seller=7&amp;mode=rent"');
});

test('shows nothing once the account of the seller is closed', () => {
  expect(render({ sellerId: null, sellerName: null, RentSell: 'Sell' })).toBe('');
});
