import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import {
  decodeText,
  guessedEncoding,
  refusedFile,
  refusedFileWith,
} from '#features/bookkeeping/bank-statements/server/decode-file.ts';
import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import type { AppError } from '#lib/app-error.ts';
import { decimalsOf } from '#lib/i18n/currency.ts';
import { isAmountInOther, isOtherCurrency, tableAmount } from '../../model/amount-text.ts';
import { type BookedLine, cleanText, MAX_TEXT, type Statement } from '../../model/statement.ts';
import {
  type ColumnFact,
  DELIMITERS,
  guessColumns,
  headerKey,
  isComplete,
  isCurrencyHeader,
  type MappedColumns,
  type StatementMapping,
  tableDate,
} from '../../model/statement-mapping.ts';

const MAX_ROWS = 50_000;
/** Of all rows together, because a file of nothing but commas would keep the server busy for half a minute. */
const MAX_CELLS = 1_000_000;
const MAX_RECORD_LENGTH = 20_000;
/** Rows above the header, such as the name of the bank and the account. */
const MAX_ROWS_ABOVE = 40;
const PREVIEW_ROWS = 8;
const MAX_PREVIEW_CELL = 80;

export type RowProblem = 'date' | 'amount' | 'twoAmounts' | 'balance' | 'currency';
export type RefusedRow = { row: number; problem: RowProblem; text: string };
export type ReadTable = { statement: Statement; refused: RefusedRow[]; rawRows: Map<BookedLine, string> };

export type TablePreview = {
  encoding: 'utf-8' | 'gb18030';
  delimiter: StatementMapping['delimiter'];
  header: string[];
  rows: string[][];
  columns: MappedColumns;
};

/** Returns the first rows of a table with a suggested mapping. */
export function previewTable(bytes: Uint8Array): TablePreview {
  const guessed = guessedEncoding(bytes);
  const encoding = guessed === 'gb18030' ? 'gb18030' : 'utf-8';
  const text = decodeText(bytes, encoding);
  const delimiter = guessedDelimiter(text);
  const rows = rowsOf(text, delimiter);
  const beginning = rows.slice(0, MAX_ROWS_ABOVE);
  const filled = beginning.map((cells) => cells.filter((cell) => cell.trim() !== '').length);
  const at = filled.indexOf(Math.max(0, ...filled));
  const header = (rows[at] ?? []).map((cell) => cell.trim());
  if (header.length < 2) throw refusedFile('statements.file.noColumns');
  const sample = rows
    .slice(at + 1, at + 1 + PREVIEW_ROWS)
    .map((cells) => cells.map((cell) => cell.slice(0, MAX_PREVIEW_CELL)));
  return { encoding, delimiter, header, rows: sample, columns: guessColumns(header) };
}

/** Reads a text table by a mapping. Rows that cannot be read are returned with the reason. */
export function readTable(bytes: Uint8Array, mapping: StatementMapping): ReadTable {
  const { currency } = mapping;
  if (!isComplete(mapping.columns)) throw refusedFile('statements.file.mapping');
  const rows = rowsOf(decodeText(bytes, mapping.encoding), mapping.delimiter);
  const { at, places } = findHeader(rows, mapping.columns);
  const refused: RefusedRow[] = [];
  const rawRows = new Map<BookedLine, string>();
  rows.forEach((cells, index) => {
    if (index <= at) return;
    const found = lineOf(cells, places, mapping);
    if (found === null) return;
    if ('problem' in found) refused.push({ row: index + 1, problem: found.problem, text: rawText(cells) });
    else rawRows.set(found, rawText(cells));
  });
  const lines = [...rawRows.keys()];
  if (lines.length === 0) throw noRow(refused[0]);
  const ordered = refused.length === 0 ? inOrder(lines) : { lines, openingCents: null, closingCents: null };
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const statement: Statement = {
    account: withoutSpaces(mapping.account),
    currency,
    number: `csv-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`,
    fromOn: days[0] ?? '',
    toOn: days.at(-1) ?? '',
    ...ordered,
    pending: 0,
  };
  return { statement, refused, rawRows };
}

/** No row can be read by this mapping; the first one has the reason. */
function noRow(first: RefusedRow | undefined): AppError {
  if (!first) return refusedFile('statements.file.empty');
  const { row, problem } = first;
  return refusedFileWith(`row ${row}: ${problem}`, (t) =>
    t('statements.file.noRow', { row: String(row), problem: t(`statements.row.${problem}`) }),
  );
}

function rowsOf(text: string, delimiter: string): string[][] {
  if (countOf(delimiter, text) > MAX_CELLS) throw refusedFile('statements.file.tooLong');
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD_LENGTH,
      to: MAX_ROWS + 1,
    });
    if (rows.length > MAX_ROWS) throw refusedFile('statements.file.tooLong');
    return rows;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('CSV_')) throw refusedFile('statements.file.quotes', error);
    throw error;
  }
}

