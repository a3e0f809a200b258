/** What a buyer pays with on the site. */
export const ONLINE_METHODS = ['credit_card', 'paypal', 'upi'] as const;
export type OnlineMethod = (typeof ONLINE_METHODS)[number];

export const PAYMENT_METHODS = [...ONLINE_METHODS, 'bank_transfer'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
