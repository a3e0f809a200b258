import type {
  ListingCriteria,
  MayImport,
  NumberRange,
} from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import type { Light } from '#features/customs/import-rules/model/verdict/verdict.ts';
import type { CarFacts, Circumstances } from '../../model/car-facts.ts';

const RARE = [
  'excludedVehicles',
  'excludedValues',
  'listedWithinDays',
  'freeDays',
  'minRating',
  'words',
  'wholeWords',
  'excludedWords',
  'phrases',
  'mayImport',
  'landedCents',
] as const satisfies (keyof ListingCriteria)[];

/** Criteria that few searches have, which are compared one by one. */
export type RareCriteria = Pick<ListingCriteria, (typeof RARE)[number] | 'destination'>;

/** Returns null if a search has none of them. */
export function rareCriteriaOf(criteria: ListingCriteria): RareCriteria | null {
  const found = RARE.flatMap((name) => {
    const value = criteria[name];
    return value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, value] as const];
  });
  if (found.length === 0) return null;
  return { ...Object.fromEntries(found), ...(criteria.destination && { destination: criteria.destination }) };
}

const DAY_US = 86_400_000_000;

/** Whether a car matches. Texts are compared by their words: that the words of a phrase follow each other is not checked. */
export function fitsExtra(car: CarFacts, rare: RareCriteria, circumstances: Circumstances): boolean {
  return (
    !isExcluded(car, rare) &&
    isInTime(car, rare, circumstances.now) &&
    isRated(car, rare.minRating) &&
    hasWords(car, rare) &&
    fitsImport(car, rare, circumstances)
  );
}

function isExcluded({ values }: CarFacts, { excludedVehicles = [], excludedValues = [] }: RareCriteria): boolean {
  const { make, model } = values;
  if (excludedVehicles.some((key) => (key > 0 ? key === make : -key === model))) return true;
  return excludedValues.some((excluded) => {
    const value = values[excluded.filter];
    return value != null && excluded.values.includes(value);
  });
}

function isInTime(
  { postedAt, rentedDays }: CarFacts,
  { listedWithinDays, freeDays }: RareCriteria,
  now: Date,
): boolean {
  if (listedWithinDays !== undefined && postedAt < now.getTime() * 1_000 - listedWithinDays * DAY_US) return false;
  return !freeDays || rentedDays.every((day) => day < freeDays.from || day > freeDays.to);
}

function isRated({ reviewCount, ratingSum }: CarFacts, minRating: number | undefined): boolean {
  return minRating === undefined || (reviewCount > 0 && ratingSum >= minRating * reviewCount);
}

function hasWords({ words: inTexts }: CarFacts, rare: RareCriteria): boolean {
  const { words = [], wholeWords = false, excludedWords = [], phrases = [] } = rare;
  const last = words.length - 1;
  const fits = words.every((word, at) =>
    at === last && !wholeWords ? inTexts.some((text) => text.startsWith(word)) : inTexts.includes(word),
  );
  return (
    fits &&
    phrases.flat().every((word) => inTexts.includes(word)) &&
    !excludedWords.some((word) => inTexts.includes(word))
  );
}

function fitsImport(car: CarFacts, { destination, mayImport, landedCents }: RareCriteria, by: Circumstances): boolean {
  if (!destination) return true;
  if (mayImport && !passes(by.lightOf(car, destination), mayImport)) return false;
  return !landedCents || isWithin(by.landedOf(car, destination), landedCents);
}

const passes = (light: Light | null, wanted: MayImport) =>
  light === 'green' || (wanted === 'amber' && light !== null && light !== 'red');

function isWithin(
  number: number | null,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: NumberRange,
) {
  return number !== null && number >= min && number <= max;
}
