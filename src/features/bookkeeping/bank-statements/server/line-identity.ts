import { createHash } from 'node:crypto';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { BookedLine, Statement } from '../model/statement.ts';
import type { IdentifiedLine } from './statement-store.ts';

/**
 * The base of a line's identity. Equal lines of a day share it and are numbered. It names other currencies than that of the books, because an
 * account can have several.
 */
function basisOf(line: BookedLine, raw: string | undefined, currency: string): string {
  const basis = basisInCurrency(line, raw);
  return currency === BOOKS_CURRENCY ? basis : `${currency} ${basis}`;
}

function basisInCurrency(line: BookedLine, raw: string | undefined): string {
  const { bookedOn, cents, bankReference } = line;
  const direction = cents > 0 ? 'C' : 'D';
  if (bankReference !== null && !NO_REFERENCE.test(bankReference))
    return JSON.stringify(['reference', bankReference, bookedOn, direction]);
  if (raw !== undefined) return JSON.stringify(['row', bookedOn, cents, raw]);
  const { text, counterparty, counterpartyAccount, endToEndId } = line;
  return JSON.stringify(['line', bookedOn, cents, text, counterparty, counterpartyAccount, endToEndId]);
}

/** Placeholders that banks write when there is no reference. */
const NO_REFERENCE = /^(NOTPROVIDED|NONREF|N\/?A|NONE|0+|-+)$/i;

/**
 * Gives each line of a statement its identity: the bank's reference, or a hash of day, amount and texts. Equal lines of a day
 * are counted. `before`: how many equal lines an earlier statement of the same day had, which are not among these.
 */
export function identifyLines(
  { lines, currency }: Pick<Statement, 'lines' | 'currency'>,
  rawRows: Map<BookedLine, string>,
  before: (basis: string) => number = () => 0,
): IdentifiedLine[] {
  const counts = new Map<string, number>();
  return lines.map((line) => {
    const basis = basisOf(line, rawRows.get(line), currency);
    const n = (counts.get(basis) ?? before(basis)) + 1;
    counts.set(basis, n);
    return { ...line, identity: identityOf(basis, n) };
  });
}

export function identityOf(basis: string, n: number): Buffer {
  return createHash('sha256').update(`${basis}#${n}`).digest();
}

/** The distinct bases of lines, to look up how many are known. */
export function basesOf(lines: BookedLine[], rawRows: Map<BookedLine, string>, currency: string): string[] {
  return [...new Set(lines.map((line) => basisOf(line, rawRows.get(line), currency)))];
}
