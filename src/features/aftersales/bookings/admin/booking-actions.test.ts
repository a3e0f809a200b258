import { expect, test } from 'vitest';
import { adminListingActions } from '#features/catalog/moderation/client/admin-listing-client.ts';
import { ApiClient } from '#lib/api-client/api-client.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import { bookingActions } from './booking-actions.ts';

const requests: string[] = [];
const api = new ApiClient(async ({ method, url }) => {
  requests.push(`${method} ${url}`);
  return { status: 200, text: async () => '{"message":"Listing deleted successfully","version":2}' };
});
const url = new URL('http://localhost/BookingManagement');

test.each(['', 'x', '0', '-1', '1/2'])('rejects the invalid row id %j without calling the API', async (id) => {
  for (const act of [bookingActions['booking delete'], adminListingActions['car delete']]) {
    const outcome = await act?.({ api, t: english, url, params: {}, values: { id } });
    expect(outcome).toEqual({ done: false, message: 'Cannot delete listing: Invalid listing data' });
  }
  expect(requests).toEqual([]);
});

test('deletes a row with a valid id and offers undo', async () => {
  for (const act of [bookingActions['booking delete'], adminListingActions['car delete']]) {
    const outcome = await act?.({ api, t: english, url, params: {}, values: { id: '7' } });
    expect(outcome).toMatchObject({ done: true, message: 'Listing deleted successfully', undo: expect.any(Function) });
  }
  expect(requests).toEqual(['DELETE /api/booking/7', 'DELETE /api/listings/7']);
});

test.each([{ booking_status: 'cancelled' }, { payment_status: 'refunded' }])(
  'refuses a refunding change without the confirmation checkbox, also without scripts: %j',
  async (change) => {
    const methods: string[] = [];
    const stored = { booking_status: 'confirmed', payment_status: 'paid', message: 'Listing updated successfully!' };
    const storing = new ApiClient(async ({ method }) => {
      methods.push(method);
      return { status: 200, text: async () => JSON.stringify(stored) };
    });
    const save = (values: Record<string, string>) =>
      bookingActions['booking edit']?.({
        api: storing,
        t: english,
        url,
        params: {},
        values: { id: '7', version: '1', ...values },
      });
    expect(await save({ ...stored, ...change })).toEqual({
      done: false,
      message: 'Failed to save listing: Check this box to refund the payment',
      fields: { understood: 'Check this box to refund the payment' },
    });
    expect(methods).toEqual(['GET']);
    expect(await save({ ...stored, ...change, understood: 'on' })).toEqual({ done: true, message: stored.message });
    expect(await save({ ...stored, booking_status: 'completed' })).toMatchObject({ done: true });
    expect(methods.filter((method) => method === 'PUT')).toHaveLength(2);
  },
);

test.each([
  [{ status: 409, body: '{"message":"The days are taken."}' }, 'Failed to save listing: The days are taken.'],
  [{ status: 502, body: '' }, 'Failed to save listing: Unknown error'],
])('returns the reason when a booking cannot be saved', async ({ status, body }, message) => {
  const refusing = new ApiClient(async () => ({ status, text: async () => body }));
  const values = { id: '7', version: '1', understood: 'on' };
  expect(await bookingActions['booking edit']?.({ api: refusing, t: english, url, params: {}, values })).toMatchObject({
    message,
  });
});

test('marks a saved change as bad news when its refund failed', async () => {
  const failing = new ApiClient(async () => ({
    status: 200,
    text: async () => JSON.stringify({ message: 'Saved. It failed.', refund_failed: true }),
  }));
  const values = { id: '7', version: '1', understood: 'on' };
  expect(await bookingActions['booking edit']?.({ api: failing, t: english, url, params: {}, values })).toEqual({
    done: true,
    message: 'Saved. It failed.',
    showAsFailure: true,
  });
});
