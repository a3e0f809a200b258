import type { CellKind, CellKinds, SourceRow } from '#lib/tables/split-text.ts';

export const MAX_ROWS = 100_000;
export const MAX_COLUMNS = 200;
/** Of all rows together: twenty times what the largest stock has. */
export const MAX_CELLS = 6_000_000;

type WorkbookProblem = 'damaged' | 'tooLarge' | 'encrypted' | 'empty' | 'noSheet' | 'xlsTooLarge';
export class WorkbookError extends Error {
  readonly problem: WorkbookProblem;
  constructor(problem: WorkbookProblem, cause?: unknown) {
    super(`workbook refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

/** More are not looked at. */
export const MAX_MERGES = MAX_ROWS;
/** A cell that spans rows holds its value in all of them. Rows and columns are counted from 0. */
export type Merge = { top: number; left: number; bottom: number };

export type ReadSheet = { rows: SourceRow[]; hiddenRows: number[] };

/** A format of workbooks. Sheets are read one at a time. */
export type Workbook = {
  /** The sheets with at least their first `most` rows. */
  samples(most: number): SheetSample[];
  read(sheet: string): ReadSheet;
};
export type SheetSample = { name: string; isHidden: boolean; rows: SourceRow[] };

/** The most sheets that are looked at. */
export const MAX_SHEETS = 50;

export type Cell = { text: string; kind?: CellKind | undefined };

/**
 * Collects the rows of a sheet and refuses those beyond the limits. Rows between filled ones are kept, so numbers stay those of the program.
 * A sample has the first `most` rows, and a filled row below them follows without the rows between.
 */
export class SheetRows {
  readonly rows: SourceRow[] = [];
  readonly hidden: number[] = [];
  readonly #kinds = new Map<string, CellKinds>();
  readonly #most: number;
  #cells = 0;

  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  /** Whether a sample needs no more rows. */
  get isFull(): boolean {
    return this.rows.length >= this.#most;
  }

  /** Adds a row by its index from 0. Empty rows are added when a filled one follows. */
  add(index: number, cells: (Cell | undefined)[], isHidden = false): void {
    let width = cells.length;
    while (width > 0 && (cells[width - 1]?.text ?? '') === '') width--;
    if (width === 0) return;
    this.#cells += width;
    if (index >= MAX_ROWS || width > MAX_COLUMNS || this.#cells > MAX_CELLS) throw new WorkbookError('tooLarge');
    for (let row = this.rows.length; row < Math.min(index, this.#most); row++)
      this.rows.push({ row: row + 1, cells: [] });
    const texts: string[] = new Array(width);
    let kinds = '';
    for (let place = 0; place < width; place++) {
      const cell = cells[place];
      texts[place] = cell?.text ?? '';
      kinds += (texts[place] !== '' && cell?.kind) || ' ';
    }
    const row = { row: index + 1, cells: texts, ...(kinds.trim() !== '' && { typed: this.#kindsOf(kinds) }) };
    if (index < this.rows.length) this.rows[index] = row;
    else this.rows.push(row);
    if (isHidden) this.hidden.push(index + 1);
  }

  /** Rows of a sheet mostly have the same kinds of cells, so they share them. */
  #kindsOf(pattern: string): CellKinds {
    const known = this.#kinds.get(pattern);
    if (known) return known;
    const kinds: CellKinds = { get: (place) => (pattern[place] === ' ' ? undefined : (pattern[place] as CellKind)) };
    this.#kinds.set(pattern, kinds);
    return kinds;
  }

  #kindsAt({ cells, typed }: SourceRow, left: number, kind: CellKind | undefined): string[] {
    return cells.map((_, place) => (place === left ? kind : typed?.get(place)) ?? ' ');
  }

  /** Repeats the value of merged cells in the rows below. Overlapping merges of a hostile file are bounded as its cells are. */
  fill(merges: Merge[]): void {
    let filled = 0;
    // The kinds of a row are written once, however many of its cells are filled.
    const changed = new Map<SourceRow, string[]>();
    for (const { top, left, bottom } of merges) {
      const source = this.rows[top];
      const text = source?.cells[left];
      if (!text) continue;
      const kind = source.typed?.get(left);
      for (let at = top + 1; at <= Math.min(bottom, this.rows.length - 1); at++) {
        const row = this.rows[at];
        if (!row) continue;
        if (++filled > MAX_CELLS) throw new WorkbookError('tooLarge');
        for (; row.cells.length <= left; this.#cells++) row.cells.push('');
        if (this.#cells > MAX_CELLS) throw new WorkbookError('tooLarge');
        row.cells[left] = text;
        const kinds = changed.get(row);
        if (kinds) kinds[left] = kind ?? ' ';
        else if (row.typed?.get(left) !== kind) changed.set(row, this.#kindsAt(row, left, kind));
      }
    }
    for (const [row, kinds] of changed) row.typed = this.#kindsOf(Array.from(kinds, (kind) => kind ?? ' ').join(''));
  }
}

/** YYYY-MM-DD, with the time if it is not midnight. */
export function dayOfCell(text: string): string {
  const [day = '', time = ''] = text.slice(0, 19).split('T');
  return /^(?:00:00(?::00)?)?$/.test(time) ? day : `${day} ${time}`;
}

/** Spreadsheets calculate with 15 digits; 0.1 + 0.2 is stored as 0.30000000000000004. */
export function numberOfCell(value: number): string {
  if (!Number.isFinite(value)) return '';
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes('e')) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : BigInt(Math.round(value)).toString();
}
