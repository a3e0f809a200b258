import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { CashDialog } from './cash-dialog.tsx';

const FULL = { bank: 'Bank of Ningbo', account: 'DE89370400440532013000', bic: 'COBADEFF' };
const ACCOUNT = { id: 7, holder: 'Amina Otieno', account_end: '3000', full: FULL };

test('records a cash return with amount, method and reason', async () => {
  const sent: Record<string, string>[] = [];
  const act = { what: 'cashReturn', suggestedCents: 30_600, maxCents: 30_600, aloneCents: 30_600, byTwo: [] } as const;
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
  const act = { what: 'returned', suggestedCents: 5_000, maxCents: 5_000, aloneCents: 5_000, byTwo: [] } as const;
  await renderPage(<CashDialog orderId={4} act={act} account={null} open onClose={() => {}} />);
  await expect.element(page.getByText(/has entered no bank account/)).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Bank transfer' })).not.toBeInTheDocument();
});

test('says before the click that an amount or a method needs a second person', async () => {
  const act = {
    what: 'cashReturn',
    suggestedCents: 30_600,
    maxCents: 30_600,
    aloneCents: 20_000,
    byTwo: ['transfer'],
  } as const;
  await renderPage(<CashDialog orderId={4} act={act} account={ACCOUNT} open onClose={() => {}} />);
  const dialog = page.getByRole('dialog', { name: 'Cash returned' });
  const needed = dialog.getByText('Needs a second person.');
  await expect.element(needed).toBeVisible();
  await expect.element(dialog.getByText(/Above \$200\.00 a second person has to approve it/)).toBeVisible();
  await userEvent.fill(dialog.getByLabelText('Amount (USD)'), '200');
  await expect.element(needed).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/Above \$200\.00/)).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText('How it was given back'), 'transfer');
  await expect.element(needed).toBeVisible();
  await expect.element(dialog.getByText(/One person alone recorded the money/)).toBeVisible();
});
