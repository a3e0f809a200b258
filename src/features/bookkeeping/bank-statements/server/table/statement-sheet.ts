import { refusedFileWith, refusedSource } from '#features/bookkeeping/bank-statements/server/decode-file.ts';
import { type Chosen, type Reading, readSource, SourceError } from '#lib/server/tables/read-source.ts';
import { cellsOfColumn, findLayout, headerKey, looksLikeAmounts, looksLikeDays } from '#lib/tables/layout.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import { isKnownHeader } from '../../model/statement-mapping.ts';

function rowsOf(bytes: Buffer, chosen: Chosen): Reading {
  try {
    return readSource(bytes, { ...chosen, isTable: isStatement });
  } catch (error) {
    throw error instanceof SourceError ? refusedSource(error) : error;
  }
}

/** Whether the first rows of a sheet have columns of a statement. */
const isStatement = (rows: SourceRow[]): boolean => {
  const { header, hasHeader, bodyAt } = findLayout(rows, isKnownHeader);
  const body = rows.slice(bodyAt);
  if (hasHeader && new Set(header.filter(isKnownHeader).map(headerKey)).size >= 2) return body.length > 0;
  const columns = header.map((_, place) => cellsOfColumn(body, place));
  const areDays = columns.map(looksLikeDays);
  return areDays.includes(true) && columns.some((cells, place) => !areDays[place] && looksLikeAmounts(cells));
};

/** The sheets between which a person has to choose: those that look like a statement, or a hidden one. */
function openSheets(workbook: Reading['workbook']): string[] {
  if (!workbook?.isOpen) return [];
  return workbook.tables.length > 0 ? workbook.tables : [workbook.sheet, ...workbook.hiddenSheets];
}

/** Reads the sheet of a mapping. Banks name sheets by the day, so another name counts if only one sheet is a statement. */
export function mappedSheet(bytes: Buffer, { sheet = null, ...chosen }: Chosen): Reading {
  const proposed = rowsOf(bytes, chosen);
  const { workbook } = proposed;
  if (!workbook || sheet === workbook.sheet) return proposed;
  const all = [workbook.sheet, ...workbook.otherSheets, ...workbook.hiddenSheets];
  if (sheet !== null && all.includes(sheet)) return rowsOf(bytes, { ...chosen, sheet });
  const open = openSheets(workbook);
  if (open.length === 0) return proposed;
  throw refusedFileWith(`sheet is open: ${open.join(', ')}`, 'statements.file.sheets', { sheets: open });
}

type PreviewedSheet = Reading & {
  /** The sheets that can be chosen, if there are several. */
  sheets: string[];
  /** Whether a person has to choose. */
  isSheetOpen: boolean;
};

/** Reads the chosen sheet, else the one of a saved mapping, else the first that looks like a statement. */
export function previewedSheet(bytes: Buffer, chosen: string | null, saved: string[]): PreviewedSheet {
  const proposed = rowsOf(bytes, { sheet: chosen });
  const open = openSheets(proposed.workbook);
  const known = open.filter((name) => saved.includes(name));
  const [only] = known.length === 1 ? known : [];
  const reading = only === undefined || only === proposed.workbook?.sheet ? proposed : rowsOf(bytes, { sheet: only });
  const tables = proposed.workbook?.tables ?? [];
  const sheets = tables.length > 1 ? tables : open;
  return { ...reading, sheets, isSheetOpen: open.length > 0 && only === undefined };
}
