import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import type { PayableCar } from '../model/payable-car.ts';
import { CheckoutTerms } from './checkout-terms.tsx';
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

test('says before the payment when the balance is due, and that an unpaid one releases the car', () => {
  const balance = { balance_days: 7, grace_days: 5 };
  expect(render(<CheckoutTerms offer="Sell" claims={null} balance={balance} />)).toMatch(
    /due 7 days after the booking\. If it isn’t paid 5 days after that, we cancel the order, release the car and refund/,
  );
});
