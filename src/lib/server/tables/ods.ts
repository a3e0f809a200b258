import { type Archive, ArchiveError } from './archive.ts';
import {
  type Cell,
  dayOfCell,
  MAX_COLUMNS,
  MAX_MERGES,
  MAX_ROWS,
  MAX_SHEETS,
  type Merge,
  numberOfCell,
  type ReadSheet,
  SheetRows,
  type SheetSample,
  type Workbook,
  WorkbookError,
} from './workbook-rows.ts';
import { type Attributes, attribute, copied, readXml } from './xml-events.ts';

const CONTENT = 'content.xml';
const MANIFEST = 'META-INF/manifest.xml';

/** Reads ODS: the stored values of one sheet while it is unpacked. */
export function openOds(archive: Archive): Workbook {
  refuseEncrypted(archive);
  return {
    samples: (most) => readSheets(archive, null, most),
    read: (name) => {
      const [sheet] = readSheets(archive, name, Number.POSITIVE_INFINITY);
      if (!sheet) throw new WorkbookError('noSheet');
      return sheet;
    },
  };
}

function refuseEncrypted(archive: Archive): void {
  if (!archive.has(MANIFEST)) return;
  readXml(archive, MANIFEST, {
    open: (name) => {
      if (name === 'encryption-data') throw new ArchiveError('encrypted');
    },
  });
}

type TableReader = {
  element(name: string, attributes: Attributes): void;
  table(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  isDone?(): boolean;
};

/** Skips what is no cell of a sheet: notes, drawings, recorded changes, and tables inside of cells. */
const SKIPPED = new Set(['annotation', 'shapes', 'frame', 'custom-shape', 'tracked-changes', 'forms', 'ruby-text']);

function readTables(archive: Archive, reader: TableReader): void {
  let skipped = 0;
  let tables = 0;
  readXml(archive, CONTENT, {
    open: (name, attributes) => {
      if (SKIPPED.has(name) || (name === 'table' && tables > 0)) skipped++;
      if (name === 'table') tables++;
      if (skipped > 0) return;
      if (name === 'table') reader.table(attribute(attributes, 'name') ?? `Sheet${tables}`, attributes);
      else reader.element(name, attributes);
    },
    text: (text) => {
      if (skipped === 0) reader.text?.(text);
    },
    close: (name) => {
      if (skipped === 0) reader.close?.(name);
      if (name === 'table') tables--;
      if (SKIPPED.has(name) || (name === 'table' && tables > 0)) skipped--;
    },
    isDone: () => reader.isDone?.() === true,
  });
}

type OdsSheet = SheetSample & ReadSheet;

/** Reads one sheet, or the first rows of all, whose names are in the same part. */
function readSheets(archive: Archive, only: string | null, most: number): OdsSheet[] {
  const found: OdsSheet[] = [];
  const hidden = new Set<string>();
  let style = '';
  let sheet: { name: string; isHidden: boolean; rows: SheetRows; merges: Merge[] } | null = null;
  let index = 0;
  let row: RowOfOds | null = null;
  let text: string | null = null;
  const isEnough = () => sheet === null || sheet.rows.isFull;
  readTables(archive, {
    table: (name, attributes) => {
      index = 0;
      if ((only !== null && (name !== only || found.length > 0)) || found.length >= MAX_SHEETS) return;
      const isHidden = hidden.has(attribute(attributes, 'style-name') ?? '');
      sheet = { name, isHidden, rows: new SheetRows(most), merges: [] };
    },
    element: (name, attributes) => {
      if (name === 'style') style = attribute(attributes, 'name') ?? '';
      if (name === 'table-properties' && attribute(attributes, 'display') === 'false') hidden.add(style);
      if (isEnough()) return;
      if (name === 'table-row') row = new RowOfOds(attributes);
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        row?.begin(attributes);
        text = null;
      } else if (name === 'p') text = text === null ? '' : `${text}\n`;
      else if (name === 's') text = (text ?? '') + ' '.repeat(Math.min(100, timesOf(attribute(attributes, 'c'))));
      else if (name === 'tab' || name === 'line-break') text = `${text ?? ''}${name === 'tab' ? '\t' : '\n'}`;
    },
    text: (part) => {
      if (text !== null) text += part;
    },
    close: (name) => {
      if (sheet === null) return;
      if (name === 'table-cell' || name === 'covered-table-cell') {
        const span = row?.end(text ?? '') ?? null;
        if (span && sheet.merges.length < MAX_MERGES)
          sheet.merges.push({ top: index, left: span.place, bottom: index + span.count - 1 });
        text = null;
      } else if (name === 'table-row' && row) {
        index = row.addTo(sheet.rows, index);
        row = null;
      } else if (name === 'table') {
        const { name: title, isHidden, rows, merges } = sheet;
        rows.fill(merges);
        found.push({ name: title, isHidden, rows: rows.rows, hiddenRows: rows.hidden });
        sheet = null;
      }
    },
    isDone: () => only !== null && found.length > 0,
  });
  return found;
}

/** Repeated rows and cells are written once with their number, also the million of empty ones at the end. */
class RowOfOds {
  readonly #cells: Cell[] = [];
  readonly #times: number;
  readonly #isHidden: boolean;
  #attributes: Attributes = {};

  constructor(attributes: Attributes) {
    this.#times = timesOf(attribute(attributes, 'number-rows-repeated'));
    this.#isHidden = /^(?:collapse|filter)$/.test(attribute(attributes, 'visibility') ?? '');
  }

  begin(attributes: Attributes): void {
    this.#attributes = attributes;
  }

  /** Returns the place of a cell that spans rows, and how many. */
  end(text: string): { place: number; count: number } | null {
    const attributes = this.#attributes;
    const cell = cellOf(attributes, text);
    const times = timesOf(attribute(attributes, 'number-columns-repeated'));
    const place = this.#cells.length;
    if (cell.text !== '' && place + times > MAX_COLUMNS) throw new WorkbookError('tooLarge');
    for (let each = 0; each < times && this.#cells.length < MAX_COLUMNS; each++) this.#cells.push(cell);
    const count = timesOf(attribute(attributes, 'number-rows-spanned'));
    return count > 1 ? { place, count } : null;
  }

  /** Returns the index after the row. */
  addTo(rows: SheetRows, index: number): number {
    const isEmpty = this.#cells.every(({ text }) => text === '');
    if (isEmpty) return index + this.#times;
    if (index + this.#times > MAX_ROWS) throw new WorkbookError('tooLarge');
    for (let each = 0; each < this.#times && !rows.isFull; each++) rows.add(index + each, this.#cells, this.#isHidden);
    return index + this.#times;
  }
}

function timesOf(text: string | undefined): number {
  const times = Number(text ?? 1);
  if (!Number.isInteger(times) || times < 1) throw new WorkbookError('damaged');
  return times;
}

function cellOf(attributes: Attributes, text: string): Cell {
  const value = (name: string) => attribute(attributes, name);
  const type = value('value-type');
  const number = value('value');
  if (/^(?:float|currency|percentage)$/.test(type ?? '') && number !== undefined)
    return Number.isFinite(Number(number)) ? { text: numberOfCell(Number(number)), kind: 'n' } : { text: '' };
  const day = value('date-value');
  if (type === 'date' && day !== undefined) return { text: dayOfCell(day), kind: 'd' };
  if (type === 'boolean') return { text: value('boolean-value') ?? '' };
  return { text: copied(value('string-value') ?? text) };
}
