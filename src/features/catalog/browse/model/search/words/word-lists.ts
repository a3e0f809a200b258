import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { greek } from './greek.ts';
import { hindi } from './hindi.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { russian } from './russian.ts';
import { thai } from './thai.ts';
import type { WordList } from './word-list.ts';

/** The languages that search understands. Another language is another file and its name here. */
export const WORD_LISTS: readonly WordList[] = [
  english,
  chinese,
  arabic,
  russian,
  hindi,
  japanese,
  korean,
  greek,
  thai,
];

export const wordsOf = (words: string | undefined): string[] =>
  words === undefined ? [] : words.split(',').map((word) => word.trim());
