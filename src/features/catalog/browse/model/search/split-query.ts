import { EXCLUDED_MARK } from './amount-patterns.ts';
import { heard } from './sounds/sound-index.ts';
import { type Meaning, type Vocabulary, wordKey } from './vocabulary.ts';

/** Placeholder for the quoted text with this index. */
const QUOTE_BASE = 0xe000;
const MAX_QUOTES = 12;
const PRIVATE_USE = /[\uE000-\uF8FF]/g;
const QUOTED = /["“”„‟«»「」『』]([^"“”„‟«»「」『』]*)["“”„‟«»「」『』]/g;
/** A minus between two numbers makes a range. */
const EXCLUSION = /(?<=^|\s)[-−–](?=[\p{Letter}\uE000-\uE0FF]|(?<!\d\s+[-−–])\d+(?:\s|$))/gu;
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0e50];

/** A word of a search, in its order. `quoted` is a text between quotation marks. */
type Word = { text: string; quoted: boolean; excluded: boolean };

/** A search with quotations and minus signs replaced by marks, which its numbers can be extracted from. */
type MarkedQuery = { text: string; quotes: string[] };

/** Normalizes a search: compatibility forms, digits of any script, quotations and minus signs. */
export function markQuery(query: string): MarkedQuery {
  const quotes: string[] = [];
  const text = query
    .replace(PRIVATE_USE, ' ')
    .normalize('NFKC')
    .replace(/\p{Decimal_Number}/gu, plainDigit)
    .replace(QUOTED, (_, quoted: string) => {
      if (quoted.trim() === '' || quotes.length === MAX_QUOTES) return ` ${quoted} `;
      quotes.push(quoted.trim());
      return `${String.fromCharCode(QUOTE_BASE + quotes.length - 1)} `;
    })
    .replace(EXCLUSION, EXCLUDED_MARK);
  return { text, quotes };
}

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((each) => code >= each && code <= each + 9);
  return zero === undefined ? digit : String(code - zero);
}

/** Splits a marked search into words, at most `limit`. */
function wordsOfQuery({ text, quotes }: MarkedQuery, limit: number): Word[] {
  return (text.match(/\uE1FF?(?:[\uE000-\uE0FF]|[\p{Letter}\p{Mark}\p{Number}]+)/gu) ?? [])
    .slice(0, limit)
    .map((found) => {
      const excluded = found.startsWith(EXCLUDED_MARK);
      const word = excluded ? found.slice(1) : found;
      const quoted = quotes[word.charCodeAt(0) - QUOTE_BASE];
      return { text: quoted ?? word, quoted: quoted !== undefined, excluded };
    });
}

/**
 * A part of a search with its meanings, none if it is unknown.
 *
 * @property typed its key
 * @property text as it was written
 * @property quoted its names are exact
 * @property phrase words that were quoted and are no name
 */
export type Piece = {
  typed: string;
  text: string;
  meanings: Meaning[];
  year: number | null;
  quoted: boolean;
  excluded: boolean;
  phrase: string[] | null;
};

const MAX_NAME_WORDS = 5;
const MAX_WORDS = 12;
const YEAR_LENGTH = 4;
/** Spellings that differ from those in listings. */
const OTHER_SPELLINGS = new Map([['gray', 'grey']]);

type Words = Pick<ReadonlySet<string>, 'has'>;
type Known = { vocabulary: Vocabulary; newestYear: number };

/** Returns a word in the form used to search texts. */
export function textWord(text: string): string {
  const word = text.toLowerCase();
  return OTHER_SPELLINGS.get(word) ?? word;
}

/**
 * Splits a search into pieces, longest known name first: 'land cruiser prado' is one piece, 'bydseal' and '比亚迪海豹' are
 * two. Words in `whole` are not split: '4x4' is not X4. Chinese is, because it has no spaces: a seller's text must not change
 * what 丰田卡罗拉 means.
 */
export function splitQuery(
  query: MarkedQuery,
  vocabulary: Vocabulary,
  newestYear: number,
  whole: Words = new Set(),
): Piece[] {
  const words = wordsOfQuery(query, MAX_WORDS);
  const known = { vocabulary, newestYear };
  const pieces: Piece[] = [];
  for (let index = 0; index < words.length; ) {
    const word = words[index]!;
    const found = word.quoted
      ? { pieces: quotedPieces(word, known), used: 1 }
      : longestKnown(words, index, known, whole);
    pieces.push(...found.pieces);
    index += found.used;
  }
  return withNegations(pieces);
}

/** Excludes each name or value after a 'not'. Before other words, 'not' is a word like them. */
function withNegations(pieces: Piece[]): Piece[] {
  const isNot = (at: number) => pieces[at]?.meanings.some(({ kind }) => kind === 'not') ?? false;
  const isExcludable = ({ meanings, excluded }: Piece) =>
    !excluded && meanings.some(({ kind }) => kind === 'make' || kind === 'model' || kind === 'filter');
  return pieces.flatMap((piece, at) => {
    const next = pieces[at + 1];
    if (isNot(at)) return next && isExcludable(next) ? [] : [{ ...piece, meanings: [] }];
    return isNot(at - 1) && isExcludable(piece) ? [{ ...piece, excluded: true }] : [piece];
  });
}

const PLAIN = { quoted: false, excluded: false, phrase: null };

