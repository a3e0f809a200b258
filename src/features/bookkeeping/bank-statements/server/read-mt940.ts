import { withoutSpaces } from '#features/site/operator/model/bank-account.ts';
import { decimalsOf } from '#lib/i18n/currency.ts';
import { decoded, findEncoding } from '#lib/tables/encodings.ts';
import { tableAmount } from '../model/amount-text.ts';
import { addsUp, type BookedLine, cleanText, isDay, MAX_TEXT, type Statement } from '../model/statement.ts';
import { refusedFile, refusedFileWith } from './decode-file.ts';

const TAG = /^:(\d{2}[A-Z]?):/;
const BALANCE = /^(?<side>[CD])(?<day>\d{6})(?<currency>[A-Z]{3})(?<amount>[\d,]+)/;
const ENTRY =
  /^(?<value>\d{6})(?<booked>\d{4})?(?<mark>R?[CD])(?<funds>[A-Z])?(?<amount>[\d,]+)(?<code>[A-Z][A-Z0-9]{3})(?<reference>[^/\n]{0,16})(?:\/\/(?<bank>[^\n]*))?/;

type Field = { tag: string; text: string };

/** Reads the SWIFT MT940 statements of a file. Throws an error for the user if one cannot be read. */
export function readMt940(bytes: Uint8Array): Statement[] {
  const encoding = findEncoding(bytes);
  const text = encoding && decoded(bytes, encoding.name);
  if (!text) throw refusedFile('statements.file.encoding');
  const statements = messagesOf(text).map(statementOf);
  if (statements.length === 0) throw refusedFile('statements.file.empty');
  return statements;
}

/** Each message begins with field 20. Lines that begin with no tag continue the field above. */
function messagesOf(text: string): Field[][] {
  const messages: Field[][] = [];
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const tag = TAG.exec(line.replace(/^\{.*\{4:$/, ''))?.[1];
    if (tag === '20') messages.push([]);
    const fields = messages.at(-1);
    if (!fields || /^(?:-\}?.*|\{.*)$/.test(line)) continue;
    const last = fields.at(-1);
    if (tag) fields.push({ tag, text: line.slice(tag.length + 2) });
    else if (last) last.text += `\n${line}`;
  }
  return messages;
}

function statementOf(fields: Field[]): Statement {
  const textOf = (...tags: string[]) => fields.find(({ tag }) => tags.includes(tag))?.text ?? null;
  const account = withoutSpaces((textOf('25', '25P') ?? '').split('\n')[0]?.split('/').at(-1) ?? '').replace(
    /[A-Z]{3}$/,
    '',
  );
  if (account === '') throw refusedFile('statements.file.noAccount');
  const opening = balanceOf(textOf('60F', '60M'));
  const closing = balanceOf(textOf('62F', '62M'));
  const number = cleanText(textOf('28C', '28') ?? '', MAX_TEXT.reference) ?? '';
  // Without its last balance a message was cut off.
  if (!opening || !closing) throw refusedFile('statements.file.cutOff');
  if (opening.currency !== closing.currency) throw refusedFile('statements.file.balanceCurrency');
  const { currency } = opening;
  const lines = fields.flatMap((field, at) =>
    field.tag === '61'
      ? [lineOf(field.text, fields[at + 1]?.tag === '86' ? (fields[at + 1]?.text ?? '') : '', currency)]
      : [],
  );
  const days = [opening.day, closing.day, ...lines.map(({ bookedOn }) => bookedOn)].sort();
  const statement: Statement = {
    account,
    currency,
    number: `${number || 'MT940'} ${closing.day.slice(0, 4)}`,
    fromOn: lines.map(({ bookedOn }) => bookedOn).sort()[0] ?? closing.day,
    toOn: days.at(-1) ?? closing.day,
    openingCents: opening.cents,
    closingCents: closing.cents,
    lines,
    pending: 0,
  };
  if (!addsUp(statement))
    throw refusedFileWith('balances do not add up', 'statements.file.doesNotAddUp', { number: statement.number });
  return statement;
}

function balanceOf(text: string | null): { day: string; currency: string; cents: number } | null {
  const parts = BALANCE.exec(text ?? '')?.groups;
  if (!parts) return null;
  const { side, day = '', currency = '', amount = '' } = parts;
  const cents = tableAmount(amount, ',', decimalsOf(currency));
  const on = dayOf(day);
  if (cents === null || on === null) throw refusedFile('statements.file.balance');
  return { day: on, currency, cents: side === 'D' ? 0 - cents : cents };
}

function dayOf(text: string): string | null {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  return isDay(day) ? day : null;
}

/** RC takes back a credit and RD a debit, so RC is money out. */
function lineOf(text: string, information: string, currency: string): BookedLine {
  const parts = ENTRY.exec(text)?.groups;
  const cents = tableAmount(parts?.amount ?? '', ',', decimalsOf(currency));
  const valueOn = dayOf(parts?.value ?? '');
  if (!parts || !cents || valueOn === null) {
    const shown = text.slice(0, 40);
    throw refusedFileWith('an unreadable entry', 'statements.file.unreadable', { text: shown });
  }
  const { booked, mark = '', code = '', reference = '', bank = '' } = parts;
  const details = detailsOf(information);
  return {
    bookedOn: booked ? bookedDay(valueOn, booked) : valueOn,
    valueOn,
    cents: mark === 'C' || mark === 'RD' ? cents : -cents,
    bankReference: cleanText(bank, MAX_TEXT.reference),
    endToEndId: /^(?:NONREF|NOTPROVIDED)?$/.test(reference.trim()) ? null : cleanText(reference, MAX_TEXT.reference),
    ...details,
    chargesCents: 0,
    code,
    isReversal: mark.startsWith('R'),
    balanceCents: null,
  };
}

/** The day of booking has no year. It is the one nearest to the value date. */
function bookedDay(valueOn: string, booked: string): string {
  const year = Number(valueOn.slice(0, 4));
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueOn));
  const days = [year - 1, year, year + 1]
    .map((each) => `${each}-${booked.slice(0, 2)}-${booked.slice(2)}`)
    .filter(isDay);
  return days.sort((a, b) => distance(a) - distance(b))[0] ?? valueOn;
}

/** Field 86 has subfields such as ?20 for the text and ?32 for the name, codes such as /NAME/, or free text. */
function detailsOf(information: string): Pick<BookedLine, 'counterparty' | 'counterpartyAccount' | 'text'> {
  const joined = information.replaceAll('\n', '');
  const subfields = [...joined.matchAll(/[?>](\d\d)([^?>]*)/g)].map(([, code = '', text = '']) => ({ code, text }));
  const of = (isWanted: (code: number) => boolean) =>
    subfields
      .filter(({ code }) => isWanted(Number(code)))
      .map(({ text }) => text)
      .join(' ');
  if (subfields.length > 0) {
    const account = cleanText(
      of((code) => code === 31),
      MAX_TEXT.reference,
    );
    return {
      counterparty: cleanText(
        of((code) => code === 32 || code === 33),
        MAX_TEXT.name,
      ),
      counterpartyAccount: account && withoutSpaces(account),
      text:
        cleanText(
          of((code) => code === 0 || (code >= 20 && code <= 29) || code >= 60),
          MAX_TEXT.text,
        ) ?? '',
    };
  }
  const name = /\/(?:NAME|BENM\/NAME|ORDP\/NAME)\/([^/]*)/.exec(joined)?.[1] ?? '';
  return {
    counterparty: cleanText(name, MAX_TEXT.name),
    counterpartyAccount: null,
    text: cleanText(information, MAX_TEXT.text) ?? '',
  };
}
