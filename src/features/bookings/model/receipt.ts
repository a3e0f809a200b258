import type { PaymentMethod } from '#features/gateways/model/payment-method.ts';
import type { RentalPeriod } from '#features/payments/model/payment.ts';

/** All that a receipt says; cents of US dollars. */
export type Receipt = {
  number: string;
  issuedAt: Date;
  /** Who it is from, line by line. */
  from: readonly string[];
  bookingId: number;
  buyer: string;
  car: { name: string; year: number; vin: string | null };
  /** Only of a rental. */
  period: RentalPeriod | null;
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  paidCents: number;
  /** What is still to be paid; nothing once a booking was cancelled. */
  dueCents: number;
  refundedCents: number | null;
  method: PaymentMethod;
  cardBrand: string | null;
  cardLast4: string | null;
  transactionId: string;
  paidAt: Date;
};

/** The number of a booking's receipt: always the same one. */
export function receiptNumber(bookingId: number): string {
  return `R-${String(bookingId).padStart(8, '0')}`;
}
