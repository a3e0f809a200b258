import { createHash } from 'node:crypto';
import type { BookedLine, Statement } from '#features/bookkeeping/bank-statements/model/statement.ts';
import { groupedAccount, withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { allBankAccounts, foreignAccounts } from '#features/site/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { refusedFileWith } from './decode-file.ts';
import type { ReadFile } from './read-statement-file.ts';
import {
  type ChainLink,
  chainOf,
  dayOfOtherScheme,
  type IdentifiedLine,
  isStatementStored,
  knownLines,
} from './statement-store.ts';

export type PlannedStatement = {
  statement: Statement;
  /** The lines that are not stored yet. */
  fresh: IdentifiedLine[];
  /** Whether another file brought the statement. */
  isStored: boolean;
  isMissingBefore: boolean;
};

/** The most equal lines of a day that are looked up. */
const MAX_EQUAL_LINES = 50;

/** Decides which lines of a file are new. Throws if the file cannot be imported as a whole. */
export async function planImport(db: Queryable, file: ReadFile): Promise<PlannedStatement[]> {
  const planned: PlannedStatement[] = [];
  const ofAccounts = new Map<string, Map<string, number>>();
  for (const statement of inSequence(file.statements)) {
    await checkAccount(db, statement);
    await checkScheme(db, statement, file.scheme);
    const key = `${statement.account} ${statement.currency}`;
    const inFile = ofAccounts.get(key) ?? new Map<string, number>();
    ofAccounts.set(key, inFile);
    const chain = [...(await chainOf(db, statement)), ...planned.flatMap((each) => linkOf(each, statement))];
    const isStored = await isStatementStored(db, statement);
    const before = isStored ? () => 0 : await equalLinesBefore(db, file, statement, chain, inFile);
    const lines = identifyLines(statement, file.rawRows, before);
    const known = await knownLines(
      db,
      statement.account,
      lines.map(({ identity }) => identity),
    );
    for (const [identity, cents] of inFile) known.set(identity, cents);
    const fresh = lines.filter((line) => isNew(line, known));
    for (const { identity, cents } of fresh) inFile.set(identity.toString('hex'), cents);
    planned.push({ statement, fresh, isStored, isMissingBefore: isMissingBefore(statement, chain) });
  }
  return planned;
}

function inSequence(statements: Statement[]): Statement[] {
  return statements.toSorted((a, b) => a.fromOn.localeCompare(b.fromOn) || a.toOn.localeCompare(b.toOn));
}

async function checkAccount(db: Queryable, { account, currency }: Statement): Promise<void> {
  const inDollars = (await allBankAccounts(db)).map((version) => withoutSpaces(version.account));
  const ours = [
    ...inDollars.map((number) => ({ account: number, currency: BOOKS_CURRENCY })),
    ...(await foreignAccounts(db)),
  ].filter((own) => own.account === account);
  if (ours.length === 0)
    throw refusedFileWith('not our account', (t) => t('statements.file.foreign', { account: groupedAccount(account) }));
  if (!ours.some((own) => own.currency === currency)) {
    const entered = [...new Set(ours.map((own) => own.currency))];
    throw refusedFileWith(`in ${currency}`, (t) => t('statements.file.currency', { currency, ours: t.list(entered) }));
  }
}

/** Lines of another kind of file cannot be recognized, so a day is never imported from two kinds. */
async function checkScheme(db: Queryable, { account, currency, lines }: Statement, scheme: string): Promise<void> {
  const days = [...new Set(lines.map(({ bookedOn }) => bookedOn))];
  const day = await dayOfOtherScheme(db, { account, currency }, days, scheme);
  if (day !== null)
    throw refusedFileWith('another kind of file', (t) => t('statements.file.otherKind', { day: t.date(day) }));
}

/**
 * A statement may continue the last day of the one before. Its lines are then new, even if they look the same. Returns how many
 * equal lines of that day are stored.
 */
async function equalLinesBefore(
  db: Queryable,
  file: ReadFile,
  statement: Statement,
  chain: ChainLink[],
  inFile: Map<string, number>,
): Promise<(basis: string) => number> {
  const { account, currency, openingCents, fromOn, lines } = statement;
  const goesOn = chain.some((link) => link.toOn === fromOn && link.closingCents === openingCents);
  if (!goesOn) return () => 0;
  const bases = basesOf(
    lines.filter(({ bookedOn }) => bookedOn === fromOn),
    file.rawRows,
    currency,
  );
  const wanted = bases.flatMap((basis) => Array.from({ length: MAX_EQUAL_LINES }, (_, n) => identityOf(basis, n + 1)));
  const stored = await knownLines(db, account, wanted);
  const counts = new Map(
    bases.map((basis) => {
      let n = 0;
      while ([stored, inFile].some((lines) => lines.has(identityOf(basis, n + 1).toString('hex')))) n++;
      return [basis, n];
    }),
  );
  return (basis: string) => counts.get(basis) ?? 0;
}

/** Whether a line is new. Throws if an imported line now has another amount. */
function isNew({ identity, cents, bankReference, bookedOn }: IdentifiedLine, known: Map<string, number>): boolean {
  const stored = known.get(identity.toString('hex'));
  if (stored !== undefined && stored !== cents) {
    throw refusedFileWith('another amount', (t) =>
      t('statements.file.changed', { reference: bankReference ?? '–', day: t.date(bookedOn) }),
    );
  }
  return stored === undefined;
}

function linkOf(
  { statement: { account, currency, number, fromOn, toOn, closingCents } }: PlannedStatement,
  of: Statement,
): ChainLink[] {
  return account === of.account && currency === of.currency && closingCents !== null
    ? [{ number, fromOn, toOn, closingCents }]
    : [];
}

/** Whether the statement before this one is missing: no stored statement ends with its opening balance. */
function isMissingBefore({ openingCents, number, fromOn, toOn }: Statement, chain: ChainLink[]): boolean {
  if (openingCents === null) return false;
  const others = chain.filter((link) => !(link.number === number && link.toOn === toOn));
  if (!others.some((link) => link.fromOn < fromOn)) return false;
  return !others.some((link) => link.toOn <= toOn && link.closingCents === openingCents);
}

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
function identifyLines(
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

function identityOf(basis: string, n: number): Buffer {
  return createHash('sha256').update(`${basis}#${n}`).digest();
}

/** The distinct bases of lines, to look up how many are known. */
function basesOf(lines: BookedLine[], rawRows: Map<BookedLine, string>, currency: string): string[] {
  return [...new Set(lines.map((line) => basisOf(line, rawRows.get(line), currency)))];
}
