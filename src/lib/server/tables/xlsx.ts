import { SSF } from '@e965/xlsx';
import { type Archive, ArchiveError } from './archive.ts';
import {
  type Cell,
  dayOfCell,
  MAX_MERGES,
  MAX_SHEETS,
  type Merge,
  numberOfCell,
  type ReadSheet,
  SheetRows,
  type Workbook,
  WorkbookError,
} from './workbook-rows.ts';
import { type Attributes, attribute, copied, readXml } from './xml-events.ts';

type SheetPart = { name: string; isHidden: boolean; part: string };
type Book = { sheets: SheetPart[]; is1904: boolean };

/** Reads XLSX: the stored values of one sheet while it is unpacked. Formulas, macros, links and pictures are never opened. */
export function openXlsx(archive: Archive): Workbook {
  const main = partOf(relationsOf(archive, '', '_rels/.rels'), /\/officeDocument$/) ?? 'xl/workbook.xml';
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const relations = relationsOf(archive, folder, `${folder}_rels/${main.slice(folder.length)}.rels`);
  const { sheets, is1904 } = bookOf(archive, main, folder, relations);
  const stylesPart = partOf(relations, /\/styles$/) ?? `${folder}styles.xml`;
  const textsPart = partOf(relations, /\/sharedStrings$/) ?? `${folder}sharedStrings.xml`;
  const areDays = archive.has(stylesPart) ? dayStyles(archive, stylesPart) : [];
  let texts: string[] | null = null;
  const rowsOf = ({ part }: SheetPart, most: number) => {
    texts ??= archive.has(textsPart) ? sharedTexts(archive, textsPart) : [];
    return readSheet(archive, part, { texts, areDays, is1904 }, most);
  };
  return {
    samples: (most) =>
      sheets
        .slice(0, MAX_SHEETS)
        .map((sheet) => ({ name: sheet.name, isHidden: sheet.isHidden, rows: rowsOf(sheet, most).rows })),
    read: (name) => {
      const sheet = sheets.find((each) => each.name === name);
      if (!sheet) throw new WorkbookError('noSheet');
      return rowsOf(sheet, Number.POSITIVE_INFINITY);
    },
  };
}

type Relation = { id: string; type: string; target: string };

function relationsOf(archive: Archive, folder: string, part: string): Relation[] {
  const found: Relation[] = [];
  if (!archive.has(part)) return found;
  readXml(archive, part, {
    open: (name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) => {
      if (name !== 'Relationship' || mode === 'External') return;
      found.push({ id, type, target: target.startsWith('/') ? target : joined(folder, target) });
    },
  });
  return found;
}

