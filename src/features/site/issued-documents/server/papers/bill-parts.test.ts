import { expect, test } from 'vitest';
import { english } from '../../../../../../tests/support/messages/english.ts';
import { pdfPages } from '../../../../../../tests/support/site/documents/pdf-text.ts';
import type { BillPaper, ProFormaPaper } from '../../model/papers.ts';
import type { StoredDocument } from '../document-store.ts';
import { documentPdf } from './document-pdf.ts';

const BILL: BillPaper = {
  issuer: { lines: ['CarQuay Ltd', '1 Harbour Street'], isNamed: true, registrationNumber: 'C.123', moneyHolder: null },
  order: 'CQ-7K2M9Q',
  tradeTerm: 'FOB Shanghai',
  buyer: { lines: ['Amina Otieno', 'Moi Avenue 5', 'Mombasa'] },
  consignee: { lines: ['Otieno Motors Ltd', 'Kilindini Road'] },
  cars: [
    { name: '2022 BYD Seal', vin: 'LGXCE4CB0N0123456' },
    { name: '2021 BYD Han', vin: null },
  ],
  lines: [
    { text: 'Cars', cents: 3_500_000 },
    { text: 'Ocean freight', cents: 145_000 },
  ],
  totalCents: 3_645_000,
  paidCents: 911_250,
  dueCents: 2_733_750,
  dueOn: '2026-04-01',
  bank: {
    holder: 'CarQuay Ltd',
    bank: 'Harbour Bank, Shanghai',
    account: 'GB33BUKB20201555555555',
    bic: 'BUKBGB22',
    isDemo: false,
  },
  reference: 'CQ-7K2M9Q',
};

function stored(kind: 'invoice' | 'pro_forma', paper: object, isDemo = false): StoredDocument {
  const number = kind === 'invoice' ? 'INV-2026-000007' : 'PF-2026-000007';
  return {
    id: 1,
    kind,
    number,
    code: '7K2M9QABCD',
    subjectKind: 'order',
    subjectId: 1,
    occasion: 'balance',
    locale: 'en',
    claims: JSON.stringify({ issuer: 'CarQuay Ltd', issued_on: '2026-03-05', is_demo: isDemo, replaces: null }),
    paper: JSON.stringify(paper),
    signed: '[1]',
    kid: 'abcdefgh',
    signature: Buffer.alloc(64),
    supersedes: null,
    bankAccountVersion: 1,
    issuedAt: new Date('2026-03-05T14:07:00Z'),
  };
}

const textOf = async (document: StoredDocument) =>
  (await pdfPages(await documentPdf(document, 'https://cars.example', english))).join('\n').replace(/\s+/g, ' ');

test('an invoice names parties, cars, lines, amounts, the bank account and how to verify it', async () => {
  const text = await textOf(stored('invoice', BILL));
  const parties = [
    'CarQuay Ltd 1 Harbour Street',
    'Amina Otieno Moi Avenue 5 Mombasa',
    'Otieno Motors Ltd Kilindini Road',
  ];
  const cars = ['2022 BYD Seal, VIN LGXCE4CB0N0123456', '2021 BYD Han', 'FOB Shanghai', 'CQ-7K2M9Q'];
  const sums = ['Ocean freight', '$1,450.00', '$36,450.00', '$9,112.50', '$27,337.50', 'Apr 1, 2026'];
  const bank = ['GB33 BUKB 2020 1555 5555 55', 'BUKBGB22', 'Harbour Bank, Shanghai'];
  const verify = ['Invoice INV-2026-000007', 'Issued on March 5, 2026', 'cars.example/verify', '7K2M9-QABCD'];
  for (const words of [...parties, ...cars, ...sums, ...bank, ...verify]) expect(text).toContain(words);
  expect(text).not.toContain('Demo');
  expect(text).not.toContain('request for payment');
});

test('a pro-forma invoice says that it is none and until when it is valid', async () => {
  const paper: ProFormaPaper = { ...BILL, validUntil: '2026-03-10T09:00:00.000Z' };
  const text = await textOf(stored('pro_forma', paper));
  for (const words of ['Pro-forma invoice PF-2026-000007', 'no tax document', 'Mar 10, 2026, 09:00 UTC'])
    expect(text).toContain(words);
});

test('an invoice without an account to pay to prints none', async () => {
  expect(await textOf(stored('invoice', { ...BILL, bank: null }))).not.toContain('Pay by bank transfer');
});

test('the invented account of the demo is marked', async () => {
  const text = await textOf(stored('invoice', { ...BILL, bank: { ...BILL.bank, isDemo: true } }, true));
  for (const words of ['Demo: this document names an invented company', 'This bank account is invented'])
    expect(text).toContain(words);
});

test('a paid invoice asks for no money', async () => {
  const text = await textOf(stored('invoice', { ...BILL, paidCents: BILL.totalCents, dueCents: 0 }));
  expect(text).toMatch(/Amount to pay \$0\.00/);
  for (const words of ['Pay by bank transfer', 'GB33 BUKB', 'Due on']) expect(text).not.toContain(words);
});

test('an address is never cut, however long it is', async () => {
  const buyer = { lines: Array.from({ length: 40 }, (_, at) => `Line ${at} of the address`) };
  const text = await textOf(stored('invoice', { ...BILL, buyer }));
  for (const line of buyer.lines) expect(text).toContain(line);
  expect(text).not.toContain('…');
});

test('the bank account and the code that proves it are always on one page', async () => {
  for (let count = 1; count < 30; count++) {
    const lines = Array.from({ length: count }, (_, at) => ({ text: `Line ${at}`, cents: 100 }));
    const document = stored('invoice', { ...BILL, lines });
    const pages = await pdfPages(await documentPdf(document, 'https://cars.example', english));
    const last = pages.find((page) => page.includes('Verify this document'));
    expect(last, `${count} lines`).toContain('GB33 BUKB');
    expect(last, `${count} lines`).toContain('Pay by bank transfer');
  }
});

test('many lines go on over several pages, and the code to verify stays whole', async () => {
  const lines = Array.from({ length: 90 }, (_, at) => ({ text: `Line ${at}`, cents: 100 }));
  const pages = await pdfPages(
    await documentPdf(stored('invoice', { ...BILL, lines }), 'https://cars.example', english),
  );
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.filter((page) => page.includes('Verify this document'))).toHaveLength(1);
  expect(pages.find((page) => page.includes('Verify this document'))).toContain('7K2M9-QABCD');
});
