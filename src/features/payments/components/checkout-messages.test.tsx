import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../tests/support/messages/markup.tsx';
import type { PayableCar } from '../model/payable-car.ts';
import { CheckoutUnavailable } from './checkout-unavailable.tsx';
import { ThankYou } from './thank-you.tsx';

const render = (element: ReactNode) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);

test.each([
  [{ failure: null, price: 'invalid' }, 'Invalid price data'],
  [{ failure: null, price: 'missing' }, 'Car not found or price unavailable'],
  [{ failure: 'Too busy.' }, 'Error: Too busy.'],
] as const)('shows the specified message for %j', (props, words) => {
  expect(render(<CheckoutUnavailable {...props} />)).toMatch(new RegExp(`<h1[^>]*>${words}</h1>`));
});

test('shows amount and email after the payment and links to the home page', () => {
  const paid = { transactionId: 'TR5', paidCents: 547_500, email: 'amina@buyers.example', period: null, orderId: 7 };
  const html = render(<ThankYou car={{ name: '2023 Voyah Free', offer: 'Sell' } as PayableCar} paid={paid} />);
  for (const words of ['Thank You for Your Booking!', 'We will get back to you soon!', '$5,475', paid.email]) {
    expect(html).toContain(words);
  }
  expect(html).toMatch(/<a [^>]*href="\/"[^>]*>Go to Home<\/a>/);
});
