import type { ImportCar } from '../car.ts';
import type { Range } from '../charges/amounts.ts';
import type { ReferencePrice, ReferenceRow } from './reference-row.ts';

/** What a list of reference prices finds a car by. */
export type CarName = {
  make: string;
  model: string;
  trim: string | null;
  drive: 'front' | 'rear' | 'all' | null;
};

export type MatchedPrice = ReferencePrice & {
  /** Names the price within the rows of a country: `KE-2025-07-TOYOTA:12`. */
  id: string;
};

export type ReferenceMatch = { row: ReferenceRow; prices: MatchedPrice[] };

/** Engines are printed to the cubic centimeter, or rounded to a tenth of a liter. */
const CC_ROUNDING = 50;
/** Highest price divided by the lowest. Above it, the cars differ too much for one range to be useful. */
const WIDEST = 3;

/** Words after the name of a model that make it another model. */
const OTHER_MODEL = new Set(
  'aerio allroad allspace alpha axio cargo clipper cross evoque fielder gran grand gt l long max maxi mini panel plus prado pro shuttle sport sportback sportsvan tourer touring truck van variant velar'.split(
    ' ',
  ),
);

/** Makes under one name in lists and in listings. */
const MAKES: Record<string, string> = {
  mercedes: 'mercedesbenz',
  mercedesamg: 'mercedesbenz',
  vw: 'volkswagen',
  saicmotors: 'mg',
  rollsroyce: 'rollsroyce',
};

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
const compact = (text: string) => plain(text).replaceAll(' ', '');
function makeKey(make: string): string {
  const key = compact(make);
  return MAKES[key] ?? key;
}

/** Returns the words of a printed model after the name of the make. */
function wordsAfterMake(model: string, make: string): string[] {
  const words = plain(model).split(' ');
  const makes = [compact(make), makeKey(make)];
  for (let count = 1; count <= 2; count++)
    if (makes.includes(words.slice(0, count).join(''))) return words.slice(count);
  return words;
}

/** Returns the words that follow the name of the model, or null if the printed model is another one. */
function restAfter(printed: string[], model: string): string[] | null {
  const name = compact(model);
  for (let count = 1; count <= printed.length; count++) {
    const joined = printed.slice(0, count).join('');
    if (joined === name) return printed.slice(count);
    if (!name.startsWith(joined)) return null;
  }
  return null;
}

/** Words in a printed model that name its body. They override the column of the body. */
const BODY_WORDS: Record<string, ImportCar['body']> = {
  cabriolet: 'convertible',
  convertible: 'convertible',
  coupe: 'coupe',
  stationwagon: 'wagon',
  touring: 'wagon',
  wagon: 'wagon',
};

/** Numbers by which makers tell engines apart: E200, 320i, 45 TFSI, B4. */
const VERSION = /^(?:[a-z]{0,3}\d{3}[a-z]{0,2}|\d\d ?t[fd]?si|[bdt]\d)$/;
function versionsIn(words: readonly string[]): string[] {
  const pairs = words.map((word, index) => `${word}${words[index + 1] ?? ''}`);
  return [...words, ...pairs].filter((word) => VERSION.test(word)).map((word) => word.replace(/[il]+$/, ''));
}

/** A printed version that is not the car's is of another engine. */
function hasVersion(rest: readonly string[], trim: string | null): boolean {
  const [printed, own] = [versionsIn(rest), versionsIn(plain(trim ?? '').split(' '))];
  return printed.length === 0 || own.length === 0 || own.some((version) => printed.includes(version));
}

const hasDrive = (price: ReferencePrice, drive: CarName['drive']) =>
  price.drive === null || drive === null || (price.drive === '4') === (drive === 'all');

/** Lists print some SUVs as wagons or coupes, so only bodies that cannot be meant are another one. */
const TALL = new Set(['suv', 'wagon', 'coupe']);
function hasBody(price: ReferencePrice, body: ImportCar['body']): boolean {
  if (price.body === null || body === null || price.body === body) return true;
  return body !== 'sedan' && body !== 'hatchback' && body !== 'convertible' && TALL.has(body) && TALL.has(price.body);
}

function hasEngine(price: ReferencePrice, { fuel, engineCc }: ImportCar): boolean {
  if (fuel === 'electric') return true;
  if (price.engineCc === null || !engineCc) return false;
  const isRounded = price.engineCc % 100 === 0;
  return Math.abs(price.engineCc - engineCc) <= (isRounded ? CC_ROUNDING : CC_ROUNDING / 5);
}

/**
 * Finds the prices of a car by make, model, engine, fuel, drive and body. A car whose fuel or engine is not known has none, because a
 * wrong price is worse than no price. Words of the trim narrow several prices down.
 */
export function matchReference(rows: readonly ReferenceRow[], car: ImportCar): ReferenceMatch | null {
  const { name } = car;
  if (!name || car.fuel === null) return null;
  const key = makeKey(name.make);
  for (const row of rows) {
    if (makeKey(row.make) !== key) continue;
    const found = row.prices.flatMap((price, index) => {
      const rest = restAfter(wordsAfterMake(price.model, row.make), name.model);
      const isIt =
        rest !== null &&
        !OTHER_MODEL.has(rest[0] ?? '') &&
        rest.every((word) => !(word in BODY_WORDS) || BODY_WORDS[word] === car.body) &&
        hasVersion(rest, name.trim) &&
        price.fuel === car.fuel &&
        hasEngine(price, car) &&
        hasDrive(price, name.drive) &&
        hasBody(price, car.body);
      return isIt ? [{ rest, price: { ...price, id: `${row.id}:${index + 1}` } }] : [];
    });
    if (found.length === 0 || isDriveOpen(found, car)) return null;
    return { row, prices: ofTrim(found, name.trim).map(({ price }) => price) };
  }
  return null;
}

/** A car whose drive is not known is not taken for one with all-wheel drive. Electric cars of a model share one price more often. */
function isDriveOpen(found: Found[], { fuel, name }: ImportCar): boolean {
  return name?.drive === null && fuel !== 'electric' && found.every(({ price }) => price.drive === '4');
}

type Found = { rest: string[]; price: MatchedPrice };

/** Keeps the prices that have all words of the trim, or all of them if none has. */
function ofTrim(found: Found[], trim: string | null): Found[] {
  const words = plain(trim ?? '')
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return found;
  const narrowed = found.filter(({ rest }) => words.every((word) => rest.includes(word)));
  return narrowed.length > 0 ? narrowed : found;
}

/** Returns the prices as a range, or null if they differ too much to say anything. */
export function rangeOfPrices(prices: readonly ReferencePrice[]): Range | null {
  const sorted = prices.map(({ price }) => price).sort((one, other) => one - other);
  const [low, high] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || high > low * WIDEST) return null;
  return { low, likely: sorted[Math.floor(sorted.length / 2)]!, high };
}
