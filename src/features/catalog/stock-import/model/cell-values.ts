import { LIMITS, MIN_YEAR } from '#features/catalog/listings/model/listing.ts';
import { LISTING_FIELDS, type Range } from '#features/catalog/listings/model/listing-fields.ts';
import { cellText, proseText } from '#lib/cell-text.ts';
import { textOfHtml } from '#lib/html-text.ts';
import { centsOf } from '#lib/money.ts';
import { plainNumber } from '#lib/plain-text.ts';

/** Possible currencies per sign or word. A sign that several countries use has several. */
const MEANINGS: Record<string, string[]> = {
  $: ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'NAD', 'MXN', 'CLP', 'COP'],
  us$: ['USD'],
  美元: ['USD'],
  美金: ['USD'],
  '£': ['GBP'],
  英镑: ['GBP'],
  '€': ['EUR'],
  euro: ['EUR'],
  欧元: ['EUR'],
  '¥': ['CNY', 'JPY'],
  元: ['CNY'],
  人民币: ['CNY'],
  rmb: ['CNY'],
  日元: ['JPY'],
  '₦': ['NGN'],
  '₵': ['GHS'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₩': ['KRW'],
  ksh: ['KES'],
  dhs: ['AED'],
};

for (const code of Intl.supportedValuesOf('currency')) MEANINGS[code.toLowerCase()] = [code];

export const CURRENCY_WORDS = Object.keys(MEANINGS).sort((a, b) => b.length - a.length);

/** Returns the currencies that a sign, word or code may mean; none if it is unknown. */
export function currenciesOf(word: string): string[] {
  return MEANINGS[word.toLowerCase().replace(/[\s.]/g, '')] ?? [];
}

/** Returns the currency if it is unambiguous, else null. The dollar sign is ambiguous. */
export function detectedCurrency(meanings: string[]): string | null {
  return meanings.length === 1 ? (meanings[0] ?? null) : null;
}

export const isCurrencyCode = (code: string) => MEANINGS[code.toLowerCase()]?.[0] === code;

