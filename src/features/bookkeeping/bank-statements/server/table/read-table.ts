import { createHash } from 'node:crypto';
import { refusedFile, refusedFileWith } from '#features/bookkeeping/bank-statements/server/decode-file.ts';
import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import type { AppError } from '#lib/app-error.ts';
import { isBlankCell } from '#lib/cell-text.ts';
import { decimalsOf } from '#lib/i18n/currency.ts';
import type { Reading } from '#lib/server/tables/read-source.ts';
import { dateOrderOf, otherCalendar, readSerial } from '#lib/tables/dates.ts';
import { cellsOfColumn, findLayout, headerKey, isTotal, type Layout, MAX_ROWS_ABOVE } from '#lib/tables/layout.ts';
import { unprotected } from '#lib/tables/numbers.ts';
import type { SourceRow } from '#lib/tables/split-text.ts';
import { isAmountInOther, isOtherCurrency, tableAmount } from '../../model/amount-text.ts';
import {
  type BookedLine,
  cleanText,
  type LeftOutRow,
  MAX_TEXT,
  type RowProblem,
  type Statement,
} from '../../model/statement.ts';
import {
  type ColumnFact,
  currencyInHeader,
  isComplete,
  isCurrencyHeader,
  isKnownHeader,
  type StatementMapping,
  tableDate,
} from '../../model/statement-mapping.ts';
import { meaningOf, openColumns } from '../../model/statement-words.ts';
import { areUnsigned } from './preview-table.ts';
import { mappedSheet } from './statement-sheet.ts';

const MAX_LINES = 50_000;
export type RefusedRow = { row: number; problem: RowProblem; text: string };
type ReadTable = {
  kind: Reading['kind'];
  header: string[];
  statement: Statement;
  refused: RefusedRow[];
  leftOut: LeftOutRow[];
  otherAccounts: string[];
};

/** Reads a table by a mapping. Each row of the file is a line, left out with a reason, or refused with a reason. */
export function readTable(bytes: Buffer, mapping: StatementMapping): ReadTable {
  if (!isComplete(mapping.columns)) throw refusedFile('statements.file.mapping');
  const { encoding, delimiter } = mapping;
  const { kind, rows } = mappedSheet(bytes, { encoding, delimiter, sheet: mapping.sheet });
  const { header, bodyAt, places } = placed(rows, mapping);
  const body = rows.slice(bodyAt);
  checkColumns(header, body, mapping);
  const reader = new RowReader(body, places, mapping);
  const leftOut: LeftOutRow[] = rows.slice(0, bodyAt).map(({ row }) => ({ row, reason: 'above' }));
  const refused: RefusedRow[] = [];
  const lines: BookedLine[] = [];
  let isNoteBefore = false;
  for (const row of body) {
    const found = reader.read(row);
    const last = lines.at(-1);
    if ('reason' in found) {
      // Banks continue a long text in rows below that have nothing else.
      const joins = found.reason === 'note' && !isNoteBefore && last && reader.isContinuation(row);
      if (joins) last.text = cleanText(`${last.text} ${reader.textOf(row)}`, MAX_TEXT.text) ?? '';
      else isNoteBefore = true;
      leftOut.push({ row: row.row, reason: joins ? 'joined' : found.reason });
      continue;
    }
    isNoteBefore = false;
    if ('problem' in found) refused.push({ row: row.row, problem: found.problem, text: rawText(row.cells) });
    else lines.push(found);
  }
  if (lines.length > MAX_LINES) throw refusedFile('statements.file.tooLong');
  const [other] = reader.otherAccounts;
  if (lines.length === 0 && refused.length === 0 && other !== undefined)
    throw refusedFileWith('not our account', 'statements.file.foreign', { account: other });
  if (lines.length === 0) throw noRow(refused[0]);
  const isWhole = refused.length === 0 && !leftOut.some(({ reason }) => reason === 'notBooked');
  const ordered = isWhole ? inOrder(lines) : { lines, openingCents: null, closingCents: null };
  const areProven = isWhole && areProvenByBalances(lines);
  if (mapping.unsigned === null && !areProven && areUnsigned(body, mapping.columns, header))
    throw refusedFile('statements.file.unsigned');
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const statement: Statement = {
    account: withoutSpaces(mapping.account),
    currency: mapping.currency,
    number: `csv-${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`,
    fromOn: days[0] ?? '',
    toOn: days.at(-1) ?? '',
    ...ordered,
    pending: leftOut.filter(({ reason }) => reason === 'notBooked').length,
  };
  return { kind, header, statement, refused, leftOut, otherAccounts: [...reader.otherAccounts] };
}

