import type { PaymentMethod } from '#features/gateways/model/payment-method.ts';
import type { RentalPeriod } from '#features/payments/model/payment.ts';

/** What a receipt states; amounts in cents of US dollars. */
export type ReceiptFacts = {
  operator: {
    /** The issuer's address, line by line. */
    from: readonly string[];
    /** Whether the operator has entered a company name. */
    isNamed: boolean;
    registrationNumber: string | null;
    moneyHolder: string | null;
  };
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

export type Receipt = ReceiptFacts & {
  number: string;
  /** The number of the previous revision. */
  replaces: string | null;
  issuedAt: Date;
};

/** R-00000042, or R-00000042-2 for its second revision. */
export function receiptNumber(bookingId: number, revision = 1): string {
  const number = `R-${String(bookingId).padStart(8, '0')}`;
  return revision === 1 ? number : `${number}-${revision}`;
}
