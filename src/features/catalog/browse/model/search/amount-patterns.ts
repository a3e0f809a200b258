import type { AmountWord } from './words/word-list.ts';
import { WORD_LISTS, wordsOf } from './words/word-lists.ts';

/** Marks the word that a minus excludes. From the private use area, which no query keeps. */
export const EXCLUDED_MARK = '\uE1FF';
/** The first of the marks that replace currencies. */
export const FIRST_CURRENCY = 0xe200;
export const MAX_CURRENCIES = 24;
export const CURRENCY_MARK = `[\\u${FIRST_CURRENCY.toString(16)}-\\u${(FIRST_CURRENCY + MAX_CURRENCIES - 1).toString(16)}]`;

/** Scripts whose words may follow each other and numbers without a space. */
const GLUED = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー]';
const LETTER = `[[\\p{L}\\p{M}\\p{N}]--${GLUED}]`;
const GLUED_START = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/** Folds letters that look alike into one. Keeps the length. */
export const foldLetters = (text: string) =>
  text.replace(/[أإآ]/g, 'ا').replace(/ة/g, 'ه').replace(/[ىی]/g, 'ي').replace(/ک/g, 'ك').replace(/[ёЁ]/g, 'е');

const keyOf = (text: string) => foldLetters(text).toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, '');

/** Writes a pattern for words of these meanings. Words of scripts with spaces must end where they end. */
function wordsPattern(...meanings: AmountWord[]): string {
  const words = WORD_LISTS.flatMap(({ amounts }) => meanings.flatMap((meaning) => wordsOf(amounts?.[meaning])));
  const longestFirst = [...new Set(words.map(keyOf))].sort((a, b) => b.length - a.length);
  const glued = longestFirst.filter((word) => GLUED_START.test(word));
  const spaced = longestFirst.filter((word) => !GLUED_START.test(word)).map((word) => word.replaceAll(' ', '\\s+'));
  const patterns = [...glued, ...(spaced.length > 0 ? [`(?:${spaced.join('|')})(?!${LETTER})`] : [])];
  return `(?:${patterns.join('|')})`;
}

/** Returns which of the meanings a word has. */
export function meaningOf<Meaning extends AmountWord>(
  word: string | undefined,
  meanings: readonly Meaning[],
): Meaning | null {
  if (word === undefined) return null;
  const key = keyOf(word);
  const has = (meaning: Meaning) =>
    WORD_LISTS.some(({ amounts }) => wordsOf(amounts?.[meaning]).some((each) => keyOf(each) === key));
  return meanings.find(has) ?? null;
}

export const HINTS = ['price', 'mileage', 'year'] as const;
/** What words for multiples multiply by. */
export const MULTIPLIERS = {
  thousands: 1_000,
  tenThousands: 10_000,
  hundredThousands: 100_000,
  millions: 1_000_000,
  tenMillions: 10_000_000,
} as const;
export const MULTIPLIER_NAMES = Object.keys(MULTIPLIERS) as (keyof typeof MULTIPLIERS)[];
export const UNITS = ['dollars', 'kilometers', 'miles', 'liters', 'cc', 'seats', 'doors', 'ofYear'] as const;
export const COMPARATORS = ['atMost', 'atLeast', 'before', 'after', 'maximum', 'minimum'] as const;
export const ENDINGS = ['orLess', 'orMore'] as const;

const START = `(?<!${LETTER})`;
/** Not inside 'H6', 'CX-5', 'ID.4' or '1.5', and not excluded. */
const NUMBER_START = `(?<![[\\p{L}\\p{M}\\p{N}.,${EXCLUDED_MARK}]--${GLUED}])(?<!${LETTER}-)`;
const END = `(?!${LETTER}|[.,]\\p{N})`;
/** Groups of three digits, or in lakhs: 15,00,000. */
const GROUPED = '\\d{1,3}(?:[,\\u066C]\\d{3})+|\\d{1,2}(?:,\\d{2})+,\\d{3}|\\d{1,3}(?:\\.\\d{3}){2,}(?!\\d)';
const DECIMAL = '\\d+(?:[.\\u066B]\\d+|,\\d{1,2}(?!\\d))?';
/** '10 000' is one number only in a range or after a word such as 'under': '300 200' may be a model and another number. */
const WITH_SPACES = `${GROUPED}|\\d{1,3}(?: \\d{3})+(?!\\d)|${DECIMAL}`;

const HINT = `(?:${START}(?<hint>${wordsPattern(...HINTS)})[\\s:]*)?`;

/** A number with its currency, multiplier and unit. Adds the suffix to the names of the groups. */
function amount(suffix: '' | '2', number = `${GROUPED}|${DECIMAL}`): string {
  const start = suffix === '' ? NUMBER_START : '';
  return (
    `(?<sign${suffix}>us\\$|usd|dola|\\$|${CURRENCY_MARK})?\\s*${start}(?<number${suffix}>${number})` +
    `(?:\\s*(?<multiplier${suffix}>${wordsPattern(...MULTIPLIER_NAMES)}))?\\.?` +
    `(?:[\\s\\-]*(?<unit${suffix}>\\$|${wordsPattern(...UNITS)}|${CURRENCY_MARK})|${END})`
  );
}

const pattern = (source: string) => new RegExp(source, 'giv');

export const RANGE = pattern(
  `${HINT}(?<from>${START}${wordsPattern('from')}\\s*)?${amount('', WITH_SPACES)}` +
    `(?:\\s*(?:[\\-–—~]|\\.\\.|${wordsPattern('to')})|\\s*(?<and>${wordsPattern('and')}))\\s*${amount('2', WITH_SPACES)}(?!-)`,
);
export const COMPARED = pattern(
  `${HINT}(?<comparator>${START}${wordsPattern(...COMPARATORS)}|[<>≤≥]=?)\\s*${amount('', WITH_SPACES)}`,
);
export const ENDED = pattern(
  `${HINT}${amount('')}\\s*(?<ending>\\+${END}|${wordsPattern(...ENDINGS)})(?:\\s*(?<unit2>${wordsPattern(...UNITS)}))?`,
);
export const BARE = pattern(`${HINT}${amount('')}`);
