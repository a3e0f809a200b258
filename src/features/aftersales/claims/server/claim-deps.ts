import type { BookingDeps } from '#features/aftersales/bookings/server/booking-deps.ts';
import type { MediaDeps } from '#features/site/server/api.ts';

export type ClaimDeps = { bookings: BookingDeps; media: MediaDeps };
