import { type CellObject, CFB, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import {
  type Cell,
  dayOfCell,
  MAX_MERGES,
  MAX_ROWS,
  MAX_SHEETS,
  numberOfCell,
  type ReadSheet,
  SheetRows,
  type Workbook,
  WorkbookError,
} from './workbook-rows.ts';

/** SheetJS takes up to 650 bytes of memory for each, so the whole process stays below 200 MB. */
export const MAX_XLS_CELLS = 120_000;

/** Records with one cell, and those with several of the given bytes after and before 6 others. */
const ONE_CELL = new Set([0x0006, 0x00fd, 0x0201, 0x0203, 0x0204, 0x0205, 0x027e]);
const SEVERAL_CELLS = new Map([
  [0x00bd, 6],
  [0x00be, 2],
]);

/** Counts the cells of all sheets without reading them. */
function countCells(bytes: Buffer): number {
  const container = CFB.read(bytes, { type: 'buffer' });
  const content = (CFB.find(container, '/Workbook') ?? CFB.find(container, '/Book'))?.content;
  const records = Buffer.from((content ?? []) as Uint8Array);
  let count = 0;
  for (let at = 0; at + 4 <= records.length; ) {
    const [type, length] = [records.readUInt16LE(at), records.readUInt16LE(at + 2)];
    const each = SEVERAL_CELLS.get(type);
    if (ONE_CELL.has(type)) count++;
    else if (each) count += Math.floor((length - 6) / each);
    at += 4 + length;
  }
  return count;
}

/** Reads the old format of Excel with SheetJS, which holds all cells in memory. Its sheets end at 65,536 rows. */
export function openXls(bytes: Buffer): Workbook {
  const book = bookOf(bytes);
  const hidden = new Set(book.Workbook?.Sheets?.flatMap(({ name, Hidden }) => (Hidden && name ? [name] : [])) ?? []);
  const rowsOf = (name: string, most: number) => {
    const sheet = book.Sheets[name];
    if (!sheet) throw new WorkbookError('noSheet');
    return readSheet(sheet, most);
  };
  return {
    samples: (most) =>
      book.SheetNames.slice(0, MAX_SHEETS).map((name) => ({
        name,
        isHidden: hidden.has(name),
        rows: rowsOf(name, most).rows,
      })),
    read: (name) => rowsOf(name, Number.POSITIVE_INFINITY),
  };
}

function bookOf(bytes: Buffer): WorkBook {
  try {
    if (countCells(bytes) > MAX_XLS_CELLS) throw new WorkbookError('xlsTooLarge');
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      // Without it, hidden rows are not marked.
      cellStyles: true,
      sheetRows: MAX_ROWS + 1,
      bookVBA: false,
    });
  } catch (error) {
    if (error instanceof WorkbookError) throw error;
    const isSecret = /password|encrypt/i.test(error instanceof Error ? error.message : '');
    throw new WorkbookError(isSecret ? 'encrypted' : 'damaged', error);
  }
}

type DenseSheet = WorkSheet & { '!data'?: (CellObject | undefined)[][] };

function readSheet(sheet: WorkSheet, most: number): ReadSheet {
  const data = (sheet as DenseSheet)['!data'] ?? [];
  const rows = new SheetRows(most);
  for (let at = 0; at < data.length && !rows.isFull; at++) {
    const row = data[at] ?? [];
    const cells = Array.from({ length: row.length }, (_, place) => (row[place] ? cellOf(row[place]) : undefined));
    rows.add(at, cells, sheet['!rows']?.[at]?.hidden);
  }
  rows.fill(
    (sheet['!merges'] ?? [])
      .filter(({ s, e }) => s.r !== e.r)
      .slice(0, MAX_MERGES)
      .map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r })),
  );
  return { rows: rows.rows, hiddenRows: rows.hidden };
}

/** The stored value: numbers with a decimal point, days as YYYY-MM-DD, errors as nothing. */
function cellOf({ t, v }: CellObject): Cell {
  if (t === 'e' || t === 'z' || v === undefined || v === null) return { text: '' };
  if (v instanceof Date)
    return Number.isNaN(v.getTime()) ? { text: '' } : { text: dayOfCell(v.toISOString()), kind: 'd' };
  return typeof v === 'number' ? { text: numberOfCell(v), kind: 'n' } : { text: String(v) };
}
