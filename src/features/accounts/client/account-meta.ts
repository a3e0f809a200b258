import type { MetaFunction } from 'react-router';
import { englishWords, type MessageId } from '#lib/i18n/messages.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { siteOfMatches } from '#lib/pages/use-site.ts';

/** Builds the `meta` of an account page, excluded from search engines. */
export function accountMeta(path: string, title: MessageId, description: MessageId): MetaFunction {
  return ({ matches }) =>
    pageMeta({
      title: englishWords(title),
      description: englishWords(description),
      origin: siteOfMatches(matches).origin,
      path,
      indexed: false,
    });
}
