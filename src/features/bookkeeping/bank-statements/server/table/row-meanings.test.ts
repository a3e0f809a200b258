import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { HEADER, read, refusal, table } from '../../../../../../tests/support/bookkeeping/statement-tables.ts';
import { previewTable } from './preview-table.ts';

describe('what a row means', () => {
  const column = (header: string, ...cells: string[]) =>
    table(
      `Datum;Zweck;Betrag;${header}`,
      ...cells.map((cell, at) => `2${at}.11.2026;text ${at} of the line;${10 + at},00;${cell}`),
    );
  const columns = { date: 'Datum', amount: 'Betrag', text: 'Zweck' };

  test.each([
    ['D', 'C'],
    ['DR', 'CR'],
    ['Debit', 'Credit'],
    ['Soll', 'Haben'],
    ['S', 'H'],
    ['débito', 'crédito'],
    ['Cargo', 'Abono'],
    ['Расход', 'Приход'],
    ['مدين', 'دائن'],
    ['支出', '收入'],
    ['借', '贷'],
    ['Matumizi', 'Mapato'],
    ['ወጪ', 'ገቢ'],
  ])('reads the directions %s and %s of unsigned amounts', (out, into) => {
    const { statement, refused } = read(column('X', out, into), { columns: { ...columns, direction: 'X' } });
    expect(statement.lines.map(({ cents }) => cents)).toEqual([-1_000, 1_100]);
    expect(refused).toEqual([]);
  });

  test('refuses rows whose direction is unknown or contradicts the sign, unless a person said what the word means', () => {
    const bytes = table(
      'Datum;Zweck;Betrag;X',
      '20.11.2026;a;5,00;foo',
      '20.11.2026;b;-6,00;C',
      '20.11.2026;c;7,00;C',
      '20.11.2026;d;8,00;',
    );
    const by = { columns: { ...columns, direction: 'X' } };
    expect(read(bytes, by).refused).toMatchObject([
      { row: 2, problem: 'direction' },
      { row: 3, problem: 'direction' },
      { row: 5, problem: 'direction' },
    ]);
    const said = read(bytes, { ...by, meanings: { foo: 'out' } });
    expect(said.statement.lines.map(({ cents }) => cents)).toEqual([-500, 700]);
  });

  test.each(['Pending', 'REVERSED', 'failed', 'Vorgemerkt', 'Rechazado', '处理中', 'Отклонено', 'معلق', 'Imeshindwa'])(
    'leaves out rows with the state %s',
    (state) => {
      const { statement, leftOut } = read(column('X', state, 'Posted'), { columns: { ...columns, status: 'X' } });
      expect(statement.lines.map(({ cents }) => cents)).toEqual([1_100]);
      expect(statement.pending).toBe(1);
      expect(leftOut).toContainEqual({ row: 2, reason: 'notBooked' });
    },
  );

  test('refuses rows with an unknown state', () => {
    const { refused } = read(column('X', 'Zustand 7', 'Posted'), { columns: { ...columns, status: 'X' } });
    expect(refused).toMatchObject([{ row: 2, problem: 'status' }]);
  });

  test('leaves out rows of other accounts and names them', () => {
    const bytes = column('Konto', 'DE02120300000000202051', 'DE99 0000');
    const { statement, leftOut, otherAccounts } = read(bytes, { columns: { ...columns, account: 'Konto' } });
    expect(statement.lines).toHaveLength(1);
    expect(leftOut).toContainEqual({ row: 3, reason: 'otherAccount' });
    expect(otherAccounts).toEqual(['DE990000']);
  });

  test.each([
    ['words of directions', 'D', 'C'],
    ['words that repeat', 'foo', 'bar', 'foo', 'bar'],
    ['currencies', 'EUR', 'USD'],
    ['amounts', '1,50', '2,50'],
  ])('refuses a column of %s that nobody explained, until a person says that it changes nothing', (_what, ...cells) => {
    expect(refusal(column('Merkmal', ...cells), { columns })).toBe('statement refused: open columns: Merkmal');
    expect(read(column('Merkmal', ...cells), { columns, ignored: ['Merkmal'] }).statement.lines).toHaveLength(
      cells.length,
    );
  });

  test('suggests columns of directions, states and currencies by their words, and asks about other words', () => {
    const columnsOf = (...cells: string[]) => previewTable(column('Type', ...cells)).columns;
    expect(columnsOf('CR', 'DR').direction).toBe('Type');
    expect(columnsOf('Posted', 'Pending').status).toBe('Type');
    expect(columnsOf('USD', 'KES').currency).toBe('Type');
    const { columns: none, questions } = previewTable(column('Type', 'foo', 'bar', 'foo', 'bar'));
    expect(Object.values(none)).not.toContain('Type');
    expect(questions).toEqual([{ header: 'Type', values: ['foo', 'bar'] }]);
  });

  test('reads marks in the amount', () => {
    const { statement } = read(
      table('Datum;Zweck;Betrag', '20.11.2026;a;5,00 CR', '21.11.2026;b;6,00 DR', '22.11.2026;c;(7,00)'),
      { columns },
    );
    expect(statement.lines.map(({ cents }) => cents)).toEqual([500, -600, -700]);
  });

  test('counts every row of the file: lines, left out, joined and refused', () => {
    const bytes = table(
      'My Bank;;',
      'Datum;Zweck;Betrag;Saldo',
      '19.11.2026;Opening balance;;100,00',
      '20.11.2026;a long text;5,00;105,00',
      ';that goes on;;',
      '21.11.2026;b;x;105,00',
      ';;;',
      'Summe;;5,00;',
      'printed by a computer;;;',
    );
    const { statement, leftOut, refused } = read(bytes, { columns: { ...columns, balance: 'Saldo' } });
    expect(statement.lines).toMatchObject([{ text: 'a long text that goes on', cents: 500 }]);
    expect(leftOut.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'above'],
      [2, 'above'],
      [3, 'note'],
      [5, 'joined'],
      [7, 'blank'],
      [8, 'total'],
      [9, 'note'],
    ]);
    expect(refused.map(({ row }) => row)).toEqual([6]);
  });

  test('reads a table without a header by the letters of its columns', () => {
    const bytes = Buffer.from('02/11/2026,12500.00,INWARD ONE,FT1\n13/11/2026,-35.00,CHARGE TWO,FT2\n');
    expect(previewTable(bytes)).toMatchObject({
      hasHeader: false,
      header: ['A', 'B', 'C', 'D'],
      columns: { date: 'A', amount: 'B' },
    });
    const by = { date: 'A', amount: 'B', text: 'C', reference: 'D' };
    const { statement } = read(bytes, { columns: by, hasHeader: false, delimiter: ',', decimalSign: '.' });
    expect(statement.lines).toMatchObject([
      { cents: 1_250_000, bankReference: 'FT1' },
      { cents: -3_500, bookedOn: '2026-11-13' },
    ]);
  });

  test('asks for the order of dates and for the decimal sign if no cell decides them', () => {
    const open = previewTable(Buffer.from('Date,Text,Amount\n02/11/2026,a,1.234\n03/11/2026,b,5.678\n'));
    expect(open).toMatchObject({ dateOrder: null, decimalSign: null });
    const decided = previewTable(Buffer.from('Date,Text,Amount\n02/11/2026,a,1.234\n13/11/2026,b,5.67\n'));
    expect(decided).toMatchObject({ dateOrder: 'DMY', decimalSign: '.' });
    const unknown = previewTable(Buffer.from('Siku;Maelezo;Fedha\n13.11.2026;a;1.000,00\n'));
    expect(unknown).toMatchObject({ dateOrder: 'DMY', decimalSign: ',' });
  });

  test('names dates of other calendars', () => {
    expect(read(table(HEADER, '20.11.2026;A;x;1,00', '20.11.2569;A;x;1,00')).refused).toMatchObject([
      { row: 3, problem: 'calendar' },
    ]);
  });

  test('reads a workbook as the same lines as the text table', () => {
    const sheet = utils.aoa_to_sheet(
      [
        ['Datum', 'Name', 'Zweck', 'Betrag'],
        [new Date(Date.UTC(2026, 10, 20)), 'A', 'x', 1500],
        ['21.11.2026', 'B', 'y', -0.5],
      ],
      { UTC: true },
    );
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Umsätze');
    const workbook = read(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer);
    const text = read(table(HEADER, '20.11.2026;A;x;1500', '21.11.2026;B;y;-0,5'));
    expect(workbook.kind).toBe('xlsx');
    expect(workbook.statement.lines).toEqual(text.statement.lines);
  });
});
