import type pg from 'pg';
import type { ReceiptPaper } from '#features/documents/model/papers.ts';
import type { DocumentDeps } from '#features/documents/server/document-deps.ts';
import { DocumentKeys } from '#features/documents/server/document-keys.ts';
import type { DocumentRequest } from '#features/documents/server/issue-document.ts';
import { DOCUMENT_KEYS } from '../server/document-keys.ts';

/** What issuing documents needs, with the keys that test apps have. Register the keys before the first document. */
export function testDocuments(pool: pg.Pool): DocumentDeps {
  const keys = new DocumentKeys({ dataDir: '/nonexistent', documentKeys: DOCUMENT_KEYS.split(',') });
  return { pool, keys, timeZone: 'UTC', siteOrigin: 'https://cars.example' };
}

export const RECEIPT_PAPER: ReceiptPaper = {
  issuer: {
    lines: ['CarQuay Ltd', '1 Harbour Street'],
    isNamed: true,
    registrationNumber: 'C.123',
    moneyHolder: 'Quay Bank',
  },
  bookingId: 42,
  buyer: 'Amina Otieno',
  car: { name: 'BYD Seal', year: 2022, vin: 'LGXCE4CB0N0123456' },
  period: null,
  priceCents: 1_850_000,
  taxCents: 148_000,
  feeCents: 30_000,
  totalCents: 2_028_000,
  paidCents: 507_000,
  dueCents: 1_521_000,
  refundedCents: null,
  method: 'credit_card',
  cardBrand: 'Visa',
  cardLast4: '4242',
  transactionId: 'TR1772719620000',
  paidAt: '2026-03-05T14:06:30.000Z',
};

/** A request for a receipt of a booking that need not exist. */
export function receiptRequest(
  subjectId: number,
  change: Partial<DocumentRequest<'receipt'>> = {},
): DocumentRequest<'receipt'> {
  return {
    kind: 'receipt',
    subject: { kind: 'booking', id: subjectId },
    occasion: 'revision 1',
    locale: 'en',
    claims: {
      issuer: 'CarQuay Ltd',
      currency: 'USD',
      total_cents: RECEIPT_PAPER.totalCents,
      paid_cents: RECEIPT_PAPER.paidCents,
      cars: [{ name: '2022 BYD Seal', vin_end: '123456' }],
      party: { role: 'buyer', name: 'A. O.' },
      bank_account_end: null,
      is_demo: false,
    },
    paper: RECEIPT_PAPER,
    ...change,
  };
}
