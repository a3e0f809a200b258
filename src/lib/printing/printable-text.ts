/** Scripts for which documents have fonts (`pdf-fonts.ts`). */
const SCRIPTS = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Georgian', 'Hebrew', 'Arabic', 'Ethiopic', 'Devanagari', 'Bengali'],
  ...['Tamil', 'Thai', 'Khmer', 'Han', 'Hiragana', 'Katakana', 'Hangul'],
].map((script) => `\\p{Script=${script}}`);
const PRINTABLE = new RegExp(
  `^(?:[${SCRIPTS.join('')}\\p{Script=Inherited}]|(?!\\p{Extended_Pictographic})[\\p{P}\\p{Z}\\p{Sc}\\p{Nd}+|~^\u0060<>=\\r\\n\\t\\u0640]|[©®№ʻʼ\u30fc])*$`,
  'u',
);

/** Returns whether documents can print a text. Every script that they cannot print is refused, and emoji are. */
export function isPrintable(text: string): boolean {
  return PRINTABLE.test(text);
}