/** Whether the balances, which follow from the amounts, say that money came in. The first line has no balance before it. */
const areProvenByBalances = (lines: BookedLine[]) =>
  lines.length >= 2 && lines.every(({ balanceCents }) => balanceCents !== null);

/** No row can be read by this mapping; the first one has the reason. */
function noRow(first: RefusedRow | undefined): AppError {
  if (!first) return refusedFile('statements.file.empty');
  const { row, problem } = first;
  return refusedFileWith(`row ${row}: ${problem}`, 'statements.file.noRow', {
    row: String(row),
    problem: { messageKey: `statements.row.${problem}` },
  });
}

type Places = Partial<Record<ColumnFact, number>>;
type Placed = Pick<Layout, 'header' | 'bodyAt'> & { places: Places };

/** Finds the row that has all mapped columns. Banks write their name and the account above it. */
function placed(rows: SourceRow[], { columns, hasHeader }: StatementMapping): Placed {
  const wanted = Object.entries(columns).filter(([, header]) => header) as [ColumnFact, string][];
  const names = new Set(wanted.map(([, header]) => headerKey(header)));
  const known = findLayout(
    rows,
    hasHeader ? (header) => names.has(headerKey(header)) || isKnownHeader(header) : () => false,
  );
  const candidates = hasHeader && !known.hasHeader ? [] : [known];
  let missing: string[] = wanted.map(([, header]) => header);
  for (const { header, bodyAt } of [...candidates, ...rowsAsHeader(rows, hasHeader)]) {
    const keys = header.map(headerKey);
    const lacks = wanted.filter(([, name]) => !keys.includes(headerKey(name)));
    if (lacks.length > 0) {
      if (lacks.length < missing.length) missing = lacks.map(([, name]) => name);
      continue;
    }
    const places: Places = Object.fromEntries(wanted.map(([fact, name]) => [fact, keys.indexOf(headerKey(name))]));
    // A mapping from before there was this fact does not name the column.
    const currency = hasHeader ? keys.findIndex(isCurrencyHeader) : -1;
    return { header, bodyAt, places: currency === -1 ? places : { currency, ...places } };
  }
  throw refusedFileWith('columns are missing', 'statements.file.columns', { columns: missing });
}

/** A person may have mapped a header of words that nobody knows, so each row above the table is tried. */
function rowsAsHeader(rows: SourceRow[], hasHeader: boolean): Pick<Layout, 'header' | 'bodyAt'>[] {
  if (!hasHeader) return [];
  return rows
    .slice(0, MAX_ROWS_ABOVE)
    .map(({ cells }, at) => ({ header: cells.map((cell) => cell.trim()), bodyAt: at + 1 }));
}

/** Throws if a column could change what a row means and nobody said that it does not. */
function checkColumns(header: string[], body: SourceRow[], mapping: StatementMapping): void {
  const { columns } = mapping;
  const currency = columns.currency ? [] : header.filter((name) => mapping.hasHeader && isCurrencyHeader(name));
  const open = openColumns(header, body, { ...mapping, ignored: [...mapping.ignored, ...currency] });
  if (open.length === 0) return;
  const names = open.map((column) => column.header || '–');
  throw refusedFileWith(`open columns: ${names.join(', ')}`, 'statements.file.openColumns', { columns: names });
}

