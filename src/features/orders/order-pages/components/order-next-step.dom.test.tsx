import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { OrderResponse } from '#features/orders/orders/model/order-contract.ts';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { OrderNextStep } from './order-next-step.tsx';

test.each([
  ['booked', 'Pay $300 at the pick-up on Dec 3, 2026, 09:00 GMT+1'],
  ['picked_up', 'Pay $300 by Dec 3, 2026 UTC'],
] as const)('the balance of a rental that is %s: %s', async (phase, title) => {
  const money = { next: { plan_item: 1, kind: 'balance', amount_cents: 30_000, due_on: '2026-12-03' }, overdue: false };
  const rental = { pick_up_at: '2026-12-03T08:00:00.000Z', time_zone: 'Europe/Berlin' };
  const order = {
    id: 1,
    offer: 'Rent',
    rental,
    terms: { grace_days: 3, requires_balance: true },
    money,
  } as OrderResponse;
  await renderPage(<OrderNextStep order={order} phase={phase} hasOpenClaim={false} />);
  await expect.element(page.getByRole('heading')).toHaveTextContent(title);
});

test.each([
  ['back', 'The car came back'],
  ['lost', 'The car was lost on its way'],
  [null, 'This order is complete'],
] as const)('a completed order whose car is %s: %s', async (car, title) => {
  const order = {
    id: 1,
    life: 'completed',
    offer: 'Sell',
    money: { next: null, overdue: false },
    moves: [],
    refunds: { waiting_cents: 0, sent_cents: 0, kept_cents: 0, awaits_car: false, car },
  } as unknown as OrderResponse;
  await renderPage(<OrderNextStep order={order} phase="booked" hasOpenClaim={false} />);
  await expect.element(page.getByRole('heading')).toHaveTextContent(title);
});
