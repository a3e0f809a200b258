/** The largest amount of a line: 10 billion dollars. */
export const MAX_CENTS = 1_000_000_000_000;
const XML_AMOUNT = /^(\d{1,18})(?:\.(\d{1,18}))?$/;

/**
 * Converts the amount of an XML statement to minor units, without a detour through binary fractions. Zeros that pad it are
 * allowed. Returns null for signs, exponents, and more decimals than the currency has.
 */
export function minorUnits(text: string, digits: number): number | null {
  const match = XML_AMOUNT.exec(text);
  return match ? joined(match[1] ?? '', match[2] ?? '', digits) : null;
}

export type DecimalSign = '.' | ',';

const GROUPS: Record<DecimalSign, RegExp> = {
  '.': /^\d{1,3}(?:[, '’]\d{3})+(?:\.\d+)?$/,
  ',': /^\d{1,3}(?:[. '’]\d{3})+(?:,\d+)?$/,
};
/** Three digits after the decimal sign: more likely thousands of a table that is read with the wrong sign. */
const AMBIGUOUS: Record<DecimalSign, RegExp> = { '.': /^\d{1,3}\.\d{3}$/, ',': /^\d{1,3},\d{3}$/ };
const PLAIN: Record<DecimalSign, RegExp> = { '.': /^\d{1,18}(?:\.\d+)?$/, ',': /^\d{1,18}(?:,\d+)?$/ };
const SIGNED = /^(?:(?<before>[-+−])\s*)?(?<number>[\d.,'’ ]+?)\s*(?<after>[-+−])?$/;
const IN_PARENTHESES = /^\((?<number>[\d.,'’ ]+)\)$/;
const CURRENCY = /^(?:[A-Z]{3}|[$€£¥￥])\s*|\s*(?:[A-Z]{3}|[$€£¥￥])$/g;

/** Currencies by sign. */
const SIGNS: Record<string, string[]> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['CNY', 'JPY'],
};
const CODE_OR_SIGN = /(?<![A-Z])[A-Z]{3}(?![A-Z])|[$€£¥]/;
/** Names of currencies that banks write instead of a code or sign. */
const NAMES: Record<string, string[]> = {
  USD: ['US$', 'US DOLLAR', 'US DOLLARS', '美元'],
  EUR: ['EURO', 'EUROS', '欧元'],
  CNY: ['RMB', '人民币'],
  JPY: ['YEN', '日元'],
  KES: ['KSH', 'KSHS'],
};

const capitals = (text: string) => text.normalize('NFKC').trim().toUpperCase();
const isFor = (name: string, currency: string) => name === currency || SIGNS[name]?.includes(currency) === true;

/** Whether the amount of a text table names another currency than this one, such as EUR 100.00 or 100.00 €. */
export function isAmountInOther(text: string, currency: string): boolean {
  const [named] = CODE_OR_SIGN.exec(capitals(text)) ?? [];
  return named !== undefined && !isFor(named, currency);
}

/** Whether a cell of a column of currencies names another one than this, or something unknown. */
export function isOtherCurrency(cell: string, currency: string): boolean {
  const name = capitals(cell);
  return name !== '' && !isFor(name, currency) && !NAMES[currency]?.includes(name);
}

/**
 * Converts the amount of a text table to minor units: 1,234.50 or 1.234,50 by the decimal sign of the table, with a sign at
 * either end or in parentheses. Returns null for anything else, and for 1.000 with a decimal point, which may be a thousand.
 */
export function tableAmount(text: string, decimalSign: DecimalSign, digits: number): number | null {
  const bare = text.normalize('NFKC').replaceAll('\u00A0', ' ').trim().replace(CURRENCY, '');
  const { before, number = '', after } = (SIGNED.exec(bare) ?? IN_PARENTHESES.exec(bare))?.groups ?? {};
  if (before && after) return null;
  if (!PLAIN[decimalSign].test(number) && !GROUPS[decimalSign].test(number)) return null;
  if (digits < 3 && AMBIGUOUS[decimalSign].test(number)) return null;
  const [whole = '', fraction = ''] = number.split(decimalSign);
  const units = joined(whole.replace(/\D/g, ''), fraction, digits);
  if (units === null) return null;
  const isNegative = [before, after].some((sign) => sign === '-' || sign === '−') || bare.startsWith('(');
  return isNegative && units !== 0 ? -units : units;
}

function joined(whole: string, fraction: string, digits: number): number | null {
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const units = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(units) && units <= MAX_CENTS ? units : null;
}
