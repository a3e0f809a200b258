import { makes, models } from '#content/catalog/names/spoken/greek.ts';
import type { WordList } from './word-list.ts';

/** Names only. */
export const greek: WordList = {
  makes,
  models,
};
