import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CsvWriter, escapeFormula } from './csv.ts';
import { type CsvRow, openCsv } from './read-csv.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carquay-sheets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function sheetOf(content: string | Uint8Array, declared = {}, isKnown = (_header: string) => false) {
  const path = join(folder, 'sheet.csv');
  await writeFile(path, content);
  const sheet = await openCsv(path, declared, isKnown);
  const all: CsvRow[] = [];
  for await (const row of sheet.rows) all.push(row);
  return { ...sheet, all };
}

/** 品牌,价格 / 比亚迪,98000 / 吉利,57000 */
const GB18030 = Uint8Array.from(
  'c6b7c5c62cbcdbb8f10ab1c8d1c7b5cf2c39383030300abcaac0fb2c35373030300a'
    .match(/../g)!
    .map((byte) => Number.parseInt(byte, 16)),
);
const latin1 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

test('detects UTF-8, GB18030, Windows-1252 and UTF-16 from the bytes', async () => {
  const german = await sheetOf(latin1('Marke;Preis\nBMW Türen\x95;12\nCitroën für öß;3\n'));
  expect(german).toMatchObject({ encoding: { name: 'windows-1252', known: 'likely' }, delimiter: ';' });
  expect(german.all.map(({ cells }) => cells[0])).toEqual(['BMW Türen•', 'Citroën für öß']);
  const chinese = await sheetOf(GB18030);
  expect(chinese.encoding).toEqual({ name: 'gb18030', known: 'likely' });
  expect([chinese.header, ...chinese.all].map(({ cells }) => cells[0])).toEqual(['品牌', '比亚迪', '吉利']);
  expect((await sheetOf('品牌,价格\n比亚迪,1\n')).encoding).toEqual({ name: 'utf-8', known: 'proven' });
  const marked = await sheetOf(
    Uint8Array.from([0xff, 0xfe, ...new Uint8Array(Buffer.from('Marke\tPreis\nŠkoda\t1\n', 'utf16le'))]),
  );
  expect(marked).toMatchObject({
    encoding: { name: 'utf-16le', known: 'marked' },
    delimiter: '\t',
    header: { cells: ['Marke', 'Preis'] },
  });
});

test('rejects an invalid byte far from the start of the file', async () => {
  const beginning = `make,price\n${'Škoda,1\n'.repeat(60_000)}`;
  const bytes = new Uint8Array([...Buffer.from(beginning), ...latin1('Citro\xebn,1\n')]);
  await expect(sheetOf(bytes)).rejects.toThrow('UTF-8 except for a few bytes');
  await expect(sheetOf(bytes, { encoding: 'utf-8' })).rejects.toThrow('contains bytes that are not utf-8');
});

test('rejects unknown encodings, workbooks, and files without columns with an explanation', async () => {
  const russian = Uint8Array.from(
    'cce0f0eae02cd6e5ede00acbe0e4e02c310a'.match(/../g)!.map((byte) => Number.parseInt(byte, 16)),
  );
  expect((await sheetOf(russian)).encoding).toEqual({ name: 'windows-1251', known: 'likely' });
  expect((await sheetOf(russian, { encoding: 'windows-1251' })).header.cells).toEqual(['Марка', 'Цена']);
  await expect(sheetOf(Uint8Array.of(0x50, 0x4b, 3, 4, 0))).rejects.toThrow('workbook');
  await expect(sheetOf('<html><table><tr><td>a,b</td></tr></table></html>')).rejects.toThrow('a web page');
  await expect(sheetOf('%PDF-1.7\na,b')).rejects.toThrow('a PDF');
  await expect(sheetOf('')).rejects.toThrow('no columns');
  await expect(sheetOf('just words\nand more\n')).rejects.toThrow('no columns');
  await expect(sheetOf('a,b\n1,2\n', { encoding: 'klingon' })).rejects.toThrow("Unknown encoding 'klingon'");
  await expect(openCsv(join(folder, 'nowhere.csv'))).rejects.toThrow('File not found');
  await expect(sheetOf('a,b\n1,"2\n3,4\n')).rejects.toThrow('never closed');
});

