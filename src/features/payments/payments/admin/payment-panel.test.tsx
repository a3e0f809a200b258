import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
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
  refunds: [] as AdminPaymentDetail['refunds'],
  refundable: 115.5,
  refund_alone: 10_000,
  refund_second: null,
} as AdminPaymentDetail;
const READY = {
  step: 'ready' as const,
  account_end: '3000',
  account_at: null,
  sent_at: null,
  reference: null,
  second: null,
};
const failed = { amount: 115.5, done: false, failed: 'unknown', owed: 115.5 };

function panel(change: Partial<AdminPaymentDetail>): string {
  const history = { events: [], auditEntries: [] };
  const element = <PaymentPanel detail={{ payment: { ...payment, ...change }, history }} />;
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  return html.slice(0, html.indexOf('<form'));
}

const offersRefund = (change: Partial<AdminPaymentDetail>) => /<button[^>]*>Refund</.test(panel(change));

test('offers a refund while the payment is not fully refunded', () => {
  expect(offersRefund({})).toBe(true);
  expect(offersRefund({ booking_id: null, refund: failed })).toBe(true);
  expect(offersRefund({ state: 'refunded', refundable: 20 })).toBe(true);
  expect(offersRefund({ state: 'refunded', refundable: 0 })).toBe(false);
});

test('lists every refund, and asks about those by transfer that wait', () => {
  const refund = { reason: 'Hail', asked_at: '2026-03-02T10:00:00.000Z', failed: null, ...READY };
  const refunds = [
    { ...refund, id: 1, amount: 20, done: true },
    { ...refund, id: 2, amount: 30, done: false },
  ];
  const shown = panel({ payment_method: 'bank_transfer', refunds });
  expect(shown).toMatch(/\$20.*\$30/s);
  expect(shown.match(/<button[^>]*>Refund sent/g)).toHaveLength(1);
});
