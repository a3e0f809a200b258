import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { HoldRight } from './hold-right.tsx';

const USER = { id: 7, name: 'Amina Otieno' };

async function render(right: { lapsed: number; may_hold: boolean; is_new?: boolean }) {
  const sent: Record<string, string>[] = [];
  await renderPage(<HoldRight user={USER} right={{ flag: '1', is_new: false, ...right }} />, {
    act: async ({ values }) => {
      sent.push(values);
      return { done: true, message: 'Restored.' };
    },
  });
  return sent;
}

test('restores the right to hold only after a confirmation', async () => {
  const sent = await render({ lapsed: 2, may_hold: false });
  await expect.element(page.getByText(/2 holds of this user lapsed without a payment/)).toBeVisible();
  await expect.element(page.getByText(/may not hold/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Restore the right to hold' }));
  const dialog = page.getByRole('dialog', { name: /Amina Otieno/ });
  await expect.element(dialog.getByText(/The lapsed holds no longer count/)).toBeVisible();
  expect(sent).toEqual([]);
  await userEvent.fill(dialog.getByLabelText('Reason'), 'Paid by card meanwhile.');
  await userEvent.click(dialog.getByRole('button', { name: 'Restore the right to hold' }));
  await expect.element(page.getByText('Restored.').first()).toBeVisible();
  expect(sent).toEqual([{ form: 'hold right', id: '7', reason: 'Paid by card meanwhile.' }]);
});

test('allows a new buyer more holds', async () => {
  const sent = await render({ lapsed: 0, may_hold: true, is_new: true });
  await expect.element(page.getByText(/A new buyer/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Allow more holds' }));
  await userEvent.fill(page.getByLabelText('Reason'), 'Known from the fair.');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Allow more holds' }));
  await expect.element(page.getByText('Restored.').first()).toBeVisible();
  expect(sent).toEqual([{ form: 'hold right', id: '7', reason: 'Known from the fair.' }]);
});

test('shows nothing about a user whose holds never lapsed', async () => {
  await render({ lapsed: 0, may_hold: true });
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
