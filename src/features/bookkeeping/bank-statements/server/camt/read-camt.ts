import { minorUnits } from '#features/bookkeeping/bank-statements/model/amount-text.ts';
import {
  addsUp,
  type BookedLine,
  cleanText,
  isDay,
  MAX_TEXT,
  type Statement,
} from '#features/bookkeeping/bank-statements/model/statement.ts';
import { refusedFile, refusedFileWith } from '#features/bookkeeping/bank-statements/server/decode-file.ts';
import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { decimalsOf } from '#lib/i18n/currency.ts';
import { all, at, readXml, textAt } from './read-xml.ts';

/** Versions 02 to 14 differ in where they put states, names and charges, which are looked for in each place. */
const VERSIONS = { first: 2, last: 14 };
const MESSAGE = /^urn:iso:std:iso:20022:tech:xsd:camt\.(\d{3})\.001\.(\d{2})$/;
const MAX_LINES = 50_000;

/** Reads the statements of an ISO 20022 file. Throws an error for the user if it is not one. */
export function readCamt(bytes: Uint8Array): Statement[] {
  const { content, namespace } = readXml(bytes);
  checkMessage(namespace);
  const statements = joinPages(all(content, 'Document', 'BkToCstmrStmt', 'Stmt').map(pageOf));
  if (statements.length === 0) throw refusedFile('statements.file.empty');
  if (statements.reduce((sum, { lines }) => sum + lines.length, 0) > MAX_LINES)
    throw refusedFile('statements.file.tooLong');
  return statements;
}

function checkMessage(namespace: string): void {
  const [, message, version = ''] = MESSAGE.exec(namespace) ?? [];
  if (message === '052') throw refusedFile('statements.file.intraday');
  if (message === '054') throw refusedFile('statements.file.notification');
  if (message !== '053') throw refusedFile('statements.file.notCamt');
  if (Number(version) < VERSIONS.first || Number(version) > VERSIONS.last)
    throw refusedFileWith(`camt.053 version ${version}`, 'statements.file.version', { version });
}

/** A `Stmt` element: a statement, or one page of it. */
type Page = { statement: Statement; page: number | null };

/** Joins the pages of each statement: the opening balance of the first, the closing balance of the last, and all lines. */
function joinPages(pages: Page[]): Statement[] {
  const grouped = Map.groupBy(pages, ({ statement: { account, currency, number, toOn } }) =>
    JSON.stringify([account, currency, number, toOn]),
  );
  return Array.from(grouped.values(), (ofStatement) => {
    const ordered = ofStatement.toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0));
    const statements = ordered.map(({ statement }) => statement);
    const [first, last] = [statements[0]!, statements.at(-1)!];
    const joined: Statement = {
      ...first,
      fromOn: statements.map(({ fromOn }) => fromOn).sort()[0]!,
      closingCents: last.closingCents,
      lines: statements.flatMap(({ lines }) => lines),
      pending: statements.reduce((sum, { pending }) => sum + pending, 0),
    };
    // Without balances or page numbers, the same statement may be in the file twice.
    const isProven = joined.openingCents !== null && joined.closingCents !== null;
    const isNumbered = ordered.every(({ page }, at) => page !== null && page !== ordered[at + 1]?.page);
    if (!addsUp(joined) || (statements.length > 1 && !isProven && !isNumbered)) {
      const { number } = joined;
      throw refusedFileWith('balances do not add up', 'statements.file.doesNotAddUp', { number });
    }
    return joined;
  });
}

function pageOf(node: unknown): Page {
  const page = Number(textAt(node, 'StmtPgntn', 'PgNb') ?? Number.NaN);
  return { statement: statementOf(node), page: Number.isInteger(page) ? page : null };
}

function statementOf(node: unknown): Statement {
  const account = textAt(node, 'Acct', 'Id', 'IBAN') ?? textAt(node, 'Acct', 'Id', 'Othr', 'Id');
  if (!account) throw refusedFile('statements.file.noAccount');
  const currency = currencyOf(node);
  const entries = all(node, 'Ntry');
  const booked = entries.filter((entry) => statusOf(entry) === 'BOOK');
  const lines = booked.flatMap((entry) => linesOfEntry(entry, currency));
  return {
    account: withoutSpaces(account),
    currency,
    number: cleanText(numberOf(node), MAX_TEXT.reference) ?? '',
    ...daysOf(node, lines),
    openingCents: balanceOf(node, ['OPBD', 'PRCD'], currency),
    closingCents: balanceOf(node, ['CLBD'], currency),
    lines,
    pending: entries.length - booked.length,
  };
}

function currencyOf(node: unknown): string {
  const currency =
    textAt(node, 'Acct', 'Ccy') ??
    textAt(all(node, 'Bal')[0], 'Amt', '@Ccy') ??
    textAt(all(node, 'Ntry')[0], 'Amt', '@Ccy');
  if (!currency || !/^[A-Z]{3}$/.test(currency)) throw refusedFile('statements.file.noCurrency');
  return currency;
}