const GROUPED = [
  { pattern: /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/, group: /,/g, point: '.' },
  { pattern: /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/, group: /\./g, point: ',' },
  { pattern: /^\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d{1,2})?$/, group: /[ '’]/g, point: ',' },
];
const PLAIN = /^\d+(?:[.,]\d+)?$/;

/**
 * Parses an amount or distance: 30495, 30,495.50, 30.495,50, 30 495. A comma or point followed by exactly three digits
 * separates thousands. Returns null for anything else; remove signs and units first.
 */
export function readGroupedNumber(text: string): number | null {
  for (const { pattern, group, point } of GROUPED) {
    if (pattern.test(text)) return Number(text.replace(group, '').replace(point, '.'));
  }
  return readDecimal(text);
}

export function readDecimal(text: string): number | null {
  return PLAIN.test(text) ? Number(text.replace(',', '.')) : null;
}

function readWholeNumber(text: string): number | null {
  const value = /^\d+(?:\.0+)?$/.test(text) ? Number(text) : null;
  return value !== null && Number.isSafeInteger(value) ? value : null;
}

/** The value of a cell, or why it has none. A value with a remark is used and reported. */
export type Reading<Value> = { value: Value; remark?: string } | { problem: string };

export type MoneyUnit = {
  currency: string;
  /** US dollars per unit of the currency. */
  rate: number;
  /** 10,000 if the header contains 万. */
  times: number;
  /** Neither the header nor the operator names the currency, so each cell must. */
  inCells: boolean;
  ignoreSign: boolean;
};
export type MileageUnit = { unit: 'km' | 'mi' | null; times: number };
export type EngineUnit = 'cc' | 'l' | null;

const { dollars: DOLLARS, mileage: MILEAGE } = LIMITS;
const CC = LISTING_FIELDS.engine.range;
const LITERS = { min: CC.min / 1000, max: CC.max / 1000 };

const NUMBER_PART = /\d(?:[\d., '’]*\d)?/;

/** Splits a cell into its number and the rest. Recognizes 万 (ten thousand). */
function splitNumber(cell: string): { digits: string; times: number; unitText: string } | null {
  const text = cellText(cell);
  const digits = NUMBER_PART.exec(text)?.[0];
  if (digits === undefined) return null;
  const around = text.replace(digits, ' ').trim();
  const times = around.includes('万') ? 10_000 : 1;
  return { digits, times, unitText: around.replace('万', '').trim().toLowerCase() };
}

/** With 万, a comma or point is always decimal: 3.125万 is 31,250. */
function numberOf(digits: string, times: number): number | null {
  return times === 1 ? readGroupedNumber(digits) : readDecimal(digits);
}

/** Returns the currencies that a price cell may name; none if it names none. */
export function currenciesInCell(cell: string): string[] {
  return currenciesOf(splitNumber(cell)?.unitText ?? '');
}

/** Parses a price to US cents. */
export function readPrice(cell: string, { currency, rate, times, inCells, ignoreSign }: MoneyUnit): Reading<number> {
  const parts = splitNumber(cell);
  if (!parts) return { problem: 'the price is not a number' };
  const amount = numberOf(parts.digits, parts.times * times);
  if (amount === null) return { problem: 'the price is not a number' };
  const named = currenciesOf(parts.unitText);
  if (parts.unitText !== '' && named.length === 0)
    return { problem: `the price contains '${parts.unitText}', which is not a currency` };
  if (named.length === 0 && inCells) return { problem: 'the price has no currency, unlike other rows' };
  if (named.length > 0 && !named.includes(currency) && !ignoreSign) {
    return { problem: `the price is marked '${parts.unitText}', but the sheet is declared to be in ${currency}` };
  }
  const dollars = amount * Math.max(parts.times, times) * rate;
  const cents = centsOf(dollars);
  if (cents < centsOf(DOLLARS.min)) return { problem: amount === 0 ? 'the price is 0' : 'the price is below 1 USD' };
  if (dollars > DOLLARS.max) return { problem: `the price is above the limit of ${plainNumber(DOLLARS.max)} USD` };
  return { value: cents };
}

const KM_WORDS = new Set(['km', 'kms', '公里', '千米', 'kilometer', 'kilometers', 'kilometre', 'kilometres']);
const MILE_WORDS = new Set(['mi', 'mile', 'miles', '英里']);

export function mileageUnitInCell(cell: string): 'km' | 'mi' | null {
  const unitText = splitNumber(cell)?.unitText ?? '';
  if (KM_WORDS.has(unitText)) return 'km';
  return MILE_WORDS.has(unitText) ? 'mi' : null;
}

export function readMileage(cell: string, { unit, times }: MileageUnit): Reading<{ value: number; unit: 'km' | 'mi' }> {
  const parts = splitNumber(cell);
  const amount = parts && numberOf(parts.digits, parts.times * times);
  if (!parts || amount === null) return { problem: 'the mileage is not a number' };
  const named = mileageUnitInCell(cell);
  if (parts.unitText !== '' && named === null)
    return { problem: `the mileage contains '${parts.unitText}', which is not a unit of distance` };
  if (named && unit && named !== unit)
    return { problem: `the mileage is marked ${named}, but the sheet is declared to be in ${unit}` };
  const inUnit = named ?? unit;
  if (inUnit === null) return { problem: 'the mileage has no unit; add --mileage-unit' };
  const distance = amount * Math.max(parts.times, times);
  const value = Math.round(distance);
  if (Math.abs(value - distance) > 1e-6) return { problem: 'the mileage is not a whole number' };
  if (value > MILEAGE.max) return { problem: `the mileage is above ${plainNumber(MILEAGE.max)}` };
  return { value: { value, unit: inUnit } };
}

const CC_WORDS = new Set(['cc', 'ccm', 'cm3', 'ml', '毫升']);
const LITER_WORDS = new Set(['l', 't', 'liter', 'liters', 'litre', 'litres', '升']);

/**
 * Parses an engine size to cubic centimeters. Without a unit, an amount within the limit for liters is in liters, a
 * larger one in cc.
 */
export function readEngine(cell: string, declared: EngineUnit): Reading<number> {
  const parts = splitNumber(cell);
  const amount = parts && readDecimal(parts.digits);
  if (!parts || amount === null) return { problem: 'not an engine size' };
  const named = CC_WORDS.has(parts.unitText) ? 'cc' : LITER_WORDS.has(parts.unitText) ? 'l' : null;
  if (parts.unitText !== '' && named === null) return { problem: 'not an engine size' };
  if (amount === 0) return { problem: 'the engine size is 0' };
  const unit = named ?? declared ?? (amount <= LITERS.max ? 'l' : 'cc');
  const range = unit === 'l' ? LITERS : CC;
  if (amount < range.min || amount > range.max) return { problem: `no car has an engine of ${amount} ${unit}` };
  return { value: Math.round(unit === 'l' ? amount * 1000 : amount) };
}

const YEAR_FIRST =
  /^(\d{4})(?:\.0+|年(?:款|\d{1,2}月(?:\d{1,2}日)?)?|[-/.]\d{1,2}(?:[-/.]\d{1,2}(?:[ t]\d{1,2}:.*)?)?)?$/i;
const YEAR_LAST = /^(?:\d{1,2}[-/.]){1,2}(\d{4})$/;

export function readYear(cell: string, thisYear: number): Reading<number> {
  const text = cellText(cell);
  const year = Number((YEAR_FIRST.exec(text) ?? YEAR_LAST.exec(text))?.[1]);
  if (Number.isNaN(year)) return { problem: 'not a year' };
  if (year < MIN_YEAR || year > thisYear + 1) {
    return { problem: `the year is not between ${MIN_YEAR} and ${thisYear + 1}` };
  }
  return { value: year };
}

/** Parses a whole number. `called` names it in the problem. */
export function readNumber(cell: string, { min, max }: Range, called: string): Reading<number> {
  const number = readWholeNumber(cellText(cell));
  return number === null || number < min || number > max
    ? { problem: `${called} must be a number from ${min} to ${max}` }
    : { value: number };
}

export function readSeats(cell: string): Reading<number> {
  return readNumber(
    cellText(cell).replace(/ ?(座|人|seats?|sitze)$/i, ''),
    LISTING_FIELDS.seatingCapacity.range,
    'seats',
  );
}

export function readDoors(cell: string): Reading<number> {
  return readNumber(
    cellText(cell).replace(/[ -]?(门|d|doors?|türen|türer|türig)$/i, ''),
    LISTING_FIELDS.doors.range,
    'doors',
  );
}

export function readKeys(cell: string): Reading<number> {
  return readNumber(cellText(cell).replace(/ ?(把|个|keys?|schlüssel)$/i, ''), LISTING_FIELDS.keys.range, 'keys');
}

/** Parses a whole percentage. */
export function readPercent(cell: string, range: Range, called: string): Reading<number> {
  return readNumber(cellText(cell).replace(/ ?%$/, ''), range, called);
}

/** Parses one line of text with at most `most` characters. */
export const readLine = (cell: string, max: number) => readProse(cell.replace(/\s+/g, ' '), max);

/** Parses text with at most `most` characters, keeping line breaks. */
export function readProse(cell: string, max: number): Reading<string> {
  const text = proseText(textOfHtml(cell));
  return [...text].length > max ? { problem: `longer than ${max} characters` } : { value: text };
}
