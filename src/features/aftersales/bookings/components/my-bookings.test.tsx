import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import type { BookingStatus } from '../model/booking.ts';
import type { MyBookingResponse } from '../model/booking-contract.ts';
import { bookingsPage, CancelAmounts, MyBookings } from './my-bookings.tsx';

const booking = {
  booking_id: 12,
  listing_id: 7,
  RentSell: 'Sell',
  booking_start_date: '2026-03-01T10:00:00.000Z',
  booking_end_date: '2026-03-01T10:00:00.000Z',
  total_price: 20_280.54,
  paid_price: 5_070.14,
  received_price: 5_070.14,
  in_person: 0,
  due_price: 15_210.4,
  order_id: 7,
  cars_of_order: ['2023 BYD Seal'],
  order_total: 20_280.54,
  given_back: 0,
  booking_status: 'confirmed',
  car: { make: 'BYD', model: 'Seal', year: 2023, listing_status: 'sold', image: null },
  cancellation: { refused: 'It is over.' },
  refunds: [],
  review: null,
  mayReview: false,
} as unknown as MyBookingResponse;

function render(bookings: Partial<MyBookingResponse>[], totalPages = 1): string {
  const answer = {
    items: bookings.map((one) => ({ ...booking, ...one })),
    pagination: { page: 1, totalPages, totalItems: bookings.length },
  };
  const router = createMemoryRouter([{ path: '/', element: <MyBookings response={answer} /> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

test.each<[BookingStatus, string]>([
  ['pending', 'Waiting for confirmation'],
  ['confirmed', 'Confirmed'],
  ['completed', 'Completed'],
  ['cancelled', 'Canceled'],
])('shows the status of a %s booking', (booking_status, words) => {
  expect(render([{ booking_status }])).toContain(words);
});

test('shows the day and amounts of a purchase, and links its car and receipt', () => {
  const html = render([{}]);
  for (const words of ['Bought on Mar 1, 2026', '$20,280.54', '$5,070.14', '$15,210.40', 'It is over.'])
    expect(html).toContain(words);
  expect(html).toContain('href="/buy-car/byd-seal-7"');
  expect(html).toContain('href="/api/my-bookings/12/receipt" download=""');
});

test('shows the days of a rental including the last one', () => {
  const days = { booking_start_date: '2026-03-30T00:00:00.000Z', booking_end_date: '2026-04-02T00:00:00.000Z' };
  expect(render([{ RentSell: 'Rent', ...days }])).toContain('3 days: Mar 30, 2026 to Apr 1, 2026');
});

test('offers cancellation only if it is possible, and shows the state of a refund', () => {
  const cancellable = { cancellation: { refund: 5_070.14, until: '2026-03-31T10:00:00.000Z' } };
  expect(render([cancellable])).toContain('Cancel booking for 2023 BYD Seal');
  expect(render([{}])).not.toContain('Cancel booking');
  expect(render([{ refunds: [{ amount: 5_070.14, done: false, failed: false }] }])).toContain(
    '$5,070.14 is being refunded.',
  );
  expect(render([{ refunds: [{ amount: 5_070.14, done: true, failed: false }] }])).toContain(
    '$5,070.14 has been refunded.',
  );
  const failed = render([{ refunds: [{ amount: 5_070.14, done: false, failed: true }] }]);
  expect(failed).toContain('We couldn’t refund $5,070.14 to your original payment method');
  expect(failed).toMatch(/<svg class="[^"]*size-5 text-danger/);
});

test('shows the amount refunded before and the amount retained', () => {
  const amounts = (given_back: number) =>
    renderToStaticMarkup(
      <CancelAmounts booking={{ received_price: 5_070.14, given_back, refunded_price: 0 }} refund={5_000} />,
    );
  expect(amounts(70.14)).toMatch(/Already refunded<.*\$70\.14<.*Your refund/);
  expect(amounts(70.14)).not.toContain('We keep');
  expect(amounts(50)).toMatch(/We keep<.*\$20\.14</);
});

test('does not link a car that is not public', () => {
  const car = { ...booking.car, listing_status: 'requested' as const };
  expect(render([{ car }])).not.toContain('/buy-car/');
});

test('links to the cars without bookings, and pages many bookings', () => {
  expect(render([])).toContain('Browse cars');
  expect(render([{}], 3)).toContain('?bookings=3#my-bookings');
  const page = (search: string) => bookingsPage(new URLSearchParams(search));
  expect([page('bookings=3'), page(''), page('bookings=0'), page('bookings=x')]).toEqual([3, 1, 1, 1]);
});
