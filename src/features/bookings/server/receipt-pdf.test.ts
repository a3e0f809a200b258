import { expect, test } from 'vitest';
import { pdfPages } from '../../../../tests/support/documents/pdf-text.ts';
import { english } from '../../../../tests/support/messages/english.ts';
import { type Receipt, receiptNumber } from '../model/receipt.ts';
import { receiptPdf } from './receipt-pdf.ts';

const bought: Receipt = {
  number: receiptNumber(42),
  replaces: null,
  issuedAt: new Date('2026-03-05T14:07:00Z'),
  operator: {
    from: ['CarQuay Ltd', '1 Harbour Street'],
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
  paidAt: new Date('2026-03-05T14:06:30Z'),
};

const textOf = async (receipt: Receipt) => (await pdfPages(await receiptPdf(receipt, english))).join('\n');

test('contains issuer, buyer, car, amounts and payment method', async () => {
  const text = await textOf(bought);
  const parties = [
    'Receipt R-00000042',
    'Issued on March 5, 2026',
    'CarQuay Ltd, 1 Harbour Street',
    'C.123',
    'Quay Bank',
    'Amina Otieno',
    '2022 BYD Seal',
  ];
  const sums = ['$18,500.00', '$1,480.00', '$300.00', '$20,280.00', '$5,070.00', '$15,210.00'];
  const paid = ['Visa card ending in 4242', 'TR1772719620000', 'Mar 5, 2026, 14:06 UTC', 'LGXCE4CB0N0123456'];
  for (const words of [...parties, ...sums, ...paid]) expect(text).toContain(words);
  expect(text).not.toContain('Refunded');
  expect(text).not.toContain('Rental');
});

test('contains the days of a rental including the last one', async () => {
  const text = await textOf({ ...bought, period: { startDay: '2026-03-10', endDay: '2026-03-13' }, method: 'upi' });
  expect(text).toContain('Mar 10, 2026 to Mar 12, 2026 (3 days)');
  expect(text).toContain('Price for 3 days');
  expect(text).toContain('UPI');
});

test('contains the refunded amount', async () => {
  const text = await textOf({ ...bought, refundedCents: 253_500, dueCents: 0 });
  expect(text).toMatch(/Refunded\s+\$2,535\.00/);
});

test('prints long and non-Latin names, and cars without a VIN', async () => {
  const text = await textOf({
    ...bought,
    buyer: `张伟 ${'Maximiliana '.repeat(30)}`,
    car: { ...bought.car, vin: null },
  });
  expect(text).toContain('张伟 Maximiliana');
  expect(text).toContain('Not provided');
});

test('names the receipt that it replaces, under a number of its own', async () => {
  const text = await textOf({ ...bought, number: receiptNumber(42, 2), replaces: receiptNumber(42) });
  expect(text).toContain('Receipt R-00000042-2');
  expect(text).toMatch(/Replaces receipt R-00000042\b/);
});

test('says that the operator has not entered a company name', async () => {
  const operator = { from: ['CarQuay'], isNamed: false, registrationNumber: null, moneyHolder: null };
  expect(await textOf({ ...bought, operator })).toContain('The operator has not entered a company name yet.');
  expect(await textOf(bought)).not.toContain('has not entered');
});
