import { makes, models } from '#content/catalog/names/spoken/korean.ts';
import type { WordList } from './word-list.ts';

/** Names only. */
export const korean: WordList = {
  makes,
  models,
};
