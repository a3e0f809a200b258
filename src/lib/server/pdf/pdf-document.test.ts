import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import { expect, test, vi } from 'vitest';
import { isPrintable } from '#lib/printing/printable-text.ts';
import { pdfPages } from '../../../../tests/support/site/documents/pdf-text.ts';
import { type PdfPart, pdfOf } from './pdf-document.ts';

const DOCUMENT = {
  lang: 'en',
  title: 'Report',
  subtitle: 'March 2026',
  sender: 'The sender',
  made: 'Generated 2026-04-01 10:00 UTC',
  at: new Date('2026-04-01T10:00:00Z'),
  pageOf: (page: number, pages: number) => `Page ${page} of ${pages}`,
};
const renderPdf = (parts: PdfPart[]) => pdfOf({ ...DOCUMENT, parts });

test('every page has sender, creation time and page number, and a table repeats its header and splits no row', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [
    `Car ${index}`,
    `${index} first\nand ${index} last words of it`.repeat(2),
  ]);
  const columns = [
    { head: 'Name', share: 1 },
    { head: 'Words', share: 1 },
  ];
  const pages = await pdfPages(await renderPdf([{ table: { columns, rows, total: ['Total', '120'] } }]));
  expect(pages.length).toBeGreaterThan(3);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    expect(page).toContain('Generated 2026-04-01 10:00 UTC');
    expect(page).toContain('The sender');
    expect(page).toMatch(/Name\s+Words/);
  }
  for (let index = 0; index < 120; index++) {
    const on = pages.filter((page) => new RegExp(`(Car|and) ${index}\\b`).test(page));
    expect(on, `row ${index}`).toHaveLength(1);
  }
  expect(pages.at(-1)).toMatch(/Total\s+120/);
});

test('a long sender is whole on every page and does not touch the title', async () => {
  const sender = 'Guangzhou Yuexiu International Automobile Export and Import Trading Company Limited, a company';
  const pdf = await pdfOf({
    ...{ lang: 'en', title: 'Pro-forma invoice PF-2026-000011', subtitle: 'Issued on March 5, 2026', made: '' },
    ...{ sender, at: new Date(0), pageOf: () => '', parts: [] },
  });
  const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
  const { items } = await page.getTextContent();
  const heights = (words: string) =>
    items.flatMap((item) => ('str' in item && item.str.includes(words) ? [Math.round(item.transform[5])] : []));
  expect((await pdfPages(pdf))[0]).toContain(sender);
  const [[from], titles] = [heights('Guangzhou'), heights('Pro-forma')];
  expect(titles).toHaveLength(2);
  for (const title of titles) expect(Math.abs(title - (from ?? 0))).toBeGreaterThan(8);
});

test('a fact of two lines does not continue on the next page', async () => {
  const value = `Begin ${'a long name of a car '.repeat(5)}LGXCE4CB0N0123456`;
  const facts = (count: number): PdfPart[] => [
    { facts: Array.from({ length: count }, () => ['Car', value]) },
    { facts: Array.from({ length: 40 }, () => ['Cars', [value, value]]) },
  ];
  for (const count of [1, 2]) {
    const pages = await pdfPages(await renderPdf(facts(count)));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page.split('LGXCE4CB0N0123456').length, page).toBe(page.split('Begin').length);
  }
});

test('keeps the total on the page of the last row', async () => {
  const columns = [
    { head: 'Name', share: 1 },
    { head: 'Number', share: 1, figures: true },
  ];
  for (let count = 25; count < 45; count++) {
    const rows = Array.from({ length: count }, (_, index) => [`Car ${index}`, String(index)]);
    const pages = await pdfPages(await renderPdf([{ table: { columns, rows, total: ['Total', 'all'] } }]));
    expect(
      pages.find((page) => page.includes('Total')),
      `${count} rows`,
    ).toContain(`Car ${count - 1}`);
  }
});

test('text in every script can be extracted', async () => {
  const words = [
    'BYD Seal Zürich',
    'Привет Ğüçlü',
    '比亚迪 海豹 陳',
    'محمد',
    'عائشہ',
    'بڑے',
    'ٹیپو',
    'ئۆمەر',
    'שלום',
    'Ελλάδα',
  ];
  const [page = ''] = await pdfPages(await renderPdf([{ facts: words.map((word) => ['Is', word]) }]));
  for (const word of words) expect(page).toContain(word);
});

test('a document has the same bytes whatever was rendered before it', async () => {
  // Thai writes sara am as one character or as two, with the same glyphs.
  const [am, two] = ['ก\u0e33', 'ก\u0e4d\u0e32'].map((text) => [{ text }]) as [PdfPart[], PdfPart[]];
  await renderPdf(two);
  const afterAnother = await renderPdf(am);
  vi.resetModules();
  const fresh = await import('./pdf-document.ts');
  expect(afterAnother).toEqual(await fresh.pdfOf({ ...DOCUMENT, parts: am }));
});

