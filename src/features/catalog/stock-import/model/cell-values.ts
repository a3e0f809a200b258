import { LIMITS, MIN_YEAR } from '#features/catalog/listings/model/listing.ts';
import { LISTING_FIELDS, type Range } from '#features/catalog/listings/model/listing-fields.ts';
import { cellText, proseText } from '#lib/cell-text.ts';
import { textOfHtml } from '#lib/html-text.ts';
import { centsOf } from '#lib/money.ts';
import { plainNumber } from '#lib/plain-text.ts';
import { inOurYears, readMonth as monthOf, otherCalendar, readSerial } from '#lib/tables/dates.ts';
import { plainDigits } from '#lib/tables/numbers.ts';
import { currenciesOf } from './words/currencies.ts';
import { cellNumber, UNKNOWN_CUSTOM, type Written } from './written.ts';

/** The value of a cell, or why it has none. A value with a remark is used and reported. */
export type Reading<Value> = { value: Value; remark?: string } | { problem: string };

export type MoneyUnit = {
  /** The currency of the header or of the operator; null if each row names its own. */
  currency: string | null;
  /** US dollars per unit of each currency. */
  rates: Record<string, number>;
  /** 10,000 if the header contains 万. */
  times: number;
  /** The operator names the currency and no header does, so a cell that names another one is right. */
  isDefault?: boolean;
  /** Neither the header nor the operator names the currency, so each row must. */
  inCells: boolean;
  ignoreSign: boolean;
};
export type MileageUnit = { unit: 'km' | 'mi' | null; times: number };
export type EngineUnit = 'cc' | 'l' | null;

const { dollars: DOLLARS, mileage: MILEAGE } = LIMITS;
const CC = LISTING_FIELDS.engine.range;
const LITERS = { min: CC.min / 1000, max: CC.max / 1000 };

