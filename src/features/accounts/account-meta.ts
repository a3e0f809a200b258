import type { MetaFunction } from 'react-router';
import { pageMeta } from '#platform/pages/meta.ts';
import { siteOfMatches } from '#platform/pages/use-site.ts';
import { englishWords, type WordId } from '#platform/words/words.ts';

/** The `meta` of an account screen: a title and an address, and nothing for search engines. */
export function accountMeta(path: string, title: WordId, description: WordId): MetaFunction {
  return ({ matches }) =>
    pageMeta({
      title: englishWords(title),
      description: englishWords(description),
      origin: siteOfMatches(matches).origin,
      path,
      indexed: false,
    });
}