/** Quoted makes and models are names, all other quoted words are a phrase. */
function quotedPieces({ text, excluded }: Word, known: Known): Piece[] {
  const marks = { quoted: true, excluded, phrase: null };
  const words = text.match(/[\p{Letter}\p{Mark}\p{Number}]+/gu) ?? [];
  if (words.length === 0) return [];
  const names: Piece[] = [];
  for (let index = 0; index < words.length; ) {
    const { name, used } = longestName(words, index, known);
    if (name === null) {
      return [{ typed: wordKey(text), text, meanings: [], year: null, ...marks, phrase: words.map(textWord) }];
    }
    names.push({ ...name, ...marks });
    index += used;
  }
  return names;
}

function longestName(words: string[], index: number, { vocabulary }: Known): { name: Piece | null; used: number } {
  for (let used = Math.min(MAX_NAME_WORDS, words.length - index); used > 0; used--) {
    const text = words.slice(index, index + used).join(' ');
    const typed = wordKey(text);
    const meanings = (vocabulary.meanings.get(typed) ?? []).filter(({ kind }) => kind === 'make' || kind === 'model');
    if (meanings.length > 0) return { name: { ...PLAIN, typed, text, meanings, year: null }, used };
  }
  return { name: null, used: 1 };
}

function longestKnown(words: Word[], index: number, known: Known, whole: Words): { pieces: Piece[]; used: number } {
  const { text: word, excluded } = words[index]!;
  const next = words.slice(index + 1).findIndex((each) => each.quoted || each.excluded);
  const longest = next === -1 ? words.length - index : next + 1;
  for (let used = Math.min(MAX_NAME_WORDS, longest); used > 0; used--) {
    const text = words
      .slice(index, index + used)
      .map((each) => each.text)
      .join(' ');
    const piece = pieceOfKey(wordKey(text), text, known) ?? heardPiece(text, known, whole);
    if (piece) return { pieces: [{ ...piece, excluded }], used };
  }
  const typed = wordKey(word);
  const isWhole = whole.has(textWord(word)) && !/\p{Script=Han}/u.test(typed);
  const glued = isWhole ? null : splitGlued(typed, known);
  const pieces = glued ?? [{ ...PLAIN, typed, text: word, meanings: [], year: null }];
  return { pieces: pieces.map((piece) => ({ ...piece, excluded })), used: 1 };
}

function pieceOfKey(typed: string, text: string, { vocabulary, newestYear }: Known): Piece | null {
  const meanings = vocabulary.meanings.get(typed) ?? meaningsOfPlural(typed, vocabulary);
  const year = yearOf(typed, newestYear);
  return meanings.length > 0 || year !== null ? { ...PLAIN, typed, text, meanings, year } : null;
}

/** Reads names of vehicles in other scripts. A word of the texts must sound exactly like a name to be one. */
function heardPiece(text: string, { vocabulary }: Known, whole: Words): Piece | null {
  const typed = wordKey(text);
  const found = heard(text, typed, vocabulary.sounds);
  if (!found || (!found.isSure && whole.has(textWord(text)))) return null;
  const meanings = vocabulary.meanings.get(found.key) ?? [];
  return { ...PLAIN, typed: found.key, text, meanings, year: null };
}

const MIN_SINGULAR = 3;

/** Returns the makes and models of which a word is the English plural: 'camrys' is Camry. */
function meaningsOfPlural(typed: string, { meanings }: Vocabulary): Meaning[] {
  if (!/^[a-z0-9]+s$/.test(typed)) return [];
  const singulars = [typed.slice(0, -1), typed.replace(/es$/, ''), typed.replace(/ies$/, 'y')];
  for (const singular of singulars) {
    if (singular === typed || singular.length < MIN_SINGULAR) continue;
    const named = (meanings.get(singular) ?? []).filter(({ kind }) => kind === 'make' || kind === 'model');
    if (named.length > 0) return named;
  }
  return [];
}

/** Splits a word that consists of several known names; null if it does not. Prefers the longest first name. */
function splitGlued(word: string, known: Known): Piece[] | null {
  const deadEnds = new Set<number>();
  const longest = Math.max(known.vocabulary.longestKey, YEAR_LENGTH);
  const splitFrom = (start: number): Piece[] | null => {
    if (start === word.length) return [];
    if (deadEnds.has(start)) return null;
    for (let end = Math.min(word.length, start + longest); end > start; end--) {
      const part = word.slice(start, end);
      const first = pieceOfKey(part, part, known);
      if (!first || !mayBeGlued(first, end === word.length)) continue;
      const rest = splitFrom(end);
      if (rest) return [first, ...rest];
    }
    deadEnds.add(start);
    return null;
  };
  return splitFrom(0);
}

/** Whether a part of a word may be a name. Words of scripts with spaces end in letters that happen to be short words. */
function mayBeGlued({ typed, meanings, year }: Piece, isLast: boolean): boolean {
  if (/^[\p{sc=Han}\p{sc=Hiragana}]+$/u.test(typed)) return true;
  const isSmallWord =
    year === null && meanings.every(({ kind }) => kind === 'filler' || kind === 'or' || kind === 'not');
  return !isSmallWord && (isLast || typed.length > 1);
}

function yearOf(key: string, newestYear: number): number | null {
  if (!/^(19|20)\d\d$/.test(key)) return null;
  const year = Number(key);
  return year <= newestYear ? year : null;
}
