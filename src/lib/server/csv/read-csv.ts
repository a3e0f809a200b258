import { open, readFile, stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { ConfigError } from '#lib/config-error.ts';
import { MAX_BYTES, readSource, SourceError } from '#lib/server/tables/read-source.ts';
import { type SourceKind, sourceKind } from '#lib/tables/source-kind.ts';
import { declaredDelimiter, guessedDelimiter } from '#lib/tables/split-text.ts';
import { type CsvEncoding, fileChunks, findEncoding } from './csv-encoding.ts';

/** A row as a spreadsheet program numbers it: the first line of the file is row 1. */
export type CsvRow = { row: number; cells: string[] };

export type Sheet = {
  encoding: CsvEncoding;
  delimiter: string;
  header: CsvRow;
  /** The first rows below the header. `rows` includes them. */
  sample: CsvRow[];
  rows: AsyncIterable<CsvRow>;
  bytes: { read: number; total: number };
  close(): Promise<void>;
};

type Declared = { encoding?: string | undefined; delimiter?: string | undefined };

const SAMPLE_ROWS = 200;
const MAX_RECORD_LENGTH = 1_000_000;
/** The most rows above the header, such as a title and a date. */
const MAX_ROWS_ABOVE = 40;

/**
 * Opens a table: text with cells separated by comma, semicolon, tab or bar, whose rows are streamed, or the largest visible sheet of a workbook.
 * The header is the row with the most names that `isKnown` knows, if it knows two, else the first one with cells.
 */
export async function openCsv(
  path: string,
  declared: Declared = {},
  isKnown: (header: string) => boolean = () => false,
): Promise<Sheet> {
  const total = await sizeOf(path);
  const workbook = await openWorkbook(path, total, isKnown);
  if (workbook) return workbook;
  const encoding = declared.encoding ? declaredEncoding(declared.encoding) : await findEncoding(path);
  const bytes = { read: 0, total };
  const text = decoded(path, encoding.name, bytes);
  try {
    const beginning = (await text.next()).value ?? '';
    const delimiter = declared.delimiter ?? guessedDelimiter(beginning);
    if (!delimiter) throw new ConfigError(`${path} has no columns. Separate cells with commas, semicolons, tabs or |.`);
    const records = rowsOf(path, prepended([beginning], text), delimiter);
    if (declaredDelimiter(beginning)) await records.next();
    const { header, rows } = await withHeader(path, records, isKnown);
    const sample = await take(rows, SAMPLE_ROWS);
    const close = async () => void (await records.return(undefined));
    return { encoding, delimiter, header, sample, rows: prepended(sample, rows), bytes, close };
  } catch (error) {
    await text.return(undefined);
    throw error;
  }
}

/** Files that are sent instead of tables, often under the name of one. */
const NAMED: Partial<Record<SourceKind, string>> = {
  html: 'a web page',
  pdf: 'a PDF',
  archive: 'a packed archive',
  picture: 'a picture',
  encrypted: 'protected by a password',
  document: 'a text document',
};

/** Returns null for a file that is no workbook. */
async function openWorkbook(path: string, total: number, isKnown: (header: string) => boolean): Promise<Sheet | null> {
  const kind = sourceKind(await endsOf(path, total));
  const named = Object.hasOwn(NAMED, kind) ? NAMED[kind] : undefined;
  if (named) throw new ConfigError(`${path} is ${named}, not a table. Save the sheet as CSV UTF-8 or XLSX.`);
  if (kind !== 'xlsx' && kind !== 'xls' && kind !== 'ods') return null;
  try {
    const source = readSource(total > MAX_BYTES ? Buffer.alloc(MAX_BYTES + 1) : await readFile(path));
    const width = source.rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
    // Empty cells at the end of a row are not stored.
    const padded = source.rows.map(({ row, cells }) => ({
      row,
      cells: [...cells, ...Array<string>(width - cells.length).fill('')],
    }));
    const { header, rows } = await withHeader(path, prepended(padded, none()), isKnown);
    const sample = await take(rows, SAMPLE_ROWS);
    const bytes = { read: total, total };
    const encoding = { name: kind.toUpperCase(), known: 'workbook' } as const;
    return { encoding, delimiter: '', header, sample, rows: prepended(sample, rows), bytes, close: async () => {} };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new ConfigError(
      `${path} is a workbook that cannot be read: ${error.problem}. Save the sheet as CSV UTF-8.`,
      error,
    );
  }
}

async function* none(): AsyncGenerator<CsvRow> {}

/** The beginning and the end of a file, which show whether it is a workbook. */
async function endsOf(path: string, total: number): Promise<Buffer> {
  const END = 64_000;
  const file = await open(path);
  try {
    const [first, last] = [Buffer.alloc(Math.min(END, total)), Buffer.alloc(Math.max(0, Math.min(END, total - END)))];
    await file.read(first, 0, first.length, 0);
    await file.read(last, 0, last.length, total - last.length);
    return Buffer.concat([first, last]);
  } finally {
    await file.close();
  }
}

/** Finds the header and removes empty cells beyond its last name. */
async function withHeader(
  path: string,
  records: AsyncGenerator<CsvRow>,
  isKnown: (header: string) => boolean,
): Promise<{ header: CsvRow; rows: AsyncGenerator<CsvRow> }> {
  const beginning = await take(records, MAX_ROWS_ABOVE);
  const known = beginning.map(({ cells }) => cells.filter((cell) => cell.trim() !== '' && isKnown(cell)).length);
  const most = Math.max(0, ...known);
  const at = most >= 2 ? known.indexOf(most) : beginning.findIndex(({ cells }) => !isBlankRow(cells));
  const found = beginning[at];
  if (!found) throw new ConfigError(`${path} is empty.`);
  const header = { row: found.row, cells: withoutEmptyEnd(found.cells, 0) };
  return { header, rows: trimmed(prepended(beginning.slice(at + 1), records), header.cells.length) };
}

async function* trimmed(rows: AsyncGenerator<CsvRow>, width: number): AsyncGenerator<CsvRow> {
  for await (const { row, cells } of rows) yield { row, cells: withoutEmptyEnd(cells, width) };
}

function withoutEmptyEnd(cells: string[], width: number): string[] {
  let end = cells.length;
  while (end > width && (cells[end - 1] ?? '').trim() === '') end--;
  return end === cells.length ? cells : cells.slice(0, end);
}

export const isBlankRow = (cells: string[]) => cells.every((cell) => cell.trim() === '');

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new ConfigError(`File not found: ${path}.`);
  return found.size;
}

