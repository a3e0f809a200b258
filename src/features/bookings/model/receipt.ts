import type { PaymentMethod } from '#features/gateways/model/payment-method.ts';
import type { RentalPeriod } from '#features/payments/model/payment.ts';

/** The contents of a receipt; amounts in cents of US dollars. */
export type Receipt = {
  number: string;
  issuedAt: Date;
  /** The issuer's address, line by line. */
  from: readonly string[];
  bookingId: number;
  buyer: string;
  car: { name: string; year: number; vin: string | null };
  /** Null for a purchase. */
  period: RentalPeriod | null;
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  paidCents: number;
  /** 0 once the booking was canceled. */
  dueCents: number;
  refundedCents: number | null;
  method: PaymentMethod;
  cardBrand: string | null;
  cardLast4: string | null;
  transactionId: string;
  paidAt: Date;
};

/** Returns the receipt number, which depends on the booking id only. */
export function receiptNumber(bookingId: number): string {
  return `R-${String(bookingId).padStart(8, '0')}`;
}