function numberOf(node: unknown): string {
  const number = textAt(node, 'ElctrncSeqNb') ?? textAt(node, 'LglSeqNb') ?? textAt(node, 'Id');
  if (!number) throw refusedFile('statements.file.noNumber');
  return number;
}

/** In version 02 the status of an entry is a text, later it is an element with a code. */
function statusOf(entry: unknown): string | null {
  return textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts');
}

function daysOf(node: unknown, lines: BookedLine[]): Pick<Statement, 'fromOn' | 'toOn'> {
  const stated = (name: string) => textAt(node, 'FrToDt', name)?.slice(0, 10);
  const days =
    lines.length > 0
      ? lines.map(({ bookedOn }) => bookedOn)
      : all(node, 'Bal').flatMap((balance) => textAt(balance, 'Dt', 'Dt') ?? textAt(balance, 'Dt', 'DtTm') ?? []);
  const known = days.map((day) => day.slice(0, 10)).sort();
  const fromOn = stated('FrDtTm') ?? known[0];
  const toOn = stated('ToDtTm') ?? known.at(-1);
  if (!isDay(fromOn) || !isDay(toOn) || toOn < fromOn) throw refusedFile('statements.file.noDays');
  return { fromOn, toOn };
}

/** Returns the first balance of the given codes in cents; null if the statement has none. */
function balanceOf(node: unknown, codes: string[], currency: string): number | null {
  for (const code of codes) {
    const ofCode = all(node, 'Bal').filter((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code);
    const balance = ofCode.find((each) => textAt(each, 'Amt', '@Ccy') === currency);
    if (ofCode.length > 0 && !balance) throw refusedFile('statements.file.balanceCurrency');
    if (!balance) continue;
    const cents = minorUnits(textAt(balance, 'Amt') ?? '', decimalsOf(currency));
    const sign = textAt(balance, 'CdtDbtInd');
    if (cents === null || (sign !== 'CRDT' && sign !== 'DBIT')) throw refusedFile('statements.file.balance');
    return sign === 'DBIT' ? 0 - cents : cents;
  }
  return null;
}

/** Placeholders that banks write when the payer gave no reference. */
const NO_REFERENCE = /^(NOTPROVIDED|NONREF|N\/?A|NONE)$/i;

/**
 * Returns the lines of a booked entry: one, or one for each part of a batch. A batch stays one line unless the amounts of
 * its parts sum to the entry.
 */
function linesOfEntry(entry: unknown, currency: string): BookedLine[] {
  const cents = signedCents(entry, currency);
  const bookedOn = dayOf(entry, 'BookgDt') ?? dayOf(entry, 'ValDt');
  if (!bookedOn) throw refusedEntry(entry, 'statements.entry.day');
  const common = {
    bookedOn,
    valueOn: dayOf(entry, 'ValDt'),
    code: codeOf(entry),
    isReversal: textAt(entry, 'RvslInd') === 'true',
    balanceCents: null,
  };
  const reference = clean(textAt(entry, 'AcctSvcrRef'));
  const parts = all(entry, 'NtryDtls').flatMap((details) => all(details, 'TxDtls'));
  const amounts = parts.map((part) => partCents(part, currency, cents));
  const sum = amounts.reduce<number>((total, amount) => total + (amount ?? Number.NaN), 0);
  if (parts.length > 1 && sum === cents) {
    return parts.map((part, place) => ({
      ...common,
      ...detailsOf(part, entry, currency),
      cents: amounts[place] ?? 0,
      bankReference: clean(textAt(part, 'Refs', 'AcctSvcrRef')) ?? (reference && `${reference}/${place + 1}`),
    }));
  }
  const details = detailsOf(parts.length === 1 ? parts[0] : undefined, entry, currency);
  const batch = parts.length > 1 ? clean(parts.map((part) => remittanceOf(part)).join(' · '), MAX_TEXT.text) : null;
  return [
    {
      ...common,
      ...details,
      cents,
      bankReference: reference ?? clean(textAt(parts[0], 'Refs', 'AcctSvcrRef')),
      text: batch ?? details.text,
    },
  ];
}

/**
 * The amount of an entry with its sign. `CdtDbtInd` is the direction of the entry itself, even if `RvslInd` marks it
 * as the reversal of another entry.
 */
function signedCents(entry: unknown, currency: string): number {
  const cents = minorUnits(textAt(entry, 'Amt') ?? '', decimalsOf(currency));
  const direction = textAt(entry, 'CdtDbtInd');
  if (textAt(entry, 'Amt', '@Ccy') !== currency) throw refusedEntry(entry, 'statements.entry.currency');
  if (cents === null || cents === 0) throw refusedEntry(entry, 'statements.entry.amount');
  if (direction !== 'CRDT' && direction !== 'DBIT') throw refusedEntry(entry, 'statements.entry.direction');
  return direction === 'DBIT' ? -cents : cents;
}

/** The amount of a part of a batch in the direction of the entry; null if it is not stated in the account's currency. */
function partCents(part: unknown, currency: string, entryCents: number): number | null {
  const amount = at(part, 'Amt') ?? at(part, 'AmtDtls', 'TxAmt', 'Amt');
  if (textAt(amount, '@Ccy') !== currency) return null;
  const cents = minorUnits(textAt(amount) ?? '', decimalsOf(currency));
  if (cents === null || cents === 0) return null;
  const direction = textAt(part, 'CdtDbtInd');
  const isDebit = direction === null ? entryCents < 0 : direction === 'DBIT';
  return isDebit ? -cents : cents;
}

type Details = Pick<BookedLine, 'endToEndId' | 'counterparty' | 'counterpartyAccount' | 'text' | 'chargesCents'>;

function detailsOf(part: unknown, entry: unknown, currency: string): Details {
  const isCredit = textAt(part, 'CdtDbtInd') ?? textAt(entry, 'CdtDbtInd');
  const isReversal = textAt(entry, 'RvslInd') === 'true';
  // A returned transfer names the parties in their original roles.
  const roles = (isCredit === 'CRDT') !== isReversal ? ['Dbtr', 'Cdtr'] : ['Cdtr', 'Dbtr'];
  const [role = ''] = roles;
  const parties = at(part, 'RltdPties');
  const account = at(parties, `${role}Acct`, 'Id');
  const endToEnd = clean(textAt(part, 'Refs', 'EndToEndId'));
  const accountId = textAt(account, 'IBAN') ?? textAt(account, 'Othr', 'Id');
  return {
    endToEndId: endToEnd && !NO_REFERENCE.test(endToEnd) ? endToEnd : null,
    counterparty: clean(nameOf(at(parties, role)) ?? nameOf(at(parties, `Ultmt${role}`)), MAX_TEXT.name),
    counterpartyAccount: accountId === null ? null : clean(withoutSpaces(accountId)),
    text: clean([remittanceOf(part), textAt(entry, 'AddtlNtryInf')].join(' '), MAX_TEXT.text) ?? '',
    chargesCents: chargesOf(part, entry, currency),
  };
}

/** In version 02 a party has a name, later it contains a party that has one. */
function nameOf(party: unknown): string | null {
  return textAt(party, 'Pty', 'Nm') ?? textAt(party, 'Nm');
}

function remittanceOf(part: unknown): string {
  const structured = all(part, 'RmtInf', 'Strd').flatMap((each) => [
    textAt(each, 'CdtrRefInf', 'Ref'),
    textAt(each, 'AddtlRmtInf'),
  ]);
  const texts = all(part, 'RmtInf', 'Ustrd').map((each) => textAt(each));
  return [...texts, ...structured, textAt(part, 'AddtlTxInf')].filter((text) => text !== null).join(' ');
}

/** Bank charges: as stated, or the instructed amount minus the amount received. */
function chargesOf(part: unknown, entry: unknown, currency: string): number {
  const own = (amount: unknown) =>
    textAt(amount, '@Ccy') === currency ? (minorUnits(textAt(amount) ?? '', decimalsOf(currency)) ?? 0) : 0;
  const stated = [...all(part, 'Chrgs'), ...all(entry, 'Chrgs')].flatMap((charges) => [
    own(at(charges, 'Amt')),
    own(at(charges, 'TtlChrgsAndTaxAmt')),
    ...all(charges, 'Rcrd').map((record) => own(at(record, 'Amt'))),
  ]);
  const instructed = own(at(part, 'AmtDtls', 'InstdAmt', 'Amt'));
  const arrived = own(at(part, 'Amt')) || own(at(entry, 'Amt'));
  return Math.max(0, ...stated, instructed - arrived);
}

function codeOf(entry: unknown): string | null {
  const domain = at(entry, 'BkTxCd', 'Domn');
  const codes = [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')];
  return clean(codes.every(Boolean) ? codes.join('/') : textAt(entry, 'BkTxCd', 'Prtry', 'Cd'), 60);
}

function dayOf(entry: unknown, name: string): string | null {
  const day = (textAt(entry, name, 'Dt') ?? textAt(entry, name, 'DtTm'))?.slice(0, 10);
  return isDay(day) ? day : null;
}

function clean(text: string | null, max: number = MAX_TEXT.reference): string | null {
  return text === null ? null : cleanText(text, max);
}

type EntryProblem =
  | 'statements.entry.day'
  | 'statements.entry.currency'
  | 'statements.entry.amount'
  | 'statements.entry.direction';

function refusedEntry(entry: unknown, problem: EntryProblem) {
  const reference = clean(textAt(entry, 'AcctSvcrRef') ?? textAt(entry, 'NtryRef')) ?? '–';
  const amount = clean(textAt(entry, 'Amt')) ?? '–';
  return refusedFileWith(problem, 'statements.file.entry', { reference, amount, problem: { messageKey: problem } });
}
