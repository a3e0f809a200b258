import { HAN, OTHERS } from './printed-characters.ts';

/** Scripts for which documents have fonts (`pdf-fonts.ts`). */
const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Ethiopic', 'Devanagari', 'Bengali'],
  ...['Tamil', 'Thai', 'Khmer', 'Han', 'Hiragana', 'Katakana', 'Hangul'],
].map((script) => `\\p{Script=${script}}`);
const PRINTABLE = new RegExp(
  `^(?:[${SCRIPTS.join('')}\\p{Script=Inherited}]|(?!\\p{Extended_Pictographic})[\\p{P}\\p{Z}\\p{Sc}\\p{Nd}+|~^\u0060<>=\\r\\n\\t\\u0640]|[©®№ʻʼ\u30fc])*$`,
  'u',
);

/** Half-width Japanese and Korean letters and full-width Latin ones, which are printed in their usual width. */
const OTHER_WIDTH = /[\uff21-\uff3a\uff41-\uff5a\uff61-\uffdc]+/g;

/** Returns a text as documents print it. */
export const printedForm = (text: string): string =>
  text.normalize('NFC').replace(OTHER_WIDTH, (letters) => letters.normalize('NFKC'));

/** The first and the last of the Chinese characters of `HAN`. */
export const FIRST_HAN = 0x4e00;
export const LAST_HAN = 0x9fff;

let han: Uint8Array | null = null;
/** Beginnings and ends of ranges, in turn. */
let others: number[] | null = null;

function hasGlyph(code: number): boolean {
  if (code >= FIRST_HAN && code <= LAST_HAN) {
    han ??= Uint8Array.from(atob(HAN), (byte) => byte.charCodeAt(0));
    const at = code - FIRST_HAN;
    return ((han[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }
  if (!others) {
    let last = 0;
    others = OTHERS.split(' ').map((step) => {
      last += Number.parseInt(step, 36);
      return last;
    });
  }
  const next = others.findIndex((boundary) => boundary > code);
  return next % 2 === 1;
}

/** Returns whether documents can print a text: their fonts have each of its characters. Emoji and other scripts are refused. */
export function isPrintable(text: string): boolean {
  if (!PRINTABLE.test(text)) return false;
  for (const character of printedForm(text)) {
    const code = character.codePointAt(0) ?? 0;
    if (!/[\r\n\t]/.test(character) && !hasGlyph(code)) return false;
  }
  return true;
}