/** What is around the digits of a cell, in small letters. */
function wordsAround(cell: string): string {
  return plainDigits(cell)
    .replace(/\d[\d., '’_٬٫،]*/, ' ')
    .replace(/[万萬]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Terms of delivery that the price of a car on offer has anyway. */
const withoutTerms = (cell: string) => cell.replace(/\b(?:FOB|EXW)\b/i, ' ');

/** Returns the currencies that a price cell may name; none if it names none. */
export function currenciesInCell(cell: string): string[] {
  const word = wordsAround(withoutTerms(cell));
  return currenciesOf(word).length > 0 ? currenciesOf(word) : currenciesOf(nameInCell(cell) ?? '');
}

const nameInCell = (cell: string) => cellNumber(cellText(withoutTerms(cell)), UNKNOWN_CUSTOM, 'grouped')?.currency;

/** Parses a price to US cents. @param own the currencies that the row names in another cell */
export function readPrice(
  cell: string,
  money: MoneyUnit,
  written: Written = UNKNOWN_CUSTOM,
  own: string[] = [],
): Reading<number> {
  const text = withoutPoints(cellText(withoutTerms(cell)));
  const amount = cellNumber(text, written, money.times > 1 ? 'decimal' : 'grouped');
  const named = currenciesInCell(text);
  const word = wordsAround(text);
  if (!amount || amount.isNegative || (amount.currency && named.length === 0)) {
    const isUnknown = /\d/.test(text) && word !== '' && named.length === 0;
    return {
      problem: isUnknown ? `the price contains '${word}', which is not a currency` : 'the price is not a number',
    };
  }
  const chosen = currencyOf(named, own, money, word);
  if ('problem' in chosen) return chosen;
  const rate = money.rates[chosen.value];
  if (rate === undefined) return { problem: `the price is in ${chosen.value}, and no rate for it is given` };
  const dollars = (amount.value / amount.unit) * Math.max(amount.unit, money.times) * rate;
  const cents = centsOf(dollars);
  if (cents < centsOf(DOLLARS.min))
    return { problem: amount.value === 0 ? 'the price is 0' : 'the price is below 1 USD' };
  if (dollars > DOLLARS.max) return { problem: `the price is above the limit of ${plainNumber(DOLLARS.max)} USD` };
  return { value: cents };
}

/** Chooses the currency of a price. What a cell names wins over another cell of the row, and that over the sheet. */
function currencyOf(named: string[], own: string[], money: MoneyUnit, word: string): Reading<string> {
  const { currency, rates, inCells, ignoreSign, isDefault = false } = money;
  if (ignoreSign && currency) return { value: currency };
  const meant = named.length > 0 && own.length > 0 ? named.filter((each) => own.includes(each)) : [...named, ...own];
  if (meant.length === 0 && named.length > 0)
    return { problem: `the price is marked '${word}', but the row says ${own.join(' or ')}` };
  if (meant.length === 0)
    return inCells || !currency ? { problem: 'the price has no currency, unlike other rows' } : { value: currency };
  if (currency && meant.includes(currency)) return { value: currency };
  const [only] = meant;
  if (
    only &&
    meant.length === 1 &&
    (!currency || isDefault || only !== 'USD') &&
    (!currency || rates[only] !== undefined)
  )
    return { value: only };
  return currency
    ? {
        problem: `the price is marked '${named.length > 0 ? word : meant.join(' or ')}', but the sheet is declared to be in ${currency}`,
      }
    : { problem: `the currency of the price could be ${meant.slice(0, 4).join(', ')}` };
}

/** Removes the point after a shortened thousand or million, which is no decimal sign. */
const withoutPoints = (text: string) => text.replace(/(тыс|млн|mil|tsd)\.\s*/i, '$1 ').trimEnd();

const KM_WORDS = new Set(
  'km kms klm 公里 千米 kilometer kilometers kilometre kilometres kilómetros quilômetros км كم كيلومتر'.split(' '),
);
const MILE_WORDS = new Set('mi mls mile miles 英里 миль millas milhas'.split(' '));

export function mileageUnitInCell(cell: string): 'km' | 'mi' | null {
  const word = wordsAround(cell).replace(/^k(?=km)|^(?:k|mil|тыс\.?) /i, '');
  if (KM_WORDS.has(word)) return 'km';
  return MILE_WORDS.has(word) ? 'mi' : null;
}

/** Parses a distance. @param own the unit that the row names in another cell */
export function readMileage(
  cell: string,
  { unit, times }: MileageUnit,
  written: Written = UNKNOWN_CUSTOM,
  own: 'km' | 'mi' | null = null,
): Reading<{ value: number; unit: 'km' | 'mi' }> {
  const text = withoutPoints(plainDigits(cellText(cell)));
  const named = mileageUnitInCell(text) ?? own;
  const bare = named === null ? text : withoutDistance(text);
  const amount = cellNumber(bare, written, times > 1 ? 'decimal' : 'grouped');
  if (!amount || amount.currency || amount.isNegative) {
    const word = wordsAround(text);
    return {
      problem:
        /\d/.test(text) && word !== '' && named === null
          ? `the mileage contains '${word}', which is not a unit of distance`
          : 'the mileage is not a number',
    };
  }
  if (named && unit && named !== unit)
    return { problem: `the mileage is marked ${named}, but the sheet is declared to be in ${unit}` };
  const inUnit = named ?? unit;
  if (inUnit === null) return { problem: 'the mileage has no unit' };
  const distance = (amount.value / amount.unit) * Math.max(amount.unit, times);
  const value = Math.round(distance);
  if (Math.abs(value - distance) > 1e-6) return { problem: 'the mileage is not a whole number' };
  if (value > MILEAGE.max) return { problem: `the mileage is above ${plainNumber(MILEAGE.max)}` };
  return { value: { value, unit: inUnit } };
}

const DISTANCES = [...KM_WORDS, ...MILE_WORDS].sort((a, b) => b.length - a.length).join('|');
const DISTANCE = new RegExp(`(?:${DISTANCES})\\.?$|^(?:${DISTANCES})`, 'iu');
const withoutDistance = (text: string) => text.trim().replace(DISTANCE, '').trim();

const CC_WORDS = new Set(['cc', 'ccm', 'cm3', 'ml', '毫升']);
const LITER_WORDS = new Set(['l', 't', 'liter', 'liters', 'litre', 'litres', '升', 'л']);

/**
 * Parses an engine size to cubic centimeters. Without a unit, an amount within the limit for liters is in liters, a
 * larger one in cc.
 */
export function readEngine(cell: string, declared: EngineUnit, written: Written = UNKNOWN_CUSTOM): Reading<number> {
  const [, digits = '', after = ''] = /^(\d[\d., '’]*?) ?(\D*)$/.exec(plainDigits(cellText(cell))) ?? [];
  const amount = cellNumber(digits, { ...written, sign: null }, 'decimal')?.value ?? null;
  if (amount === null) return { problem: 'not an engine size' };
  const word = after.trim().toLowerCase();
  const named = CC_WORDS.has(word) ? 'cc' : LITER_WORDS.has(word) ? 'l' : null;
  if (word !== '' && named === null) return { problem: 'not an engine size' };
  if (amount === 0) return { problem: 'the engine size is 0' };
  const size = /^\d,\d{3}$/.test(digits) && (named ?? declared) === 'cc' ? amount * 1000 : amount;
  const unit = named ?? declared ?? (size <= LITERS.max ? 'l' : 'cc');
  const range = unit === 'l' ? LITERS : CC;
  if (size < range.min || size > range.max) return { problem: `no car has an engine of ${size} ${unit}` };
  return { value: Math.round(unit === 'l' ? size * 1000 : size) };
}

const YEAR_FIRST =
  /^(?:MY ?)?(\d{4})(?:\.0+|年?款?|年\d{1,2}月?(?:\d{1,2}日)?|[-/.]\d{1,2}(?:[-/.]\d{1,2}(?:[ t]\d{1,2}:.*)?)?)$/i;
const YEAR_LAST = /^(?:\d{1,2}[-/.]){1,2}(\d{4})$/;

/** Parses a year, or the year of a date. */
export function readYear(cell: string, thisYear: number, written: Written = UNKNOWN_CUSTOM): Reading<number> {
  const text = written.converts ? inOurYears(cellText(cell)) : plainDigits(cellText(cell));
  const month = () => readSerial(text) ?? monthOf(text, written.months);
  const year = Number((YEAR_FIRST.exec(text) ?? YEAR_LAST.exec(text))?.[1] ?? month()?.slice(0, 4));
  if (Number.isNaN(year)) return { problem: otherCalendar(text) ? calendarProblem(text) : noYear(text) };
  if (year < MIN_YEAR || year > thisYear + 1) {
    const outside = `the year is not between ${MIN_YEAR} and ${thisYear + 1}`;
    return { problem: otherCalendar(text) ? calendarProblem(text) : outside };
  }
  return { value: year };
}

/** 19年3月 may be of 2019, or the year 19 of an emperor or of the republic. */
const noYear = (text: string) => (/^\d{2}年/.test(text) ? 'the year has two digits' : 'not a year');

const CALENDARS = {
  buddhist: 'the Buddhist calendar',
  japanese: 'the Japanese calendar',
  minguo: 'the calendar of Taiwan',
  hijri: 'the Islamic calendar',
};

/** Names the calendar of a date that is not of ours. */
export const calendarProblem = (text: string): string =>
  `'${text}' is a date of ${CALENDARS[otherCalendar(text) ?? 'buddhist']}`;

/** Parses a whole number. `called` names it in the problem. */
export function readNumber(cell: string, { min, max }: Range, called: string): Reading<number> {
  const number = cellNumber(cellText(cell), UNKNOWN_CUSTOM, 'grouped');
  const isCount = number && !number.currency && !number.isNegative && Number.isSafeInteger(number.value);
  return !isCount || number.value < min || number.value > max
    ? { problem: `${called} must be a number from ${min} to ${max}` }
    : { value: number.value };
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
