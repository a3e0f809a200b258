import { type DateOrder, readDay } from '#lib/tables/dates.ts';
import type { Encoding } from '#lib/tables/encodings.ts';
import { headerKey } from '#lib/tables/layout.ts';
import type { DecimalSign } from '#lib/tables/numbers.ts';
import type { Delimiter } from '#lib/tables/split-text.ts';

export const DECIMAL_SIGNS = ['.', ','] as const satisfies DecimalSign[];

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
  'direction',
  'status',
  'account',
] as const;
export type ColumnFact = (typeof COLUMN_FACTS)[number];
export type MappedColumns = Partial<Record<ColumnFact, string>>;

/** How the text tables of a bank are read. */
export type StatementMapping = {
  name: string;
  account: string;
  /** The currency of the account. */
  currency: string;
  encoding: Encoding;
  delimiter: Delimiter;
  decimalSign: DecimalSign;
  dateOrder: DateOrder;
  columns: MappedColumns;
  /** Whether the table has a header. Without one, columns have the letters of a spreadsheet. */
  hasHeader: boolean;
  /** Columns that change nothing about what a row means, as a person said. */
  ignored: string[];
  /** What words of the columns of directions and states mean, as a person said, by the key of the word. */
  meanings: Record<string, Meaning>;
  /** What amounts without a sign are, if neither two columns nor a direction say it. Null until a person has said it. */
  unsigned: Unsigned | null;
  /** The sheet of a workbook, if a person had to choose it. */
  sheet: string | null;
};

/** `minus`: money in, because money out has a minus sign. `in`, `out`: all rows of the bank's tables. */
export const UNSIGNED = ['minus', 'in', 'out'] as const;
type Unsigned = (typeof UNSIGNED)[number];

/** What a word says about a row: money in or out, booked by the bank or not. */
export const MEANINGS = ['in', 'out', 'booked', 'notBooked'] as const;
export type Meaning = (typeof MEANINGS)[number];

/** Whether the columns suffice: a date, and one amount with a sign or two without. */
export function isComplete({ date, amount, credit, debit }: MappedColumns): boolean {
  return Boolean(date) && (amount ? !credit && !debit : Boolean(credit && debit));
}

/** Words of headers by fact. The first column that has one is suggested. */
const WORDS: Record<ColumnFact, RegExp> = {
  valueDate: /value ?date|valuta|^wert|date (de )?valeur|fecha valor|data valor|дата валют|起息/,
  date: /date(?! of birth)|datum|^buchung|^day\b|^booked|^created\b|completion time|日期|时间|^fecha|^data\b|^дата|تاريخ|^tarehe|ቀን/,
  credit:
    /^credits?( amount)?$|^amount credit|paid in|money in|deposits?|haben|^crédit|^cr[eé]ditos?$|abono|entrada|^ingreso|приход|поступ|^кредит|收入|贷方|存入|دائن|إيداع|mapato|ገቢ/,
  debit:
    /^debits?( amount)?$|^amount debit|paid out|money out|withdrawals?|withdrawn|^soll$|^débit|^d[eé]bitos?$|^cargos?$|saída|egreso|расход|списан|^дебет|支出|借方|支取|مدين|سحب|matumizi|ወጪ/,
  balance: /balance|saldo|solde|остаток|余额|餘額|الرصيد|salio|ቀሪ/,
  currency:
    /^(account )?(currency|ccy|curr?)$|^währung$|^waehrung$|^devise$|^moneda$|^moeda$|^валюта$|^币种$|^货币$|^幣別$|^العملة$|^sarafu$|^ምንዛሬ$/,
  direction:
    /^(d ?\/ ?c|c ?\/ ?d|dr ?\/ ?cr|cr ?\/ ?dr|dc|crdr|drcr|direction|sign|cdtdbtind|(debit|dr\.?) ?(\/|or) ?(credit|cr\.?)( indicator| flag)?|credit ?(\/|or) ?debit( indicator| flag)?|soll ?\/ ?haben|s ?\/ ?h|sens|sentido|收支|收\/支|借贷|借贷标志|借贷方向|收付标志|дебет ?\/ ?кредит|приход ?\/ ?расход|الاتجاه)$/,
  status:
    /^(transaction |booking |payment )?(status|state|statut|estado|situação|статус|состояние|hali|ሁኔታ|状态|交易状态|الحالة)$/,
  amount: /amount|betrag|montant|importe|monto|valor|сумма|金额|金額|发生额|المبلغ|kiasi|መጠን/,
  payerAccount: /(counterparty|payer|beneficiary).*(account|iban)|iban|对方账号|对方帐号|对方账户/,
  account:
    /^(our |own )?(account|acct|a\/c)( no\.?| number| nr\.?)?$|^auftragskonto$|^konto(nummer)?$|^compte$|^cuenta$|^conta$|^сч[её]т$|^本方账号$|^[账帐]号$|^رقم الحساب$|^akaunti$/,
  payer:
    /payer|counterparty|\bname|beguenstigter|empfänger|zahlungspflicht|bénéficiaire|beneficiari|контрагент|плательщик|对方户名|对方名称|户名/,
  text: /^text$|descrip|hist[oó]rico|detalle|glosa|lançamento|açıklama|keterangan|^(transaction )?remarks?$|remittance|details|particulars|purpose|narrative|narration|verwendungszweck|libellé|concepto|descri[cç]|назначение|摘要|附言|用途|البيان|maelezo|መግለጫ/,
  moreText: /^buchungstext|memo|note|备注|備註/,
  reference:
    /transaction id|^receipt( no\.?)?$|reference|^ref\.?( no\.?)?$|^référence|^referencia|流水号|凭证号|交易序号/,
};

/** Whether a column says in which currency the amounts are. Headers such as "original currency" are about something else. */
export const isCurrencyHeader = (header: string): boolean => WORDS.currency.test(headerKey(header));

/** Whether a header is one of a statement. */
export function isKnownHeader(header: string): boolean {
  const key = headerKey(header);
  return key.length <= 60 && Object.values(WORDS).some((words) => words.test(key));
}

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
  const { amount, credit, debit, direction, ...others } = guessed;
  if (credit && debit) return { ...others, credit, debit };
  return { ...others, ...(amount && { amount, ...(direction && { direction }) }) };
}

/** Reads a day of a table. Returns null if it is no day of the calendar since 1990. */
export function tableDate(text: string, order: DateOrder): string | null {
  const day = readDay(text, order);
  return day !== null && day >= '1990-01-01' ? day : null;
}
