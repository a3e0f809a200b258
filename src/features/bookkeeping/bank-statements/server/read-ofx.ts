import { createHash } from 'node:crypto';
import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { decimalsOf } from '#lib/i18n/currency.ts';
import { decoded, findEncoding } from '#lib/tables/encodings.ts';
import { tableAmount } from '../model/amount-text.ts';
import { type BookedLine, cleanText, isDay, MAX_TEXT, type Statement } from '../model/statement.ts';
import { refusedFile, refusedFileWith } from './decode-file.ts';

/**
 * Reads the statements of an OFX file: SGML of version 1, whose elements need no end, or XML of version 2. Throws an error for the user
 * if one cannot be read.
 */
export function readOfx(bytes: Uint8Array): Statement[] {
  const encoding = findEncoding(bytes);
  const text = encoding && decoded(bytes, encoding.name);
  if (!text) throw refusedFile('statements.file.encoding');
  if (/<!\s*(?:DOCTYPE|ENTITY)/i.test(text)) throw refusedFile('statements.file.doctype');
  if (!/<\/OFX>\s*$/i.test(text)) throw refusedFile('statements.file.cutOff');
  const statements = partsOf(text, 'STMTRS').map((part) => statementOf(part, bytes));
  if (statements.length === 0) throw refusedFile('statements.file.empty');
  return statements;
}

function partsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'gi'))].map(([, part = '']) => part);
}

function fieldOf(text: string, name: string): string | null {
  const value = new RegExp(`<${name}>([^<\\r\\n]*)`, 'i').exec(text)?.[1]?.trim() ?? '';
  return value === '' ? null : unescaped(value);
}

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos|nbsp);/gi, (_whole, name: string) => {
    const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
    return signs[name.toLowerCase()] ?? '';
  });

function statementOf(part: string, bytes: Uint8Array): Statement {
  const account = withoutSpaces(fieldOf(partsOf(part, 'BANKACCTFROM')[0] ?? '', 'ACCTID') ?? '');
  if (account === '') throw refusedFile('statements.file.noAccount');
  const currency = fieldOf(part, 'CURDEF') ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) throw refusedFile('statements.file.noCurrency');
  const list = partsOf(part, 'BANKTRANLIST')[0] ?? '';
  const entries = [...list.matchAll(/<STMTTRN>([\s\S]*?)(?=<STMTTRN>|<\/STMTTRN>|$)/gi)].map(([, entry = '']) => entry);
  const lines = entries.map((entry) => lineOf(entry, currency));
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const from = days[0] ?? dayOf(fieldOf(list, 'DTSTART'));
  const to = days.at(-1) ?? dayOf(fieldOf(list, 'DTEND'));
  if (!from || !to) throw refusedFile('statements.file.noDays');
  return {
    account,
    currency,
    number: `ofx-${createHash('sha256').update(bytes).update(account).digest('hex').slice(0, 16)}`,
    fromOn: from,
    toOn: to,
    // The balance of a file is that of its last day, or of the moment of the download.
    openingCents: null,
    closingCents: null,
    lines,
    pending: 0,
  };
}

/** `TRNAMT` has a sign, whatever `TRNTYPE` says. */
function lineOf(entry: string, currency: string): BookedLine {
  const amount = fieldOf(entry, 'TRNAMT') ?? '';
  const sign = /,\d{1,2}$/.test(amount) ? ',' : '.';
  const cents = tableAmount(amount, sign, decimalsOf(currency));
  const bookedOn = dayOf(fieldOf(entry, 'DTPOSTED'));
  const other = fieldOf(entry, 'CURSYM');
  if (!cents || !bookedOn || (other !== null && other !== currency)) {
    const shown = `${fieldOf(entry, 'FITID') ?? '–'} ${amount}`;
    throw refusedFileWith('an unreadable entry', 'statements.file.unreadable', { text: shown });
  }
  const account = fieldOf(partsOf(entry, 'BANKACCTTO')[0] ?? '', 'ACCTID');
  return {
    bookedOn,
    valueOn: dayOf(fieldOf(entry, 'DTAVAIL')),
    cents,
    bankReference: cleanText(fieldOf(entry, 'FITID') ?? '', MAX_TEXT.reference),
    endToEndId: cleanText(fieldOf(entry, 'REFNUM') ?? '', MAX_TEXT.reference),
    counterparty: cleanText(fieldOf(entry, 'NAME') ?? '', MAX_TEXT.name),
    counterpartyAccount: account && withoutSpaces(account),
    text: cleanText(fieldOf(entry, 'MEMO') ?? '', MAX_TEXT.text) ?? '',
    chargesCents: 0,
    code: cleanText(fieldOf(entry, 'TRNTYPE') ?? '', 60),
    isReversal: false,
    balanceCents: null,
  };
}

function dayOf(text: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  const full = `${year}-${month}-${day}`;
  return isDay(full) ? full : null;
}
