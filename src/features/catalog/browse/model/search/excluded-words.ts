import type { VehicleKey } from '#features/catalog/listings/model/criteria/listing-criteria.ts';
import { isNumberFilter, knownValues } from '#features/catalog/listings/model/criteria/listing-filters.ts';
import { type Piece, textWord } from './split-query.ts';
import type { FilterByWord } from './words/word-list.ts';

/**
 * What a minus excludes.
 *
 * @property values of filters
 * @property texts the exclusions as they are written
 * @property dropped what cannot be excluded: a year, a phrase, a fact such as certified
 */
export type Exclusions = {
  vehicles: VehicleKey[];
  values: Map<FilterByWord, Set<string | number>>;
  words: string[];
  texts: string[];
  dropped: string[];
};

/** Collects the exclusions of a search. A name excludes exactly that make or model, and nothing is corrected. */
export function exclusionsOf(pieces: Piece[]): Exclusions {
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

/** Removes excluded values from the named ones, or from all if none is named. A car whose value is unknown is left out. */
export function withoutValues(
  named: Record<string, (string | number)[]>,
  { values }: Exclusions,
): Record<string, (string | number)[]> {
  const rest = { ...named };
  for (const [filter, excluded] of values) {
    const all =
      rest[filter] ?? (knownValues(filter) ?? []).map((value) => (isNumberFilter(filter) ? Number(value) : value));
    rest[filter] = all.filter((value) => !excluded.has(value));
  }
  return rest;
}
