import type { NumberRange } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { MIN_YEAR } from '#features/catalog/listings/model/listing.ts';
import { LISTING_FIELDS, type Range } from '#features/catalog/listings/model/listing-fields.ts';
import { inKilometers } from '#features/catalog/listings/model/mileage.ts';
import { centsOf } from '#lib/money.ts';
import {
  BARE,
  COMPARATORS,
  COMPARED,
  ENDED,
  ENDINGS,
  foldLetters,
  HINTS,
  MULTIPLIER_NAMES,
  MULTIPLIERS,
  meaningOf,
  RANGE,
  UNITS,
} from './amount-patterns.ts';
import { type MarkedCurrencies, markCurrencies, markOf, unmarked } from './currency-words.ts';

/** What the numbers of a search say. Ranges include both ends. */
export type Amounts = {
  year?: NumberRange;
  priceCents?: NumberRange;
  mileageKm?: NumberRange;
  engineCc?: NumberRange;
  seats?: number[];
  doors?: number[];
};

/** `perUsd`: units of the currency for one US dollar. */
type ExchangeRate = { perUsd: number; date: string };

/** What prices in other currencies need. `country`: where the cars are shipped, for 'shillings' and other names of several currencies. */
export type Money = { rates: ReadonlyMap<string, ExchangeRate>; country: string | null };
export const NO_RATES: Money = { rates: new Map(), country: null };

/**
 * A price of a search in another currency than US dollars.
 *
 * @property text as it was typed
 * @property currencies ISO 4217 codes; several if the name is that of several currencies, none if it is not known
 * @property dollars the price in US dollars with the day of the rate; null if it cannot be converted, and then it doesn't narrow the search
 */
export type ForeignPrice = {
  text: string;
  currencies: readonly string[];
  dollars: (NumberRange & { date: string }) | null;
};

/** `rest`: the query without them. `said`: the extracted parts of the query. `prices`: those in other currencies. */
type ExtractedAmounts = { rest: string; amounts: Amounts; said: string[]; prices: ForeignPrice[] };

/** What is found while a search is read. */
type Found = {
  amounts: Amounts;
  prices: ForeignPrice[];
  marks: MarkedCurrencies['marks'];
  money: Money;
};

type GroupName =
  | 'hint'
  | 'from'
  | 'and'
  | 'comparator'
  | 'ending'
  | 'sign'
  | 'number'
  | 'multiplier'
  | 'unit'
  | 'sign2'
  | 'number2'
  | 'multiplier2'
  | 'unit2';
type Groups = { [Name in GroupName]?: string | undefined };
type Fact = 'price' | 'km' | 'miles' | 'year' | 'liters' | 'cc' | 'seats' | 'doors';

const MAX_DOLLARS = 100_000_000;
const MAX_KM = 2_000_000;
/** Less is the range of an electric car or the age of a new one. */
const MIN_BARE_MILEAGE = 1_000;
/** Smaller numbers before a plus, or between two of them without a unit, are names of models. */
const MIN_OPEN_PRICE = 1_000;
const MIN_RANGE_PRICE = 100;
/** Half the difference of engines that are called the same: a car of 1.5 liters has 1,498 cc. */
const ROUNDED_CC = 50;
/** Such a number alone is an engine size in liters; with a T, one of a turbo. */
const ENGINE_SIZE = /^\d\.\d$/;
/** In units of the currency. */
const MAX_FOREIGN = 1_000_000_000_000;
/** Words for multiples that only some countries use, and their currencies. */
const IMPLIED_CURRENCIES: { [Name in (typeof MULTIPLIER_NAMES)[number]]?: readonly string[] } = {
  tenThousands: ['CNY'],
  hundredThousands: ['INR', 'PKR', 'BDT', 'LKR', 'NPR'],
  tenMillions: ['INR', 'PKR', 'BDT', 'LKR', 'NPR'],
};
/** Swahili says the multiple first: milioni 2. */
const MULTIPLE_FIRST = /(?<!\p{L})(milioni|laki|elfu)\s+(\p{N}[\p{N}.,]*)/giu;

/**
 * Extracts prices, years, mileages, engines, seats and doors: 'under $9,500', '2018-2020', '8万公里以下', '7 seater'. A
 * number without a word or unit stays in `rest`. Prices in other currencies are converted, or named if that is not possible.
 */
