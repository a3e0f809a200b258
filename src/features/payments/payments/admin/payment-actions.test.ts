import { expect, test } from 'vitest';
import { ApiClient, type ApiTransport } from '#lib/api-client/api-client.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { paymentActions } from './payment-actions.ts';

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
