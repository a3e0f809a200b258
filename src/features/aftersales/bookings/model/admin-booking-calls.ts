import { callsOf } from '#lib/api-client/api-call.ts';
import type { adminBookingContract } from './admin-booking-contract.ts';

export const adminBookingCalls = callsOf<typeof adminBookingContract>({
  list: 'GET /api/booking',
  one: 'GET /api/booking/:id',
  change: 'PUT /api/booking/:id',
  remove: 'DELETE /api/booking/:id',
  restore: 'POST /api/admin/bookings/:id/restore',
});