export function extractAmounts(query: string, newestYear: number, money: Money = NO_RATES): ExtractedAmounts {
  if (!/\p{N}/u.test(query)) return { rest: query, amounts: {}, said: [], prices: [] };
  const { text, marks } = markCurrencies(query.replace(MULTIPLE_FIRST, '$2 $1'));
  const found: Found = { amounts: {}, prices: [], marks, money };
  const said: string[] = [];
  const isYear = (number: string) =>
    /^\d{4}$/.test(number) && Number(number) >= MIN_YEAR && Number(number) <= newestYear;
  const takeAll = (from: string, pattern: RegExp, add: (groups: Groups) => boolean) =>
    take(from, pattern, add, (part) => {
      const words = unmarked(part, marks);
      said.push(words);
      for (const price of found.prices) price.text ||= words;
    });
  let rest = takeAll(text, RANGE, (groups) => addRange(found, groups, isYear, newestYear));
  rest = takeAll(rest, COMPARED, (groups) => addCompared(found, groups, isYear));
  rest = takeAll(rest, ENDED, (groups) => addEnded(found, groups, isYear));
  rest = takeAll(rest, BARE, (groups) => addBare(found, groups, isYear, newestYear));
  return { rest: unmarked(rest, marks), amounts: found.amounts, said, prices: found.prices };
}

/** Replaces each match that `add` understands by a space, and passes it to `onTaken`. */
function take(
  text: string,
  pattern: RegExp,
  add: (groups: Groups) => boolean,
  onTaken: (part: string) => void,
): string {
  let rest = '';
  let end = 0;
  for (const match of foldLetters(text).matchAll(pattern)) {
    if (!add(match.groups as Groups)) continue;
    onTaken(text.slice(match.index, match.index + match[0].length).trim());
    rest += `${text.slice(end, match.index)} `;
    end = match.index + match[0].length;
  }
  return rest + text.slice(end);
}

type IsYear = (number: string) => boolean;

function addRange(found: Found, groups: Groups, isYear: IsYear, newestYear: number): boolean {
  if (groups.and !== undefined && groups.from === undefined) return false;
  const { number = '', number2 = '' } = groups;
  const unit = groups.unit2 ?? groups.unit;
  if (groups.unit !== undefined && groups.unit2 !== undefined && factOf(groups, isYear) !== secondFact(groups, isYear))
    return false;
  const multiplier = multiplierOf(groups.multiplier) ?? 1;
  const multiplier2 = multiplierOf(groups.multiplier2) ?? 1;
  const low = numberOf(number);
  const high = numberOf(number2) * multiplier2;
  const isShort = multiplier === 1 && multiplier2 > 1 && low < numberOf(number2);
  const values = [low * (isShort ? multiplier2 : multiplier), high].sort((a, b) => a - b);
  const [min = 0, max = 0] = values;
  const sign = groups.sign ?? groups.sign2;
  const isYears = isYear(number) && (isYear(number2) || isShortYear(number, number2, newestYear));
  const fact = factOf({ ...groups, sign, unit, multiplier: groups.multiplier2 }, () => isYears);
  if (fact === null) return false;
  if (fact === 'year') {
    const last = isYear(number2) ? Number(number2) : Number(number.slice(0, 2) + number2);
    return narrow(found.amounts, 'year', { min: Math.min(low, last), max: Math.max(low, last) });
  }
  const isPlain = sign === undefined && unit === undefined && groups.hint === undefined;
  if (isPlain && max < MIN_RANGE_PRICE) return false;
  return addFact(found, { ...groups, sign, unit, multiplier: groups.multiplier2 }, fact, { min, max });
}

/** Whether '20' after '2018-' is 2020. */
const isShortYear = (year: string, end: string, newestYear: number) =>
  /^\d\d$/.test(end) && Number(year.slice(0, 2) + end) > Number(year) && Number(year.slice(0, 2) + end) <= newestYear;

const secondFact = (groups: Groups, isYear: IsYear) =>
  factOf({ number: groups.number2, sign: groups.sign2, unit: groups.unit2 }, isYear);

function addCompared(found: Found, groups: Groups, isYear: IsYear): boolean {
  const { comparator = '', number = '' } = groups;
  const fact = factOf(groups, isYear);
  if (fact === null) return false;
  const meaning = /^[<≤]/.test(comparator)
    ? 'atMost'
    : /^[>≥]/.test(comparator)
      ? 'atLeast'
      : meaningOf(comparator, COMPARATORS);
  const isMost = meaning === 'atMost' || meaning === 'before' || meaning === 'maximum';
  if (fact === 'year') {
    if (meaning === 'maximum' || meaning === 'minimum') return false;
    const apart = meaning === 'before' ? -1 : meaning === 'after' ? 1 : 0;
    const year = Number(number) + apart;
    return narrow(found.amounts, 'year', isMost ? { max: year } : { min: year });
  }
  const value = amountOf(groups);
  return addFact(found, groups, fact, isMost ? { max: value } : { min: value });
}

