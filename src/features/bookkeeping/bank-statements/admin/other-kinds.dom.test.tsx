import { expect, test } from 'vitest';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { ChoicesResponse } from '../model/statement-contract.ts';
import { OtherKinds } from './other-kinds.tsx';

test('offers each of two possibly returned refunds of a payment with its own fee', async () => {
  const back = { payment_id: 7, order: null, buyer: 'Amina Otieno', is_recorded: false };
  const none = { refunds: [], payouts: [], returns: [], conversions: [], cash_returns: [] };
  const choices = {
    ...none,
    line: { id: 3, cents: 49_000, left_cents: 49_000, currency: 'USD' },
    refund_returns: [
      { ...back, cents: 49_500, fee_cents: 500 },
      { ...back, cents: 50_505, fee_cents: 1_505 },
    ],
  } as unknown as ChoicesResponse;
  await renderPage(<OtherKinds choices={choices} />);
  const fees = document.querySelectorAll<HTMLInputElement>('input[type=hidden][name=fee]');
  expect([...fees].map(({ value }) => value)).toEqual(['5', '15.05']);
});
