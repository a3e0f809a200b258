import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { OrderReviewPart, SellerOrderReviews } from './order-review-part.tsx';

const PAY = 'A good car. Transfer to account 6222021234567890123';
const WARNING = 'This text contains payment details. Pay only';
const review = (text: string) => ({ id: 1, rating: 5, text, created_at: '2026-12-01T10:00:00Z' });
const rating = { average: 5, count: 1 };

function screensOf(text: string): string[] {
  const shown = [{ ...review(text), side: 'seller' as const, hidden: false }];
  const reviews = { open_until: '2026-12-15T10:00:00Z', pairs: [], shown };
  const items = [{ ...review(text), author: 'Amina O.' }];
  return [
    <OrderReviewPart key="order" orderId={5} reviews={reviews} />,
    <SellerOrderReviews key="seller" reviews={{ rating, items }} />,
  ].map((element) => renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />));
}

test('warns readers of payment details in a review, on the order and on the page of the seller', () => {
  for (const html of screensOf(PAY)) expect(html).toContain(WARNING);
  for (const html of screensOf('A good car.')) expect(html).not.toContain(WARNING);
});
