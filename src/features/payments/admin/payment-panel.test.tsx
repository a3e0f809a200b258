import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../tests/support/messages/markup.tsx';
import type { AdminPaymentDetail } from '../model/admin-payment-contract.ts';
import { PaymentPanel } from './payment-panel.tsx';

const payment = {
  id: 5,
  transaction_id: 'TR5',
  user_id: 3,
  car_id: 7,
  amount: 115.5,
  payment_method: 'credit_card',
  date_of_payment: '2026-03-01T10:00:00.000Z',
  payment_status: 'success',
  state: 'captured',
  booking_id: 12,
  given_back: 0,
  refund: null,
} as AdminPaymentDetail;
const failed = { amount: 115.5, done: false, failed: 'unknown', owed: 115.5 };
const notFailed = { failed: null, owed: 0 };

function offersRefund(change: Partial<AdminPaymentDetail>): boolean {
  const history = { events: [], auditEntries: [] };
  const element = <PaymentPanel detail={{ payment: { ...payment, ...change }, history }} />;
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  return /<button[^>]*>Refund</.test(html.slice(0, html.indexOf('<form')));
}

test('offers a refund of captured payments, unless it was refunded already', () => {
  expect(offersRefund({})).toBe(true);
  expect(offersRefund({ booking_id: null, refund: failed })).toBe(true);
  expect(offersRefund({ state: 'refunded', refund: { ...failed, done: true, ...notFailed } })).toBe(false);
  for (const settled of [notFailed, { owed: 0 }]) {
    expect(offersRefund({ refund: { ...failed, ...settled } })).toBe(false);
  }
});
