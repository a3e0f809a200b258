import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '#lib/app-error.ts';
import { ENCODINGS } from '#lib/tables/encodings.ts';
import { HEADER, mapping, read, refusal, table } from '../../../../../../tests/support/bookkeeping/statement-tables.ts';
import { startCpuTime } from '../../../../../../tests/support/runner/cpu-time.ts';
import { tableAmount } from '../../model/amount-text.ts';
import { LEFT_OUT_REASONS, ROW_PROBLEMS } from '../../model/statement.ts';
import { tableDate } from '../../model/statement-mapping.ts';
import { previewTable } from './preview-table.ts';

describe('readTable', () => {
  test('reads a table below the name of the bank, with a byte order mark and a sum below it', () => {
    const bytes = table(
      '\uFEFFMuster Bank',
      'Konto;DE02',
      '',
      HEADER,
      '20.11.2026;"Otieno; Amina";CQ-000123;1.708,50',
      '21.11.26;Bank;Entgelt;-12,00',
      ';;;',
      'Ende;;;',
    );
    const { statement, refused } = read(bytes);
    expect(refused).toEqual([]);
    expect(statement).toMatchObject({
      account: 'DE02120300000000202051',
      number: expect.stringMatching(/^csv-[\da-f]{16}$/),
      fromOn: '2026-11-20',
      toOn: '2026-11-21',
      openingCents: null,
      lines: [
        { bookedOn: '2026-11-20', cents: 170_850, counterparty: 'Otieno; Amina', text: 'CQ-000123' },
        { bookedOn: '2026-11-21', cents: -1_200, counterparty: 'Bank', text: 'Entgelt' },
      ],
    });
  });

  test('refuses rows in another currency than the account, by a column of currencies or by the amount', () => {
    const named = table(
      'Datum;Name;Zweck;Betrag;Währung',
      '20.11.2026;A;a;100,00;EUR',
      '20.11.2026;B;b;50,00;usd',
      '20.11.2026;C;c;1,00;',
    );
    expect(read(named)).toMatchObject({
      statement: { lines: [{ cents: 5_000 }, { cents: 100 }] },
      refused: [{ row: 2, problem: 'currency' }],
    });
    const inAmounts = table(HEADER, '20.11.2026;A;a;EUR 100,00', '20.11.2026;B;b;-100,00 €', '20.11.2026;C;c;USD 1,00');
    expect(read(inAmounts).refused.map(({ row, problem }) => [row, problem])).toEqual([
      [2, 'currency'],
      [3, 'currency'],
    ]);
    expect(
      refusal(table('Datum;Betrag;币种', '20.11.2026;1,00;人民币'), { columns: { date: 'Datum', amount: 'Betrag' } }),
    ).not.toBe('not refused');
  });

  test('reads GB18030 with money in and out in two columns, and the balance', () => {
    const text =
      '交易日期,收入金额,支出金额,余额,对方户名,摘要\n20261121,,50.00,1050.00,银行,手续费\n20261120,1000.00,0.00,1100.00,王小明,CQ-000123\n';
    const bytes = Buffer.concat([...text].map((sign) => encodeGb(sign)));
    const preview = previewTable(bytes);
    expect(preview).toMatchObject({
      encoding: 'gb18030',
      delimiter: ',',
      columns: {
        date: '交易日期',
        credit: '收入金额',
        debit: '支出金额',
        balance: '余额',
        payer: '对方户名',
        text: '摘要',
      },
    });
    const { statement } = read(bytes, {
      encoding: 'gb18030',
      delimiter: ',',
      decimalSign: '.',
      dateOrder: 'YMD',
      columns: preview.columns,
    });
    expect(statement).toMatchObject({ openingCents: 10_000, closingCents: 105_000 });
    expect(statement.lines).toMatchObject([
      { bookedOn: '2026-11-20', cents: 100_000, counterparty: '王小明' },
      { bookedOn: '2026-11-21', cents: -5_000 },
    ]);
  });

  test('returns rows that make no sense with their place and reason', () => {
    const { refused, statement } = read(
      table(
        HEADER,
        '31.02.2026;A;x;1,00',
        '20.11.2026;B;x;1e3',
        '20.11.2026;C;x;1,005',
        '20.11.2026;D;x;2,00',
        '20.11.2026;E;x;',
      ),
    );
    expect(refused).toMatchObject([
      { row: 2, problem: 'date' },
      { row: 3, problem: 'amount' },
      { row: 4, problem: 'amount' },
      { row: 6, problem: 'amount' },
    ]);
    expect(statement.lines).toHaveLength(1);
    const good = 'D;C;S';
    const two = { columns: { date: 'D', credit: 'C', debit: 'S' } };
    expect(read(table(good, '20.11.2026;1,00;2,00', '20.11.2026;1,00;'), two).refused).toMatchObject([
      { problem: 'twoAmounts' },
    ]);
    expect(read(table(good, '20.11.2026;;-2,00'), two).statement.lines).toMatchObject([{ cents: -200 }]);
  });

  test.each([
    ['nothing below the header', table(HEADER), 'statements.file.empty'],
    ['columns that are missing', table('Datum;Name', '20.11.2026;A'), 'statement refused: columns are missing'],
    ['a quotation mark without an end', table(HEADER, '20.11.2026;"A;x;1,00'), 'statements.file.is.quotes'],
    ['a container that is no workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'statements.file.is.binary'],
    ['other characters', Buffer.from([0x41, 0xff, 0x3b, 0x42]), 'statements.file.is.encoding'],
    ['too many columns', table(HEADER, `${';'.repeat(1_000)}x`), 'statements.file.is.tooWide'],
    ['too many cells', table(HEADER, ';'.repeat(6_000_001)), 'statements.file.is.tooLarge'],
    ['too many rows', table(HEADER, ...Array<string>(50_001).fill('20.11.2026;A;x;1,00')), 'statements.file.tooLong'],
    ['a web page', Buffer.from('<table><tr><td>1</td></tr></table>'), 'statements.file.is.html'],
  ])('refuses %s', (_what, bytes, words) => {
    expect(refusal(bytes)).toBe(words);
  });

  test('says at the first row why nothing can be read', () => {
    const bytes = table(HEADER, '20.11.2026;A;x;1,005', '20.11.2026;B;x;y');
    expect(refusal(bytes)).toBe('statement refused: row 2: amount');
  });

  test('refuses balances that do not follow from the amounts', () => {
    const columns = { date: 'D', amount: 'A', balance: 'B' };
    expect(refusal(table('D;A;B', '20.11.2026;1,00;5,00', '20.11.2026;1,00;7,00'), { columns })).toBe(
      'statements.file.balanceColumn',
    );
  });
});

test('docs/bookkeeping/bank-statements.md names every encoding, problem and reason', () => {
  const text = readFileSync('docs/bookkeeping/bank-statements.md', 'utf8');
  const names = [...ENCODINGS, ...ROW_PROBLEMS, ...LEFT_OUT_REASONS];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test('docs/bookkeeping/bank-statements.md says how amounts and dates are read, and what is asked', () => {
  const text = readFileSync('docs/bookkeeping/bank-statements.md', 'utf8');
  const rows = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim().replace(/^`|`$/g, '')));
  const amounts = rows.filter((row) => /^[.,]$/.test(row[2] ?? ''));
  const dates = rows.filter((row) => /^[DMY]{3}$/.test(row[2] ?? ''));
  expect([amounts.length, dates.length]).toEqual([17, 10]);
  const read = (value: string | number | null) => String(value ?? 'refused');
  for (const [, amount = '', sign = '', cents] of amounts)
    expect([amount, read(tableAmount(amount, sign as '.', 2))]).toEqual([amount, cents]);
  for (const [, date = '', order = '', day] of dates)
    expect([date, read(tableDate(date, order as 'DMY'))]).toEqual([date, day]);
  for (const answer of Object.keys(mapping()).filter((key) => !GIVEN.includes(key)))
    expect([answer, text.includes(`\`${answer}\``)]).toEqual([answer, true]);
});

/** What a mapping holds that is no answer to a question about the file. */
const GIVEN = ['name', 'account', 'currency', 'encoding', 'delimiter', 'columns', 'hasHeader'];

test('reads 10,000 lines in 5 seconds', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => `20.11.2026;Payer ${at};CQ-${at} transfer;${at + 1},00`);
  const bytes = table(HEADER, ...rows);
  const cpuMs = startCpuTime();
  expect(read(bytes).statement.lines).toHaveLength(10_000);
  expect(cpuMs()).toBeLessThan(5_000);
});

