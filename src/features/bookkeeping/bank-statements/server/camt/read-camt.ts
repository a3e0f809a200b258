import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { decimalsOf } from '#lib/i18n/currency.ts';
import { minorUnits } from '../../model/amount-text.ts';
import { addsUp, type BookedLine, cleanText, isDay, MAX_TEXT, type Statement } from '../../model/statement.ts';
import { refusedFile, refusedFileWith } from '../refuse-file.ts';
import { linesOfEntry } from './camt-entry.ts';
import { all, readXml, textAt } from './read-xml.ts';

/** The versions of camt.053 whose mapping is tested. */
const VERSIONS = ['02', '08'];
const MESSAGE = /^urn:iso:std:iso:20022:tech:xsd:camt\.(\d{3})\.001\.(\d{2})$/;
const MAX_LINES = 50_000;

/** Reads the statements of an ISO 20022 file. Throws an error for the user if it is not one. */
export function readCamt(bytes: Uint8Array): Statement[] {
  const { content, namespace } = readXml(bytes);
  checkMessage(namespace);
  const statements = all(content, 'Document', 'BkToCstmrStmt', 'Stmt').map(statementOf);
  if (statements.length === 0) throw refusedFile('statements.file.empty');
  if (statements.reduce((sum, { lines }) => sum + lines.length, 0) > MAX_LINES)
    throw refusedFile('statements.file.tooLong');
  return statements;
}

function checkMessage(namespace: string): void {
  const [, message, version = ''] = MESSAGE.exec(namespace) ?? [];
  if (message === '052') throw refusedFile('statements.file.intraday');
  if (message !== '053') throw refusedFile('statements.file.notCamt');
  if (!VERSIONS.includes(version))
    throw refusedFileWith(`camt.053 version ${version}`, (t) => t('statements.file.version', { version }));
}

function statementOf(node: unknown): Statement {
  const account = textAt(node, 'Acct', 'Id', 'IBAN') ?? textAt(node, 'Acct', 'Id', 'Othr', 'Id');
  if (!account) throw refusedFile('statements.file.noAccount');
  const currency = currencyOf(node);
  const entries = all(node, 'Ntry');
  const booked = entries.filter((entry) => statusOf(entry) === 'BOOK');
  const lines = booked.flatMap((entry) => linesOfEntry(entry, currency));
  const statement: Statement = {
    account: withoutSpaces(account),
    currency,
    number: cleanText(numberOf(node), MAX_TEXT.reference) ?? '',
    ...daysOf(node, lines),
    openingCents: balanceOf(node, ['OPBD', 'PRCD'], currency),
    closingCents: balanceOf(node, ['CLBD'], currency),
    lines,
    pending: entries.length - booked.length,
  };
  if (!addsUp(statement)) {
    const { number } = statement;
    throw refusedFileWith('balances do not add up', (t) => t('statements.file.doesNotAddUp', { number }));
  }
  return statement;
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