function countOf(sign: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++;
  return count;
}

function guessedDelimiter(text: string): StatementMapping['delimiter'] {
  const beginning = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: beginning.split(delimiter).length }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

type Places = Partial<Record<ColumnFact, number>>;

/** Finds the row that has all mapped columns. Banks write their name and the account above it. */
function findHeader(rows: string[][], columns: MappedColumns): { at: number; places: Places } {
  const wanted = Object.entries(columns).filter(([, header]) => header) as [ColumnFact, string][];
  let missing: string[] = [];
  for (const [at, cells] of rows.slice(0, MAX_ROWS_ABOVE).entries()) {
    const keys = cells.map(headerKey);
    const lacks = wanted.filter(([, header]) => !keys.includes(headerKey(header)));
    if (lacks.length === 0) {
      const places: Places = Object.fromEntries(
        wanted.map(([fact, header]) => [fact, keys.indexOf(headerKey(header))]),
      );
      // A mapping from before there was this fact does not name the column.
      const currency = keys.findIndex(isCurrencyHeader);
      return { at, places: currency === -1 ? places : { currency, ...places } };
    }
    if (missing.length === 0 || lacks.length < missing.length) missing = lacks.map(([, header]) => header);
  }
  throw refusedFileWith('columns are missing', (t) => t('statements.file.columns', { columns: t.list(missing) }));
}

/** Returns the line of a row, or why it cannot be read. Null for empty rows and notes below the table. */
function lineOf(
  cells: string[],
  places: Places,
  { decimalSign, dateOrder, currency }: StatementMapping,
): BookedLine | { problem: RowProblem } | null {
  const decimals = decimalsOf(currency);
  const cell = (fact: ColumnFact) => (places[fact] === undefined ? '' : (cells[places[fact]] ?? '').trim());
  const amounts = (['amount', 'credit', 'debit'] as const).map(cell);
  if (cell('date') === '' && amounts.every((amount) => amount === '')) return null;
  const bookedOn = tableDate(cell('date'), dateOrder);
  if (amounts.every((amount) => amount === '') && bookedOn === null) return null;
  if (bookedOn === null) return { problem: 'date' };
  if (isOtherCurrency(cell('currency'), currency) || amounts.some((amount) => isAmountInOther(amount, currency)))
    return { problem: 'currency' };
  const [amount, credit, debit] = amounts.map((text) => (text === '' ? 0 : tableAmount(text, decimalSign, decimals)));
  if (amount == null || credit == null || debit == null) return { problem: 'amount' };
  if (credit !== 0 && debit !== 0) return { problem: 'twoAmounts' };
  const cents = amount + credit - Math.abs(debit);
  if (cents === 0) return { problem: 'amount' };
  const balance = cell('balance');
  const balanceCents = balance === '' ? null : tableAmount(balance, decimalSign, decimals);
  if (balance !== '' && balanceCents === null) return { problem: 'balance' };
  const account = cleanText(cell('payerAccount'), MAX_TEXT.reference);
  return {
    bookedOn,
    valueOn: tableDate(cell('valueDate'), dateOrder),
    cents,
    bankReference: cleanText(cell('reference'), MAX_TEXT.reference),
    endToEndId: null,
    counterparty: cleanText(cell('payer'), MAX_TEXT.name),
    counterpartyAccount: account && withoutSpaces(account),
    text: cleanText(`${cell('text')} ${cell('moreText')}`, MAX_TEXT.text) ?? '',
    chargesCents: 0,
    code: null,
    isReversal: false,
    balanceCents,
  };
}

const rawText = (cells: string[]) =>
  cells
    .map((cell) => cell.trim())
    .join(' | ')
    .slice(0, 2_000);

type Ordered = Pick<Statement, 'lines' | 'openingCents' | 'closingCents'>;

/** Puts lines into the order of their balances, which tables state from old to new or the other way round. */
function inOrder(lines: BookedLine[]): Ordered {
  if (lines.some(({ balanceCents }) => balanceCents === null)) return { lines, openingCents: null, closingCents: null };
  for (const ordered of [lines, lines.toReversed()]) {
    const follows = ordered.every(
      ({ balanceCents, cents }, at) => at === 0 || ordered[at - 1]?.balanceCents === (balanceCents ?? 0) - cents,
    );
    const [first, last] = [ordered[0], ordered.at(-1)];
    if (follows && first && last) {
      return { lines: ordered, openingCents: (first.balanceCents ?? 0) - first.cents, closingCents: last.balanceCents };
    }
  }
  throw refusedFile('statements.file.balanceColumn');
}