const AMOUNTS: ColumnFact[] = ['amount', 'credit', 'debit', 'balance'];

class RowReader {
  readonly otherAccounts = new Set<string>();
  readonly #places: Places;
  readonly #mapping: StatementMapping;
  /** Whether all days are counts of days, as a spreadsheet shows days without their format. */
  readonly #areSerials: boolean;
  /** Whether a header names another currency: Credit (KES). */
  readonly #isInOther: boolean;

  constructor(body: SourceRow[], places: Places, mapping: StatementMapping) {
    this.#places = places;
    this.#mapping = mapping;
    this.#isInOther = (['amount', 'credit', 'debit'] as const).some((fact) => {
      const named = currencyInHeader(mapping.columns[fact] ?? '');
      return named !== null && isOtherCurrency(named, mapping.currency);
    });
    this.#areSerials = places.date !== undefined && dateOrderOf(cellsOfColumn(body, places.date))?.isSerial === true;
  }

  #cell({ cells }: SourceRow, fact: ColumnFact): string {
    const place = this.#places[fact];
    const text = place === undefined ? '' : unprotected(cells[place] ?? '');
    // Banks write a dash where there is no amount.
    return AMOUNTS.includes(fact) && isBlankCell(text.trim()) ? '' : text;
  }

  textOf = (row: SourceRow) => `${this.#cell(row, 'text')} ${this.#cell(row, 'moreText')}`.trim();

  /** Whether a row only has text in the columns of texts. */
  isContinuation(row: SourceRow): boolean {
    const places = [this.#places.text, this.#places.moreText];
    return this.textOf(row) !== '' && row.cells.every((cell, place) => cell.trim() === '' || places.includes(place));
  }

  /** Returns the line of a row, why it is left out, or why it cannot be read. */
  read(row: SourceRow): BookedLine | { problem: RowProblem } | Pick<LeftOutRow, 'reason'> {
    const { currency } = this.#mapping;
    const cell = (fact: ColumnFact) => this.#cell(row, fact);
    if (row.cells.every((each) => each.trim() === '')) return { reason: 'blank' };
    const filled = (['amount', 'credit', 'debit'] as const).map(cell).filter((each) => each !== '');
    const hasAmount = filled.length > 0;
    const bookedOn = this.#day(row, 'date');
    if (bookedOn === null && !hasAmount) return { reason: isTotal(row.cells) ? 'total' : 'note' };
    if (bookedOn === null && isTotal(row.cells)) return { reason: 'total' };
    // An opening or closing balance has a day and no amount, or zeros.
    if (filled.every((each) => /^0+(?:[.,]0*)?$/.test(each.trim())) && cell('balance') !== '')
      return { reason: 'note' };
    if (bookedOn === null) return { problem: otherCalendar(cell('date')) ? 'calendar' : 'date' };
    const account = withoutSpaces(cell('account'));
    if (account !== '' && account.toUpperCase() !== withoutSpaces(this.#mapping.account).toUpperCase()) {
      this.otherAccounts.add(account);
      return { reason: 'otherAccount' };
    }
    const amounts = (['amount', 'credit', 'debit'] as const).map(cell);
    if (
      isOtherCurrency(cell('currency'), currency) ||
      amounts.some((amount) => isAmountInOther(amount, currency)) ||
      this.#isInOther
    )
      return { problem: 'currency' };
    if (this.#places.status !== undefined) {
      const status = meaningOf(cell('status'), this.#mapping.meanings);
      if (status === 'notBooked') return { reason: 'notBooked' };
      if (status !== 'booked') return { problem: 'status' };
    }
    const cents = this.#cents(row);
    if (typeof cents === 'string') return { problem: cents };
    const balance = cell('balance');
    const balanceCents = balance === '' ? null : this.#amount(row, 'balance');
    if (balance !== '' && balanceCents === null) return { problem: 'balance' };
    const payerAccount = cleanText(cell('payerAccount'), MAX_TEXT.reference);
    return {
      bookedOn,
      valueOn: this.#day(row, 'valueDate'),
      cents,
      bankReference: cleanText(cell('reference'), MAX_TEXT.reference),
      endToEndId: null,
      counterparty: cleanText(cell('payer'), MAX_TEXT.name),
      counterpartyAccount: payerAccount && withoutSpaces(payerAccount),
      text: cleanText(this.textOf(row), MAX_TEXT.text) ?? '',
      chargesCents: 0,
      code: null,
      isReversal: false,
      balanceCents,
    };
  }

  #day(row: SourceRow, fact: 'date' | 'valueDate'): string | null {
    const text = this.#cell(row, fact);
    const kind = row.typed?.get(this.#places[fact] ?? -1);
    if (kind === 'd') return tableDate(text, 'YMD');
    if (kind === 'n' || this.#areSerials) return readSerial(text) ?? tableDate(text, this.#mapping.dateOrder);
    return tableDate(text, this.#mapping.dateOrder);
  }

  #amount(row: SourceRow, fact: 'amount' | 'credit' | 'debit' | 'balance'): number | null {
    const { decimalSign, currency } = this.#mapping;
    const isTyped = row.typed?.get(this.#places[fact] ?? -1) === 'n';
    return tableAmount(this.#cell(row, fact), decimalSign, decimalsOf(currency), isTyped);
  }

  /** Money in is positive. A direction and a sign that contradict each other are asked about. */
  #cents(row: SourceRow): number | RowProblem {
    const [amount, credit, debit] = (['amount', 'credit', 'debit'] as const).map((fact) =>
      this.#cell(row, fact) === '' ? 0 : this.#amount(row, fact),
    );
    if (amount == null || credit == null || debit == null) return 'amount';
    if (credit !== 0 && debit !== 0) return 'twoAmounts';
    let cents = amount + credit - Math.abs(debit);
    if (cents === 0) return 'amount';
    if (this.#places.direction === undefined) {
      const isOut = this.#mapping.unsigned === 'out' && this.#places.amount !== undefined;
      return isOut ? -Math.abs(cents) : cents;
    }
    const direction = meaningOf(this.#cell(row, 'direction'), this.#mapping.meanings);
    if (direction !== 'in' && direction !== 'out') return 'direction';
    if (direction === 'in' && cents < 0) return 'direction';
    if (direction === 'out') cents = -Math.abs(cents);
    return cents;
  }
}

const rawText = (cells: string[]) =>
  cells
    .map((cell) => cell.trim())
    .join(' | ')
    .slice(0, 2_000);

type Ordered = Pick<Statement, 'lines' | 'openingCents' | 'closingCents'>;

/** Puts lines into the order of their balances. Tables go from old to new, the other way round, or so by day only. */
function inOrder(lines: BookedLine[]): Ordered {
  if (lines.every(({ balanceCents }) => balanceCents === null))
    return { lines, openingCents: null, closingCents: null };
  const days = [...Map.groupBy(lines, ({ bookedOn }) => bookedOn).values()];
  const byDay = days.toReversed().flat();
  const ordered = [lines, lines.toReversed(), byDay].find(follows);
  if (!ordered) throw refusedFile('statements.file.balanceColumn');
  const [first, last] = [ordered[0], ordered.at(-1)];
  const [start, end] = [first?.balanceCents ?? null, last?.balanceCents ?? null];
  if (start === null || end === null || !first) return { lines: ordered, openingCents: null, closingCents: null };
  return { lines: ordered, openingCents: start - first.cents, closingCents: end };
}

/** Whether each stated balance is the one before plus the amounts since. */
function follows(lines: BookedLine[]): boolean {
  let balance: number | null = null;
  for (const { cents, balanceCents } of lines) {
    balance = balance === null ? null : balance + cents;
    if (balanceCents === null) continue;
    if (balance !== null && balance !== balanceCents) return false;
    balance = balanceCents;
  }
  return true;
}
