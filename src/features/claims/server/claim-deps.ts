import type { BookingDeps } from '#features/bookings/server/api.ts';
import type { MediaDeps } from '#features/site/media/server/api.ts';

export type ClaimDeps = { bookings: BookingDeps; media: MediaDeps };
