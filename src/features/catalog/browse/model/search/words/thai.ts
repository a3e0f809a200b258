import { makes, models } from '#content/catalog/names/spoken/thai.ts';
import type { WordList } from './word-list.ts';

/** Names only. */
export const thai: WordList = {
  makes,
  models,
};
