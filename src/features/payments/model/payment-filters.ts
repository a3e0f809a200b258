/** The values by which the back office filters and orders payments, as the address of its screen and the call name them. */
export const PAYMENT_FILTERS = ['search', 'status', 'refund', 'from', 'to', 'minAmount', 'maxAmount'] as const;
export const PAYMENT_QUERY = [...PAYMENT_FILTERS, 'sort', 'order', 'page'] as const;

/** Refunds that somebody has to look after. */
export const REFUND_FILTER = ['failed'] as const;

export const PAYMENT_SORTS = ['date', 'amount'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];