function joined(folder: string, target: string): string {
  const parts = folder.split('/').filter((part) => part !== '');
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

const partOf = (relations: Relation[], type: RegExp) => relations.find((each) => type.test(each.type))?.target;

function bookOf(archive: Archive, main: string, folder: string, relations: Relation[]): Book {
  const book: Book = { sheets: [], is1904: false };
  readXml(archive, main, {
    open: (name, attributes) => {
      if (name === 'workbookPr') book.is1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const id = attribute(attributes, 'id');
      const relation = relations.find((each) => each.id === id);
      // Sheets of charts and dialogs have no cells.
      if (relation && !relation.type.endsWith('/worksheet')) return;
      const part = relation?.target ?? `${folder}worksheets/sheet${book.sheets.length + 1}.xml`;
      if (!archive.has(part)) throw new ArchiveError('damaged');
      const { name: title = '', state = 'visible' } = attributes;
      book.sheets.push({ name: unescaped(title), isHidden: state !== 'visible', part });
    },
  });
  return book;
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

/** Control characters are written as _x000D_. */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Formats of days that have no text in a workbook, also those of Chinese, Japanese, Korean and Thai programs. */
const DAY_FORMATS: [number, number][] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

/** Whether the cells of each style are days, by the formats of their numbers. */
function dayStyles(archive: Archive, part: string): boolean[] {
  const formats = new Map<string, boolean>();
  const areDays: boolean[] = [];
  let isCells = false;
  readXml(archive, part, {
    open: (name, { numFmtId: id = '0', formatCode: code = '' }) => {
      if (name === 'numFmt') formats.set(id, isDayFormat(code));
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells)
        areDays.push(formats.get(id) ?? DAY_FORMATS.some(([first, last]) => Number(id) >= first && Number(id) <= last));
    },
    close: (name) => {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return areDays;
}

/** Hours beyond a day, such as [h]:mm, are a number. */
const isDayFormat = (code: string) => code.length <= 255 && !/\[(?:h+|m+|s+)\]/i.test(code) && SSF.is_date(code);

function sharedTexts(archive: Archive, part: string): string[] {
  const texts: string[] = [];
  const reader = new TextReader();
  readXml(archive, part, {
    open: (name) => reader.open(name),
    text: (text) => reader.text(text),
    close: (name) => {
      reader.close(name);
      if (name === 'si') texts.push(reader.taken());
    },
  });
  return texts;
}

/** Joins the runs of a text, without the readings of Japanese and Chinese words. */
class TextReader {
  #text = '';
  #isText = false;
  #isReading = false;

  open(name: string): void {
    if (name === 'rPh') this.#isReading = true;
    this.#isText = name === 't' && !this.#isReading;
  }
  text(text: string): void {
    if (this.#isText) this.#text += text;
  }
  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isReading = false;
  }
  taken(): string {
    const text = unescaped(copied(this.#text));
    this.#text = '';
    return text;
  }
}

type Values = { texts: string[]; areDays: boolean[]; is1904: boolean };

function readSheet(archive: Archive, part: string, values: Values, most: number): ReadSheet {
  const sheet = new SheetRows(most);
  const merges: Merge[] = [];
  const inline = new TextReader();
  let [row, place, isHidden] = [-1, -1, false];
  let cells: (Cell | undefined)[] = [];
  let cell: Attributes = {};
  let value: string | null = null;
  let isValue = false;
  readXml(archive, part, {
    open: (name, attributes) => {
      isValue = name === 'v';
      inline.open(name);
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : indexOf(attributes.r);
        [place, isHidden, cells] = [-1, isTrue(attributes.hidden), []];
      } else if (name === 'c') {
        place = attributes.r === undefined ? place + 1 : columnOf(attributes.r);
        [cell, value] = [attributes, null];
      } else if (name === 'mergeCell' && merges.length < MAX_MERGES) merges.push(...mergeOf(attributes.ref));
    },
    text: (text) => {
      if (isValue) value = value === null ? text : value + text;
      else inline.text(text);
    },
    close: (name) => {
      isValue = false;
      inline.close(name);
      if (name === 'is') value = inline.taken();
      else if (name === 'c' && value !== null) cells[place] = cellOf(cell, value, values);
      else if (name === 'row') sheet.add(row, cells, isHidden);
    },
    isDone: () => sheet.isFull,
  });
  sheet.fill(merges);
  return { rows: sheet.rows, hiddenRows: sheet.hidden };
}

const LAST_ROW = 1_048_576;
function indexOf(number: string): number {
  const row = Number(number);
  if (!Number.isInteger(row) || row < 1 || row > LAST_ROW) throw new WorkbookError('damaged');
  return row - 1;
}

const LAST_COLUMN = 16_384;
/** The column of a reference such as AB12, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    if (column > LAST_COLUMN) throw new WorkbookError('damaged');
  }
  if (column === 0) throw new WorkbookError('damaged');
  return column - 1;
}

function mergeOf(reference: string | undefined): Merge[] {
  const [, first = '', top, bottom] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(reference ?? '') ?? [];
  if (top === undefined || bottom === undefined || top === bottom) return [];
  return [{ top: Number(top) - 1, left: columnOf(first), bottom: Number(bottom) - 1 }];
}

function cellOf({ t: type = 'n', s: style }: Attributes, value: string, { texts, areDays, is1904 }: Values): Cell {
  if (type === 's') return { text: texts[Number(value)] ?? '' };
  if (type === 'inlineStr') return { text: value };
  if (type === 'str') return { text: unescaped(copied(value)) };
  if (type === 'b') return { text: String(isTrue(value)) };
  if (type === 'e') return { text: '' };
  if (type === 'd') return { text: dayOfCell(value), kind: 'd' };
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) return { text: '' };
  const day = style !== undefined && areDays[Number(style)] ? dayOf(is1904 ? number + DAYS_TO_1904 : number) : null;
  if (day !== null) return { text: day, kind: 'd' };
  return { text: PLAIN.test(value) ? value : numberOfCell(number), kind: 'n' };
}

/** Numbers that need no conversion, which is slow for a million of them. */
const PLAIN = /^-?(?:[1-9]\d{0,11}|0)$/;
const DAYS_TO_1904 = 1_462;
/** 9999-12-31. */
const LAST_DAY = 2_958_465;
const DAY_MS = 86_400_000;

/** The day and time of a count of days since 1899-12-30, or the time alone below 1. Null if it is no day. */
function dayOf(days: number): string | null {
  if (days < 0 || days >= LAST_DAY + 1) return null;
  // The calendar of spreadsheets has a 29 February 1900.
  const whole = days >= 1 && days < 60 ? days + 1 : days;
  const time = new Date(Date.UTC(1899, 11, 30) + Math.round((whole * DAY_MS) / 1_000) * 1_000).toISOString();
  return days < 1 ? time.slice(11, 19) : dayOfCell(time);
}
