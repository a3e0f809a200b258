import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import type { VerifiedDocument } from '../model/verify-contract.ts';
import { DocumentAnswer } from './document-answer.tsx';

const INVOICE: VerifiedDocument = {
  ...{ flag: '1', code: '7K2M9QABCD', number: 'INV-2026-000007', state: 'valid', ended_for: null },
  claims: {
    ...{ kind: 'invoice', number: 'INV-2026-000007', issuer: 'CarQuay Ltd', issued_on: '2026-03-05', time_zone: 'UTC' },
    ...{ currency: 'USD', total_cents: 1_110_000, paid_cents: 277_500, cars: [], party: null, replaces: null },
    ...{ bank_account_end: '5555', reference: 'CQ-7K2M9Q', is_demo: false },
  },
  ...{ superseded_by: null, paid_at: null, account_notice: null, issued_at: '2026-03-05T14:07:00Z' },
  ...{ sha256: null, signed: '[1]', kid: 'abcdefgh' },
};
const PAID = '2026-03-20T09:30:00Z';

test('an invoice that was paid since is valid and asks for nothing anymore', async () => {
  await renderPage(<DocumentAnswer document={{ ...INVOICE, paid_at: PAID }} />);
  await expect.element(page.getByText('Issued and signed by CarQuay Ltd, and still valid.')).toBeVisible();
  await expect.element(page.getByText(/Paid in full on Mar 20, 2026/)).toBeVisible();
});

test('an invoice that is still open says nothing of a payment', async () => {
  await renderPage(<DocumentAnswer document={INVOICE} />);
  await expect.element(page.getByText('ends in 5555')).toBeVisible();
  expect(document.body.textContent).not.toContain('Paid in full');
});

test('a pro-forma invoice says when its order was booked', async () => {
  await renderPage(<DocumentAnswer document={{ ...INVOICE, state: 'outdated', ended_for: 'booked', paid_at: PAID }} />);
  await expect.element(page.getByText(/the order was booked on Mar 20, 2026/)).toBeVisible();
});
