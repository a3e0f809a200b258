import type pg from 'pg';
import type { ReceiptPaper } from '#features/site/issued-documents/model/papers.ts';
import { DocumentKeys } from '#features/site/issued-documents/server/document-keys.ts';
import type { DocumentDeps, DocumentRequest } from '#features/site/issued-documents/server/issue-document.ts';
import { DOCUMENT_KEYS } from '../../server/document-keys.ts';

/** Dependencies of issuing documents, with the keys of test apps. Register the keys before the first document. */
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
  order: 'CQ-000042',
  buyer: { lines: ['Amina Otieno', 'Moi Avenue 5', 'Kenya'] },
  cars: [{ name: '2022 BYD Seal', vin: 'LGXCE4CB0N0123456' }],
  period: null,
  lines: [
    { text: '2022 BYD Seal', cents: 1_850_000 },
    { text: 'Tax', cents: 148_000 },
    { text: 'Registration fee', cents: 30_000 },
  ],
  totalCents: 2_028_000,
  paidCents: 507_000,
  dueCents: 1_521_000,
  refundedCents: 0,
  money: [
    {
      what: 'payment',
      day: '2026-03-05',
      method: 'credit_card',
      cardBrand: 'Visa',
      cardLast4: '4242',
      reference: 'TR1772719620000',
      cents: 507_000,
    },
  ],
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
