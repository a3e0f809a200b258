import { EXCLUDED_MARK } from './amount-patterns.ts';

/** Stands for the quoted text with this index. */
const QUOTE_BASE = 0xe000;
const MAX_QUOTES = 12;
const PRIVATE_USE = /[\uE000-\uF8FF]/g;
const QUOTED = /["“”„‟«»「」『』]([^"“”„‟«»「」『』]*)["“”„‟«»「」『』]/g;
/** A minus between two numbers makes a range. */
const EXCLUSION = /(?<=^|\s)[-−–](?=[\p{Letter}\uE000-\uE0FF]|(?<!\d\s+[-−–])\d+(?:\s|$))/gu;
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0e50];

/** A word of a search, in its order. `quoted` is a text between quotation marks. */
export type Word = { text: string; quoted: boolean; excluded: boolean };

/** A search with quotations and minus signs replaced by marks, which its numbers can be extracted from. */
export type MarkedQuery = { text: string; quotes: string[] };

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
export function wordsOfQuery({ text, quotes }: MarkedQuery, limit: number): Word[] {
  return (text.match(/\uE1FF?(?:[\uE000-\uE0FF]|[\p{Letter}\p{Mark}\p{Number}]+)/gu) ?? [])
    .slice(0, limit)
    .map((found) => {
      const excluded = found.startsWith(EXCLUDED_MARK);
      const word = excluded ? found.slice(1) : found;
      const quoted = quotes[word.charCodeAt(0) - QUOTE_BASE];
      return { text: quoted ?? word, quoted: quoted !== undefined, excluded };
    });
}
