import type { BookingDeps } from '#features/aftersales/bookings/server/api.ts';
import type { MediaDeps } from '#features/site/media/server/api.ts';

export type ClaimDeps = { bookings: BookingDeps; media: MediaDeps };
