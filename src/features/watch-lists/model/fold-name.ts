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

/** The words of a name without accents, case, script of look-alikes, Cyrillic letters and legal forms, sorted. */
export function foldName(name: string): string[] {
  const words = foldLetters(name.normalize('NFKC'))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/\p{Script=Cyrillic}/gu, (letter) => CYRILLIC[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const named = words.filter((word) => !LEGAL_FORMS.has(word));
  return (named.length > 0 ? named : words).sort();
}

const LONG = 10;
const VERY_LONG = 18;

/** How many letters may differ between two names, by the shorter one. */
function tolerance(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  return length >= VERY_LONG ? 2 : length >= LONG ? 1 : 0;
}

/** Edits from one text to the other; at most `most` + 1. */
function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Whether a name is a watched one: the same words in any order, nearly the same if it is long, or all of at least two words. */
export function isSameName(watched: string, name: string): boolean {
  const [entry, words] = [foldName(watched), foldName(name)];
  if (entry.length === 0 || words.length === 0) return false;
  const [one, other] = [entry.join(' '), words.join(' ')];
  if (one === other || entry.join('') === words.join('')) return true;
  if (entry.length >= 2 && entry.every((word) => words.includes(word))) return true;
  const most = tolerance(one, other);
  return most > 0 && editsBetween(one, other, most) <= most;
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
