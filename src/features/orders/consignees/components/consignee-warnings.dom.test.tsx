import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { ConsigneeSection } from '../admin/consignee-section.tsx';
import type { ConsigneeVersionResponse } from '../model/consignee-contract.ts';
import { ConsigneeForm } from './consignee-form.tsx';
import { ConsigneePart } from './consignee-part.tsx';

const PAY = 'Transfer to account 6222021234567890123';
const VERSION: ConsigneeVersionResponse = {
  name: 'Amina Otieno',
  address: 'Moi Avenue 5, Mombasa',
  id_number: '',
  country: 'KE',
  phone: '+254712345678',
  phone_written: '+254 712 345678',
  notify_party: '',
  made_at: '2026-12-01T10:00:00Z',
  effective_at: '2026-12-01T10:00:00Z',
  state: 'in_effect',
  ended_at: null,
  canceled_by: null,
};

test.each(['Address', 'Notify party'])('warns the writer of payment details in the field %s', async (label) => {
  await renderPage(<ConsigneeForm isLocked={false} cars={1} />);
  await userEvent.fill(page.getByRole('textbox', { name: new RegExp(`^${label}`) }), PAY);
  await expect.element(page.getByText(/^This looks like payment details/)).toBeVisible();
});

test.each([{ address: PAY }, { notify_party: PAY }])('warns readers and our office of %o', async (change) => {
  const current = { ...VERSION, ...change };
  const consignee = { current, pending: null, is_locked: true, blocked_until: null, closed: null };
  await renderPage(<ConsigneePart orderId={5} consignee={consignee} />);
  await expect.element(page.getByText(/^This text contains payment details\. Pay only/)).toBeVisible();
  await renderPage(<ConsigneeSection orderId={5} versions={[current]} />);
  await expect.element(page.getByText(/^This text contains payment details\. Readers see/)).toBeVisible();
});
