import { createHash } from 'node:crypto';
import type { BookedLine, Statement } from '#features/bookkeeping/bank-statements/model/statement.ts';
import { groupedAccount, withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { allBankAccounts, foreignAccounts } from '#features/site/server/api.ts';
import { BOOKS_CURRENCY } from '#lib/i18n/currency.ts';
import type { Queryable } from '#lib/server/database/postgres.ts';
import { type AskedLine, completeDays, recognize, type StoredLine } from '../model/recognize-lines.ts';
import { refusedFileWith, refusedWith } from './decode-file.ts';
import type { ReadFile } from './read-statement-file.ts';
import { type ChainLink, chainOf, type IdentifiedLine, isStatementStored, storedLines } from './statement-store.ts';

export type PlannedStatement = {
  statement: Statement;
  /** The lines that are not stored yet. */
  fresh: IdentifiedLine[];
  /** Lines that may be stored already. Nothing is imported until a person has answered for each. */
  asked: AskedLine[];
  /** Whether another file brought the statement. */
  isStored: boolean;
  isMissingBefore: boolean;
};

/** Decides which lines of a file are new. Throws if the file cannot be imported as a whole. */
export async function planImport(
  db: Queryable,
  file: ReadFile,
  same: Record<string, boolean> = {},
): Promise<PlannedStatement[]> {
  const planned: PlannedStatement[] = [];
  for (const statement of inSequence(file.statements)) {
    await checkAccount(db, statement);
    const inFile = planned.filter(({ statement: { account, currency } }) => isOf(statement, account, currency));
    const chain: ChainLink[] = [
      ...(await chainOf(db, statement)),
      ...inFile.flatMap(({ statement: earlier }) => linkOf(earlier, -1 - file.statements.indexOf(earlier))),
    ];
    const days = [...new Set(statement.lines.map(({ bookedOn }) => bookedOn))];
    const stored = [
      ...(await storedLines(db, statement, days)),
      ...inFile.flatMap((earlier) => asStored(earlier, file)),
    ];
    const isStored = await isStatementStored(db, statement);
    const before = isStored ? new Set<number>() : statementsBefore(statement, chain);
    // Lines of the statement that this one continues are others, even if they look the same. Balances of rows tell them apart.
    const candidates = stored.filter(
      (line) =>
        !(
          before.has(line.statementId) &&
          line.bookedOn === statement.fromOn &&
          (line.balanceCents === null || file.scheme !== line.scheme)
        ),
    );
    const isWholePeriod = statement.closingCents !== null && !file.scheme.startsWith('csv') && before.size === 0;
    const { fresh, asked, changed } = recognize(statement.lines, candidates, {
      scheme: file.scheme,
      isComplete: completeDays(statement, isWholePeriod),
      same,
    });
    if (changed) throw changedLine(changed);
    planned.push({
      statement,
      fresh: identified(fresh, stored, statement.currency),
      asked,
      isStored,
      isMissingBefore: isMissingBefore(statement, chain),
    });
  }
  return planned;
}

const isOf = (statement: Statement, account: string, currency: string) =>
  statement.account === account && statement.currency === currency;

/** Lines that an earlier statement of the file brings, in the form of stored ones. */
function asStored({ statement, fresh }: PlannedStatement, { scheme, statements }: ReadFile): StoredLine[] {
  const statementId = -1 - statements.indexOf(statement);
  return fresh.map((line, at) => ({ ...line, id: -1 - at, statementId, scheme, filename: '' }));
}

/** Gives each new line its identity: day, amount and its place among all lines that are equal in these. */
function identified(fresh: BookedLine[], stored: StoredLine[], currency: string): IdentifiedLine[] {
  const counts = new Map<string, number>();
  for (const { bookedOn, cents } of stored) {
    const place = `${bookedOn} ${cents}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return fresh.map((line) => {
    const place = `${line.bookedOn} ${line.cents}`;
    const n = (counts.get(place) ?? 0) + 1;
    counts.set(place, n);
    const basis = JSON.stringify(['read', currency, line.bookedOn, line.cents, n]);
    return { ...line, identity: createHash('sha256').update(basis).digest() };
  });
}

function changedLine({ bankReference, bookedOn }: BookedLine) {
  return refusedWith('another amount', (t) =>
    t('statements.file.changed', { reference: bankReference ?? '–', day: t.date(bookedOn) }),
  );
}

/** The statements of the same day that lead up to this one: each ends with the balance with which the next one begins. */
function statementsBefore({ fromOn, openingCents }: Statement, chain: ChainLink[]): Set<number> {
  const found = new Set<number>();
  let balances = [openingCents];
  while (balances.length > 0) {
    const next = chain.filter(
      ({ id, toOn, closingCents }) => !found.has(id) && toOn === fromOn && balances.includes(closingCents),
    );
    for (const { id } of next) found.add(id);
    balances = next.filter((link) => link.fromOn === fromOn).map((link) => link.openingCents);
  }
  return found;
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
    throw refusedFileWith('not our account', 'statements.file.foreign', { account: groupedAccount(account) });
  if (!ours.some((own) => own.currency === currency)) {
    const entered = [...new Set(ours.map((own) => own.currency))];
    throw refusedFileWith(`in ${currency}`, 'statements.file.currency', { currency, ours: entered });
  }
}

function linkOf({ number, fromOn, toOn, openingCents, closingCents }: Statement, id: number): ChainLink[] {
  return closingCents === null ? [] : [{ id, number, fromOn, toOn, openingCents, closingCents }];
}

/** Whether the statement before this one is missing: no stored statement ends with its opening balance. */
function isMissingBefore({ openingCents, number, fromOn, toOn }: Statement, chain: ChainLink[]): boolean {
  if (openingCents === null) return false;
  const others = chain.filter((link) => !(link.number === number && link.toOn === toOn));
  if (!others.some((link) => link.fromOn < fromOn)) return false;
  return !others.some((link) => link.toOn <= toOn && link.closingCents === openingCents);
}
