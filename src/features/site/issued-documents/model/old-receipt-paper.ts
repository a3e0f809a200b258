import type { Issuer, MoneyMovement, ReceiptDestination, ReceiptPaper } from './papers.ts';

type OldCar = { name: string; year: number; vin: string | null };

/** A receipt from before receipts listed each payment. Its PDF may not be drawn yet. */
export type OldReceiptPaper = {
  issuer: Issuer;
  bookingId: number;
  buyer: string;
  car: OldCar;
  cars?: readonly (OldCar & { priceCents: number })[];
  period: ReceiptPaper['period'];
  priceCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
  paidCents: number;
  dueCents: number;
  refundedCents: number | null;
  method: NonNullable<MoneyMovement['method']>;
  cardBrand: string | null;
  cardLast4: string | null;
  transactionId: string;
  paidAt: string;
  destination?: ReceiptDestination;
};

/** The same facts as receipts have them now. `words` name tax and fee in the language of the document. */
export function receiptOfOld(old: OldReceiptPaper, words: { tax: string; fee: string }): ReceiptPaper {
  const { car, cars, priceCents, taxCents, feeCents, paidCents, refundedCents, paidAt, transactionId, ...rest } = old;
  const sold = cars ?? [{ ...car, priceCents }];
  const payment = { what: 'payment' as const, day: paidAt.slice(0, 10), reference: transactionId, cents: paidCents };
  return {
    ...rest,
    buyer: { lines: [old.buyer] },
    order: '',
    cars: sold.map(({ name, year, vin }) => ({ name: `${year} ${name}`, vin })),
    lines: [
      ...sold.map(({ name, year, priceCents: cents }) => ({ text: `${year} ${name}`, cents })),
      { text: words.tax, cents: taxCents },
      { text: words.fee, cents: feeCents },
    ],
    paidCents,
    refundedCents: refundedCents ?? 0,
    money: [{ ...payment, method: old.method, cardBrand: old.cardBrand, cardLast4: old.cardLast4 }],
  };
}
