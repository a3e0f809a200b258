import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { answerUploads } from '../../../../../tests/support/runner/dom-uploads.ts';
import type { ClaimResponse } from '../model/claim-contract.ts';
import { ClaimDetails } from './claim-details.tsx';
import { SellerClaims } from './order-claims.tsx';

const OPEN: ClaimResponse = {
  id: 12,
  order: { id: 5, number: 'CQ-000005', offer: 'Sell' },
  role: 'seller',
  kind: 'damaged',
  state: 'open',
  opened_at: '2026-12-01T10:00:00Z',
  next_at: '2026-12-06T10:00:00Z',
  ended_at: null,
  cars: [{ listing_id: 7, name: '2021 BYD Seal' }],
  frozen_cents: 950_000,
  payout_sent_cents: 0,
  refund_sent_cents: 0,
  questions: [],
  statements: [
    {
      id: 1,
      kind: 'claim',
      author: 'buyer',
      text: 'A dent in the left door.',
      at: '2026-12-01T10:00:00Z',
      files: [{ format: 'jpg', url: '/api/claims/12/statements/1/files/1' }],
    },
  ],
  decision: null,
  may: { answer: true, add: false, withdraw: false },
};
const show = (change: Partial<ClaimResponse> = {}) => renderPage(<ClaimDetails claim={{ ...OPEN, ...change }} />);
const answerField = () => page.getByRole('textbox', { name: 'Text' });

test('the seller answers with a text and a photo', async () => {
  const sent = answerUploads({ status: 200, body: { flag: '1', claim: OPEN } });
  await show();
  await expect.element(page.getByText(/^You have until Dec 6, 2026.* to answer/)).toBeVisible();
  await expect.element(page.getByText('$9,500.00')).toBeVisible();
  await userEvent.fill(answerField(), 'It was in the description.');
  await userEvent.upload(
    page.getByLabelText(/^Photos or PDFs/),
    new File(['photo'], 'IMG_1.jpg', { type: 'image/jpeg' }),
  );
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  await expect.element(answerField()).toHaveValue('');
  const [{ url, form } = { url: '', form: new FormData() }] = sent;
  expect(url).toBe('/api/claims/12/answer');
  expect(form.get('text')).toBe('It was in the description.');
  expect(form.getAll('evidence')).toHaveLength(1);
});

test('keeps the answer if the server refuses it', async () => {
  answerUploads({ status: 409, body: { flag: '0', message: 'Write something or add a photo.' } });
  await show();
  await userEvent.fill(answerField(), ' . ');
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  await expect.element(page.getByText('Write something or add a photo.').first()).toBeVisible();
  await expect.element(answerField()).toHaveValue(' . ');
});

test('says who has to confirm a decision, and offers nothing to write', async () => {
  await show({ state: 'decided', may: { answer: false, add: false, withdraw: false } });
  await expect.element(page.getByText(/^One person has decided\. A second person has to confirm it/)).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});

test('shows a decision to the cent', async () => {
  const decision = {
    to_buyer_cents: 475_001,
    to_seller_cents: 474_999,
    clawback_cents: 0,
    ends_order: false,
    by_rule: false,
    reason: 'Seen on the photos.',
    at: '2026-12-09T10:00:00Z',
  };
  await show({
    state: 'executed',
    ended_at: decision.at,
    decision,
    may: { answer: false, add: false, withdraw: false },
  });
  await expect.element(page.getByText('$4,750.01 to the buyer, $4,749.99 to the seller.')).toBeVisible();
  await expect.element(page.getByText('Seen on the photos.')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'The decision' })).toBeVisible();
  const money = page.getByRole('region', { name: 'The money' });
  await expect.element(money.getByText('$4,750.01')).toBeVisible();
  await expect.element(money.getByText('$4,749.99')).toBeVisible();
});

test('the order of the seller shows the claim, its evidence and next date, and takes the answer', async () => {
  const sent = answerUploads({ status: 200, body: { flag: '1', claim: OPEN } });
  await renderPage(<SellerClaims claims={[OPEN]} open={OPEN} />);
  const block = page.getByRole('region', { name: 'Claims about this order' });
  await expect.element(block.getByText('Waits for the seller')).toBeVisible();
  await expect.element(block.getByText('A dent in the left door.')).toBeVisible();
  await expect.element(block.getByRole('link', { name: 'Photo 1' })).toBeVisible();
  await expect.element(block.getByText(/^You have until Dec 6, 2026/)).toBeVisible();
  await expect
    .element(block.getByRole('link', { name: 'See the whole claim' }))
    .toHaveAttribute('href', '/my-claims/12');
  await userEvent.fill(answerField(), 'It was in the description.');
  await userEvent.click(block.getByRole('button', { name: 'Send answer' }));
  await expect.poll(() => sent.map(({ url }) => url)).toEqual(['/api/claims/12/answer']);
});

test('shows no money part for a withdrawn claim', async () => {
  await show({
    state: 'withdrawn',
    ended_at: '2026-12-09T10:00:00Z',
    may: { answer: false, add: false, withdraw: false },
  });
  await expect.element(page.getByText(/^The claim was withdrawn/)).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'The money' })).not.toBeInTheDocument();
});

test('the order of the seller links to claims that have ended', async () => {
  await renderPage(<SellerClaims claims={[{ ...OPEN, state: 'withdrawn', next_at: null }]} open={null} />);
  await expect.element(page.getByRole('link', { name: 'Damaged' })).toHaveAttribute('href', '/my-claims/12');
  await expect.element(page.getByText('Withdrawn')).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});

test('warns writer and readers of payment details in a text', async () => {
  const PAY = 'Transfer to account 6222021234567890123';
  await show();
  await userEvent.fill(answerField(), PAY);
  await expect.element(page.getByText(/^This looks like payment details/)).toBeVisible();
  await show({ statements: OPEN.statements.map((statement) => ({ ...statement, text: PAY })) });
  await expect.element(page.getByText(/^This text contains payment details\. Pay only/)).toBeVisible();
});
