import { expect, test } from 'vitest';
import { pdfOf } from '#lib/server/pdf/pdf-document.ts';
import { pdfPages } from '../../../../../tests/support/documents/pdf-text.ts';
import { RECEIPT_PAPER } from '../../../../../tests/support/documents/test-documents.ts';
import { english } from '../../../../../tests/support/messages/english.ts';
import type { ReceiptPaper } from '../../model/papers.ts';
import { receiptParts } from './receipt-parts.ts';

/** Draws the parts of a receipt and returns their text. */
async function textOf(change: Partial<ReceiptPaper> = {}, replaces: string | null = null): Promise<string> {
  const parts = receiptParts({ ...RECEIPT_PAPER, ...change }, replaces, english);
  const frame = { lang: 'en', title: '', subtitle: '', sender: '', made: '', at: new Date(0), pageOf: () => '' };
  return (await pdfPages(await pdfOf({ ...frame, parts }))).join('\n');
}

test('contains issuer, buyer, car, amounts and payment method', async () => {
  const text = await textOf();
  const parties = ['CarQuay Ltd, 1 Harbour Street', 'C.123', 'Quay Bank', 'Amina Otieno', '2022 BYD Seal'];
  const sums = ['$18,500.00', '$1,480.00', '$300.00', '$20,280.00', '$5,070.00', '$15,210.00'];
  const paid = ['Visa card ending in 4242', 'TR1772719620000', 'Mar 5, 2026, 14:06 UTC', 'LGXCE4CB0N0123456'];
  for (const words of [...parties, ...sums, ...paid]) expect(text).toContain(words);
  expect(text).not.toContain('Refunded');
  expect(text).not.toContain('Rental');
});

test('contains the days of a rental including the last one', async () => {
  const text = await textOf({ period: { startDay: '2026-03-10', endDay: '2026-03-13' }, method: 'upi' });
  expect(text).toContain('Mar 10, 2026 to Mar 12, 2026 (3 days)');
  expect(text).toContain('Price for 3 days');
  expect(text).toContain('UPI');
});

test('contains the refunded amount', async () => {
  expect(await textOf({ refundedCents: 253_500, dueCents: 0 })).toMatch(/Refunded\s+\$2,535\.00/);
});

test('prints long and non-Latin names, and cars without a VIN', async () => {
  const car = { ...RECEIPT_PAPER.car, vin: null };
  const text = await textOf({ buyer: `张伟 ${'Maximiliana '.repeat(30)}`, car });
  expect(text).toContain('张伟 Maximiliana');
  expect(text).toContain('Not provided');
});

test('names the receipt that it replaces', async () => {
  expect(await textOf({}, 'R-00000042')).toMatch(/Replaces receipt R-00000042\b/);
});

test('says that the operator has not entered a company name', async () => {
  const issuer = { lines: ['CarQuay'], isNamed: false, registrationNumber: null, moneyHolder: null };
  expect(await textOf({ issuer })).toContain('The operator has not entered a company name yet.');
  expect(await textOf()).not.toContain('has not entered');
});
