import { expect, test, vi } from 'vitest';
import { ApiClient, ApiFailure, type ApiTransport, NetworkError } from '#lib/api-client/api-client.ts';
import type { ActionInput } from '#lib/pages/form-action.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { adminPaymentCalls } from '../../office-calls.ts';
import {
  paymentActions,
  reasonOf,
  refundAction,
  refundOffered,
  refundProblems,
  refundSentAction,
} from './payment-actions.ts';

const url = new URL('http://localhost/PaymentManagement');
const refusing = (status: number, body: object): ApiTransport => {
  return async () => ({ status, text: async () => JSON.stringify(body) });
};
const offline: ApiTransport = () => Promise.reject(new TypeError('Failed to fetch'));

test.each([
  [refusing(409, { message: 'Its booking is running.' }), 'Failed to delete transaction: Its booking is running.'],
  [refusing(502, {}), 'Failed to delete transaction: Unknown error'],
  [offline, 'Failed to delete transaction: Unknown error'],
])('returns the reason when a transaction cannot be deleted', async (send, message) => {
  const deleted = paymentActions['payment delete']?.({
    api: new ApiClient(send),
    t: english,
    url,
    params: {},
    values: { id: '7' },
  });
  expect(await deleted).toEqual({ done: false, message });
});

test('accepts an amount up to the maximum with a reason', () => {
  expect(refundProblems({ amount: '100.25', reason: 'Damaged.' }, 100.25)).toBeNull();
  for (const amount of ['', '0', '-1', '100.26', '1.001', '1e1', 'all', undefined]) {
    expect(refundProblems({ amount, reason: 'Damaged.' }, 100.25), amount).toHaveProperty('amount');
  }
  expect(refundProblems({ amount: '1', reason: ' ' }, 5)).toEqual({ reason: 'admin.payments.refund.reasonMissing' });
});

test("returns the server's message or Unknown error, and rethrows 401 and programming errors", async () => {
  expect(reasonOf(new ApiFailure(409, { message: 'Refunded before.' }), english)).toBe('Refunded before.');
  expect(reasonOf(new NetworkError(new TypeError('Failed to fetch')), english)).toBe('Unknown error');
  expect(reasonOf(new ApiFailure(502, {}), english)).toBe('Unknown error');
  expect(() => reasonOf(new ApiFailure(401, {}), english)).toThrow();
  expect(() => reasonOf(new TypeError('a mistake of ours'), english)).toThrow();
  const call = vi.fn(() => Promise.reject(new ApiFailure(409, { message: 'Refunded before.' })));
  const input = {
    api: { call },
    t: english,
    values: { payment: '5', amount: '1.50', reason: 'x' },
  } as unknown as ActionInput;
  expect(await refundAction(input)).toEqual({ done: false, message: 'Refunded before.' });
  expect(call).toHaveBeenCalledWith(adminPaymentCalls.refund, {
    params: { id: '5' },
    body: { amount: 1.5, reason: 'x' },
  });
});

test('marks the outcome as bad news when the refund failed immediately', async () => {
  const call = async () => ({ message: 'It failed.', refund_failed: true });
  const input = { api: { call }, t: english, values: {} } as unknown as ActionInput;
  expect(await refundAction(input)).toEqual({ done: true, message: 'It failed.', showAsFailure: true });
});

test('offers the full refundable amount, or what a failed refund still owes', () => {
  const payment = { refundable: 100.1, refund: null };
  expect(refundOffered(payment)).toEqual({ amount: 100.1, offered: 100.1 });
  const refund = { amount: 50, done: false, failed: 'unknown', owed: 50 };
  expect(refundOffered({ ...payment, refund })).toEqual({ amount: 100.1, offered: 50 });
  expect(refundOffered({ refundable: 20, refund })).toEqual({ amount: 20, offered: 20 });
  const done = { ...refund, done: true, failed: null };
  expect(refundOffered({ ...payment, refund: { ...done, owed: 0 } })).toMatchObject({ offered: 100.1 });
  expect(refundOffered({ ...payment, refund: { ...done, owed: 20 } })).toMatchObject({ offered: 20 });
});

test('a sent refund names its account and reference, or the reason for paying the payer', async () => {
  const call = vi.fn(async (..._sent: unknown[]) => ({ message: 'Recorded.' }));
  const run = (values: Record<string, string>) =>
    refundSentAction({ api: { call }, t: english, values } as unknown as ActionInput);
  const sent = { payment: '5', refund: '8' };
  expect(await run({ ...sent, account: '4', reference: 'OUT-7' })).toEqual({ done: true, message: 'Recorded.' });
  await run({ ...sent, payer_reason: 'No account.' });
  expect(call.mock.calls).toEqual([
    [adminPaymentCalls.refundSent, { params: { id: '5' }, body: { refund_id: 8, account_id: 4, reference: 'OUT-7' } }],
    [adminPaymentCalls.refundSent, { params: { id: '5' }, body: { refund_id: 8, payer_reason: 'No account.' } }],
  ]);
  expect(await run({ ...sent, payer_reason: ' ' })).toMatchObject({ done: false });
  expect(call).toHaveBeenCalledTimes(2);
});
