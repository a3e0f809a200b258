/** Query parameters of the booking list, shared by the screen's URL and the API call. */
export const BOOKING_FILTERS = ['search', 'status', 'paymentStatus', 'due', 'minPaid', 'maxPaid'] as const;
export const BOOKING_QUERY = [...BOOKING_FILTERS, 'sort', 'order', 'page'] as const;

/** The part of the total that is still due. */
export const DUE_FILTERS = ['none', 'partial', 'full'] as const;

export const BOOKING_SORTS = ['booking', 'total', 'paid'] as const;
export type BookingSort = (typeof BOOKING_SORTS)[number];
