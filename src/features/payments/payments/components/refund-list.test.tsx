import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { renderToStaticMarkup } from '../../../../../tests/support/messages/markup.tsx';
import type { OrderRefund } from '../model/payment-contract.ts';
import { RefundList } from './refund-list.tsx';

const TIME = '2026-03-02T10:00:00.000Z';
const REFUND: OrderRefund = {
  id: 1,
  amount_cents: 277_500,
  by_transfer: true,
  step: 'ready',
  asked_at: TIME,
  ready_at: TIME,
  account_at: null,
  account_end: '3000',
  sent_at: null,
  reference: null,
  is_repeated: false,
};

function render(...refunds: Partial<OrderRefund>[]): string {
  const element = <RefundList refunds={refunds.map((change, index) => ({ ...REFUND, id: index, ...change }))} />;
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}
const asksForAccount = (html: string) => html.includes('href="/my-bank-account"');

test.each<[string, Partial<OrderRefund>, string, string]>([
  ['a car has to come back', { step: 'car' }, 'Waits for the car', 'once the car is back'],
  ['a claim is open', { step: 'check' }, 'On hold', 'the open claim has ended'],
  [
    'the account is missing',
    { step: 'account', account_end: null },
    'Needs your bank account',
    'Only you can enter it',
  ],
  [
    'the account waits',
    { step: 'account_waits', account_at: TIME },
    'Waits for your account',
    'Mar 2, 2026, 10:00 UTC',
  ],
  ['finance sends it', { step: 'ready' }, 'Being sent', 'ends in 3000'],
  ['the provider sends it', { step: 'sending', by_transfer: false }, 'Being sent', 'the way you paid'],
  ['it was sent', { step: 'sent', sent_at: TIME, reference: 'OUT-7' }, 'Sent', 'OUT-7'],
  ['the provider sent it', { step: 'sent', sent_at: TIME, by_transfer: false }, 'Sent', 'the way you paid'],
  [
    'it was sent before accounts were recorded',
    { step: 'sent', sent_at: TIME, account_end: null },
    'Sent',
    'bank transfer',
  ],
  ['the bank returned it', { step: 'failed' }, 'Came back', 'The bank returned our transfer'],
  ['it is sent again', { step: 'failed', is_repeated: true }, 'Came back', 'we send the money again'],
  ['the provider could not send it', { step: 'failed', by_transfer: false }, 'Failed', 'Write to us'],
])('says amount, state and what is next while %s', (_when, change, state, next) => {
  const html = render(change);
  expect(html).toContain('$2,775');
  expect(html).toContain(state);
  expect(html).toContain(next);
});

test('links to the page of the account only if the buyer has something to enter', () => {
  expect(asksForAccount(render({ step: 'ready' }, { step: 'account', account_end: null }))).toBe(true);
  expect(asksForAccount(render({ step: 'failed' }))).toBe(true);
  expect(asksForAccount(render({ step: 'ready' }, { step: 'failed', is_repeated: true }))).toBe(false);
  expect(asksForAccount(render({ step: 'failed', by_transfer: false }))).toBe(false);
});

test('shows nothing for an order without refunds', () => {
  expect(render()).toBe('');
});
