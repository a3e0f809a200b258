import { headerKey, MAX_ROWS_ABOVE } from '#lib/tables/layout.ts';
import { unprotected } from '#lib/tables/numbers.ts';
import { guessedDelimiter } from '#lib/tables/split-text.ts';
import { splitText } from './read-source.ts';

export type NamedRow<Name extends string> = {
  /** Its number in the text, as spreadsheet programs count. */
  row: number;
  fields: Partial<Record<Name, string>>;
  /** Whether it has as many cells as the header. Empty cells beyond the header do not count. */
  isEven: boolean;
};

export type NamedRows<Name extends string> = {
  /** The names of the columns that are known. */
  names: Name[];
  rows: NamedRow<Name>[];
};

/**
 * Reads a pasted table by the names of its columns, below titles and notes. `nameOf` returns the name of a header, in the form of
 * `headerKey`. The header is the row with the most names. Rows without cells are left out. Returns null if no row has a name, and throws
 * `SourceError` for a text that is no table.
 */
export function namedRows<Name extends string>(
  text: string,
  nameOf: (header: string) => Name | undefined,
): NamedRows<Name> | null {
  const rows = splitText(text, guessedDelimiter(text) ?? ',').filter(({ cells }) => cells.length > 0);
  const known = rows.slice(0, MAX_ROWS_ABOVE).map(({ cells }) => cells.map((cell) => nameOf(headerKey(cell))));
  const counts = known.map((names) => new Set(names.filter((name) => name !== undefined)).size);
  const most = Math.max(0, ...counts);
  const at = counts.indexOf(most);
  const columns = known[at];
  if (most === 0 || !columns) return null;
  const isColumn = (name: Name | undefined, place: number) => name !== undefined && columns.indexOf(name) === place;
  return {
    names: columns.filter((name, place): name is Name => isColumn(name, place)),
    rows: rows.slice(at + 1).map(({ row, cells, width = 0 }) => {
      const fields: Partial<Record<Name, string>> = {};
      for (const [place, name] of columns.entries())
        if (name !== undefined) fields[name] ||= unprotected(cells[place] ?? '');
      return { row, fields, isEven: width >= columns.length && cells.length <= columns.length };
    }),
  };
}