const isKnown = (header: string) => ['Make', 'Model', 'Price'].includes(header);

test('finds the header below a title and a sep= line', async () => {
  const titled = await sheetOf('Export stock list,,\nUpdated 20 Nov,,\nMake,Model,Price\nBYD,Seal,1\n', {}, isKnown);
  expect(titled.header).toEqual({ row: 3, cells: ['Make', 'Model', 'Price'] });
  expect(titled.all).toEqual([{ row: 4, cells: ['BYD', 'Seal', '1'] }]);
  const declared = await sheetOf('sep=;\nMake;Model, long;Price\nBYD;Seal;1\n', {}, isKnown);
  expect(declared.header).toEqual({ row: 2, cells: ['Make', 'Model, long', 'Price'] });
});

test('removes empty cells beyond the header, and neither fills short rows nor cuts others', async () => {
  const { all } = await sheetOf('Make,Model,Price\nBYD,Seal,1,,\nBYD,Seal\nBYD,Seal,1,,x\n', {}, isKnown);
  expect(all.map(({ cells }) => cells.length)).toEqual([3, 2, 5]);
});

test('reads a workbook, with the empty cells at the end of its rows', async () => {
  const book = utils.book_new();
  const cells = [['Stock'], ['Make', 'Model', 'Price'], ['BYD', 'Seal', 18500.5], ['BYD', 'Han']];
  utils.book_append_sheet(book, utils.aoa_to_sheet(cells), 'Cars');
  const sheet = await sheetOf(write(book, { type: 'buffer', bookType: 'xlsx' }), {}, isKnown);
  expect(sheet).toMatchObject({ encoding: { name: 'XLSX', known: 'workbook' }, header: { row: 2 } });
  expect(sheet.all.map((row) => row.cells)).toEqual([
    ['BYD', 'Seal', '18500.5'],
    ['BYD', 'Han', ''],
  ]);
});

test('numbers rows like a spreadsheet, including blank and uneven rows', async () => {
  const { header, all } = await sheetOf(
    '\r\nmake;text\r\nBMW;"two\r\nlines; one ""row"""\r\n;\r\n\r\nAudi;27" wheels;extra\r\n',
  );
  expect(header).toEqual({ row: 2, cells: ['make', 'text'] });
  expect(all).toEqual([
    { row: 3, cells: ['BMW', 'two\r\nlines; one "row"'] },
    { row: 4, cells: ['', ''] },
    { row: 5, cells: [''] },
    { row: 6, cells: ['Audi', '27" wheels', 'extra'] },
  ]);
});

test('streams a large file without reading far ahead of its rows', async () => {
  const path = join(folder, 'large.csv');
  await writeFile(path, `make,model,year,price\n${'BYD,Seal,2022,"18,500"\n'.repeat(100_000)}`);
  const { rows, bytes, close } = await openCsv(path);
  let count = 0;
  let maxReadAhead = 0;
  for await (const { row } of rows) {
    count++;
    maxReadAhead = Math.max(maxReadAhead, bytes.read - row * 22);
  }
  await close();
  expect(count).toBe(100_000);
  expect(bytes).toMatchObject({ read: bytes.total });
  expect(maxReadAhead).toBeLessThan(bytes.total / 5);
});

test('writes UTF-8 with a byte order mark and escapes formulas', async () => {
  const path = join(folder, 'errors.csv');
  const writer = await CsvWriter.create(path);
  await writer.write([2, '=HYPERLINK("x")', 'a, "b"', '比亚迪']);
  await writer.close();
  expect(await readFile(path, 'utf8')).toBe('\uFEFF2,"\'=HYPERLINK(""x"")","a, ""b""",比亚迪\r\n');
  expect(['+1', '-1', '@a', '\tx', ' =1', 'plain'].map(escapeFormula)).toEqual([
    "'+1",
    "'-1",
    "'@a",
    "'\tx",
    "' =1",
    'plain',
  ]);
  await expect(CsvWriter.create(join(folder, 'no', 'folder.csv'))).rejects.toThrow('cannot be written');
});
