import { parse } from 'csv-parse/sync';
import { decoded, type Encoding, type FoundEncoding, findEncoding, markedEncoding } from '#lib/tables/encodings.ts';
import { type SourceKind, sourceKind } from '#lib/tables/source-kind.ts';
import { type Delimiter, declaredDelimiter, guessedDelimiter, type SourceRow } from '#lib/tables/split-text.ts';
import { ArchiveError } from './archive.ts';
import { type ReadWorkbook, readWorkbook } from './workbook.ts';
import { MAX_CELLS, MAX_COLUMNS, MAX_ROWS, WorkbookError } from './workbook-rows.ts';

export const MAX_BYTES = 20 * 1024 * 1024;
const MAX_RECORD_LENGTH = 100_000;

/** How a file was read. What is not certain can be changed by the person who sent it. */
export type Reading = {
  kind: 'text' | 'xlsx' | 'xls' | 'ods';
  encoding: FoundEncoding | null;
  delimiter: Delimiter | null;
  workbook: Omit<ReadWorkbook, 'rows'> | null;
  rows: SourceRow[];
};

type SourceProblem =
  | Exclude<SourceKind, 'text' | 'xlsx' | 'xls' | 'ods'>
  | 'tooLarge'
  | 'tooWide'
  | 'damaged'
  | 'quotes'
  | 'encoding'
  | 'noColumns'
  | 'entities'
  | 'noSheet'
  | 'xlsTooLarge';

/** A file that is no table, or none that can be read. Its problem has one sentence for the user. */
export class SourceError extends Error {
  readonly problem: SourceProblem;
  constructor(problem: SourceProblem, cause?: unknown) {
    super(`table refused: ${problem}`, { cause });
    this.problem = problem;
  }
}

export type Chosen = {
  encoding?: Encoding | null | undefined;
  delimiter?: Delimiter | null | undefined;
  sheet?: string | null | undefined;
  /** Whether the first rows of a sheet are a table that the consumer can read. By default any rows with two cells are. */
  isTable?: ((rows: SourceRow[]) => boolean) | undefined;
};

/** Reads the rows of a text table or workbook. Throws `SourceError` for everything else. */
export function readSource(bytes: Buffer, chosen: Chosen = {}): Reading {
  if (bytes.length > MAX_BYTES) throw new SourceError('tooLarge');
  const kind = sourceKind(bytes);
  if (kind === 'xlsx' || kind === 'xls' || kind === 'ods') {
    const { rows, ...workbook } = opened(bytes, kind, chosen);
    return { kind, encoding: null, delimiter: null, workbook, rows };
  }
  if (kind !== 'text') throw new SourceError(kind);
  const { text, encoding } = textOf(bytes, chosen.encoding ?? null);
  const delimiter = chosen.delimiter ?? guessedDelimiter(text);
  if (!delimiter) throw new SourceError('noColumns');
  return { kind, encoding, delimiter, workbook: null, rows: splitText(text, delimiter) };
}

function opened(bytes: Buffer, kind: 'xlsx' | 'xls' | 'ods', { sheet, isTable }: Chosen): ReadWorkbook {
  try {
    return readWorkbook(bytes, kind, sheet ?? null, isTable);
  } catch (error) {
    if (error instanceof ArchiveError || error instanceof WorkbookError) throw new SourceError(error.problem, error);
    throw new SourceError('damaged', error);
  }
}

/** A mark wins over the chosen encoding, which is kept for files that other programs write. */
function textOf(bytes: Buffer, chosen: Encoding | null): { text: string; encoding: FoundEncoding } {
  const found = findEncoding(bytes);
  const name = chosen && !markedEncoding(bytes) ? chosen : found?.name;
  const text = name ? decoded(bytes, name) : null;
  if (!name || text === null) throw new SourceError('encoding');
  const isChosen = chosen !== null && name === chosen;
  return {
    text,
    encoding: isChosen ? { name, certainty: 'certain', others: found?.others ?? [] } : (found as FoundEncoding),
  };
}

/** Splits text into rows with their numbers. A `sep=` line and empty lines keep their numbers and are left out. */
export function splitText(text: string, delimiter: Delimiter): SourceRow[] {
  // A file of nothing but commas would keep the server busy for half a minute.
  if (countOf(delimiter, text) > MAX_CELLS) throw new SourceError('tooLarge');
  const hasDeclared = declaredDelimiter(text) !== null;
  const rows: SourceRow[] = [];
  const shared = sharedTexts();
  try {
    const found: string[][] = parse(text, {
      bom: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: MAX_RECORD_LENGTH,
      to: MAX_ROWS + 1,
      on_record: (cells: string[]) => cells.map(shared),
    });
    if (found.length > MAX_ROWS) throw new SourceError('tooLarge');
    for (const [at, cells] of found.entries()) {
      if (at === 0 && hasDeclared) continue;
      const width = cells.length;
      while (cells.length > 0 && cells.at(-1)?.trim() === '') cells.pop();
      if (cells.length > MAX_COLUMNS) throw new SourceError('tooWide');
      rows.push({ row: at + 1, cells, width });
    }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('CSV_')) throw new SourceError('quotes', error);
    throw error;
  }
  return rows;
}

/** Texts that are remembered, and the length from which they seldom repeat. */
const SHARED = 20_000;
const LONG = 40;

/** Makes equal cells one string, because columns repeat their values and a large file would take twice the memory. */
function sharedTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    if (text.length > LONG) return text;
    const same = known.get(text);
    if (same !== undefined) return same;
    if (known.size >= SHARED) known.clear();
    known.set(text, text);
    return text;
  };
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}
