import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { AdminPaymentDetail } from '../model/admin-payment-contract.ts';
import { PaymentPanel } from './payment-panel.tsx';

const ASKED_AT = '2026-03-02T10:00:00.000Z';
const WAITING = {
  ...{ id: 8, amount: 2775, reason: 'Hail', asked_at: ASKED_AT, done: false, failed: null },
  ...{ step: 'ready' as const, account_end: '3000', account_at: null, sent_at: null, reference: null, second: null },
};
const ACCOUNT = { id: 4, holder: 'Amina Otieno', bank: 'Equity Bank', account: 'KE0012345678', bic: 'EQBLKENA' };
const payment = {
  id: 5,
  transaction_id: 'TR5',
  user_id: 3,
  car_id: 7,
  amount: 2775,
  payment_method: 'bank_transfer',
  date_of_payment: '2026-03-01T10:00:00.000Z',
  payment_status: 'success',
  state: 'captured',
  booking_id: 12,
  given_back: 0,
  refund: null,
  refunds: [WAITING],
  refund_target: { account: ACCOUNT, payer: null },
  refundable: 0,
  refund_alone: 10_000,
  refund_second: null,
} as AdminPaymentDetail;

async function render(change: Partial<AdminPaymentDetail> = {}) {
  const sent: Record<string, string>[] = [];
  const detail = { payment: { ...payment, ...change }, history: { events: [], auditEntries: [] } };
  await renderPage(<PaymentPanel detail={detail} />, {
    at: '/?view=5',
    act: async ({ values }) => {
      sent.push(values);
      return { done: true, message: 'The refund is recorded as sent.' };
    },
  });
  return sent;
}

test('records that finance has sent a refund by transfer, after a confirmation with the amount', async () => {
  const sent = await render();
  await userEvent.click(page.getByRole('button', { name: 'Refund sent' }));
  const dialog = page.getByRole('dialog', { name: /\$2,775/ });
  await expect.element(dialog.getByText(/only once the bank has sent the money/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Reference of the bank'), 'OUT-7');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund sent' }));
  await expect.element(page.getByText('The refund is recorded as sent.').first()).toBeVisible();
  expect(sent).toEqual([{ form: 'refund sent', payment: '5', refund: '8', account: '4', reference: 'OUT-7' }]);
});

test('says before the click that sending it needs a second person, and why', async () => {
  await render({ refunds: [{ ...WAITING, second: 'other_payer' }] });
  await userEvent.click(page.getByRole('button', { name: 'Refund sent' }));
  const dialog = page.getByRole('dialog', { name: /\$2,775/ });
  await expect.element(dialog.getByText('Needs a second person.')).toBeVisible();
  await expect.element(dialog.getByText(/does not name this account/)).toBeVisible();
});

test.each([
  [{ refund_alone: 1200 }, /^Above \$1,200\.00 a second person has to approve it\.$/],
  [{ refund_second: 'The car is aboard.' }, /Needs a second person\. The car is aboard\./],
])('says before a refund of %j that it may need a second person', async (change, words) => {
  await render({ refunds: [], refundable: 2775, ...change });
  await userEvent.click(page.getByRole('button', { name: 'Refund' }));
  await expect.element(page.getByText(words)).toBeVisible();
});

test('offers it neither for other methods nor for a refund that was sent', async () => {
  await render({ payment_method: 'credit_card' });
  await expect.element(page.getByRole('button', { name: 'Refund sent' })).not.toBeInTheDocument();
  await render({ refunds: [{ ...WAITING, done: true }] });
  await expect.element(page.getByRole('button', { name: 'Refund sent' })).not.toBeInTheDocument();
});

test("sends a refund without a buyer's account to the payer, with a reason", async () => {
  const payer = { name: 'Amina Otieno', account: 'GB33BUKB20201555555555' };
  const sent = await render({ refunds: [{ ...WAITING, step: 'account' }], refund_target: { account: null, payer } });
  await expect.element(page.getByText('The buyer has not entered a bank account.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Refund sent' }));
  const dialog = page.getByRole('dialog', { name: /\$2,775/ });
  await expect.element(dialog.getByText(/GB33 BUKB 2020 1555 5555 55/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Why it goes back to that account'), 'His account is closed.');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund sent' }));
  await expect.poll(() => sent).toMatchObject([{ refund: '8', payer_reason: 'His account is closed.' }]);
});

test('offers nothing while the account is missing and the payer is unknown', async () => {
  await render({ refunds: [{ ...WAITING, step: 'account' }], refund_target: { account: null, payer: null } });
  await expect.element(page.getByText('The buyer has not entered a bank account.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Refund sent' })).not.toBeInTheDocument();
});

test('records that the bank returned a refund that was sent, with what the bank says', async () => {
  const sent = await render({ refunds: [{ ...WAITING, done: true, step: 'sent', sent_at: ASKED_AT }] });
  await expect.element(page.getByText(/sent to the account that ends in 3000/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Refund came back' }));
  const dialog = page.getByRole('dialog', { name: /came back/ });
  await userEvent.fill(dialog.getByLabelText('What the bank says'), 'Account closed');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund came back' }));
  await expect.poll(() => sent).toMatchObject([{ form: 'refund returned', refund: '8', reason: 'Account closed' }]);
});
