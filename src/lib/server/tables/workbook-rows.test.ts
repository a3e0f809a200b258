import { CFB } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { zip } from '../../../../tests/support/data/zip-files.ts';
import { startCpuTime } from '../../../../tests/support/runner/cpu-time.ts';
import { Archive } from './archive.ts';
import { openOds } from './ods.ts';
import { readSource } from './read-source.ts';
import { readWorkbook } from './workbook.ts';
import { type Cell, SheetRows } from './workbook-rows.ts';
import { MAX_XLS_CELLS } from './xls.ts';
import { openXlsx } from './xlsx.ts';

const SHEETS = 50;
const numbered = <Value>(count: number, make: (at: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));
const entry = (name: string, text: string) => ({ name, content: Buffer.from(text) });

/** Sheets whose only rows are the last ones that are read, in 11 KB. */
const farRows = (rows = '<row r="100000"><c r="A100000"><v>1</v></c><c r="B100000"><v>2</v></c></row>') =>
  zip([
    entry(
      'xl/workbook.xml',
      `<workbook xmlns:r="r"><sheets>${numbered(SHEETS, (at) => `<sheet name="S${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    ),
    entry(
      'xl/_rels/workbook.xml.rels',
      `<Relationships>${numbered(SHEETS, (at) => `<Relationship Id="r${at}" Type="x/worksheet" Target="worksheets/${at}.xml"/>`).join('')}</Relationships>`,
    ),
    ...numbered(SHEETS, (at) =>
      entry(`xl/worksheets/${at}.xml`, `<worksheet><sheetData>${rows}</sheetData></worksheet>`),
    ),
  ]);
const repeatedRows = () =>
  zip([
    entry(
      'content.xml',
      `<document>${numbered(SHEETS, (at) => `<table name="S${at}"><table-row number-rows-repeated="30000"><table-cell value-type="float" value="1" number-columns-repeated="200"/></table-row></table>`).join('')}</document>`,
    ),
  ]);

describe('samples of sheets', () => {
  test.each([
    ['whose only row is far below', () => openXlsx(new Archive(farRows()))],
    ['whose rows are repeated', () => openOds(new Archive(repeatedRows()))],
  ])('have few rows of each sheet %s', (_, open) => {
    const samples = open().samples(60);
    expect(samples).toHaveLength(SHEETS);
    expect(Math.max(...samples.map(({ rows }) => rows.length))).toBeLessThanOrEqual(61);
  });

  test('leave the rows of the chosen sheet at their places', () => {
    const { sheet, rows } = readWorkbook(farRows(), 'xlsx');
    expect([sheet, rows.length, rows[99_999]]).toMatchObject(['S0', 100_000, { row: 100_000, cells: ['1', '2'] }]);
  });

  test('have the empty rows between filled ones', () => {
    const rows = new SheetRows(3);
    for (const at of [1, 5]) rows.add(at, [{ text: 'a' }]);
    expect(rows.rows.map(({ row, cells }) => [row, cells])).toEqual([
      [1, []],
      [2, ['a']],
      [3, []],
      [6, ['a']],
    ]);
    expect(rows.isFull).toBe(true);
  });
});

describe('merged cells', () => {
  test('have the kind of their first cell in all rows', () => {
    const rows = new SheetRows();
    rows.add(0, [{ text: '2022-01-02', kind: 'd' }, { text: 'a' }, { text: '5', kind: 'n' }]);
    rows.add(1, [
      { text: '7', kind: 'n' },
      { text: '8', kind: 'n' },
    ]);
    rows.fill([0, 1, 2].map((left) => ({ top: 0, left, bottom: 1 })));
    const [, second] = rows.rows;
    expect(second?.cells).toEqual(['2022-01-02', 'a', '5']);
    expect([0, 1, 2].map((place) => second?.typed?.get(place))).toEqual(['d', undefined, 'n']);
  });

  // Each cell that changes its kind took as long as the whole row: 20 seconds for this sheet.
  test('of all columns of many rows are filled within 5 seconds', () => {
    const rows = new SheetRows();
    const texts: Cell[] = numbered(200, () => ({ text: 'x' }));
    const figures: Cell[] = numbered(200, () => ({ text: '1', kind: 'n' }));
    rows.add(0, texts);
    for (let at = 1; at < 20_000; at++) rows.add(at, figures);
    const cpuMs = startCpuTime();
    rows.fill(numbered(200, (left) => ({ top: 0, left, bottom: 19_999 })));
    expect(cpuMs()).toBeLessThan(5_000);
    expect(rows.rows[19_999]?.cells.join('')).toBe('x'.repeat(200));
  });
});

describe('an XLS', () => {
  /** An XLS whose rows are records of numbers, which is the densest form. */
  const xls = (rows: number, columns: number) => {
    const record = (type: number, data: Buffer) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(type, 0);
      head.writeUInt16LE(data.length, 2);
      return Buffer.concat([head, data]);
    };
    const begin = (type: number) =>
      record(0x809, Buffer.from([0, 6, type, 0, 0xbb, 0x0d, 0xcc, 7, 0, 0, 0, 0, 0, 0, 0, 0]));
    const end = record(0x0a, Buffer.alloc(0));
    const sheet = Buffer.from([0, 0, 0, 0, 0, 0, 1, 0, 0x53]);
    sheet.writeUInt32LE(begin(5).length + sheet.length + 4 + end.length, 0);
    const numbers = numbered(rows, (row) => {
      const data = Buffer.alloc(4 + columns * 6 + 2);
      data.writeUInt16LE(row, 0);
      for (let column = 0; column < columns; column++) data.writeInt32LE((row << 2) | 2, 6 + column * 6);
      data.writeUInt16LE(columns - 1, 4 + columns * 6);
      return record(0xbd, data);
    });
    const container = CFB.utils.cfb_new();
    CFB.utils.cfb_add(
      container,
      '/Workbook',
      Buffer.concat([begin(5), record(0x85, sheet), end, begin(0x10), ...numbers, end]),
    );
    return CFB.write(container, { type: 'buffer' }) as Buffer;
  };

  test('of 120,000 cells is read, and a larger one is refused before it is read', () => {
    const { rows } = readSource(xls(MAX_XLS_CELLS / 60, 60));
    expect([rows.length, rows[7]?.cells[59]]).toEqual([2_000, '7']);
    const larger = xls(MAX_XLS_CELLS / 60 + 1, 60);
    const cpuMs = startCpuTime();
    expect(() => readSource(larger)).toThrow('xlsTooLarge');
    expect(cpuMs()).toBeLessThan(1_000);
  });
});
