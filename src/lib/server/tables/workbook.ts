import { type CellObject, read, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { SourceRow } from '#lib/tables/split-text.ts';
import { unpacked } from './archive.ts';

export type ReadWorkbook = {
  /** The sheet that is read. */
  sheet: string;
  rows: SourceRow[];
  /** Other visible sheets with cells, hidden sheets, and the numbers of hidden rows. All are named, hidden rows are read. */
  otherSheets: string[];
  hiddenSheets: string[];
  hiddenRows: number[];
};

export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 200;
type WorkbookProblem = 'damaged' | 'tooLarge' | 'encrypted' | 'empty' | 'noSheet';
export class WorkbookError extends Error {
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem, cause?: unknown) {
    super(`workbook refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** Parts of archives that no table needs: macros, external links, pictures, charts and embedded files. */
const UNNEEDED =
  /vbaProject|externalLink|media\/|embeddings\/|drawings\/|charts?\/|comments|printerSettings|customXml|Pictures\/|Thumbnails\/|Object |Basic\/|Scripts\//i;

/**
 * Reads a sheet of an XLSX, XLS or ODS workbook: stored values, never formulas. Without a name it is the visible sheet with the most
 * rows. Throws `WorkbookError` or `ArchiveError`.
 */
export function readWorkbook(bytes: Buffer, sheet: string | null = null): ReadWorkbook {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const book = bookOf(isArchive ? unpacked(bytes, (name) => !UNNEEDED.test(name)) : bytes);
  const hidden = new Set(book.Workbook?.Sheets?.flatMap(({ name, Hidden }) => (Hidden && name ? [name] : [])) ?? []);
  const filled = book.SheetNames.filter((name) => rowCount(book.Sheets[name]) > 0);
  const visible = filled.filter((name) => !hidden.has(name));
  const [largest] = visible.toSorted((a, b) => rowCount(book.Sheets[b]) - rowCount(book.Sheets[a]));
  const name = sheet ?? largest;
  if (name === undefined) throw new WorkbookError('empty');
  const found = book.Sheets[name];
  if (!found || !filled.includes(name)) throw new WorkbookError('noSheet');
  const { rows, hiddenRows } = rowsOf(found);
  return {
    sheet: name,
    rows,
    hiddenRows,
    otherSheets: visible.filter((other) => other !== name),
    hiddenSheets: filled.filter((other) => hidden.has(other) && other !== name),
  };
}

function bookOf(bytes: Buffer): WorkBook {
  try {
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellDates: true,
      UTC: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellStyles: true,
      sheetRows: MAX_ROWS + 1,
      bookVBA: false,
    });
  } catch (error) {
    const isSecret = /password|encrypt/i.test(error instanceof Error ? error.message : '');
    throw new WorkbookError(isSecret ? 'encrypted' : 'damaged', error);
  }
}

type DenseSheet = WorkSheet & { '!data'?: (CellObject | undefined)[][] };
const dataOf = (sheet: WorkSheet | undefined) => (sheet as DenseSheet | undefined)?.['!data'] ?? [];
const rowCount = (sheet: WorkSheet | undefined) => dataOf(sheet).length;

function rowsOf(sheet: WorkSheet): Pick<ReadWorkbook, 'rows' | 'hiddenRows'> {
  const data = dataOf(sheet);
  if (data.length > MAX_ROWS) throw new WorkbookError('tooLarge');
  const rows: SourceRow[] = [];
  for (let at = 0; at < data.length; at++) {
    const cells: string[] = [];
    const typed = new Map<number, 'n' | 'd'>();
    const row = data[at] ?? [];
    for (let place = 0; place < row.length; place++) {
      const cell = row[place];
      cells[place] = cell ? textOf(cell) : '';
      if (cell?.t === 'n' && cells[place] !== '') typed.set(place, 'n');
      if (cell?.t === 'd') typed.set(place, 'd');
    }
    while (cells.length > 0 && cells.at(-1) === '') cells.pop();
    if (cells.length > MAX_COLUMNS) throw new WorkbookError('tooLarge');
    rows.push({ row: at + 1, cells, ...(typed.size > 0 && { typed }) });
  }
  fillMerged(sheet, rows);
  while (rows.length > 0 && rows.at(-1)?.cells.length === 0) rows.pop();
  const hiddenRows = (sheet['!rows'] ?? []).flatMap((row, at) =>
    row?.hidden && rows[at]?.cells.length ? [at + 1] : [],
  );
  return { rows, hiddenRows };
}

/** The stored value as text: numbers with a decimal point, days as YYYY-MM-DD, errors as nothing. */
function textOf({ t, v }: CellObject): string {
  if (t === 'e' || t === 'z' || v === undefined || v === null) return '';
  if (v instanceof Date) {
    if (Number.isNaN(v.getTime())) return '';
    const text = v.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  if (typeof v === 'number') return plainNumber(v);
  return String(v);
}

/** Spreadsheets calculate with 15 digits; 0.1 + 0.2 is stored as 0.30000000000000004. */
function plainNumber(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(Number(value.toPrecision(15)));
  return /e/i.test(text) ? BigInt(Math.round(value)).toString() : text;
}

/** A cell that spans rows holds its value in all of them. */
function fillMerged(sheet: WorkSheet, rows: SourceRow[]): void {
  for (const { s, e } of (sheet['!merges'] ?? []).slice(0, MAX_ROWS)) {
    const source = rows[s.r];
    const value = source?.cells[s.c];
    if (s.r === e.r || !value) continue;
    for (let at = s.r + 1; at <= Math.min(e.r, rows.length - 1); at++) {
      const row = rows[at];
      if (!row) continue;
      for (let place = row.cells.length; place < s.c; place++) row.cells[place] = '';
      row.cells[s.c] = value;
      const kind = source.typed?.get(s.c);
      if (kind) {
        row.typed ??= new Map();
        row.typed.set(s.c, kind);
      }
    }
  }
}
