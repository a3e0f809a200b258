import type { ListingCriteria, VehicleKey } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { meaningOf } from './amount-patterns.ts';
import { type Amounts, extractAmounts, type ForeignPrice, type Money, NO_RATES } from './amount-words.ts';
import { type CorrectablePiece, corrected, joinSlips, keysBeginning } from './correct-words.ts';
import { type PlaceFilter, PROVINCES_OF_CITY } from './places/place-words.ts';
import { markQuery, type Piece, splitQuery, textWord } from './split-query.ts';
import { type Meaning, type Vocabulary, wordKey } from './vocabulary.ts';
import type { FilterByWord } from './words/word-list.ts';

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
  /** Words that this reading leaves out. */
  dropped: string[];
  /** Prices in other currencies than US dollars. */
  prices?: ForeignPrice[];
};

/** Returns the words that the vocabulary does not know, in the form used to search texts. */
export function unknownWords(query: string, vocabulary: Vocabulary, newestYear: number): string[] {
  const { pieces } = partsOf(query, vocabulary, newestYear, KEEP_ALL_WHOLE, NO_RATES);
  return pieces.filter((piece) => isUnknown(piece) && !piece.excluded).map(({ text }) => textWord(text));
}

const KEEP_ALL_WHOLE = { has: () => true };
const isUnknown = ({ meanings, year, phrase }: Piece) => meanings.length === 0 && year === null && phrase === null;

type InTexts = Pick<ReadonlySet<string>, 'has'>;

function partsOf(query: string, vocabulary: Vocabulary, newestYear: number, whole: InTexts, money: Money) {
  const marked = markQuery(query);
  const extracted = extractAmounts(marked.text, newestYear, money);
  return { ...extracted, pieces: splitQuery({ ...marked, text: extracted.rest }, vocabulary, newestYear, whole) };
}

/** What all readings of a search have in common: its numbers, phrases and exclusions. */
type Common = { amounts: Amounts; phrases: string[][]; excluded: Exclusions; said: string[] };

/**
 * Turns a search into filters over known makes, models, years, kinds and numbers; other words are searched in the texts.
 * Words in `inTexts` occur in listings and are not treated as typos. Returns alternatives, likeliest first, for when
 * one finds nothing: without corrections, without unknown words, with all words as plain text.
 */
export function readingsOf(
  query: string,
  vocabulary: Vocabulary,
  newestYear: number,
  inTexts: InTexts,
  money: Money = NO_RATES,
): ResolvedQuery[] {
  const { rest, amounts, said, prices, pieces: all } = partsOf(query, vocabulary, newestYear, inTexts, money);
  if (all.length === 0 && rest.trim() !== '') return [{ vehicleRanks: [], understood: null, dropped: [] }];
  const phrases = all.flatMap(({ phrase, excluded }) => (phrase && !excluded ? [phrase] : []));
  const excluded = exclusionsOf(all);
  const common = { amounts, phrases, excluded, said };
  const included = splitAtOr(all.filter((piece) => !piece.excluded && piece.phrase === null));
  const plain = joinSlips(included, vocabulary, inTexts);
  const makeIds = new Set(plain.flatMap(makesOf));
  const pieces = plain.map((piece) => corrected(piece, vocabulary, inTexts, makeIds));
  const readings = [resolvePieces(pieces, common, vocabulary)];
  if (pieces.some((piece) => piece.corrected || piece.begins)) readings.push(resolvePieces(plain, common, vocabulary));
  const meant = ({ meanings, year }: Piece) => year !== null || meanings.some((meaning) => !isFiller(meaning));
  if (pieces.some(meant)) {
    const isInTexts = (piece: Piece) => inTexts.has(textWord(piece.text));
    const unknown = pieces.filter(isUnknown);
    const inNone = unknown.filter((piece) => !isInTexts(piece));
    if (inNone.length < unknown.length && inNone.length > 0) {
      readings.push(withoutPieces(pieces, inNone, common, vocabulary));
    }
    if (unknown.length > 0) readings.push(withoutPieces(pieces, unknown, common, vocabulary));
  }
  const words = plain.flatMap(({ text, meanings }) => (meanings.some(isFiller) ? [] : textWord(text).split(' ')));
  if (words.length > 0)
    readings.push({ ...asCriteria({}, common), words, ...NOTHING_NAMED, dropped: excluded.dropped });
  return prices.length === 0 ? readings : readings.map((reading) => ({ ...reading, prices }));
}

