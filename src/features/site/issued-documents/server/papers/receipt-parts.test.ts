import { expect, test } from 'vitest';
import { type OldReceiptPaper, receiptOfOld } from '#features/site/issued-documents/model/papers.ts';
import { pdfOf } from '#lib/server/pdf/pdf-document.ts';
import { english } from '../../../../../../tests/support/messages/english.ts';
import { pdfPages } from '../../../../../../tests/support/site/documents/pdf-text.ts';
import { RECEIPT_PAPER } from '../../../../../../tests/support/site/documents/test-documents.ts';
import type { MoneyMovement, ReceiptPaper } from '../../model/papers.ts';
import { receiptParts } from './receipt-parts.ts';

/** Draws the parts of a receipt and returns their text. */
async function textOf(change: Partial<ReceiptPaper> = {}, replaces: string | null = null): Promise<string> {
  const parts = receiptParts({ ...RECEIPT_PAPER, ...change }, replaces, english);
  const frame = { lang: 'en', title: '', subtitle: '', sender: '', made: '', at: new Date(0), pageOf: () => '' };
  return (await pdfPages(await pdfOf({ ...frame, parts }))).join('\n').replace(/\s+/g, ' ');
}

const [CARD] = RECEIPT_PAPER.money as [MoneyMovement];
const TRANSFER: MoneyMovement = {
  ...CARD,
  day: '2026-03-09',
  method: 'bank_transfer',
  cardBrand: null,
  cardLast4: null,
  reference: 'FT2606800417',
  cents: 1_521_000,
};

test('contains issuer, buyer with address, car, order and amounts', async () => {
  const text = await textOf();
  const parties = ['CarQuay Ltd 1 Harbour Street', 'C.123', 'Quay Bank', 'Amina Otieno Moi Avenue 5 Kenya'];
  const sums = ['$18,500.00', '$1,480.00', '$300.00', '$20,280.00', '$5,070.00', '$15,210.00'];
  for (const words of [...parties, ...sums, '2022 BYD Seal', 'LGXCE4CB0N0123456', 'CQ-000042'])
    expect(text).toContain(words);
  expect(text).not.toContain('Refund');
  expect(text).not.toContain('Rental');
});

test('lists each payment with its day, method, reference and amount', async () => {
  const text = await textOf({ money: [CARD, TRANSFER], paidCents: 2_028_000, dueCents: 0 });
  expect(text).toMatch(/Mar 5, 2026 Payment, Visa card ending in 4242 TR1772719620000 \$5,070\.00/);
  expect(text).toMatch(/Mar 9, 2026 Payment, Bank transfer FT2606800417 \$15,210\.00/);
});

test.each<[MoneyMovement['what'], string]>([
  ['refund', 'Refund, Bank transfer'],
  ['refundWaiting', 'Refund asked for, not sent yet, Bank transfer'],
  ['undone', 'Undone: this money is not for this order, Bank transfer'],
  ['dispute', "Taken back by the buyer's bank, Bank transfer"],
])('says that money went back: %s', async (what, words) => {
  const text = await textOf({ money: [CARD, { ...TRANSFER, what, cents: -12_345 }], refundedCents: 12_345 });
  expect(text).toContain(words);
  expect(text).toContain('-$123.45');
});

test('names a security deposit that paid a charge without a method', async () => {
  const used: MoneyMovement = { ...TRANSFER, what: 'security', method: null, reference: 'S7', cents: 6_000 };
  expect(await textOf({ money: [CARD, used] })).toContain('Security deposit used for a charge S7 $60.00');
});

test('contains the days of a rental including the last one', async () => {
  const text = await textOf({ period: { startDay: '2026-03-10', endDay: '2026-03-13' } });
  expect(text).toContain('Mar 10, 2026 to Mar 12, 2026 (3 days)');
});

test('prints long and non-Latin names, and cars without a VIN', async () => {
  const buyer = { lines: [`张伟 ${'Maximiliana '.repeat(30)}`] };
  const text = await textOf({ buyer, cars: [{ name: '2022 BYD Seal', vin: null }] });
  expect(text).toContain('张伟 Maximiliana');
  expect(text).toContain('Car 2022 BYD Seal Order');
});

test('names the receipt that it replaces', async () => {
  expect(await textOf({}, 'R-00000042')).toMatch(/Replaces receipt R-00000042\b/);
});

test('says that the operator has not entered a company name', async () => {
  const issuer = { lines: ['CarQuay'], isNamed: false, registrationNumber: null, moneyHolder: null };
  expect(await textOf({ issuer })).toContain('The operator has not entered a company name yet.');
  expect(await textOf()).not.toContain('has not entered');
});

test('draws a receipt that was stored before receipts listed payments', async () => {
  const old: OldReceiptPaper = {
    issuer: RECEIPT_PAPER.issuer,
    bookingId: 42,
    buyer: 'Amina Otieno',
    car: { name: 'BYD Seal', year: 2022, vin: null },
    period: null,
    priceCents: 1_850_000,
    taxCents: 148_000,
    feeCents: 30_000,
    totalCents: 2_028_000,
    paidCents: 507_000,
    dueCents: 1_521_000,
    refundedCents: null,
    method: 'upi',
    cardBrand: null,
    cardLast4: null,
    transactionId: 'TR1772719620000',
    paidAt: '2026-03-05T14:06:30.000Z',
  };
  const text = await textOf(receiptOfOld(old, { tax: 'Tax', fee: 'Registration fee' }));
  for (const words of ['2022 BYD Seal $18,500.00', 'Tax $1,480.00', 'Payment, UPI TR1772719620000 $5,070.00'])
    expect(text).toContain(words);
  expect(text).not.toContain('Order CQ');
});