function addEnded(found: Found, groups: Groups, isYear: IsYear): boolean {
  const { number = '', ending = '' } = groups;
  const fact = factOf({ ...groups, unit: groups.unit ?? groups.unit2 }, isYear);
  if (fact === null) return false;
  const isMost = meaningOf(ending, ENDINGS) === 'orLess';
  const value = amountOf(groups);
  if (fact === 'year') return narrow(found.amounts, 'year', isMost ? { max: Number(number) } : { min: Number(number) });
  const isPlain = groups.sign === undefined && groups.unit === undefined && groups.hint === undefined;
  if (fact === 'price' && isPlain && value < MIN_OPEN_PRICE) return false;
  return addFact(found, groups, fact, isMost ? { max: value } : { min: value });
}

function addBare(found: Found, groups: Groups, isYear: IsYear, newestYear: number): boolean {
  const { number = '', sign, unit, hint, multiplier } = groups;
  if (sign === undefined && unit === undefined && hint === undefined && multiplier === undefined) {
    const liters = Number(number);
    return ENGINE_SIZE.test(number) && addFact(found, groups, 'liters', { min: liters, max: liters });
  }
  if (meaningOf(unit, UNITS) === 'ofYear' && /^\d\d$/.test(number) && 2_000 + Number(number) <= newestYear) {
    return narrow(found.amounts, 'year', { min: 2_000 + Number(number), max: 2_000 + Number(number) });
  }
  const fact = factOf(groups, isYear);
  if (fact === null) return false;
  // '320d 2 m' is not two million dollars.
  const isMillions = meaningOf(multiplier, MULTIPLIER_NAMES) === 'millions';
  if (isMillions && sign === undefined && unit === undefined && hint === undefined) return false;
  const value = amountOf(groups);
  if (fact === 'year') return narrow(found.amounts, 'year', { min: value, max: value });
  if ((fact === 'km' || fact === 'miles') && value < MIN_BARE_MILEAGE) return false;
  const exact = fact === 'liters' || fact === 'cc' || fact === 'seats' || fact === 'doors';
  return addFact(found, groups, fact, exact ? { min: value, max: value } : { max: value });
}

/** Returns what a number counts; null if that is not understood. */
function factOf({ number = '', sign, unit, hint, multiplier }: Groups, isYear: IsYear): Fact | null {
  if (sign !== undefined || unit === '$' || (unit !== undefined && isMark(unit))) return 'price';
  if (unit !== undefined) {
    const meaning = meaningOf(unit, UNITS);
    if (meaning === 'ofYear') return isYear(number) ? 'year' : null;
    if (meaning === 'dollars') return 'price';
    if (/^t$/i.test(unit) && !ENGINE_SIZE.test(number)) return null;
    return meaning === 'kilometers' ? 'km' : meaning;
  }
  const counted = meaningOf(hint, HINTS);
  if (counted === 'price') return 'price';
  if (counted === 'mileage') return 'km';
  if (counted === 'year' || (multiplier === undefined && isYear(number))) return isYear(number) ? 'year' : null;
  return 'price';
}

/** Three digits after each point are thousands: 9.000 € and 80.000 km. Engines have at most two. */
const THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/;
/** A comma before one or two digits is that of a decimal: 1,5. */
const DECIMAL_COMMA = /^(\d+),(\d{1,2})$/;

function numberOf(number: string): number {
  if (THOUSANDS.test(number)) return Number(number.replaceAll('.', ''));
  return Number(
    number
      .replace(DECIMAL_COMMA, '$1.$2')
      .replace(/[,\u066C ]/g, '')
      .replace('\u066B', '.'),
  );
}

function multiplierOf(word: string | undefined): number | null {
  const meaning = meaningOf(word, MULTIPLIER_NAMES);
  return meaning === null ? null : MULTIPLIERS[meaning];
}

const amountOf = ({ number = '', multiplier }: Groups) => numberOf(number) * (multiplierOf(multiplier) ?? 1);

/** Adds a range of numbers in the unit of the fact. Returns whether the car can have such a number. */
function addFact(found: Found, groups: Groups, fact: Exclude<Fact, 'year'>, range: NumberRange): boolean {
  const { amounts } = found;
  switch (fact) {
    case 'price':
      return addPrice(found, groups, range);
    case 'km':
      return within(range, MAX_KM) && narrow(amounts, 'mileageKm', converted(range, Math.round));
    case 'miles':
      return (
        within(range, MAX_KM) &&
        narrow(
          amounts,
          'mileageKm',
          converted(range, (value) => inKilometers({ value, unit: 'mi' })),
        )
      );
    case 'liters':
      return addEngine(
        amounts,
        converted(range, (value) => Math.round(value * 1_000)),
      );
    case 'cc':
      return addEngine(amounts, range);
    case 'seats':
      return addChoices(amounts, 'seats', range, LISTING_FIELDS.seatingCapacity.range);
    case 'doors':
      return addChoices(amounts, 'doors', range, LISTING_FIELDS.doors.range);
  }
}

