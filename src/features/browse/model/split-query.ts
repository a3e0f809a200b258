import { nameKey } from '#features/vehicles/model/name-key.ts';
import type { Meaning, Vocabulary } from './vocabulary.ts';

/** A part of a search with its meanings, none if it is unknown. `typed` is its key, `text` the original text. */
export type Piece = { typed: string; text: string; meanings: Meaning[]; year: number | null };

const MAX_NAME_WORDS = 5;
const MAX_WORDS = 12;
const YEAR_LENGTH = 4;
/** Spellings that differ from those in listings. */
const OTHER_SPELLINGS = new Map([['gray', 'grey']]);

/**
 * Splits a search into pieces, longest known name first: 'land cruiser prado' is one piece, 'bydseal' and '比亚迪海豹' are
 * two. Words in `whole` are not split: '4x4' is not X4.
 */
export function splitQuery(
  query: string,
  vocabulary: Vocabulary,
  newestYear: number,
  whole: Pick<ReadonlySet<string>, 'has'> = new Set(),
): Piece[] {
  const words = query
    .normalize('NFKC')
    .split(/[^\p{Letter}\p{Mark}\p{Number}]+/u)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => OTHER_SPELLINGS.get(word.toLowerCase()) ?? word);
  const pieces: Piece[] = [];
  for (let index = 0; index < words.length; ) {
    const { piece, used } = longestKnown(words, index, vocabulary, newestYear, whole);
    pieces.push(...piece);
    index += used;
  }
  return pieces;
}

function longestKnown(
  words: string[],
  index: number,
  vocabulary: Vocabulary,
  newestYear: number,
  whole: Pick<ReadonlySet<string>, 'has'>,
): { piece: Piece[]; used: number } {
  for (let used = Math.min(MAX_NAME_WORDS, words.length - index); used > 0; used--) {
    const text = words.slice(index, index + used).join(' ');
    const piece = knownPiece(text, vocabulary, newestYear);
    if (piece) return { piece: [piece], used };
  }
  const word = words[index]!;
  const glued = whole.has(nameKey(word)) ? null : splitGlued(nameKey(word), vocabulary, newestYear);
  return { piece: glued ?? [{ typed: nameKey(word), text: word, meanings: [], year: null }], used: 1 };
}

function knownPiece(text: string, vocabulary: Vocabulary, newestYear: number): Piece | null {
  return pieceOfKey(nameKey(text), text, vocabulary, newestYear);
}

function pieceOfKey(typed: string, text: string, vocabulary: Vocabulary, newestYear: number): Piece | null {
  const meanings = vocabulary.meanings.get(typed) ?? [];
  const year = yearOf(typed, newestYear);
  return meanings.length > 0 || year !== null ? { typed, text, meanings, year } : null;
}

/** Splits a word that consists of several known names; null if it does not. Prefers the longest first name. */
function splitGlued(word: string, vocabulary: Vocabulary, newestYear: number): Piece[] | null {
  const deadEnds = new Set<number>();
  const longest = Math.max(vocabulary.longestKey, YEAR_LENGTH);
  const splitFrom = (start: number): Piece[] | null => {
    if (start === word.length) return [];
    if (deadEnds.has(start)) return null;
    for (let end = Math.min(word.length, start + longest); end > start; end--) {
      const part = word.slice(start, end);
      const first = pieceOfKey(part, part, vocabulary, newestYear);
      if (!first || (end - start === 1 && end < word.length)) continue;
      const rest = splitFrom(end);
      if (rest) return [first, ...rest];
    }
    deadEnds.add(start);
    return null;
  };
  return splitFrom(0);
}

function yearOf(key: string, newestYear: number): number | null {
  if (!/^(19|20)\d\d$/.test(key)) return null;
  const year = Number(key);
  return year <= newestYear ? year : null;
}
