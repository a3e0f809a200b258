/** Query parameters of the payment list, shared by the screen's URL and the API call. */
export const PAYMENT_FILTERS = ['search', 'status', 'refund', 'from', 'to', 'minAmount', 'maxAmount'] as const;
export const PAYMENT_QUERY = [...PAYMENT_FILTERS, 'sort', 'order', 'page'] as const;

export const REFUND_FILTER = ['failed'] as const;

export const PAYMENT_SORTS = ['date', 'amount'] as const;
export type PaymentSort = (typeof PAYMENT_SORTS)[number];
