import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { TermValues } from '../model/term-values.ts';
import { TermsForm } from './terms-form.tsx';

const IN_FORCE: TermValues = {
  commission_bps: 500,
  balance_days: 7,
  grace_days: 7,
  hold_days: 3,
  tolerance_cents: 2500,
  tolerance_bps: 200,
  security_cents: 0,
  refund_limit_cents: 1_000_000,
  payout_limit_cents: 2_000_000,
  claim_days: 45,
  claim_arrival_days: 60,
  claim_answer_days: 5,
  claim_reply_days: 3,
  claim_review_days: 14,
  claim_limit_cents: 500_000,
  cash_limit_cents: 1_000_000,
  cancel_free_days: 3,
  kept_cancel_bps: 500,
  kept_unpaid_bps: 1250,
  payout_days: 30,
  pick_up_hour: 9,
  return_hour: 18,
  return_grace_minutes: 60,
  rental_fee_days: 365,
  renter_min_age: 21,
  cancel_until: 'export_papers',
  requires_steps: true,
  requires_contract: true,
  plans: ['deposit_25'],
  country_plans: { KE: ['deposit_50'], ZA: ['full'] },
};

async function render() {
  const sent: Record<string, string>[] = [];
  await renderPage(<TermsForm version={3} inForce={IN_FORCE} />, {
    act: async ({ values }) => {
      sent.push(values);
      return { done: false, message: 'The terms have changed.' };
    },
  });
  return sent;
}

test('shows what a change does while it is typed, and sends nothing without a reason', async () => {
  const sent = await render();
  await expect.element(page.getByText(/^Nothing yet/)).toBeVisible();
  await userEvent.fill(page.getByLabelText(/^Commission, in percent/), '6.5');
  await expect.element(page.getByText('Commission: 5% → 6.5%')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Remove the plans for Kenya' }));
  await expect.element(page.getByText('Plans for Kenya: 50/50 → as everywhere')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Propose this version' }));
  await expect.element(page.getByText('Enter a reason')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(page.getByLabelText('Reason'), 'Costs rose.');
  await userEvent.click(page.getByRole('button', { name: 'Propose this version' }));
  await expect.element(page.getByText('The terms have changed.').first()).toBeVisible();
  expect(sent).toMatchObject([{ after: '3', commission_bps: '6.5', 'country-0': 'ZA', reason: 'Costs rose.' }]);
});

test('says that a value is out of bounds instead of what it changes', async () => {
  await render();
  await userEvent.fill(page.getByLabelText(/^Hold a car for a bank transfer/), '0');
  await expect.element(page.getByText(/^Correct the marked values/)).toBeVisible();
});
