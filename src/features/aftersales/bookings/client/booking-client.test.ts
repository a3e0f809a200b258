import { expect, test, vi } from 'vitest';
import { ApiFailure } from '#lib/api-client/api-client.ts';
import type { ActionInput } from '#lib/pages/form-action.ts';
import { bookingCalls } from '../../aftersales-calls.ts';
import { myBookingActions } from './booking-client.ts';

const input = (call: () => Promise<unknown>) =>
  ({
    api: { call: vi.fn(call) },
    url: new URL('http://cars.example/Dashboard?bookings=2'),
    values: { booking: '12', refund: '5070.14' },
  }) as unknown as ActionInput;
const cancel = myBookingActions['booking cancel']!;

test('cancels with the refund that was shown and returns the response message', async () => {
  const request = input(async () => ({ message: 'Cancelled.' }));
  expect(await cancel(request)).toEqual({ done: true, message: 'Cancelled.' });
  const sent = { params: { id: '12' }, body: { refund: 5070.14 } };
  expect(request.api.call).toHaveBeenCalledWith(bookingCalls.cancel, sent);
});

test('marks the outcome as bad news when the refund fails immediately', async () => {
  const request = input(async () => ({ message: 'We still have it.', refund_failed: true }));
  expect(await cancel(request)).toEqual({ done: true, message: 'We still have it.', showAsFailure: true });
});

test('reports a changed refund and reloads the page; rethrows other failures', async () => {
  const changed = input(() => Promise.reject(new ApiFailure(409, { message: 'Changed.' })));
  expect(await cancel(changed)).toEqual({ done: false, message: 'Changed.', to: '/Dashboard?bookings=2' });
  const broken = input(() => Promise.reject(new ApiFailure(500, {})));
  await expect(cancel(broken)).rejects.toThrow();
});
