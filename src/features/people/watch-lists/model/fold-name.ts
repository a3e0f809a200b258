import { foldLetters } from '#lib/bank-details/fold-text.ts';

const CYRILLIC: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
  і: 'i',
};
const LEGAL_FORMS = new Set(
  'ltd limited co company corp corporation inc llc llp plc gmbh ag sa sarl srl bv pty pvt fzco fze'.split(' '),
);

/** Latin letters that Unicode does not decompose into a letter and a mark. */
const PLAIN: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i' };

/** Returns the words of a name in plain lower-case letters, without legal forms. Transliterates Cyrillic and look-alikes. */
function wordsOf(name: string): string[] {
  const words = foldLetters(name.normalize('NFKC').replace(/\p{Cf}/gu, ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœı]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/\p{Script=Cyrillic}/gu, (letter) => CYRILLIC[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const named = words.filter((word) => !LEGAL_FORMS.has(word));
  return named.length > 0 ? named : words;
}

/** The folded words of a name, sorted. */
export function foldName(name: string): string[] {
  return wordsOf(name).sort();
}

type FoldedName = { words: readonly string[]; sorted: string; joined: readonly string[] };

const MAX_REMEMBERED = 50_000;
const remembered = new Map<string, FoldedName>();

/** Folds a name for comparisons. Remembers the results, because each order is compared with the same thousands of names. */
function foldedName(name: string): FoldedName {
  const known = remembered.get(name);
  if (known) return known;
  const words = wordsOf(name);
  const sorted = words.toSorted();
  const folded = { words, sorted: sorted.join(' '), joined: [words.join(''), sorted.join('')] };
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(name, folded);
  return folded;
}

const LONG = 10;
const VERY_LONG = 18;

/** How many letters may differ between two names, by the shorter one. */
function tolerance(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  return length >= VERY_LONG ? 2 : length >= LONG ? 1 : 0;
}

/** Returns the number of edits between two texts, at most `most` + 1. */
function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return row[other.length] ?? 0;
}

/**
 * Returns true if a name has the words of a watched one in any order or without spaces, if it is long and nearly the same,
 * or if it contains all of at least two watched words.
 */
export function isSameName(watched: string, name: string): boolean {
  const [one, other] = [foldedName(watched), foldedName(name)];
  if (one.sorted === '' || other.sorted === '') return false;
  if (one.joined.some((text) => other.joined.includes(text))) return true;
  if (one.words.length >= 2 && one.words.every((word) => other.words.includes(word))) return true;
  const most = tolerance(one.sorted, other.sorted);
  return most > 0 && editsBetween(one.sorted, other.sorted, most) <= most;
}

const SHORTEST_ID = 5;

export function isSameId(watched: string, id: string): boolean {
  const [one, other] = [watched, id].map((text) =>
    text
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, ''),
  );
  return one === other && (one ?? '').length >= SHORTEST_ID;
}
