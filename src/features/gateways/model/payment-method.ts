export const PAYMENT_METHODS = ['credit_card', 'paypal', 'upi'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
