import { type BookType, utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { findLayout, isTotal } from '#lib/tables/layout.ts';
import { zip } from '../../../../tests/support/data/zip-files.ts';
import { Archive } from './archive.ts';
import { readSource, SourceError } from './read-source.ts';

const problemOf = (bytes: Buffer) => {
  try {
    readSource(bytes);
  } catch (error) {
    if (error instanceof SourceError) return error.problem;
    throw error;
  }
  return null;
};
const cellsOf = (text: string) => readSource(Buffer.from(text)).rows.map(({ cells }) => cells);

describe('text', () => {
  test.each([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons with decimal commas',
      'a;b\n1,5;2,5',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a sep= line',
      'sep=;\na;b,c\n1;2',
      [
        ['a', 'b,c'],
        ['1', '2'],
      ],
    ],
    [
      'empty cells at the end',
      'a,b,,,\n1,2,,,',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'old Mac line ends',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'mixed line ends in quotes',
      'a,b\r\n"x\ny",2\n',
      [
        ['a', 'b'],
        ['x\ny', '2'],
      ],
    ],
  ])('reads %s', (_what, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test('keeps the numbers of rows below a sep= line and empty lines', () => {
    const { rows } = readSource(Buffer.from('sep=;\na;b\n\n1;2'));
    expect(rows.map(({ row }) => row)).toEqual([2, 3, 4]);
  });

  test.each([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'pdf'],
    ['a web page', Buffer.from('<html><table><tr><td>1</td></tr></table>'), 'html'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]), 'picture'],
    ['a ZIP', zip([{ name: 'a.csv', content: Buffer.from('a,b') }]), 'zip'],
    ['NUL bytes', Buffer.from('a,b\n1,\0\0\0 2'), 'binary'],
    ['a quotation mark without an end', Buffer.from('a,b\n"1,2\n'), 'quotes'],
    ['10,000 columns', Buffer.from(`a${',b'.repeat(10_000)}\n`), 'tooWide'],
    ['one column', Buffer.from('a\nb\n'), 'noColumns'],
    ['100,001 rows', Buffer.from('a,b\n'.repeat(100_001)), 'tooLarge'],
  ])('names %s', (_what, bytes, problem) => {
    expect(problemOf(bytes)).toBe(problem);
  });
});

describe('workbooks', () => {
  const book = (type: BookType, change: (sheet: ReturnType<typeof utils.aoa_to_sheet>) => void = () => {}) => {
    const sheet = utils.aoa_to_sheet(
      [
        ['Day', 'Amount', 'Text'],
        [new Date(Date.UTC(2026, 10, 2)), 1500.5, '00123'],
        [new Date(Date.UTC(2026, 10, 3)), -35, 'x'],
      ],
      { UTC: true, cellDates: type === 'ods' },
    );
    change(sheet);
    const all = utils.book_new();
    utils.book_append_sheet(all, sheet, 'Lines');
    utils.book_append_sheet(all, utils.aoa_to_sheet([['Notes', 'more']]), 'Notes');
    all.Workbook = { Sheets: [{ name: 'Lines' }, { name: 'Notes', Hidden: 1 }] };
    return write(all, { type: 'buffer', bookType: type, cellDates: false, compression: true }) as Buffer;
  };

  test.each(['xlsx', 'biff8', 'ods'] as const)('reads values, days and hidden sheets of %s', (type) => {
    const { rows, workbook } = readSource(book(type));
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Day', 'Amount', 'Text'],
      ['2026-11-02', '1500.5', '00123'],
      ['2026-11-03', '-35', 'x'],
    ]);
    expect([0, 1, 2].map((place) => rows[1]?.typed?.get(place))).toEqual(['d', 'n', undefined]);
    expect(workbook?.sheet).toBe('Lines');
    // SheetJS writes no hidden sheets into ODS.
    if (type !== 'ods') expect(workbook?.hiddenSheets).toEqual(['Notes']);
  });

  test('reads the stored result of a formula, and merged cells in each of their rows', () => {
    const bytes = book('xlsx', (sheet) => {
      sheet.B3 = { t: 'n', v: 7, f: 'HYPERLINK("http://example.com")' };
      sheet['!merges'] = [{ s: { r: 1, c: 2 }, e: { r: 2, c: 2 } }];
    });
    expect(readSource(bytes).rows[2]?.cells).toEqual(['2026-11-03', '7', '00123']);
  });

  test('names hidden rows', () => {
    const bytes = book('xlsx', (sheet) => {
      sheet['!rows'] = [{}, { hidden: true }];
    });
    expect(readSource(bytes).workbook?.hiddenRows).toEqual([2]);
  });

  test('stops unpacking an entry that grows beyond 100 times its size', () => {
    const bomb = zip([{ name: 'xl/workbook.xml', content: Buffer.alloc(50 * 1024 * 1024, 0x20) }]);
    let unpacked = 0;
    expect(() =>
      new Archive(bomb).unpack('xl/workbook.xml', (piece) => {
        unpacked += piece.length;
        return true;
      }),
    ).toThrow('tooLarge');
    expect(unpacked).toBeLessThan(10 * 1024 * 1024);
    expect(problemOf(bomb)).toBe('tooLarge');
  });

  test('refuses entities, and archives that are cut off', () => {
    const content = Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>');
    expect(problemOf(zip([{ name: 'xl/workbook.xml', content }]))).toBe('entities');
    const whole = book('xlsx');
    expect(problemOf(whole.subarray(0, whole.length / 2))).toBe('damaged');
  });
});

describe('findLayout', () => {
  const KNOWN = /^(date|amount|debit|credit|text|price|make)$/i;
  const layoutOf = (text: string) =>
    findLayout(readSource(Buffer.from(text)).rows, (header) => KNOWN.test(header.trim()));

  test('finds the header below a title and notes', () => {
    expect(layoutOf('My Bank,\nAccount,123\n,\nDate,Text,Amount\n1/2/2026,a,5')).toMatchObject({
      header: ['Date', 'Text', 'Amount'],
      bodyAt: 4,
    });
  });

  test('joins a second row of names under merged cells, and a row of units', () => {
    expect(layoutOf('Date,Movement,,\n,Debit,Credit,Text\n1/2/2026,5,,a').header).toEqual([
      'Date',
      'Movement Debit',
      'Movement Credit',
      'Movement Text',
    ]);
    expect(layoutOf('Make,Price\n,(USD)\nBYD,5')).toMatchObject({ header: ['Make', 'Price (USD)'], bodyAt: 2 });
  });

  test('has letters for the columns of a table without a header', () => {
    expect(layoutOf('02/11/2026,12500.00,INWARD\n03/11/2026,-35.00,CHARGE')).toMatchObject({
      header: ['A', 'B', 'C'],
      hasHeader: false,
      bodyAt: 0,
    });
  });

  test('finds a header of unknown words by the figures below it', () => {
    expect(layoutOf('Tarehe,Kiasi,Maelezo\n02/11/2026,5.00,x')).toMatchObject({ hasHeader: true, bodyAt: 1 });
  });
});

test('knows rows that sum up others', () => {
  expect(
    [
      ['Total', '', '5'],
      ['', '合计：', '5'],
      ['Итого', '5'],
      ['Total Kenya Ltd', '5'],
    ].map(isTotal),
  ).toEqual([true, true, true, true]);
  expect(isTotal(['Totally Cars', '5'])).toBe(false);
});
