import type { MetaFunction } from 'react-router';
import type { WordId } from '#platform/words/words.ts';
import { accountMeta } from './account-meta.ts';

/** The `meta` of a screen of the back office. */
export function adminMeta(path: string, title: WordId): MetaFunction {
  return accountMeta(path, title, 'admin.about');
}
