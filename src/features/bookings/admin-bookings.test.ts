import '#generated/words/all-areas.ts';
import { expect, test } from 'vitest';
import { managedCarActs } from '#features/listings/manage-acts.ts';
import { ApiClient } from '#platform/api-client/api-client.ts';
import { bookingActs } from './admin-bookings.ts';

const called: string[] = [];
const api = new ApiClient(async ({ method, url }) => {
  called.push(`${method} ${url}`);
  return { status: 200, text: async () => '{"message":"Listing deleted successfully","version":2}' };
});
const url = new URL('http://localhost/BookingManagement');

test.each(['', 'x', '0', '-1', '1/2'])('what is no row, like %j, is not asked to be deleted', async (id) => {
  for (const act of [bookingActs['booking delete'], managedCarActs['car delete']]) {
    const outcome = await act?.({ api, url, params: {}, values: { id } });
    expect(outcome).toEqual({ done: false, say: 'Cannot delete listing: Invalid listing data' });
  }
  expect(called).toEqual([]);
});

test('what is one is deleted, and can be brought back', async () => {
  for (const act of [bookingActs['booking delete'], managedCarActs['car delete']]) {
    const outcome = await act?.({ api, url, params: {}, values: { id: '7' } });
    expect(outcome).toMatchObject({ done: true, say: 'Listing deleted successfully', undo: expect.any(Function) });
  }
  expect(called).toEqual(['DELETE /api/booking/7', 'DELETE /api/listings/7']);
});
