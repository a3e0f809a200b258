/** The values by which the back office filters and orders bookings, as the address of its screen and the call name them. */
export const BOOKING_FILTERS = ['search', 'status', 'paymentStatus', 'due', 'minPaid', 'maxPaid'] as const;
export const BOOKING_QUERY = [...BOOKING_FILTERS, 'sort', 'order', 'page'] as const;

/** What is still to be paid: nothing, a part, or the whole. */
export const DUES = ['none', 'partial', 'full'] as const;

export const BOOKING_SORTS = ['booking', 'total', 'paid'] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];
