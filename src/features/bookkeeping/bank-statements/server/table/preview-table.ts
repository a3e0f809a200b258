import { refusedFile } from '#features/bookkeeping/bank-statements/server/decode-file.ts';
import type { Reading } from '#lib/server/tables/read-source.ts';
import { type DateOrder, dateOrderOf } from '#lib/tables/dates.ts';
import type { FoundEncoding } from '#lib/tables/encodings.ts';
import { cellsOfColumn, findLayout, headerKey, looksLikeAmounts, looksLikeDays } from '#lib/tables/layout.ts';
import { type DecimalSign, decimalSignOf, readNumber } from '#lib/tables/numbers.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import {
  guessColumns,
  isKnownHeader,
  type MappedColumns,
  type StatementMapping,
} from '../../model/statement-mapping.ts';
import { guessByContent, meaningOf, type OpenColumn, openColumns } from '../../model/statement-words.ts';
import { previewedSheet } from './statement-sheet.ts';

const PREVIEW_ROWS = 8;
const MAX_PREVIEW_CELL = 80;
/** The most words of a column that are asked about. */
const MAX_WORDS = 30;

export type TablePreview = {
  kind: Reading['kind'];
  encoding: FoundEncoding['name'];
  certainty: FoundEncoding['certainty'];
  delimiter: StatementMapping['delimiter'];
  sheet: string | null;
  /** The sheets that can be chosen, if there are several, and whether a person has to choose. */
  sheets: string[];
  isSheetOpen: boolean;
  otherSheets: string[];
  hiddenRows: number;
  hasHeader: boolean;
  dateOrder: DateOrder | null;
  decimalSign: DecimalSign | null;
  isUnsigned: boolean;
  questions: OpenColumn[];
  header: string[];
  rows: string[][];
  columns: MappedColumns;
};

/** `chosen`: by the person who imports. `saved`: the sheets of saved mappings. */
export type SheetChoice = { chosen?: string | null; saved?: string[] };

/** Returns the first rows of a table, how it was read, and what has to be asked about it. */
export function previewTable(bytes: Buffer, { chosen = null, saved = [] }: SheetChoice = {}): TablePreview {
  const reading = previewedSheet(bytes, chosen, saved);
  const { kind, encoding, delimiter, workbook, rows, sheets, isSheetOpen } = reading;
  const { header, hasHeader, bodyAt } = findLayout(rows, isKnownHeader);
  if (header.length < 2) throw refusedFile('statements.file.noColumns');
  const body = rows.slice(bodyAt);
  const columns = guessByContent(header, body, hasHeader ? guessColumns(header) : {}, hasHeader);
  const { date, amount, credit, debit } = columns;
  const cells = (name: string) => cellsOfColumn(body, header.indexOf(name));
  // Without a known name, columns are found by what they hold.
  const dates = date ? cells(date) : (header.map(cells).find(looksLikeDays) ?? []);
  const named = [amount, credit, debit].flatMap((name) => (name ? cells(name) : []));
  const figures = header.map(cells).filter((all) => looksLikeAmounts(all) && !looksLikeDays(all));
  const order = dateOrderOf(dates);
  const sign = decimalSignOf(named.length > 0 ? named : figures.flat());
  return {
    kind,
    encoding: encoding?.name ?? 'utf-8',
    certainty: encoding?.certainty ?? 'certain',
    delimiter: delimiter ?? ',',
    sheet: workbook?.sheet ?? null,
    sheets,
    isSheetOpen,
    otherSheets: [...(workbook?.otherSheets ?? []), ...(workbook?.hiddenSheets ?? [])],
    hiddenRows: workbook?.hiddenRows.length ?? 0,
    hasHeader,
    dateOrder: order && !order.isOpen ? order.order : null,
    decimalSign: kind !== 'text' ? '.' : sign && !sign.isOpen ? sign.sign : null,
    isUnsigned: areUnsigned(body, columns, header) && !haveBalances(body, columns, header),
    questions: questionsOf(header, body, columns, hasHeader),
    header,
    rows: body.slice(0, PREVIEW_ROWS).map((row) => row.cells.map((cell) => cell.slice(0, MAX_PREVIEW_CELL))),
    columns,
  };
}

/** Columns that nobody explained, and words of directions and states that are unknown. */
function questionsOf(header: string[], body: SourceRow[], columns: MappedColumns, hasHeader: boolean): OpenColumn[] {
  const isUnknown = (word: string) => meaningOf(word, {}) === null;
  const open = openColumns(header, body, { columns, ignored: [], hasHeader });
  const worded = [columns.direction, columns.status].flatMap((name) => {
    const cells = name ? cellsOfColumn(body, header.indexOf(name)) : [];
    return name ? [{ header: name, values: [...new Set(cells)].slice(0, MAX_WORDS) }] : [];
  });
  return [
    ...open.map((column) => ({ ...column, values: column.values.filter(isUnknown) })),
    ...worded
      .map((column) => ({ ...column, values: column.values.filter(isUnknown) }))
      .filter(({ values }) => values.length > 0),
  ];
}

/** Whether each row with an amount has a balance, which is checked when the table is read. */
function haveBalances(body: SourceRow[], { amount, balance }: MappedColumns, header: string[]): boolean {
  if (!amount || !balance) return false;
  const [amounts, balances] = [amount, balance].map((name) => cellsOfColumn(body, header.indexOf(name)).length);
  return amounts !== undefined && amounts >= 2 && amounts === balances;
}

/** Whether nothing in a single column of amounts says which of them are money out: no sign, no mark, and no column of directions. */
export function areUnsigned(body: SourceRow[], { amount, direction }: MappedColumns, header: string[]): boolean {
  if (!amount || direction) return false;
  const place = header.map(headerKey).indexOf(headerKey(amount));
  const numbers = cellsOfColumn(body, place).map((cell) => readNumber(cell, '.') ?? readNumber(cell, ','));
  return !numbers.some((number) => number !== null && (number.isNegative || number.mark !== null));
}
