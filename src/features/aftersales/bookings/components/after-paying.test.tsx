import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { AfterPayingFacts, type PaidOrder } from './after-paying.tsx';

const order = {
  id: 7,
  number: 'CQ-000007',
  offer: 'Sell',
  money: {
    owed_cents: 2_190_000,
    received_cents: 547_500,
    open_cents: 1_642_500,
    overdue: false,
    next: { kind: 'balance', amount_cents: 1_642_500, due_on: '2026-12-01T00:00:00Z' },
  },
  terms: {
    requires_balance: true,
    grace_days: 7,
    cancel: { free_days: 3, until: 'export_papers', kept_bps: 500, kept_unpaid_bps: 1250 },
  },
  cars: [{ total_cents: 2_190_000 }],
  contract: { accepted_at: null },
  security: null,
} as unknown as OrderResponse;
const booking = {
  booking_id: 12,
  received_price: 5_475,
  cancellation: { refund: 5_475, until: '2026-11-26T10:00:00Z', until_step: 'export_papers' },
} as PaidOrder['booking'];

function textOf(change: Partial<OrderResponse>, more: Partial<PaidOrder> = {}): string {
  const element = <AfterPayingFacts order={{ ...order, ...change }} booking={booking} steps={null} {...more} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

test('says what is due when and how, when the car is released, and until when canceling is free', () => {
  const steps = { first: '2026-12-02T00:00:00Z', last: '2027-01-15T00:00:00Z' };
  const html = textOf({}, { steps });
  expect(html).toContain('$5,475.00 of $21,900.00 is paid.');
  expect(html).toContain('$16,425.00 is due by');
  expect(html).toContain('card, PayPal, UPI or bank transfer');
  expect(html).toContain('Dec 8, 2026');
  expect(html).toContain('sales contract');
  expect(html).toContain('planned from');
  expect(html).toContain('within 3 days of the booking you get everything back, after that we keep $1,095.00');
  expect(html).toContain('we keep $2,737.50');
  expect(html).toMatch(/<a [^>]*href="[^"]*\/my-bookings\/12\/receipt"/);
  expect(html).toContain('Write to us about order CQ-000007');
});

test('a rental is picked up, brought back and canceled by the clock of its car', () => {
  const rental = {
    pick_up_at: '2026-12-01T01:00:00.000Z',
    return_at: '2026-12-02T10:00:00.000Z',
    time_zone: 'Asia/Shanghai',
  };
  const cancellation = { refund: 5_475, until: '2026-11-30T01:00:00.000Z' };
  const steps = { first: rental.pick_up_at, last: rental.return_at };
  const html = textOf({ offer: 'Rent', contract: null, rental } as Partial<OrderResponse>, {
    steps,
    booking: { ...booking, cancellation } as PaidOrder['booking'],
  });
  expect(html).toContain('from Dec 1, 2026, 09:00 GMT+8 and bring it back until Dec 2, 2026, 18:00 GMT+8');
  expect(html).toContain('due at the pick-up on Dec 1, 2026, 09:00 GMT+8');
  expect(html).toContain('Until Nov 30, 2026, 09:00 GMT+8 you can cancel');
  expect(html).not.toMatch(/UTC|planned from/);
});

test('an order paid in full owes nothing more and names no share', () => {
  const money = { ...order.money, received_cents: 2_190_000, open_cents: 0, next: null };
  const html = textOf({ money, contract: null });
  expect(html).toContain('$21,900.00 of $21,900.00 is paid.');
  expect(html).toContain('Nothing more is due.');
  expect(html).not.toMatch(/25\s?%|is due by|released/);
});

test('a rental is paid at the pick-up, where it asks for a security deposit', () => {
  const security = { asked_cents: 20_000, taken_cents: 0, held_cents: 0 } as OrderResponse['security'];
  const html = textOf({ offer: 'Rent', security, contract: null }, { booking: null });
  expect(html).toContain('is due at the pick-up on');
  expect(html).toContain('security deposit of $200.00');
  expect(html).not.toContain('release the car');
});
