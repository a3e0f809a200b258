import * as greek from '#content/catalog/names/spoken/greek.ts';
import * as japanese from '#content/catalog/names/spoken/japanese.ts';
import * as korean from '#content/catalog/names/spoken/korean.ts';
import * as thai from '#content/catalog/names/spoken/thai.ts';
import { arabic } from './arabic.ts';
import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { hindi } from './hindi.ts';
import { russian } from './russian.ts';
import type { WordList } from './word-list.ts';

/**
 * The languages that search understands. Of the last four it knows only spoken names of cars. Another language is another file and its name here.
 */
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
