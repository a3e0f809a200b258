import { type DateOrder, readDay } from '#lib/tables/dates.ts';
import type { Encoding } from '#lib/tables/encodings.ts';
import { headerKey } from '#lib/tables/layout.ts';
import type { DecimalSign } from '#lib/tables/numbers.ts';
import type { Delimiter } from '#lib/tables/split-text.ts';
import { isCurrencyName } from './amount-text.ts';

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

/** Words of headers by fact, without a currency or mark in parentheses. The first column that has one is suggested. */
const WORDS: Record<ColumnFact, RegExp> = {
  valueDate:
    /value\.? ?(date|dt)|val\.? date|valuta|^wert|date (de )?val(eur)?|fecha valor|data valor|дата валют|起息|تاريخ الحق/,
  date: /date(?! of birth)|datum|^buchung|^day\b|^booked|^created\b|completion time|trans\.? time|日期|时间|日付|取引日|年月日|거래일|^fecha|^d[ií]a$|^data\b|^дата|تاريخ|^tarehe|^tarih|^tanggal|^ngày|วันที่|ቀን/,
  credit:
    /^credits?( (amount|amt)\.?| euros?)?$|^amount credit|^cr\.? (amount|amt)|paid in|money in|deposits?|haben|^crédit|^cr[eé]ditos?$|abono|dep[oó]sitos?|entrada|^ingreso|приход|поступ|^кредит|收入|贷方|存入|转入金额|お預り|お預かり|入金|입금|alacak|^kredit|ghi có|ฝาก|دائن|إيداع|إضافة|mapato|kilichoingia|ገቢ/,
  debit:
    /^debits?( (amount|amt)\.?| euros?)?$|^amount debit|^dr\.? (amount|amt)|^payments?$|paid out|money out|withdrawals?|withdrawn|^soll$|^débit|^d[eé]bitos?$|\bcargos?$|retiros?|saída|egreso|расход|списан|^дебет|支出|借方|支取|提取|转出金额|お支払|お引出|出金|출금|borç|^debet|ghi nợ|ถอน|مدين|سحب|خصم|matumizi|kilichotoka|ወጪ/,
  balance: /balance|saldo|solde|bakiye|số dư|คงเหลือ|остаток|余额|餘額|結餘|结余|残高|잔액|الرصيد|salio|ቀሪ/,
  currency:
    /^(account )?(currency|ccy|curr?)$|^währung$|^waehrung$|^devise$|^moneda$|^moeda$|^валюта( операции)?$|^(交易)?币种$|^币别$|^货币$|^幣別$|^العملة$|^sarafu$|^ምንዛሬ$/,
  direction:
    /^(d ?\/ ?c|c ?\/ ?d|dr ?\/ ?cr|cr ?\/ ?dr|dc|crdr|drcr|direction|sign|cdtdbtind|(debit|dr\.?) ?(\/|or) ?(credit|cr\.?)( indicator| flag)?|credit ?(\/|or) ?debit( indicator| flag)?|soll ?\/ ?haben|s ?\/ ?h|sens|sentido|收支|收\/支|借贷|借贷标志|借贷方向|收付标志|дебет ?\/ ?кредит|приход ?\/ ?расход|الاتجاه)$/,
  status:
    /^(transaction |booking |payment )?(status|state|statut|estado|situação|статус|состояние|hali|ሁኔታ|状态|交易状态|当前状态|الحالة)$/,
  amount:
    /amount|betrag|montant|importe|monto|valor|tutar|jumlah|số tiền|จำนวนเงิน|сумма|金额|金額|发生额|금액|المبلغ|kiasi|መጠን/,
  payerAccount: /(counterparty|payer|beneficiary).*(account|iban)|iban|对方账号|对方帐号|对方账户/,
  account:
    /^(our |own )?(account|acct|a\/c)( no\.?| number| nr\.?)?$|^auftragskonto$|^konto(nummer)?$|^compte$|^cuenta$|^conta$|^сч[её]т$|^本方账号$|^[账帐]号$|^رقم الحساب$|^akaunti$/,
  payer:
    /payer|counterparty|\bname|beguenstigter|empfänger|zahlungspflicht|bénéficiaire|beneficiari|контрагент|плательщик|对方户名|对方名称|对方账号与户名|对手信息|交易对方|户名/,
  text: /^text$|descrip|hist[oó]rico|detalle|glosa|lançamento|movimiento|nature de l.op[eé]ration|açıklama|keterangan|diễn giải|nội dung|รายการ|^transactions?$|^(transaction )?remarks?$|remittance|details|particulars|purpose|narrative|narration|verwendungszweck|libell[eé]|concepto|descri[cç]|descritivo|назначение|описание|摘要|附言|用途|详情|詳情|交易说明|取引内容|적요|البيان|الوصف|تفاصيل|maelezo|መግለጫ|ዝርዝር/,
  moreText: /^buchungstext|memo|note|备注|備註/,
  reference:
    /transaction id|^receipt( no\.?)?$|reference|^ref\.?( no\.?)?$|^référence|^referencia|dekont no|المرجع|流水号|凭证号|交易序号/,
};

/** A currency or a sign that a header has after its name: Debit (KES), Credit(+), 收入金额(+元), Crédit EUR. */
const UNIT = /\s*[([（]\s*[+-]?\s*(?<inside>[^()[\]（）\d]{0,4}?)\s*[+-]?\s*[)\]）]$|\s(?<after>[a-z]{3})$/;

function unitOf(key: string): { name: string; currency: string | null } {
  const unit = UNIT.exec(key);
  const [inside, after] = [unit?.groups?.inside, unit?.groups?.after];
  const word = inside ?? after;
  if (!unit || word === undefined) return { name: key, currency: null };
  if (isCurrencyName(word)) return { name: key.slice(0, unit.index), currency: word };
  // 元 may also be a dollar of Hong Kong or Taiwan.
  return { name: /^(?:元|円|원)?$/.test(inside ?? '-') ? key.slice(0, unit.index) : key, currency: null };
}

const nameOf = (header: string): string => unitOf(headerKey(header)).name;
/** Returns the currency that a header has after its name; null without one. */
export const currencyInHeader = (header: string): string | null => unitOf(headerKey(header)).currency;

/** Whether a column says in which currency the amounts are. Headers such as "original currency" are about something else. */
export const isCurrencyHeader = (header: string): boolean => WORDS.currency.test(nameOf(header));

/** Whether a column has directions, or amounts with a sign. */
export const isDirectionHeader = (header: string): boolean => WORDS.direction.test(nameOf(header));

/** Whether a header is one of a statement. */
export function isKnownHeader(header: string): boolean {
  const key = nameOf(header);
  return key.length <= 60 && Object.values(WORDS).some((words) => words.test(key));
}

/** Suggests which column holds which fact by the words of the headers. */
export function guessColumns(headers: string[]): MappedColumns {
  const free = new Set(headers.filter((header) => header.trim() !== ''));
  const guessed: MappedColumns = {};
  for (const fact of Object.keys(WORDS) as ColumnFact[]) {
    const header = [...free].find((each) => WORDS[fact].test(nameOf(each)));
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
