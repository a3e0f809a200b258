import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { SellerNote } from './price/price-box.tsx';

const render = (car: Parameters<typeof SellerNote>[0]['car']) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <SellerNote car={car} />
    </MemoryRouter>,
  );

test('names the seller of a car for sale and links to the seller’s page', () => {
  const html = render({ sellerId: 7, sellerName: 'Amina W.', RentSell: 'Sell' });
  expect(html).toContain('Sold by \u2068Amina W.\u2069');
  expect(html).toContain('href="/sellers/amina-w-7"');
});

test('says that a car is rented out', () => {
  expect(render({ sellerId: 7, sellerName: 'Amina W.', RentSell: 'Rent' })).toContain('Rented out by');
});

test('shows nothing once the account of the seller is closed', () => {
  expect(render({ sellerId: null, sellerName: null, RentSell: 'Sell' })).toBe('');
});
