import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { OrderTermsResponse } from '#features/payments/order-terms/model/order-terms-contract.ts';
import type { PayableCar } from '#features/payments/payments/model/payable-car.ts';
import type { ProfileResponse } from '#features/people/accounts/model/account-contract.ts';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import { PayByTransfer } from './pay-by-transfer.tsx';

const CAR: PayableCar = {
  ...{ id: 7, name: '2023 BYD Seal', path: '/buy-car/byd-seal-7', offer: 'Sell', status: 'active', hold: null },
  ...{ location: null, vin: null, image: null, priceCents: 20_000_00, taxRate: 0.08, feeCents: 300_00 },
};
const TERMS: OrderTermsResponse = {
  ...{ version: 1, plans: [{ plan: 'deposit_25', share: 0.25 }], balance_days: 7, grace_days: 7 },
  tolerance: { cents: 3_000, bps: 100 },
  claims: { days: 30, arrival_days: 60, answer_days: 5, reply_days: 3, review_days: 14 },
  cancel: { free_days: 3, until: 'export_papers', kept_bps: 500, kept_unpaid_bps: 1_250 },
  transfer: { hold_days: 3, until: '2026-12-03T00:00:00.000Z', time_zone: 'UTC', is_demo: false },
};
const BUYER: Omit<ProfileResponse, 'status'> = {
  ...{ flag: '1', id: 1, _id: '1', name: 'Amina Otieno', email: 'amina@buyers.example', pendingEmail: null },
  ...{ mobile: null, mobileWritten: null, createdAt: '2026-11-01T00:00:00.000Z', lastLogin: null },
};

function render(status: 'Active' | 'Pending'): string {
  const buyer = { ...BUYER, status };
  const element = <PayByTransfer cars={[CAR]} terms={TERMS} buyer={buyer} transactionId="TR1" online="/payment/7" />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
}

test('asks for nothing before the buyer confirms the email address, because the emailed link would lose it', () => {
  const html = render('Pending');
  expect(html).toContain('Please confirm your email address');
  expect(html).not.toMatch(/<(select|textarea)|Where will the car go/);
});

test('a buyer with a confirmed address fills in the form', () => {
  const html = render('Active');
  expect(html).not.toContain('Please confirm your email address');
  expect(html).toMatch(/<textarea[^>]*name="address"/);
});
