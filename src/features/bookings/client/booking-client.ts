import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { MyBookingsAnswer } from '../model/booking-contract.ts';

/** What the signed-in person has bought and rented, the newest first. */
export function fetchMyBookings(api: ApiClient, page: number): Promise<MyBookingsAnswer> {
  return api.get('/api/my-bookings', { page });
}
