import { makes, models } from '#content/catalog/names/spoken/japanese.ts';
import type { WordList } from './word-list.ts';

/** Names only. Kanji names are those of the catalog, see `simplified`. */
export const japanese: WordList = {
  makes,
  models,
};