test('ends in one sentence for any bytes', () => {
  const pieces = fc.constantFrom(
    HEADER,
    '\n',
    ';',
    '"',
    '20.11.2026',
    '1,00',
    '\0',
    '\uFEFF',
    'ä',
    '=1+1',
    ':61:',
    '<a>',
    'PK\x03\x04',
  );
  const texts = fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 30 })
    .map((all) => Buffer.from(all.join('')));
  fc.assert(
    fc.property(
      fc.oneof(
        texts,
        fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
      ),
      (bytes) => {
        refusal(bytes);
        try {
          previewTable(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      },
    ),
    { numRuns: 300 },
  );
});

/** The bytes of a sign in GB18030, found by decoding every pair. */
function encodeGb(sign: string): Buffer {
  if (sign.charCodeAt(0) < 0x80) return Buffer.from(sign);
  const decoder = new TextDecoder('gb18030');
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (decoder.decode(Uint8Array.of(lead, trail)) === sign) return Buffer.from([lead, trail]);
    }
  }
  throw new Error(`${sign} has no two bytes`);
}

test.each([
  ['2026-11-20', 'YMD', '2026-11-20'],
  ['2026/1/2', 'YMD', '2026-01-02'],
  ['20261120', 'YMD', '2026-11-20'],
  ['20261120 10:11:12', 'YMD', '2026-11-20'],
  ['2026年11月20日', 'YMD', '2026-11-20'],
  ['２０２６－１１－２０', 'YMD', '2026-11-20'],
  ['20.11.26', 'DMY', '2026-11-20'],
  ['11/20/2026', 'MDY', '2026-11-20'],
  ['20112026', 'DMY', '2026-11-20'],
  ['11/20/2026', 'DMY', null],
  ['2026-02-30', 'YMD', null],
  ['20.11', 'DMY', null],
  ['46346', 'YMD', null],
  ['', 'YMD', null],
] as const)('tableDate reads %s in the order %s as %s', (text, order, day) => {
  expect(tableDate(text, order)).toBe(day);
});
