import type { ListingCriteria, VehicleKey } from '#features/listings/model/criteria/listing-criteria.ts';
import { nameKey } from '#features/vehicles/model/name-key.ts';
import { extractPrices } from './price-words.ts';
import { type Piece, splitQuery } from './split-query.ts';
import { letterBits, mayBeClose, typoDistance, typosAllowed } from './typo-distance.ts';
import type { Meaning, Vocabulary } from './vocabulary.ts';

type Narrowing = Omit<ListingCriteria, 'offer' | 'vehicles'>;
type ModelMeaning = Extract<Meaning, { kind: 'model' }>;

export type ResolvedQuery = Narrowing & {
  /**
   * Matching makes and models, best rank first and without overlap. Null if the search names none, empty if nothing can
   * match.
   */
  vehicleRanks: VehicleKey[][] | null;
  /** The corrected search text; null if nothing was corrected. */
  understood: string | null;
  /** Words that no car matches, left out of this reading. */
  dropped: string[];
};

/** Returns the words that are not a known make, model, year, type, fuel or gearbox. */
export function unknownWords(query: string, vocabulary: Vocabulary, newestYear: number): string[] {
  return splitQuery(extractPrices(query).rest, vocabulary, newestYear, KEEP_ALL_WHOLE)
    .filter(isUnknown)
    .map(({ typed }) => typed);
}

const KEEP_ALL_WHOLE = { has: () => true };
const isUnknown = ({ meanings, year }: Piece) => meanings.length === 0 && year === null;

type InTexts = Pick<ReadonlySet<string>, 'has'>;

/**
 * Turns a search into filters over known makes, models, years, kinds and prices; other words are searched in the texts.
 * Words in `inTexts` occur in listings and are not treated as typos. Returns alternatives, likeliest first, for when
 * one finds nothing: without corrections, without unknown words, with all words as plain text.
 */
export function readingsOf(
  query: string,
  vocabulary: Vocabulary,
  newestYear: number,
  inTexts: InTexts,
): ResolvedQuery[] {
  const { rest, minPriceCents: min, maxPriceCents: max } = extractPrices(query);
  const priceCents = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const prices: Narrowing = min === undefined && max === undefined ? {} : { priceCents };
  const typed = splitAtOr(splitQuery(rest, vocabulary, newestYear, inTexts));
  const plain = joinSlips(typed, vocabulary, inTexts);
  if (plain.length === 0 && rest.trim() !== '') return [{ vehicleRanks: [], understood: null, dropped: [] }];
  const pieces = plain.map((piece) => corrected(piece, vocabulary, inTexts));
  const known = pieces.filter(({ meanings, year }) => year !== null || meanings.some((meaning) => !isFiller(meaning)));
  const readings = [resolvePieces(pieces, prices, vocabulary)];
  if (pieces.some((piece) => piece.corrected || piece.begins)) readings.push(resolvePieces(plain, prices, vocabulary));
  if (known.length > 0 && pieces.some(isUnknown)) {
    const dropped = pieces.filter(isUnknown).map(({ text }) => text);
    readings.push({ ...resolvePieces(known, prices, vocabulary), understood: textOf(known), dropped });
  }
  const words = plain.flatMap(({ text, meanings }) => (meanings.some(isFiller) ? [] : text.toLowerCase().split(' ')));
  if (words.length > 0) readings.push({ ...prices, words, vehicleRanks: null, understood: null, dropped: [] });
  return readings;
}

const isFiller = ({ kind }: Meaning) => kind === 'filler';

/** Joins an unknown word with the next one if together they are close to a name: 'land cruser', 'tigo 8'. */
function joinSlips(pieces: CorrectedPiece[], vocabulary: Vocabulary, inTexts: InTexts): CorrectedPiece[] {
  const joined: CorrectedPiece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const isNumber = /^\d+$/.test(piece.typed);
    const slips =
      before &&
      isUnknown(before) &&
      !piece.isAlternative &&
      (isNumber || (isUnknown(piece) && !inTexts.has(piece.typed)));
    const nearest = slips ? nearestKey(before.typed + piece.typed, vocabulary) : null;
    const key = isNumber && !nearest?.endsWith(piece.typed) ? null : nearest;
    const meanings = key === null ? [] : (vocabulary.meanings.get(key) ?? []);
    if (meanings.length === 0) joined.push(piece);
    else joined.splice(-1, 1, { ...piece, typed: key!, text: meanings[0]!.name, meanings, corrected: true });
  }
  return joined;
}

