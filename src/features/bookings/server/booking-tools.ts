import type { PaymentTools } from '#features/payments/server/payment-tools.ts';

export type BookingTools = { payments: PaymentTools; siteOrigin: string };
