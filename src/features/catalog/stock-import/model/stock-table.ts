import { storable } from '#lib/cell-text.ts';
import { findLayout, headerKey, isTotal } from '#lib/tables/layout.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';

/** Why a row of a file holds no car. */
export const LEFT_OUT_REASONS = {
  above: 'above the header',
  header: 'a header',
  total: 'a total',
  note: 'a note without model, year and price',
  joined: 'continues the description of the row above',
  hidden: 'hidden in the sheet',
} as const;
export type LeftOutReason = keyof typeof LEFT_OUT_REASONS;
type LeftOutRow = { row: number; reason: LeftOutReason; cells: string[] };

export type StockTable = {
  header: string[];
  /** The rows of the header as they are written. */
  headerRows: string[][];
  body: SourceRow[];
  /** The rows up to the header. */
  leftOut: LeftOutRow[];
};

/** Finds the header of a dealer's sheet. `isKnown` says whether a name is one of a column of cars. */
export function tableOf(rows: SourceRow[], isKnown: (header: string) => boolean): StockTable {
  const { header, headerRows, bodyAt } = findLayout(rows, isKnown);
  // Names that cannot be stored could not be named in a mapping either.
  const names = header.map(storable);
  while (names.length > 0 && names.at(-1)?.trim() === '') names.pop();
  return {
    header: names,
    headerRows: headerRows.map((at) => rows[at]?.cells ?? []),
    body: rows.slice(bodyAt),
    leftOut: rows
      .slice(0, bodyAt)
      .map(({ row, cells }, at) => ({ row, reason: headerRows.includes(at) ? 'header' : 'above', cells })),
  };
}

export const isBlankRow = (cells: string[]) => cells.every((cell) => cell.trim() === '');

export type CarColumns = {
  header: string[];
  headerRows: string[][];
  /** The columns of the model, of the year and of the price. */
  car: number[][];
  description: number[];
};

/** Says why a row below the header holds no car; null if it may hold one. `isBelowCar`: the row above holds one. */
export function reasonToLeaveOut(
  cells: string[],
  { header, headerRows, car, description }: CarColumns,
  isBelowCar: boolean,
): LeftOutReason | null {
  const filled = cells.flatMap((cell, place) => (cell.trim() === '' ? [] : [place]));
  const isSame = (names: string[]) =>
    filled.length > 1 && filled.every((place) => headerKey(cells[place] ?? '') === headerKey(names[place] ?? ''));
  if ([header, ...headerRows].some(isSame)) return 'header';
  const missing = car.filter((places) => places.every((place) => (cells[place] ?? '').trim() === '')).length;
  if (missing > 0 && isTotal(cells)) return 'total';
  if (missing < car.length && (filled.length > 1 || header.length < 3)) return null;
  return isBelowCar && filled.every((place) => description.includes(place)) ? 'joined' : 'note';
}
