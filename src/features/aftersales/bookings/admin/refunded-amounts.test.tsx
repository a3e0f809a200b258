import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import type { BookingResponse } from '../model/booking-contract.ts';
import { BookingDetails, CancelDialog } from './booking-details.tsx';

const booking = {
  _id: '12',
  booking_id: 12,
  listing_id: 7,
  cars_of_order: ['2023 BYD Seal'],
  car_id: 7,
  user_id: 3,
  payment_id: 5,
  transaction_id: 'TR5',
  RentSell: 'Sell',
  booking_start_date: '2026-03-01T10:00:00.000Z',
  booking_end_date: '2026-03-01T10:00:00.000Z',
  total_price: 462,
  paid_price: 115.5,
  received_price: 115.5,
  in_person: 0,
  due_price: 0,
  given_back: 40.25,
  refunded_price: 0,
  booking_status: 'confirmed',
  payment_status: 'paid',
  version: 1,
  createdAt: '2026-03-01T10:00:00.000Z',
} satisfies Partial<BookingResponse> as BookingResponse;

const render = (element: ReactNode) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
const close = () => {};

test('offers only what was not refunded at the provider', () => {
  expect(render(<CancelDialog booking={booking} open onClose={close} />)).toContain('and $75.25 is refunded');
  expect(render(<BookingDetails booking={booking} history={null} destination={null} acts={[]} />)).toMatch(
    /Refunded at provider<.*\$40\.25</,
  );
});

test('the dialog that cancels says and names all cars of the order', () => {
  const several = { ...booking, cars_of_order: ['2023 BYD Seal', '2022 BYD Han'] };
  const html = render(<CancelDialog booking={several} open onClose={close} />);
  expect(html).toContain('This cancels the whole order. All 2 cars become available again');
  expect(html).toMatch(/<li[^>]*>2023 BYD Seal<\/li><li[^>]*>2022 BYD Han<\/li>/);
  const one = render(<CancelDialog booking={booking} open onClose={close} />);
  expect(one).toContain('The car becomes available again');
  expect(one).not.toContain('2023 BYD Seal');
});
