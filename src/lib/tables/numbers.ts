export type DecimalSign = '.' | ',';

/** A number as it was written. Digits are kept as text, so no amount passes through a binary fraction. */
export type ReadNumber = {
  isNegative: boolean;
  whole: string;
  fraction: string;
  /** What the number is multiplied with: 1 for 18,500, 1000 for 9.9k, 10000 for 6.2万. */
  unit: number;
  /** A code such as USD, or a sign that several currencies use, such as $. */
  currency: string | null;
  /** What a suffix or prefix says about the direction: CR, DR, H, S, 收, 支. */
  mark: 'in' | 'out' | null;
  /** Whether the decimal sign decides the value and the digits do not: 1.234 or 1,234. */
  isOpen: boolean;
};

const UNITS: [RegExp, number][] = [
  [/^(?:k|tsd|tausend|thousand|тыс|mil|milles?|千)$/i, 1_000],
  [/^(?:万|萬|w|만)$/i, 10_000],
  [/^(?:lakhs?|lacs?|lac|lk)$/i, 100_000],
  [/^(?:m|mn|mio|million|millions|млн|百万)$/i, 1_000_000],
  [/^(?:crores?|cr\.)$/i, 10_000_000],
  [/^(?:亿|億)$/, 100_000_000],
];
const MARKS_IN = /^(?:cr|c|h|haben|credit|crédit|crédito|貸|贷|收|存|кт|дохід|دائن)$/i;
const MARKS_OUT = /^(?:dr|d|db|s|soll|debit|débit|débito|借|支|取|付|дт|مدين)$/i;
/** Signs and short names of currencies. `$` and `¥` belong to several countries. */
const CURRENCIES: [RegExp, string][] = [
  [/^(?:us\$|usd\$|us dollars?|dollars?|美元|美金|доллар\p{L}*|долл|دولار)$/iu, 'USD'],
  [/^(?:€|euros?|eur|欧元|歐元|евро)$/iu, 'EUR'],
  [/^(?:£|pounds?)$/i, 'GBP'],
  [/^(?:rmb|cn¥|yuan|人民币|人民幣|元|块)$/iu, 'CNY'],
  [/^(?:円|日元|日圓|jp¥|yen)$/iu, 'JPY'],
  [/^(?:ksh|kshs|ks)$/i, 'KES'],
  [/^(?:tsh|tshs|tzs)$/i, 'TZS'],
  [/^(?:ush|ugx)$/i, 'UGX'],
  [/^(?:₦|ngn|naira)$/i, 'NGN'],
  [/^(?:₵|gh₵|ghs|gh¢)$/i, 'GHS'],
  [/^(?:₽|руб|р|рублей)$/iu, 'RUB'],
  [/^(?:₹|rs|inr)$/i, 'INR'],
  [/^(?:r\$|reais)$/i, 'BRL'],
  [/^(?:₺|tl)$/i, 'TRY'],
  [/^(?:₸|тг|тенге)$/iu, 'KZT'],
  [/^(?:₴|грн)$/iu, 'UAH'],
  [/^(?:dhs?|aed|د\.?إ|درهم)$/iu, 'AED'],
  [/^(?:sar|ر\.?س|ريال)$/iu, 'SAR'],
  [/^(?:br|birr|ብር|etb)$/iu, 'ETB'],
  [/^(?:hk\$)$/i, 'HKD'],
  [/^(?:฿|บาท|thb)$/iu, 'THB'],
  [/^(?:₩|krw)$/iu, 'KRW'],
  [/^(?:\$)$/, '$'],
  [/^(?:¥)$/, '¥'],
];
const CODE = /^[A-Z]{3}$/;

/** Digits of other scripts by the code of their zero: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50];

/** No number or date is longer. Patterns that read them would take seconds for texts of many thousand characters. */
const MAX_LENGTH = 200;

/**
 * Writes digits, signs and spaces of all scripts in the way of ASCII. Arabic decimal and thousand signs stay distinct. Returns an empty
 * text for one that is too long to be a number or a date.
 */
export function plainDigits(text: string): string {
  if (text.length > MAX_LENGTH) return '';
  let plain = '';
  for (const sign of text.normalize('NFKC')) {
    const code = sign.codePointAt(0) ?? 0;
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    plain += zero === undefined ? sign : String(code - zero);
  }
  return plain
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u3000]/g, ' ')
    .replace(/[−–—﹣]/g, '-')
    .trim();
}

/** Returns the content of a cell that a program protected from becoming a number or a formula: ="123", '123, a leading tab. */
export function unprotected(cell: string): string {
  const trimmed = cell.trim();
  const formula = /^="((?:[^"]|"")*)"$/.exec(trimmed);
  if (formula) return (formula[1] ?? '').replaceAll('""', '"').trim();
  return /^'(?=[\d.(]|\s*[=+\-@＝＋－＠])/.test(trimmed) ? trimmed.slice(1) : trimmed;
}

