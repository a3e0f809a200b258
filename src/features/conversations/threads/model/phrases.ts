import * as z from 'zod/mini';

/** What a phrase has a place for: a day (YYYY-MM-DD), an amount in whole dollars, or a whole number. */
export type PhraseValue = 'day' | 'dollars' | 'number';

/**
 * Prepared sentences. Each reader sees them in their own language, so that two people without a common language can deal. Sentences in
 * other languages are in content/phrases.
 */
export const PHRASES = {
  stillThere: null,
  yesThere: null,
  soldAlready: null,
  coldStartVideo: null,
  morePhotos: null,
  photoOdometer: null,
  photoVinPlate: null,
  photoUnderbody: null,
  anyAccidents: null,
  noAccidents: null,
  repaired: null,
  engineDry: null,
  serviceRecords: null,
  howManyKeys: null,
  mileageIs: 'number',
  batteryHealth: null,
  batteryHealthIs: 'number',
  inspectionWelcome: null,
  bestPrice: null,
  priceIs: 'dollars',
  priceIncludesFob: null,
  priceFirm: null,
  shipsTo: null,
  whenShips: null,
  shipsBy: 'day',
  papersReady: 'day',
  exportAllowed: null,
  paysAfterInvoice: null,
  answerTomorrow: null,
  thanks: null,
  notInterested: null,
} as const satisfies Record<string, PhraseValue | null>;

export type Phrase = keyof typeof PHRASES;
export const PHRASE_NAMES = Object.keys(PHRASES) as [Phrase, ...Phrase[]];

/** The phrases that a side is offered first. The others follow. */
export const FIRST_PHRASES: Record<'buyer' | 'seller', readonly Phrase[]> = {
  buyer: ['stillThere', 'coldStartVideo', 'morePhotos', 'anyAccidents', 'bestPrice', 'whenShips'],
  seller: ['yesThere', 'soldAlready', 'noAccidents', 'mileageIs', 'priceIs', 'shipsBy', 'answerTomorrow'],
};

const DAY = z.iso.date();
const WHOLE = /^(0|[1-9]\d{0,8})$/;

/** Returns whether a value fits a phrase. A phrase without a place takes none. */
export function fitsPhrase(phrase: Phrase, value: string | undefined): boolean {
  const kind: PhraseValue | null = PHRASES[phrase];
  if (kind === null) return value === undefined;
  if (value === undefined) return false;
  return kind === 'day' ? DAY.safeParse(value).success : WHOLE.test(value);
}
