import type { DecimalSign } from './amount-text.ts';

export const ENCODINGS = ['utf-8', 'gb18030'] as const;
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export const DECIMAL_SIGNS = ['.', ','] as const satisfies DecimalSign[];
/** The order of year, month and day. */
export const DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Facts of a line that a column can hold. Either `amount` with a sign, or `credit` and `debit`. */
export const COLUMN_FACTS = [
  'date',
  'valueDate',
  'amount',
  'credit',
  'debit',
  'payer',
  'payerAccount',
  'text',
  'moreText',
  'reference',
  'balance',
  'currency',
] as const;
export type ColumnFact = (typeof COLUMN_FACTS)[number];
export type MappedColumns = Partial<Record<ColumnFact, string>>;

/** How the text tables of a bank are read. */
export type StatementMapping = {
  name: string;
  account: string;
  /** The currency of the account. */
  currency: string;
  encoding: (typeof ENCODINGS)[number];
  delimiter: (typeof DELIMITERS)[number];
  decimalSign: DecimalSign;
  dateOrder: DateOrder;
  columns: MappedColumns;
};

/** Whether the columns suffice: a date, and one amount with a sign or two without. */
export function isComplete({ date, amount, credit, debit }: MappedColumns): boolean {
  return Boolean(date) && (amount ? !credit && !debit : Boolean(credit && debit));
}

/** Normalizes a header for comparison: half-width, single spaces, lower case. */
export function headerKey(header: string): string {
  return header.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Words of headers by fact. The first column that has one is suggested. */
const WORDS: Record<ColumnFact, RegExp> = {
  valueDate: /value date|valuta|^wert|起息/,
  date: /date|datum|^buchung|^day\b|^booked|日期|时间/,
  credit: /credit|paid in|deposit|haben|收入|贷方|存入/,
  debit: /debit|paid out|withdrawal|soll|支出|借方|支取/,
  balance: /balance|saldo|余额/,
  currency: /^(account )?(currency|ccy)$|^währung$|^waehrung$|^devise$|^币种$|^货币$/,
  amount: /amount|betrag|金额|发生额/,
  payerAccount: /(counterparty|payer|beneficiary).*(account|iban)|iban|对方账号|对方帐号/,
  payer: /payer|counterparty|name|beguenstigter|对方户名|对方名称|户名/,
  text: /^text$|description|remittance|details|purpose|narrative|verwendungszweck|摘要|附言|用途/,
  moreText: /memo|note|备注/,
  reference: /transaction id|reference|流水号|凭证号|交易序号/,
};

/** Whether a column says in which currency the amounts are. Headers such as "original currency" are about something else. */
export const isCurrencyHeader = (header: string): boolean => WORDS.currency.test(headerKey(header));

/** Suggests which column holds which fact by the words of the headers. */
export function guessColumns(headers: string[]): MappedColumns {
  const free = new Set(headers.filter((header) => header.trim() !== ''));
  const guessed: MappedColumns = {};
  for (const fact of Object.keys(WORDS) as ColumnFact[]) {
    const header = [...free].find((each) => WORDS[fact].test(headerKey(each)));
    if (header === undefined) continue;
    guessed[fact] = header;
    free.delete(header);
  }
  const { amount, credit, debit, ...others } = guessed;
  if (credit && debit) return { ...others, credit, debit };
  return { ...others, ...(amount && { amount }) };
}

/**
 * Reads a date such as 2026-11-20, 20.11.26, 11/20/2026 or 20261120, with or without a time after it. Returns null if it is
 * no day of the calendar.
 */
export function tableDate(text: string, order: DateOrder): string | null {
  const [day = ''] = text
    .normalize('NFKC')
    .trim()
    .replace(/[年月]/g, '-')
    .replace('日', ' ')
    .split(/[ T]/);
  const compact = /^\d{8}$/.test(day);
  const split = compact ? compactParts(day, order) : day.split(/[-/.]/);
  if (split.length !== 3 || !split.every((part) => /^\d{1,4}$/.test(part))) return null;
  const [year = '', month = '', date = ''] = [...'YMD'].map((unit) => split[order.indexOf(unit)] ?? '');
  if (month.length > 2 || date.length > 2 || (year.length !== 4 && year.length !== 2)) return null;
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const time = Date.parse(`${full}T00:00:00Z`);
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(full)) return null;
  return full >= '1990-01-01' ? full : null;
}

function compactParts(day: string, order: DateOrder): string[] {
  return order === 'YMD'
    ? [day.slice(0, 4), day.slice(4, 6), day.slice(6)]
    : [day.slice(0, 2), day.slice(2, 4), day.slice(4)];
}