const NOTHING_NAMED = { vehicleRanks: null, understood: null };
const isFiller = ({ kind }: Meaning) => kind === 'filler' || kind === 'or';

function withoutPieces(
  pieces: CorrectablePiece[],
  left: CorrectablePiece[],
  common: Common,
  vocabulary: Vocabulary,
): ResolvedQuery {
  const kept = pieces.filter((piece) => !left.includes(piece));
  const resolved = resolvePieces(kept, common, vocabulary);
  const dropped = [...left.map(({ text }) => text), ...resolved.dropped];
  return { ...resolved, understood: textOf(kept, common), dropped };
}

/**
 * Removes each 'or' between two pieces and marks the piece after it. Removes each 'and' between values of filters, because it may be the
 * name of a model: 'blanco y negro' has no Model Y.
 */
function splitAtOr(pieces: Piece[]): CorrectablePiece[] {
  const isInside = (at: number) => at > 0 && at < pieces.length - 1;
  const isOr = (at: number) => isInside(at) && (pieces[at]?.meanings.some(({ kind }) => kind === 'or') ?? false);
  const isValue = (at: number) =>
    pieces[at]?.meanings.some(({ kind }) => kind === 'filter' || kind === 'flag') ?? false;
  const isAnd = (at: number) =>
    isInside(at) && isValue(at - 1) && isValue(at + 1) && meaningOf(pieces[at]?.text, ['and']) !== null;
  return pieces.flatMap((piece, at) =>
    isOr(at) || isAnd(at) ? [] : [{ ...piece, corrected: false, begins: false, isAlternative: isOr(at - 1) }],
  );
}

/** Writes a search that would be read like this. */
function textOf(pieces: CorrectablePiece[], { phrases, excluded, said }: Common): string {
  const texts = pieces.map(({ text, quoted, isAlternative }, at) => {
    const name = quoted ? `"${text}"` : text;
    return isAlternative && at > 0 ? `or ${name}` : name;
  });
  return [...texts, ...phrases.map((phrase) => `"${phrase.join(' ')}"`), ...excluded.texts, ...said].join(' ');
}

