import { isCurrency } from '#lib/i18n/currency.ts';
import { type DecimalSign, readNumber, scaled } from '#lib/tables/numbers.ts';

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

/** Currencies by sign. */
const SIGNS: Record<string, string[]> = {
  $: ['USD', 'AUD', 'CAD', 'HKD', 'NZD', 'SGD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['CNY', 'JPY'],
};
/** Names of currencies that banks write instead of a code or sign. */
const NAMES: Record<string, string[]> = {
  USD: ['US$', 'US DOLLAR', 'US DOLLARS', '美元'],
  EUR: ['EURO', 'EUROS', '欧元'],
  CNY: ['RMB', '人民币'],
  JPY: ['YEN', '日元'],
  KES: ['KSH', 'KSHS'],
  NGN: ['₦'],
  BRL: ['R$'],
  INR: ['₹', 'RS', 'RS.'],
  GHS: ['GH¢', 'GH₵'],
};

const capitals = (text: string) => text.normalize('NFKC').trim().toUpperCase();
const isFor = (name: string, currency: string) => name === currency || SIGNS[name]?.includes(currency) === true;

/** Whether the amount of a text table names another currency than this one, such as EUR 100.00 or 100.00 €. */
export function isAmountInOther(text: string, currency: string): boolean {
  const named = (readNumber(text, '.') ?? readNumber(text, ','))?.currency;
  return named != null && !isFor(named, currency);
}

/** Whether a cell of a column of currencies names another one than this, or something unknown. */
export function isOtherCurrency(cell: string, currency: string): boolean {
  const name = capitals(cell);
  return name !== '' && !isFor(name, currency) && !NAMES[currency]?.includes(name);
}

/**
 * Converts the amount of a text table to minor units: 1,234.50 or 1.234,50 by the decimal sign of the table, with a sign at either end, in
 * parentheses, or marked CR or DR. Returns null for anything else, for a unit such as k, and for 1.000 with a decimal point, which may
 * be a thousand. `isTyped`: a workbook stores it as a number.
 */
export function tableAmount(text: string, decimalSign: DecimalSign, digits: number, isTyped = false): number | null {
  const number = readNumber(text, isTyped ? '.' : decimalSign);
  if (number?.unit !== 1 || (number.mark !== null && number.isNegative)) return null;
  const isThousand = number.isOpen && number.fraction.length === 3;
  if (digits < 3 && isThousand && !isTyped) return null;
  return scaled({ ...number, isNegative: number.isNegative || number.mark === 'out' }, digits, MAX_CENTS);
}

function joined(whole: string, fraction: string, digits: number): number | null {
  if (/[1-9]/.test(fraction.slice(digits))) return null;
  const units = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return Number.isSafeInteger(units) && units <= MAX_CENTS ? units : null;
}

/** Whether a text is the code or name of a currency. */
export function isCurrencyName(text: string): boolean {
  const name = capitals(text);
  return isCurrency(name) || Object.hasOwn(SIGNS, name) || Object.values(NAMES).some((names) => names.includes(name));
}
