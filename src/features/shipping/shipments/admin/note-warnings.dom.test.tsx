import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SailingResponse } from '#features/shipping/shipments/model/shipment-contract.ts';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { SailingPanel } from './sailings.tsx';

const PAY = 'Transfer to account 6222021234567890123';
const AT = '2026-12-01T10:00:00Z';
const PORT = { code: 'CNSHA', name: 'Shanghai', country: 'CN', time_zone: 'Asia/Shanghai' };
const SAILING: SailingResponse = {
  id: 3,
  vessel: 'Morning Star',
  imo: '9074729',
  voyage: '012W',
  carrier: '',
  from: PORT,
  to: PORT,
  cars: 0,
  steps: [
    {
      step: 'sailed',
      at: AT,
      certainty: 'estimated',
      changes: [{ at: AT, certainty: 'estimated', told_at: AT, note: PAY }],
    },
  ],
  orders: [],
};

test('a sailing warns our office of payment details in its notes, and the writer of a new one', async () => {
  await renderPage(<SailingPanel sailing={SAILING} />);
  await expect.element(page.getByText(/^This text contains payment details\. Readers see/)).toBeVisible();
  await userEvent.fill(page.getByLabelText(/^Why/), PAY);
  await expect.element(page.getByText(/^This looks like payment details/)).toBeVisible();
});
