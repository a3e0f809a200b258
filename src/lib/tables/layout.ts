import { dateOrderOf, readDay } from './dates.ts';
import { readNumber } from './numbers.ts';
import type { SourceRow } from './split-text.ts';

/** The form of headers in which they are compared: half-width, without repeated spaces, in small letters. */
export function headerKey(header: string): string {
  return header.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The most rows above a table, such as the name of a bank and the account. */
export const MAX_ROWS_ABOVE = 40;

export type Layout = {
  /** The names of the columns. A table without a header has the letters of a spreadsheet. */
  header: string[];
  hasHeader: boolean;
  /** The rows that the header takes, by their index. Empty without a header. */
  headerRows: number[];
  /** The index of the first row below the header. */
  bodyAt: number;
};

const filled = (cells: string[]) => cells.filter((cell) => cell.trim() !== '');
const isFigure = (cell: string) =>
  readNumber(cell, '.') !== null ||
  readNumber(cell, ',') !== null ||
  readDay(cell, 'DMY') !== null ||
  readDay(cell, 'MDY') !== null;
/** What a row of units holds: (USD), km, 万元, DD/MM/YYYY. */
const UNIT =
  /^[([（【]?\s*(?:(?:in |单位[:：]?)?(?:[A-Z]{3}|us\$|[$€£¥]|美元|人民币|kms?|mi|miles|cc|ccm|ml|l|t|kw|kwh|ps|hp|kg|mm|%|元|万元|万|万公里|公里|千米|毫升|升|年|年月|年款|月|座|台|辆|个|把|[DMY]{1,4}[-/.][DMY]{1,4}(?:[-/.][DMY]{1,4})?)(?:\s*\/\s*(?:unit|台|辆))?)\s*[)\]）】]?$/i;

/**
 * Finds the header: the row with the most known names, or else the last row of words above rows with figures. `isKnown` says whether
 * a consumer knows a name. A second row of names or units is joined to the first.
 */
export function findLayout(rows: SourceRow[], isKnown: (header: string) => boolean): Layout {
  const beginning = rows.slice(0, MAX_ROWS_ABOVE);
  const known = beginning.map(({ cells }) => new Set(filled(cells).filter(isKnown).map(headerKey)).size);
  const best = Math.max(0, ...known);
  const at = best >= 2 ? known.indexOf(best) : headerByShape(beginning);
  if (at === null) {
    const width = Math.max(0, ...beginning.map(({ cells }) => cells.length));
    const bodyAt = Math.max(
      0,
      beginning.findIndex(({ cells }) => filled(cells).length >= 2),
    );
    return {
      header: Array.from({ length: width }, (_, place) => columnLetter(place)),
      hasHeader: false,
      headerRows: [],
      bodyAt,
    };
  }
  return joinedHeader(rows, beginsAbove(rows, at) ? at - 1 : at, isKnown);
}

/** Whether the row above a header names columns that the header leaves empty or has only units of. */
function beginsAbove(rows: SourceRow[], at: number): boolean {
  const [above = [], names = []] = [rows[at - 1]?.cells, rows[at]?.cells];
  if (filled(above).length < 2 || filled(above).some(isFigure)) return false;
  const isOver = (has: (name: string) => boolean) =>
    above.some((cell, place) => cell.trim() !== '' && has((names[place] ?? '').trim()));
  const fills = filled(names).length < names.length && isOver((name) => name === '');
  return fills || isOver((name) => UNIT.test(name));
}

/** The name of a column by its place, as spreadsheet programs have it: A, B, … Z, AA. */
function columnLetter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnLetter(Math.floor(place / 26) - 1) + last;
}

/** A row of words, none of them a figure, whose next filled row has figures. */
function headerByShape(rows: SourceRow[]): number | null {
  const width = Math.max(0, ...rows.map(({ cells }) => filled(cells).length));
  for (const [at, { cells }] of rows.entries()) {
    const words = filled(cells);
    if (words.length < 2 || words.length < width * 0.6) continue;
    if (words.some(isFigure)) return null;
    const below = rows.slice(at + 1).find((row) => filled(row.cells).length >= 2);
    if (below && filled(below.cells).some(isFigure)) return at;
  }
  return null;
}

function joinedHeader(rows: SourceRow[], first: number, isKnown: (header: string) => boolean): Layout {
  const names = (rows[first]?.cells ?? []).map((cell) => cell.trim());
  const second = rows[first + 1]?.cells.map((cell) => cell.trim()) ?? [];
  const words = filled(second);
  const headerRows = [first];
  const isUnits = words.length > 0 && words.every((word) => UNIT.test(word)) && !words.every(isFigure);
  const hasGaps = second.some((cell, place) => cell !== '' && (names[place] ?? '') === '');
  const isSecond =
    words.length > 1 && !words.some(isFigure) && hasGaps && second.some((cell) => cell !== '' && isKnown(cell));
  if (!isUnits && !isSecond) return { header: names, hasHeader: true, headerRows, bodyAt: first + 1 };
  headerRows.push(first + 1);
  const width = Math.max(names.length, second.length);
  // Groups such as 'Facts' above names, in a row that has units of other columns, are no part of the names.
  const hasUnits = words.some((word) => UNIT.test(word));
  let group = '';
  const header = Array.from({ length: width }, (_, place) => {
    const [above, below] = [names[place] ?? '', second[place] ?? ''];
    if (above !== '') group = above;
    if (isUnits) return below === '' ? above : `${above} (${below.replace(/^[([（【]\s*|\s*[)\]）】]$/g, '')})`.trim();
    if (below === '') return above;
    // A merged cell above spans the columns to its right.
    const joined = `${above || group} ${below}`.trim();
    return hasUnits && isKnown(below) && !isKnown(joined) ? below : joined;
  });
  return { header, hasHeader: true, headerRows, bodyAt: first + 2 };
}

/** Words of rows that sum up a table, in the languages of banks and dealers. */
const TOTAL =
  /^(?:grand |sub|page )?-?totals?\b|^(?:sum|summe|gesamt|zwischensumme|total|totaux|sous-total|suma|soma|saldo|итого|всего|jumla|المجموع|الإجمالي|ጠቅላላ|合计|合計|总计|總計|小计|小計|本页合计|toplam)(?:\s|:|：|$)/i;

/** Whether a row sums up others: its first filled cell says so. */
export function isTotal(cells: string[]): boolean {
  return filled(cells)
    .slice(0, 2)
    .some((cell) => TOTAL.test(cell.trim()));
}

/** Returns the cells of a column, without empty ones. */
export function cellsOfColumn(rows: SourceRow[], place: number): string[] {
  return rows.flatMap(({ cells }) => (cells[place]?.trim() ? [cells[place].trim()] : []));
}

/** Whether most cells of a column are days. */
export function looksLikeDays(cells: string[]): boolean {
  const days = cells.filter((cell) => readDay(cell, 'DMY') !== null || readDay(cell, 'MDY') !== null).length;
  return cells.length > 0 && days >= cells.length * 0.8 && dateOrderOf(cells) !== null;
}

/** Whether all cells of a column are amounts. Long numbers without decimals are rather ids. */
export function looksLikeAmounts(cells: string[]): boolean {
  const isAmount = (cell: string) =>
    (readNumber(cell, '.') ?? readNumber(cell, ',')) !== null && !/^\d{10,}$/.test(cell);
  return cells.length > 0 && cells.every(isAmount);
}
