import { storable } from '#lib/cell-text.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import { Archive } from './archive.ts';
import { openOds } from './ods.ts';
import { WorkbookError } from './workbook-rows.ts';
import { openXls } from './xls.ts';
import { openXlsx } from './xlsx.ts';

export type ReadWorkbook = {
  /** The sheet that is read. */
  sheet: string;
  rows: SourceRow[];
  /** The sheets that look like a table. If there are several, a person has to choose. */
  tables: string[];
  /** Whether a person has to say which sheet is meant: several look like a table, or the only one is hidden. */
  isOpen: boolean;
  /** Other visible sheets with cells, hidden sheets, and the numbers of hidden rows. All are named, hidden rows are read. */
  otherSheets: string[];
  hiddenSheets: string[];
  hiddenRows: number[];
};

type WorkbookKind = 'xlsx' | 'xls' | 'ods';

/** Rows of each sheet that are looked at to find tables. */
const SAMPLE_ROWS = 60;

/** Whether rows look like a table to a consumer who knows no headers. */
const isAnyTable = (rows: SourceRow[]): boolean =>
  rows.filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length >= 2).length >= 2;

/**
 * Reads a sheet of a workbook: stored values, never formulas. Without a name it is the first visible sheet that `isTable`, else the first with
 * cells. Throws `WorkbookError` or `ArchiveError`.
 */
export function readWorkbook(
  bytes: Buffer,
  kind: WorkbookKind,
  sheet: string | null = null,
  isTable: (rows: SourceRow[]) => boolean = isAnyTable,
): ReadWorkbook {
  const book =
    kind === 'xls' ? openXls(bytes) : kind === 'ods' ? openOds(new Archive(bytes)) : openXlsx(new Archive(bytes));
  const sheets = book.samples(SAMPLE_ROWS).map(({ name, isHidden, rows }) => {
    return {
      name: storable(name),
      written: name,
      isHidden,
      isFilled: rows.length > 0,
      isTable: isTable(rows.slice(0, SAMPLE_ROWS)),
    };
  });
  const filled = sheets.filter(({ isFilled }) => isFilled);
  const visible = filled.filter(({ isHidden }) => !isHidden);
  // A hidden sheet is only proposed if there is nothing else.
  const tables = [visible, filled].map((all) => all.filter((each) => each.isTable)).find((all) => all.length > 0) ?? [];
  const [proposed] = [...tables, ...visible, ...filled];
  const chosen = sheet === null ? proposed : filled.find(({ name }) => name === sheet);
  if (!chosen) throw new WorkbookError(sheet === null ? 'empty' : 'noSheet');
  const { rows, hiddenRows } = book.read(chosen.written);
  const others = filled.filter(({ name }) => name !== chosen.name);
  return {
    sheet: chosen.name,
    rows,
    tables: tables.map(({ name }) => name),
    isOpen: sheet === null && (tables.length > 1 || chosen.isHidden),
    otherSheets: others.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    hiddenSheets: others.filter(({ isHidden }) => isHidden).map(({ name }) => name),
    hiddenRows,
  };
}
