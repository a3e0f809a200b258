import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { AdminClaimResponse } from '../model/claim-contract.ts';
import { DecisionForm } from './claims.tsx';

const MONEY = {
  frozen_cents: 950_001,
  paid_out_cents: 0,
  refundable_cents: 1_110_000,
  open_cents: 0,
  sellers_cents: 950_001,
  is_active: true,
};

async function show(change: Partial<AdminClaimResponse['money']> = {}) {
  const sent: Record<string, string>[] = [];
  const claim = { claim: { id: 12 }, money: { ...MONEY, ...change }, limit_cents: 500_000 } as AdminClaimResponse;
  await renderPage(<DecisionForm claim={claim} />, {
    act: async ({ values }) => {
      sent.push(values);
      return { done: false, message: 'The claim changed in the meantime. Look at it again.' };
    },
  });
  return sent;
}
const buyer = () => page.getByLabelText('To the buyer, US dollars');
const seller = () => page.getByLabelText('To the seller, US dollars');
const decide = () => page.getByRole('button', { name: 'Decide' });

test('fills in the other part, so that both add up to the cent', async () => {
  await show();
  await userEvent.fill(buyer(), '4750.01');
  await expect.element(seller()).toHaveValue('4750.00');
  await expect.element(page.getByText('$9,500.01 of $9,500.01 frozen')).toBeVisible();
});

test('says that the parts must add up to what is frozen', async () => {
  await show();
  await userEvent.fill(buyer(), '4750.01');
  await userEvent.fill(seller(), '4749.99');
  await expect.element(page.getByText('$9,500.00 of $9,500.01 frozen')).toBeVisible();
  await expect.element(page.getByText(/^The two parts must add up to \$9,500\.01/)).toBeVisible();
});

test('says from which amount a second person confirms', async () => {
  await show();
  await userEvent.fill(buyer(), '5000.00');
  await expect.element(page.getByText(/second person/)).not.toBeInTheDocument();
  await userEvent.fill(buyer(), '5000.01');
  await expect.element(page.getByText('Above $5,000.00 a second person confirms the decision.')).toBeVisible();
});

test('says that the order ends when the buyer gets everything back', async () => {
  await show();
  await userEvent.fill(buyer(), '9500.01');
  await expect.element(page.getByText(/the order is canceled and the car is for sale again/)).toBeVisible();
});

test('says what is deducted from payouts of the seller', async () => {
  await show({ is_active: false, paid_out_cents: 500_000 });
  await userEvent.fill(buyer(), '10000.00');
  await expect.element(page.getByText(/^\$499\.99 was already paid out to the seller/)).toBeVisible();
});

test('sends both parts with the reason, and keeps them if the server refuses', async () => {
  const sent = await show();
  await userEvent.fill(buyer(), '4750.01');
  await userEvent.fill(page.getByLabelText('Reason'), 'Seen on the photos.');
  await userEvent.click(decide());
  await expect.element(page.getByText(/The claim changed in the meantime/).first()).toBeVisible();
  expect(sent).toMatchObject([
    { form: 'decide', id: '12', to_buyer: '4750.01', to_seller: '4750.00', reason: 'Seen on the photos.' },
  ]);
  await expect.element(buyer()).toHaveValue('4750.01');
  await expect.element(page.getByLabelText('Reason')).toHaveValue('Seen on the photos.');
});
