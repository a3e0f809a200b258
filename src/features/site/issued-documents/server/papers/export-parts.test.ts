import { expect, test } from 'vitest';
import { pdfOf } from '#lib/server/pdf/pdf-document.ts';
import { english } from '../../../../../../tests/support/messages/english.ts';
import { pdfPages } from '../../../../../../tests/support/site/documents/pdf-text.ts';
import type { ExportCar, PackingListPaper } from '../../model/papers.ts';
import { billOfSaleParts, commercialInvoiceParts, packingListParts } from './export-parts.ts';

const CAR: ExportCar = {
  name: '2023 BYD Yuan Plus',
  vin: 'LGXCE4CB0N0123456',
  engineNumber: 'TZ204XYP123',
  hsCode: '870380',
  origin: 'China',
  weightKg: 1_920,
  size: { lengthMm: 4_455, widthMm: 1_875, heightMm: 1_615 },
  priceCents: 1_850_000,
  transport: {
    ...{ vessel: 'GLOVIS SAMPLE', voyage: '042W', from: 'Nansha', to: 'Mombasa' },
    ...{ container: 'CSQU3054383', seal: 'SL-99' },
  },
};
const PAPER: PackingListPaper = {
  issuer: { lines: ['CarQuay Ltd', '1 Harbour Street'], isNamed: true, registrationNumber: null, moneyHolder: null },
  order: 'CQ-000042',
  tradeTerm: 'CIF Mombasa (Incoterms 2020)',
  buyer: { lines: ['Otieno Motors Ltd', 'Moi Avenue 5'] },
  consignee: { lines: ['Amina Otieno', 'Kilindini Road 7'] },
  notifyParty: 'Quay Clearing Ltd',
  goods: [CAR, { ...CAR, vin: null, engineNumber: null, hsCode: null, origin: null, transport: null }],
};

const FRAME = { lang: 'en', title: '', subtitle: '', sender: '', made: '', at: new Date(0), pageOf: () => '' };

async function textOf(parts: Parameters<typeof pdfOf>[0]['parts']): Promise<string> {
  return (await pdfPages(await pdfOf({ ...FRAME, parts }))).join(' ').replace(/\s+/g, ' ');
}

test('a packing list sums weight and volume of all cars, and says how each travels', async () => {
  const text = await textOf(packingListParts(PAPER, english));
  for (const words of ['Cars, unpacked 2', 'Weight 3,840 kg', 'Volume 26.98 cbm', 'Notify party Quay Clearing Ltd'])
    expect(text).toContain(words);
  for (const words of ['GLOVIS SAMPLE, voyage 042W, Nansha to Mombasa', 'Container CSQU3054383', 'Seal SL-99'])
    expect(text).toContain(words);
  expect(text.split('HS code')).toHaveLength(2);
});

test('a car of a packing list is never split between two pages', async () => {
  const goods = Array.from({ length: 10 }, () => CAR);
  const parts = packingListParts({ ...PAPER, goods }, english);
  const pages = await pdfPages(await pdfOf({ ...FRAME, parts }));
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page.split('Chassis number').length, page).toBe(page.split('GLOVIS SAMPLE').length);
});

test('a packing list sums nothing while a weight is not known', async () => {
  const text = await textOf(packingListParts({ ...PAPER, goods: [CAR, { ...CAR, weightKg: null }] }, english));
  expect(text).toContain('Cars, unpacked 2');
  expect(text.split('1,920 kg')).toHaveLength(2);
  expect(text).not.toContain('26.98');
});

test('a commercial invoice has a line for each part of the value', async () => {
  const lines = [
    { text: '2023 BYD Yuan Plus, FOB', cents: 1_850_000 },
    { text: 'Ocean freight to Mombasa', cents: 200_000 },
  ];
  const text = await textOf(commercialInvoiceParts({ ...PAPER, lines, totalCents: 2_050_000 }, english));
  for (const words of ['Value at the trade term $20,500.00', 'Ocean freight to Mombasa $2,000.00', 'CIF Mombasa'])
    expect(text).toContain(words);
  expect(text).not.toContain('GLOVIS');
});

test('a bill of sale names the sellers, the buyer and the price of each car', async () => {
  const paper = { ...PAPER, sellers: ['Li Na'], totalCents: 3_700_000 };
  const text = await textOf(billOfSaleParts(paper, english));
  for (const words of [
    'The seller, Li Na, sold the cars below to Otieno Motors Ltd',
    'Total $37,000.00',
    'Seller Li Na',
  ])
    expect(text).toContain(words);
  expect(text.split('$18,500.00')).toHaveLength(3);
});
