import { ConfigError } from '#lib/config-error.ts';
import { type Reading, readSource, SourceError } from '#lib/server/tables/read-source.ts';
import { findLayout, headerKey } from '#lib/tables/layout.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import { readHeader } from '../model/guess-columns.ts';
import type { Mapping } from '../model/mapping-file.ts';
import { OpenQuestions, QuestionList } from '../model/question.ts';
import { type StockTable, tableOf } from '../model/stock-table.ts';

export type StockSource = {
  /** How the file was read, for the report. */
  reading: Omit<Reading, 'rows'>;
  table: StockTable;
  hiddenRows: ReadonlySet<number>;
  /** All rows of the file. */
  rows: number;
};

const SAVE = 'Save the sheet as XLSX or CSV UTF-8.';
const PROBLEMS: Record<SourceError['problem'], string> = {
  tooLarge: 'The file has more than 20 MB, 100,000 rows or 6,000,000 cells, or unpacks to far more than its size.',
  tooWide: 'The file has more than 200 columns.',
  damaged: `The workbook is damaged or cut off. ${SAVE}`,
  quotes: 'A quotation mark in the file is never closed.',
  encoding:
    'The bytes of the file are text in none of the known encodings, or not in the declared one. Save it as CSV UTF-8.',
  noColumns: 'The file has no columns. Separate cells with commas, semicolons, tabs or |.',
  entities: `The workbook has a document type, which no table needs. ${SAVE}`,
  xlsTooLarge: 'The workbook has the old format XLS and more than 120,000 cells. Save it as XLSX, which may be larger.',
  noSheet: 'The workbook has no sheet of this name with cells.',
  xml: `The file is XML, not a table. ${SAVE}`,
  html: `The file is a web page, not a table. ${SAVE}`,
  mt940: 'The file is a bank statement (MT940), not a list of cars.',
  ofx: 'The file is a bank statement (OFX), not a list of cars.',
  pdf: `The file is a PDF, not a table. ${SAVE}`,
  zip: 'The file is a ZIP archive. Unpack it and send the table.',
  archive: 'The file is a packed archive. Unpack it and send the table.',
  picture: 'The file is a picture, not a table.',
  encrypted: 'The workbook is protected by a password. Save it without one.',
  document: `The file is a text document, not a table. ${SAVE}`,
  xlsb: `The file is a binary workbook (XLSB). ${SAVE}`,
  binary: `The file is neither text nor a workbook. ${SAVE}`,
  empty: 'The file has no columns, because it is empty.',
};

/** Says in one sentence why a file cannot be read. */
const refused = (error: SourceError) => new ConfigError(PROBLEMS[error.problem], error);

const isColumnOfCars = (header: string) => readHeader(header, 0).fact !== null;

/** Reads the table of a file. Throws `ConfigError` if there is none, and `OpenQuestions` about the encoding or the sheet. */
export function readStock(bytes: Buffer, mapping: Mapping): StockSource {
  const list = new QuestionList();
  const { rows, ...reading } = chosenSheet(bytes, mapping, list);
  const { encoding, workbook } = reading;
  if (encoding?.certainty === 'open' && !mapping.encoding) {
    const choices = [encoding.name, ...encoding.others];
    const text = `The encoding of the file could be ${choices.join(', ')}.`;
    list.ask('encoding', text, { choices, examples: unusual(rows), option: 'Add --encoding.' });
  }
  if (list.questions.length > 0) throw new OpenQuestions(list.questions);
  const table = tableOf(rows, knownBy(mapping.columns));
  const [first] = rows;
  // The line that names the separator is no row of the table.
  if (first?.row === 2) table.leftOut.unshift({ row: 1, reason: 'above', cells: [] });
  if (table.body.length + table.leftOut.length === 0) throw refused(new SourceError('empty'));
  const all = table.body.length + table.leftOut.length;
  return { reading, table, hiddenRows: new Set(workbook?.hiddenRows ?? []), rows: all };
}

function sourceOf(bytes: Buffer, { encoding, delimiter, sheet, columns }: Mapping): Reading {
  try {
    return readSource(bytes, { encoding, delimiter, sheet, isTable: (rows) => looksLikeStock(rows, columns) });
  } catch (error) {
    throw error instanceof SourceError ? refused(error) : error;
  }
}

/** Reads the only sheet that looks like cars. Asks if there are several, or if it is hidden. */
function chosenSheet(bytes: Buffer, mapping: Mapping, list: QuestionList): Reading {
  const reading = sourceOf(bytes, mapping);
  const choices = reading.workbook?.tables ?? [];
  if (!reading.workbook?.isOpen) return reading;
  const names = choices.map((name) => `'${name}'`).join(', ');
  const text =
    choices.length > 1
      ? `${choices.length} sheets look like a list of cars: ${names}.`
      : `Only the hidden sheet ${names || `'${reading.workbook.sheet}'`} may be a list of cars.`;
  list.ask('sheet', text, { choices: choices.length > 0 ? choices : [reading.workbook.sheet], option: 'Add --sheet.' });
  return reading;
}

/** Known names from which a sheet of a workbook looks like cars. */
const ALIKE = 3;

function looksLikeStock(rows: SourceRow[], columns: Mapping['columns']): boolean {
  const isKnown = knownBy(columns);
  return findLayout(rows, isKnown).header.filter(isKnown).length >= ALIKE;
}

/** Says whether a name is one of a column of cars, or one that the mapping names. */
function knownBy(columns: Mapping['columns'] = {}): (header: string) => boolean {
  const named = new Set(
    Object.values(columns).flatMap((names) => (names === null ? [] : [names].flat().map(headerKey))),
  );
  return (header) => named.has(headerKey(header)) || isColumnOfCars(header);
}

/** Cells with signs that the encoding decides. */
const unusual = (rows: Reading['rows']) =>
  rows
    .slice(0, 200)
    .flatMap(({ cells }) => cells)
    .filter((cell) => /[^\0-\x7f]/.test(cell));