/** Removes each 'or' between two pieces and marks the piece after it. */
function splitAtOr(pieces: Piece[]): CorrectedPiece[] {
  const isOr = (at: number) => at > 0 && at < pieces.length - 1 && pieces[at]?.typed === 'or';
  return pieces.flatMap((piece, at) =>
    isOr(at) ? [] : [{ ...piece, corrected: false, begins: false, isAlternative: isOr(at - 1) }],
  );
}

const textOf = (pieces: CorrectedPiece[]) =>
  pieces.map(({ text, isAlternative }, at) => (isAlternative && at > 0 ? `or ${text}` : text)).join(' ');

/** Resolves a search. Where every side of an 'or' names makes or models, cars of either side match. */
function resolvePieces(pieces: CorrectedPiece[], prices: Narrowing, vocabulary: Vocabulary): ResolvedQuery {
  const together = resolveTogether(pieces, prices, vocabulary);
  const starts = pieces.flatMap(({ isAlternative }, at) => (at === 0 || isAlternative ? [at] : []));
  if (starts.length < 2) return together;
  const sides = starts.map((start, side) => pieces.slice(start, starts[side + 1]));
  const ranks = sides.map((side) => resolveTogether(side, prices, vocabulary).vehicleRanks);
  return ranks.includes(null)
    ? together
    : { ...together, vehicleRanks: eitherOf(ranks as VehicleKey[][][], vocabulary) };
}

/** Merges the ranks of alternatives. Leaves out models of a make that matches as a whole. */
function eitherOf(alternatives: VehicleKey[][][], { meanings }: Vocabulary): VehicleKey[][] {
  const makeOf = new Map<number, number>();
  for (const meaning of [...meanings.values()].flat()) {
    if (meaning.kind === 'model') makeOf.set(-meaning.modelId, meaning.makeId);
  }
  const makes = new Set(alternatives.flat(2).filter((key) => key > 0));
  const rankOf = (rank: number) =>
    new Set(alternatives.flatMap((ranks) => ranks[rank] ?? []).filter((key) => !makes.has(makeOf.get(key) ?? 0)));
  const first = rankOf(0);
  return [[...first], [...rankOf(1)].filter((key) => !first.has(key))].filter((rank) => rank.length > 0);
}

function resolveTogether(pieces: CorrectedPiece[], prices: Narrowing, vocabulary: Vocabulary): ResolvedQuery {
  const makeIds = new Set(
    pieces.flatMap(({ meanings }) => meanings.flatMap((m) => (m.kind === 'make' ? [m.makeId] : []))),
  );
  const exact: ModelMeaning[][] = [];
  const near: ModelMeaning[][] = [];
  const narrowing: Narrowing = { ...prices };
  const words: string[] = [];
  for (const piece of pieces) {
    const fitting = ofMakes(piece.meanings, makeIds);
    const models = fitting.filter((meaning) => meaning.kind === 'model');
    if (piece.year !== null && (models.length === 0 || makeIds.size === 0))
      narrowing.year = { min: piece.year, max: piece.year };
    else if (models.length > 0) {
      exact.push(piece.begins ? [] : models);
      near.push(piece.begins ? models : beginningsOf(models, vocabulary, makeIds));
    } else if (!applyKind(fitting, narrowing) && piece.meanings.length === 0) words.push(piece.typed);
  }
  if (words.length > 0) narrowing.words = words;
  const understood = pieces.some((piece) => piece.corrected) ? textOf(pieces) : null;
  return { ...narrowing, vehicleRanks: ranksOf(exact, near, makeIds), understood, dropped: [] };
}

/** @property isAlternative follows an 'or' */
type CorrectedPiece = Piece & { corrected: boolean; begins: boolean; isAlternative: boolean };

/**
 * Gives an unknown piece a meaning: names with this prefix, or else the nearest name within the typo limit. A word that
 * occurs in listings stays, unless it is a whole word of a name: 'silver' is not Silverado, but 'model' is Model 3.
 */
