import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { ConfigError } from '#lib/config-error.ts';
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
const DELIMITERS = [',', ';', '\t', '|'];

/** Opens a text table with cells separated by comma, semicolon, tab or bar, and streams its rows. */
export async function openCsv(path: string, declared: Declared = {}): Promise<Sheet> {
  const total = await sizeOf(path);
  const encoding = declared.encoding ? declaredEncoding(declared.encoding) : await findEncoding(path);
  const bytes = { read: 0, total };
  const text = decoded(path, encoding.name, bytes);
  try {
    const beginning = (await text.next()).value ?? '';
    const delimiter = declared.delimiter ?? findDelimiter(path, beginning);
    const records = rowsOf(path, prepended([beginning], text), delimiter);
    const header = await nextFilled(records);
    if (!header) throw new ConfigError(`${path} is empty.`);
    const sample = await take(records, SAMPLE_ROWS);
    const close = async () => void (await records.return(undefined));
    return { encoding, delimiter, header, sample, rows: prepended(sample, records), bytes, close };
  } catch (error) {
    await text.return(undefined);
    throw error;
  }
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

/** Returns the most frequent separator of the first line that has any, ignoring quoted text. */
function findDelimiter(path: string, text: string): string {
  for (const line of text.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n|\n|\r/)) {
    const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length - 1 }));
    const most = counts.reduce((best, next) => (next.count > best.count ? next : best));
    if (most.count > 0) return most.delimiter;
  }
  throw new ConfigError(`${path} has no columns. Separate cells with commas, semicolons, tabs or |.`);
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

async function nextFilled(records: AsyncGenerator<CsvRow>): Promise<CsvRow | null> {
  for (;;) {
    const next = await records.next();
    if (next.done) return null;
    if (!isBlankRow(next.value.cells)) return next.value;
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