function addPrice(found: Found, groups: Groups, range: NumberRange): boolean {
  const currencies = currenciesOf(found, groups);
  if (currencies === null)
    return within(range, MAX_DOLLARS) && narrow(found.amounts, 'priceCents', converted(range, centsOf));
  if (!within(range, MAX_FOREIGN) || (range.max ?? range.min) === 0) return false;
  const [currency = '', ...others] = meantBy(currencies, found.money.country);
  const rate = others.length > 0 ? undefined : found.money.rates.get(currency);
  const inDollars = rate && converted(range, (value) => Math.round(value / rate.perUsd));
  if (inDollars && !within(inDollars, MAX_DOLLARS)) return false;
  if (inDollars) narrow(found.amounts, 'priceCents', converted(inDollars, centsOf));
  found.prices.push({
    text: '',
    currencies: others.length > 0 ? currencies : currencies.filter((code) => code === currency),
    dollars: inDollars && rate ? { ...inDollars, date: rate.date } : null,
  });
  return true;
}

const isMark = (text: string) => text.length === 1 && text >= '\uE200' && text <= '\uF8FF';

/** Returns the currencies that a price may be in; null for US dollars. */
function currenciesOf({ marks }: Found, { sign, unit, multiplier }: Groups): readonly string[] | null {
  for (const word of [sign, unit]) if (word !== undefined && isMark(word)) return markOf(word, marks)?.codes ?? null;
  if (sign !== undefined || unit !== undefined) return null;
  if (multiplier === '만') return ['KRW'];
  const multiple = meaningOf(multiplier, MULTIPLIER_NAMES);
  return (multiple && IMPLIED_CURRENCIES[multiple]) ?? null;
}

const CFA: Record<string, readonly string[]> = {
  XOF: ['BJ', 'BF', 'CI', 'GW', 'ML', 'NE', 'SN', 'TG'],
  XAF: ['CM', 'CF', 'TD', 'CG', 'GQ', 'GA'],
};

/** Of several currencies with the same name, that of the country is meant. */
function meantBy(currencies: readonly string[], country: string | null): readonly string[] {
  if (currencies.length < 2 || country === null) return currencies;
  const own = currencies.filter((code) => code.startsWith(country) || CFA[code]?.includes(country));
  return own.length > 0 ? own : currencies;
}

const within = ({ min = 0, max = 0 }: NumberRange, limit: number) => min <= limit && max <= limit;

function converted({ min, max }: NumberRange, convert: (value: number) => number): NumberRange {
  return { ...(min !== undefined && { min: convert(min) }), ...(max !== undefined && { max: convert(max) }) };
}

/** Widens sizes that are rounded to a tenth of a liter. */
function addEngine(amounts: Amounts, { min, max }: NumberRange): boolean {
  const { range } = LISTING_FIELDS.engine;
  const fits = (cc: number | undefined) => cc === undefined || (cc >= range.min && cc <= range.max);
  if (!fits(min) || !fits(max)) return false;
  const isRounded = (cc: number) => cc % 100 === 0;
  return narrow(amounts, 'engineCc', {
    ...(min !== undefined && { min: isRounded(min) ? min - ROUNDED_CC : min }),
    ...(max !== undefined && { max: isRounded(max) ? max + ROUNDED_CC - 1 : max }),
  });
}

function addChoices(amounts: Amounts, name: 'seats' | 'doors', { min, max }: NumberRange, possible: Range): boolean {
  const [first, last] = [min ?? possible.min, max ?? possible.max];
  if (first < possible.min || last > possible.max || first > last || !Number.isInteger(first + last)) return false;
  const wanted = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  amounts[name] = [...new Set([...(amounts[name] ?? []), ...wanted])];
  return true;
}

/** Narrows a range further. */
function narrow(
  amounts: Amounts,
  name: 'year' | 'priceCents' | 'mileageKm' | 'engineCc',
  { min, max }: NumberRange,
): boolean {
  const set = amounts[name] ?? {};
  const least = Math.max(min ?? Number.NEGATIVE_INFINITY, set.min ?? Number.NEGATIVE_INFINITY);
  const most = Math.min(max ?? Number.POSITIVE_INFINITY, set.max ?? Number.POSITIVE_INFINITY);
  amounts[name] = { ...(Number.isFinite(least) && { min: least }), ...(Number.isFinite(most) && { max: most }) };
  return true;
}