test('numbers are never wrapped or truncated', async () => {
  const sum = '-$12,345,678,901,234.56';
  const figures = Array.from({ length: 7 }, (_, index) => ({ head: `Sum ${index}`, share: 1, figures: true }));
  const columns = [{ head: 'Month', share: 1 }, ...figures];
  const [page = ''] = await pdfPages(
    await renderPdf([{ table: { columns, rows: [['January', ...Array(7).fill(sum)]] } }]),
  );
  expect(page.split(sum)).toHaveLength(8);
});

test('draws markup and URLs as text, and has no external references', async () => {
  const nasty = '<img src="file:///etc/passwd"> <script>alert(1)</script> https://evil.example/ /JS (app.alert(1))';
  const pdf = await renderPdf([{ text: nasty }, { facts: [[nasty, nasty]] }]);
  expect((await pdfPages(pdf)).join(' ').replace(/\s+/g, ' ')).toContain('<img src="file:///etc/passwd">');
  expect(pdf.toString('latin1')).not.toMatch(/\/(URI|Launch|JavaScript|JS|EmbeddedFile|GoToR|OpenAction|AA)\b/);
});

test('a chart has a legend, a scale and labels', async () => {
  const series = [
    { name: '2026', values: [100, 200, 50] },
    { name: '2025', values: [10, 20, 30] },
  ];
  const write = (value: number) => `${value} km`;
  for (const kind of ['bars', 'lines'] as const) {
    const [page] = await pdfPages(
      await renderPdf([{ chart: { kind, title: 'Way', labels: ['Jan', 'Feb', 'Mar'], series, write } }]),
    );
    for (const text of ['Way', '2026', '2025', 'Jan', 'Feb', 'Mar', '200 km', '0 km']) expect(page).toContain(text);
  }
});

test('long key figures are not truncated', async () => {
  const value = '$12,345,678,901,234.56';
  const figures = Array.from({ length: 5 }, (_, index) => ({
    label: `Label ${index}`,
    value,
    note: `+100.5% · previous: ${value}`,
  }));
  const [page = ''] = await pdfPages(await renderPdf([{ figures }]));
  expect(page.split(value)).toHaveLength(11);
});

test('prints a Khmer name whose mark has no place above its letter', async () => {
  const [page] = await pdfPages(
    await renderPdf([{ table: { columns: [{ head: 'A', share: 1 }], rows: [['ភ្នំពេញ']] } }]),
  );
  expect(page).toContain('A');
});

/** The first and last letters of each script, with its marks. */
const LETTERS: [number, number][] = [
  ...([
    [0x41, 0x24f],
    [0x300, 0x345],
    [0x370, 0x52f],
    [0x531, 0x587],
    [0x5b0, 0x5ea],
    [0x620, 0x6d5],
  ] as const),
  ...([
    [0x900, 0x97f],
    [0x980, 0x9fe],
    [0xb82, 0xbfa],
    [0xe01, 0xe5b],
    [0x10a0, 0x10ff],
  ] as const),
  ...([
    [0x1200, 0x139f],
    [0x1780, 0x17f9],
    [0x3041, 0x30ff],
    [0xac00, 0xd7a3],
    [0x4e00, 0x5000],
  ] as const),
].map(([first, last]) => [first, last]);

test('prints any text that forms accept, in both weights', async () => {
  const word = fc
    .constantFrom(...LETTERS)
    .chain(([first, last]) => fc.array(fc.integer({ min: first, max: last }), { minLength: 1, maxLength: 12 }))
    .map((codes) => String.fromCodePoint(...codes))
    .filter(isPrintable);
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 20, maxLength: 20 }), async (words) => {
      const columns = [{ head: words[0] ?? '', share: 1 }];
      const rows = words.slice(0, 5).map((each) => [each]);
      const all = words.join(' ');
      const bytes = await renderPdf([{ heading: all }, { text: all }, { table: { columns, rows } }]);
      expect(bytes.length).toBeGreaterThan(1_000);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('text after letters that no font has does not overlap their empty boxes', async () => {
  const document = await getDocumentProxy(new Uint8Array(await renderPdf([{ text: '齉齉齉比亚迪' }])));
  const { items } = await (await document.getPage(1)).getTextContent({ disableNormalization: true });
  const texts = items.filter((item) => 'str' in item);
  const next = texts.findIndex(({ str }) => str.includes('比'));
  const boxes = texts[next - 1]!;
  expect(texts[next]!.transform[4]).toBeCloseTo(boxes.transform[4] + boxes.width, 1);
});
