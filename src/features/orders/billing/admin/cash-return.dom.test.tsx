import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { CashDialog } from './cash-dialog.tsx';

const FULL = { bank: 'Bank of Ningbo', account: 'DE89370400440532013000', bic: 'COBADEFF' };
const ACCOUNT = { id: 7, holder: 'Amina Otieno', account_end: '3000', full: FULL };

test('records a cash return with amount, method and reason', async () => {
  const sent: Record<string, string>[] = [];
  const act = { what: 'cashReturn', suggestedCents: 30_600, maxCents: 30_600 } as const;
  await renderPage(<CashDialog orderId={4} act={act} account={ACCOUNT} open onClose={() => {}} />, {
    act: async ({ values }) => {
      sent.push(values);
      return { done: true, message: 'Recorded.' };
    },
  });
  const dialog = page.getByRole('dialog', { name: 'Cash returned' });
  await expect.element(dialog.getByText(/\$306.00 was taken in person and not given back/)).toBeVisible();
  await expect.element(dialog.getByText(/DE89 3704 0044 0532 0130 00/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Amount (USD)'), '306.01');
  await userEvent.click(dialog.getByRole('button', { name: 'Record return' }));
  await expect.element(dialog.getByText(/no more than was taken in person/)).toBeVisible();
  await expect.element(dialog.getByText('Please give a reason')).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(dialog.getByLabelText('Amount (USD)'), '100');
  await userEvent.selectOptions(dialog.getByLabelText('How it was given back'), 'transfer');
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Paid twice.');
  await userEvent.click(dialog.getByRole('button', { name: 'Record return' }));
  await expect.element(page.getByText('Recorded.').first()).toBeVisible();
  expect(sent).toMatchObject([
    { form: 'order cash return', id: '4', amount: '100', method: 'transfer', note: 'Paid twice.', account: '7' },
  ]);
});

test('offers no transfer to a buyer without a bank account in force', async () => {
  const act = { what: 'returned', suggestedCents: 5_000, maxCents: 5_000 } as const;
  await renderPage(<CashDialog orderId={4} act={act} account={null} open onClose={() => {}} />);
  await expect.element(page.getByText(/has entered no bank account/)).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Bank transfer' })).not.toBeInTheDocument();
});
