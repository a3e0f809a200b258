import * as greek from '#content/catalog/names/spoken/greek.ts';
import * as thai from '#content/catalog/names/spoken/thai.ts';
import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { hindi } from './hindi.ts';
import { japanese } from './japanese.ts';
import { korean } from './korean.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import { swahili } from './swahili.ts';
import type { WordList } from './word-list.ts';

/** The languages that search understands. Of the last two it knows only names of cars. Another language is another file and its name here. */
export const WORD_LISTS: readonly WordList[] = [
  english,
  chinese,
  arabic,
  russian,
  hindi,
  french,
  spanish,
  portuguese,
  swahili,
  japanese,
  korean,
  greek,
  thai,
];

export const wordsOf = (words: string | undefined): string[] =>
  words === undefined ? [] : words.split(',').map((word) => word.trim());