// Group signs other than the decimal sign. 12,34,567.00 is grouped by lakh and crore.
const GROUPED: Record<DecimalSign, RegExp> = {
  '.': /^(?:\d{1,3}(?:([, '’_٬،])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})(?:\.\d*)?$/,
  ',': /^\d{1,3}(?:([. '’_٬])\d{3})(?:\1\d{3})*(?:,\d*)?$/,
};
const PLAIN: Record<DecimalSign, RegExp> = {
  '.': /^(?:\d{1,18}(?:\.\d*)?|\.\d+)$/,
  ',': /^(?:\d{1,18}(?:,\d*)?|,\d+)$/,
};
const OPEN = /^(?!0[.,])\d{1,3}[.,]\d{3}$/;
const NUMBER = /^(?<before>[^\d.,٫]*)(?<digits>[\d.,٫][\d.,'’_ ٫٬،]*?)(?<after>[^\d.,'’_٫٬،]*)$/u;

/**
 * Reads a number of any custom by the decimal sign of its column. Returns null if the text is no number, or names what is neither a
 * sign, a currency, a unit nor a direction.
 */
export function readNumber(text: string, decimalSign: DecimalSign): ReadNumber | null {
  const plain = plainDigits(unprotected(text));
  const inParentheses = /^(?<outside>[^()\d]*)\((?<inside>[^()]*)\)(?<rest>[^()\d]*)$/u.exec(plain)?.groups;
  const bare = inParentheses ? `${inParentheses.outside} ${inParentheses.inside} ${inParentheses.rest}`.trim() : plain;
  const parts = NUMBER.exec(bare)?.groups;
  if (!parts) return null;
  const { before = '', digits = '', after = '' } = parts;
  const words = wordsOf(before, after);
  if (!words) return null;
  const hasArabic = digits.includes('٫');
  const sign = hasArabic ? '.' : decimalSign;
  const number = (hasArabic ? digits.replaceAll(',', '٬').replace('٫', '.') : digits).trim();
  if (!PLAIN[sign].test(number) && !GROUPED[sign].test(number)) return null;
  const [whole = '', fraction = ''] = number.split(sign);
  return {
    isNegative: words.isNegative || inParentheses !== undefined,
    whole: whole.replace(/\D/g, '') || '0',
    fraction,
    unit: words.unit,
    currency: words.currency,
    mark: words.mark,
    isOpen: !hasArabic && OPEN.test(number),
  };
}

type Words = Pick<ReadNumber, 'isNegative' | 'unit' | 'currency' | 'mark'>;

/** Reads what is around the digits. Returns null if a word is unknown or contradicts another. */
function wordsOf(before: string, after: string): Words | null {
  const found: Words = { isNegative: false, unit: 1, currency: null, mark: null };
  let signs = 0;
  const take = (word: string, isAfter: boolean): boolean => {
    const unit = isAfter ? UNITS.find(([words]) => words.test(word)) : undefined;
    const currency = CURRENCIES.find(([words]) => words.test(word))?.[1] ?? (CODE.test(word) ? word : null);
    if (/^[-+]$/.test(word)) {
      signs++;
      found.isNegative ||= word === '-';
    } else if (MARKS_IN.test(word) && found.mark === null) found.mark = 'in';
    else if (MARKS_OUT.test(word) && found.mark === null) found.mark = 'out';
    else if (unit && found.unit === 1) found.unit = unit[1];
    else if (currency && (found.currency === null || found.currency === currency)) found.currency = currency;
    else return false;
    return true;
  };
  const all = [
    ...pieces(before).map((word) => [word, false] as const),
    ...pieces(after).map((word) => [word, true] as const),
  ];
  return all.every(([word, isAfter]) => take(word, isAfter)) && signs <= 1 ? found : null;
}

/** Splits into words, signs of currencies, and plus or minus. 6.2万元 is a unit and a currency. */
function pieces(text: string): string[] {
  return [
    ...text.matchAll(
      /[-+]|[A-Za-z]{0,3}[$¥₵]|[€£₦₽₹₺₸₴฿₩]|[万萬千亿億](?=[元円美人])|[\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*|[^\s\p{L}\p{M}.]/gu,
    ),
  ].map(([word]) => word);
}

/**
 * Converts a number to minor units, or to a whole number with `digits` 0. Returns null if it has more decimals than `digits`, or more
 * than `most`.
 */
export function scaled({ isNegative, whole, fraction, unit }: ReadNumber, digits: number, most: number): number | null {
  const zeros = Math.log10(unit);
  const moved = fraction.padEnd(zeros, '0');
  const all = whole + moved.slice(0, zeros);
  const rest = moved.slice(zeros);
  if (/[1-9]/.test(rest.slice(digits))) return null;
  const units = Number(all + rest.slice(0, digits).padEnd(digits, '0'));
  if (!Number.isSafeInteger(units) || units > most) return null;
  return isNegative && units !== 0 ? -units : units;
}

type FoundSign = { sign: DecimalSign; isOpen: boolean };

/**
 * Decides the decimal sign by all numbers of a column. Open if the signs are in every number where they could also part thousands.
 * Null if the numbers contradict each other.
 */
export function decimalSignOf(texts: Iterable<string>): FoundSign | null {
  const votes = { '.': 0, ',': 0 };
  let isOpen = false;
  for (const text of texts) {
    const digits = /\d[\d.,'’ ]*/.exec(plainDigits(unprotected(text)))?.[0].trim() ?? '';
    const marks = [...digits.matchAll(/[.,]/g)].map(([mark]) => mark as DecimalSign);
    if (marks.length === 0) continue;
    const last = marks.at(-1) ?? '.';
    const other = last === '.' ? ',' : '.';
    if (new Set(marks).size === 2) {
      if (marks.filter((mark) => mark === last).length > 1) return null;
      votes[last]++;
    } else if (marks.length > 1) votes[other]++;
    else if (/[.,]\d{3}$/.test(digits) && !/^0[.,]/.test(digits) && OPEN.test(digits.replace(/[ '’]/g, '')))
      isOpen = true;
    else votes[last]++;
  }
  if (votes['.'] > 0 && votes[','] > 0) return null;
  if (votes['.'] + votes[','] > 0) return { sign: votes['.'] > 0 ? '.' : ',', isOpen: false };
  return { sign: '.', isOpen };
}
