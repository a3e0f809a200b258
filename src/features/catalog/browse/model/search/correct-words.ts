import { typoDistance } from '#features/catalog/vehicles/model/typo-distance.ts';
import { heardAmong } from './sounds/sound-index.ts';
import { type Piece, textWord } from './split-query.ts';
import { letterBits, mayBeClose, typosAllowed, type Vocabulary } from './vocabulary.ts';

/** @property begins its meanings begin with it @property isAlternative follows an 'or' */
export type CorrectablePiece = Piece & { corrected: boolean; begins: boolean; isAlternative: boolean };

type InTexts = Pick<ReadonlySet<string>, 'has'>;

/** Shortest text that is completed to a name. One character of Chinese may be enough. */
const MIN_BEGINNING = 2;

const isUnknown = ({ meanings, year }: Piece) => meanings.length === 0 && year === null;

/**
 * Gives an unknown piece a meaning: names with this prefix, or else the nearest name within the typo limit. A word that
 * occurs in listings stays, unless it is a whole word of a name: 'silver' is not Silverado, but 'model' is Model 3.
 */
export function corrected(
  piece: CorrectablePiece,
  vocabulary: Vocabulary,
  inTexts: InTexts,
  makeIds: ReadonlySet<number>,
): CorrectablePiece {
  // 'no' before a word of the texts is one of them, and no name is meant.
  const isNot = vocabulary.meanings.get(piece.typed)?.some(({ kind }) => kind === 'not') ?? false;
  if (!isUnknown(piece) || isNot) return piece;
  const ofMakes = heardOfMakes(piece, vocabulary, makeIds);
  if (ofMakes) return ofMakes;
  const begun = keysBeginning(piece.typed, vocabulary.vehicleKeys).flatMap((key) => vocabulary.meanings.get(key) ?? []);
  const common = inTexts.has(textWord(piece.text));
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

/** Gives a word in another script the model of a named make that it sounds like. */
function heardOfMakes(
  piece: CorrectablePiece,
  { sounds, meanings }: Vocabulary,
  makeIds: ReadonlySet<number>,
): CorrectablePiece | null {
  if (makeIds.size === 0) return null;
  const modelsIn = (key: string) =>
    (meanings.get(key) ?? []).filter((meaning) => meaning.kind === 'model' && makeIds.has(meaning.makeId));
  const key = heardAmong(piece.text, sounds, (each) => modelsIn(each).length > 0);
  return key === null
    ? null
    : { ...piece, corrected: true, meanings: modelsIn(key), typed: key, text: modelsIn(key)[0]!.name };
}

/** Joins an unknown word with the next one if together they are close to a name: 'land cruser', 'tigo 8'. */
export function joinSlips(pieces: CorrectablePiece[], vocabulary: Vocabulary, inTexts: InTexts): CorrectablePiece[] {
  const joined: CorrectablePiece[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const isNumber = /^\d+$/.test(piece.typed);
    const slips =
      before &&
      isUnknown(before) &&
      !piece.isAlternative &&
      !piece.quoted &&
      (isNumber || (isUnknown(piece) && !inTexts.has(textWord(piece.text))));
    const nearest = slips ? nearestKey(before.typed + piece.typed, vocabulary) : null;
    const key = isNumber && !nearest?.endsWith(piece.typed) ? null : nearest;
    const meanings = key === null ? [] : (vocabulary.meanings.get(key) ?? []);
    if (meanings.length === 0) joined.push(piece);
    else joined.splice(-1, 1, { ...piece, typed: key!, text: meanings[0]!.name, meanings, corrected: true });
  }
  return joined;
}

/** Returns the sorted keys that begin with a text. */
export function keysBeginning(typed: string, sortedKeys: string[]): string[] {
  if (typed.length < (/\p{Script=Han}/u.test(typed) ? 1 : MIN_BEGINNING)) return [];
  const keys: string[] = [];
  for (let at = firstFrom(sortedKeys, typed); sortedKeys[at]?.startsWith(typed); at++) keys.push(sortedKeys[at]!);
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

/**
 * Few people mistype the first letter, so a name that begins with another one may have only one typo. A Chinese
 * character is never a typo: one makes another name.
 */
export function nearestKey(typed: string, { typoKeys }: Vocabulary): string | null {
  const limit = typosAllowed(typed.length);
  if (limit === 0 || /^\d+$|\p{Script=Han}/u.test(typed)) return null;
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
