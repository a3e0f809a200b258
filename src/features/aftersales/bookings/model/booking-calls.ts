import { callsOf } from '#lib/api-client/api-call.ts';
import type { bookingContract } from './booking-contract.ts';

export const bookingCalls = callsOf<typeof bookingContract>({
  markSold: 'PUT /api/api/listings/listings/:id',
  book: 'POST /api/booking',
  mine: 'GET /api/my-bookings',
  cancel: 'POST /api/my-bookings/:id/cancel',
  destination: 'GET /api/booking/:id/destination',
  receipt: 'GET /api/my-bookings/:id/receipt',
});