function corrected(piece: CorrectedPiece, vocabulary: Vocabulary, inTexts: InTexts): CorrectedPiece {
  if (!isUnknown(piece)) return piece;
  const begun = keysBeginning(piece.typed, vocabulary).flatMap((key) => vocabulary.meanings.get(key) ?? []);
  const common = inTexts.has(piece.typed);
  const begins = common
    ? begun.filter(({ name }) =>
        name
          .toLowerCase()
          .split(/[\s-]+/)
          .includes(piece.typed),
      )
    : begun;
  if (begins.length > 0) return { ...piece, begins: true, meanings: begins };
  if (common) return piece;
  const key = nearestKey(piece.typed, vocabulary);
  const meanings = key === null ? [] : (vocabulary.meanings.get(key) ?? []);
  return meanings.length === 0 ? piece : { ...piece, corrected: true, meanings, typed: key!, text: meanings[0]!.name };
}

function keysBeginning(typed: string, { vehicleKeys }: Vocabulary): string[] {
  const wide = /[^\p{ASCII}]/u.test(typed);
  if (typed.length < (wide ? 1 : 2)) return [];
  const keys: string[] = [];
  for (let at = firstFrom(vehicleKeys, typed); vehicleKeys[at]?.startsWith(typed); at++) keys.push(vehicleKeys[at]!);
  return keys;
}

/** Returns the index of the first sorted key that is not before `start`. */
function firstFrom(sortedKeys: string[], start: string): number {
  let [low, high] = [0, sortedKeys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sortedKeys[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Few people mistype the first letter, so a name that begins with another one may have only one typo. */
function nearestKey(typed: string, { typoKeys }: Vocabulary): string | null {
  const limit = typosAllowed(typed.length);
  if (limit === 0 || /^\d+$/.test(typed)) return null;
  let best: { key: string; distance: number } | null = null;
  const typedBits = letterBits(typed);
  for (const { key, bits, typos } of typoKeys) {
    const bound = Math.min(limit, typos, key.startsWith(typed[0] ?? '') ? limit : 1);
    if (!mayBeClose(bits, typedBits, bound)) continue;
    const distance = typoDistance(typed, key, bound);
    if (distance <= bound && (best === null || distance < best.distance)) best = { key, distance };
  }
  return best?.key ?? null;
}

function ofMakes(meanings: Meaning[], makeIds: Set<number>): Meaning[] {
  const ofNamedMakes = meanings.filter((meaning) => meaning.kind === 'model' && makeIds.has(meaning.makeId));
  return ofNamedMakes.length > 0 ? ofNamedMakes : meanings.filter((m) => m.kind !== 'model' || makeIds.size === 0);
}

/** Returns models whose names start with the name of an exact match: Sealion for Seal. */
function beginningsOf(exact: ModelMeaning[], vocabulary: Vocabulary, makeIds: Set<number>): ModelMeaning[] {
  const keys = exact.flatMap((model) => keysBeginning(nameKey(model.name), vocabulary));
  const meanings = keys.flatMap((key) => vocabulary.meanings.get(key) ?? []);
  return ofMakes(meanings, makeIds).filter((meaning) => meaning.kind === 'model');
}

function applyKind(meanings: Meaning[], narrowing: Narrowing): boolean {
  for (const meaning of meanings) {
    if (meaning.kind === 'carType') narrowing.carType = [meaning.carType];
    else if (meaning.kind === 'fuelType') narrowing.fuelType = [meaning.fuelType];
    else if (meaning.kind === 'transmission') narrowing.transmission = [meaning.transmission];
  }
  return meanings.length > 0;
}

function ranksOf(exact: ModelMeaning[][], near: ModelMeaning[][], makeIds: Set<number>): VehicleKey[][] | null {
  const keysOf = (meanings: ModelMeaning[]) =>
    [...new Set(meanings.map((meaning) => -meaning.modelId))].sort((a, b) => b - a);
  if (exact.length === 0) return makeIds.size > 0 ? [[...makeIds]] : null;
  const first = keysOf(exact.flat());
  const second = keysOf(near.flat()).filter((key) => !first.includes(key));
  return [first, second].filter((rank) => rank.length > 0);
}