/** Resolves a search. Where every side of an 'or' names makes or models, cars of either side match. */
function resolvePieces(pieces: CorrectablePiece[], common: Common, vocabulary: Vocabulary): ResolvedQuery {
  const together = resolveTogether(pieces, common, vocabulary);
  const starts = pieces.flatMap(({ isAlternative }, at) => (at === 0 || isAlternative ? [at] : []));
  if (starts.length < 2) return together;
  const sides = starts.map((start, side) => pieces.slice(start, starts[side + 1]));
  const ranks = sides.map((side) => resolveTogether(side, common, vocabulary).vehicleRanks);
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

function resolveTogether(pieces: CorrectablePiece[], common: Common, vocabulary: Vocabulary): ResolvedQuery {
  const makeIds = new Set(
    pieces.flatMap(({ meanings }) => meanings.flatMap((m) => (m.kind === 'make' ? [m.makeId] : []))),
  );
  const exact: ModelMeaning[][] = [];
  const near: ModelMeaning[][] = [];
  const values: Values = {};
  const words: string[] = [];
  for (const piece of pieces) {
    const fitting = ofMakes(piece.meanings, makeIds);
    const models = fitting.filter((meaning) => meaning.kind === 'model');
    if (piece.year !== null && (models.length === 0 || makeIds.size === 0)) {
      values.years = [...(values.years ?? []), piece.year];
    } else if (models.length > 0) {
      exact.push(piece.begins ? [] : models);
      near.push(piece.begins ? models : piece.quoted ? [] : beginningsOf(models, vocabulary, makeIds));
    } else if (!addValues(fitting, values) && piece.meanings.length === 0) words.push(textWord(piece.text));
  }
  const understood = pieces.some((piece) => piece.corrected) ? textOf(pieces, common) : null;
  return {
    ...asCriteria(values, common),
    ...(words.length > 0 && { words }),
    vehicleRanks: ranksOf(exact, near, makeIds),
    understood,
    dropped: common.excluded.dropped,
  };
}

/** The values of filters that a search names, and its years. */
type Values = { years?: number[]; flags?: Narrowing; filters?: Record<string, (string | number)[]> };

function addValues(meanings: Meaning[], values: Values): boolean {
  for (const meaning of meanings) {
    if (meaning.kind === 'flag') values.flags = { ...values.flags, [meaning.flag]: true };
    if (meaning.kind !== 'filter') continue;
    const named = values.filters?.[meaning.filter] ?? [];
    values.filters = { ...values.filters, [meaning.filter]: [...new Set([...named, ...meaning.values])] };
  }
  return meanings.length > 0;
}

/** Several values of one filter are alternatives; several years are the range between them. */
function asCriteria({ years, flags, filters = {} }: Values, { amounts, phrases, excluded }: Common): Narrowing {
  const { year: span, ...others } = amounts;
  const named: Record<string, (string | number)[]> = { ...filters };
  for (const name of ['seats', 'doors'] as const) {
    const counted = others[name];
    if (counted) named[name] = [...new Set([...(named[name] ?? []), ...counted])];
  }
  const min = Math.max(span?.min ?? Number.NEGATIVE_INFINITY, ...(years ? [Math.min(...years)] : []));
  const max = Math.min(span?.max ?? Number.POSITIVE_INFINITY, ...(years ? [Math.max(...years)] : []));
  return {
    ...others,
    ...(span || years ? { year: { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) } } : {}),
    ...flags,
    ...withoutValues(withPlaces(named), excluded),
    ...(phrases.length > 0 && { phrases }),
    ...(excluded.vehicles.length > 0 && { excludedVehicles: excluded.vehicles }),
    ...(excluded.words.length > 0 && { excludedWords: excluded.words }),
  } as Narrowing;
}

/** Leaves out models of other makes than the named ones, and models whose name is an ordinary word: '4x4', 'hatch'. */
function ofMakes(meanings: Meaning[], makeIds: Set<number>): Meaning[] {
  const ofNamedMakes = meanings.filter((meaning) => meaning.kind === 'model' && makeIds.has(meaning.makeId));
  if (ofNamedMakes.length > 0) return ofNamedMakes;
  const isWord = meanings.some(({ kind }) => kind !== 'model' && kind !== 'make');
  return meanings.filter(({ kind }) => kind !== 'model' || (makeIds.size === 0 && !isWord));
}

/** Returns models whose names start with the name of an exact match: Sealion for Seal. */
function beginningsOf(exact: ModelMeaning[], vocabulary: Vocabulary, makeIds: Set<number>): ModelMeaning[] {
  const keys = exact.flatMap((model) => keysBeginning(wordKey(model.name), vocabulary.vehicleKeys));
  const meanings = keys.flatMap((key) => vocabulary.meanings.get(key) ?? []);
  return ofMakes(meanings, makeIds).filter((meaning) => meaning.kind === 'model');
}

function ranksOf(exact: ModelMeaning[][], near: ModelMeaning[][], makeIds: Set<number>): VehicleKey[][] | null {
  const keysOf = (meanings: ModelMeaning[]) =>
    [...new Set(meanings.map((meaning) => -meaning.modelId))].sort((a, b) => b - a);
  if (exact.length === 0) return makeIds.size > 0 ? [[...makeIds]] : null;
  const first = keysOf(exact.flat());
  const second = keysOf(near.flat()).filter((key) => !first.includes(key));
  return [first, second].filter((rank) => rank.length > 0);
}