function declaredEncoding(label: string): CsvEncoding {
  try {
    return { name: new TextDecoder(label).encoding, known: 'declared' };
  } catch {
    throw new ConfigError(`Unknown encoding '${label}'. Examples: utf-8, gb18030, windows-1252, utf-16le.`);
  }
}

async function* decoded(path: string, encoding: string, bytes: Sheet['bytes']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch (error) {
      throw new ConfigError(
        `${path} contains bytes that are not ${encoding}. Add --encoding with the right encoding.`,
        error,
      );
    }
  };
  for await (const chunk of fileChunks(path)) {
    bytes.read += chunk.length;
    const text = decode(chunk);
    if (text !== '') yield text;
  }
  yield decode();
}

async function* rowsOf(path: string, text: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: MAX_RECORD_LENGTH });
  pipeline(Readable.from(text, { highWaterMark: 1 }), parser, () => {});
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield { row: ++row, cells };
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'CSV_MAX_RECORD_SIZE' || code === 'CSV_QUOTE_NOT_CLOSED') {
      throw new ConfigError(`A quotation mark after row ${row} of ${path} is never closed.`, error);
    }
    throw error;
  }
}

async function take<Item>(items: AsyncGenerator<Item>, most: number): Promise<Item[]> {
  const taken: Item[] = [];
  while (taken.length < most) {
    const next = await items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

async function* prepended<Item>(first: Item[], rest: AsyncGenerator<Item>): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}