/**
 * Makes places alternatives of each other. Cars of Shanghai have it as province and as city, so 'Shanghai or Guangzhou' are two
 * cities. A province that no city of the search is in is left out if it is no city.
 */
function withPlaces(named: Record<string, (string | number)[]>): Record<string, (string | number)[]> {
  const { province, city, ...others } = named;
  if (!province || !city) return named;
  const isIn = (each: string | number) => PROVINCES_OF_CITY.get(String(each))?.some((its) => province.includes(its));
  return city.every(isIn) ? named : { ...others, city: [...new Set([...province, ...city])] };
}

/**
 * What a minus excludes.
 *
 * @property values of filters
 * @property texts the exclusions as typed
 * @property dropped what cannot be excluded: a year, a phrase, a fact such as certified
 */
type Exclusions = {
  vehicles: VehicleKey[];
  values: Map<FilterByWord | PlaceFilter, Set<string | number>>;
  words: string[];
  texts: string[];
  dropped: string[];
};

/** Collects the exclusions of a search. A name excludes exactly that make or model, and nothing is corrected. */
function exclusionsOf(pieces: Piece[]): Exclusions {
  const exclusions: Exclusions = { vehicles: [], values: new Map(), words: [], texts: [], dropped: [] };
  const named = new Set(pieces.filter(({ excluded }) => !excluded).flatMap(makesOf));
  for (const piece of pieces.filter(({ excluded }) => excluded)) {
    const text = piece.quoted ? `-"${piece.text}"` : `-${piece.text}`;
    (addExclusion(exclusions, piece, named) ? exclusions.texts : exclusions.dropped).push(text);
  }
  return exclusions;
}

const makesOf = ({ meanings }: Piece) =>
  meanings.flatMap((meaning) => (meaning.kind === 'make' ? [meaning.makeId] : []));

/** Returns whether the piece can be excluded. Of models with the same name, those of a make in the search are meant. */
function addExclusion(exclusions: Exclusions, piece: Piece, makes: ReadonlySet<number>): boolean {
  const models = piece.meanings.flatMap((meaning) => (meaning.kind === 'model' ? [meaning] : []));
  const ofMakes = models.filter(({ makeId }) => makes.has(makeId));
  const vehicles = [...makesOf(piece), ...(ofMakes.length > 0 ? ofMakes : models).map(({ modelId }) => -modelId)];
  if (vehicles.length > 0) {
    exclusions.vehicles.push(...vehicles);
    return true;
  }
  const filters = piece.meanings.flatMap((meaning) => (meaning.kind === 'filter' ? [meaning] : []));
  for (const { filter, values } of filters) {
    exclusions.values.set(filter, new Set([...(exclusions.values.get(filter) ?? []), ...values]));
  }
  if (filters.length > 0) return true;
  if (piece.meanings.length > 0 || piece.year !== null || piece.phrase) {
    const [word, ...others] = piece.phrase ?? [];
    if (word === undefined || others.length > 0) return false;
    exclusions.words.push(word);
    return true;
  }
  exclusions.words.push(textWord(piece.text));
  return true;
}

/** Removes excluded values from the named ones. Of a filter that is not named, cars with an unknown value stay. */
function withoutValues(named: Record<string, (string | number)[]>, { values }: Exclusions) {
  const rest: Record<string, unknown> = { ...named };
  const others: { filter: FilterByWord | PlaceFilter; values: (string | number)[] }[] = [];
  for (const [filter, excluded] of values) {
    if (named[filter]) rest[filter] = named[filter].filter((value) => !excluded.has(value));
    else others.push({ filter, values: [...excluded] });
  }
  return { ...rest, ...(others.length > 0 && { excludedValues: others }) };
}
