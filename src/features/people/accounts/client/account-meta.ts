import type { MetaFunction } from 'react-router';
import type { MessageKey } from '#lib/i18n/translator.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { pageOfMatches } from '#lib/pages/use-site.ts';

/** Builds the `meta` of an account page, excluded from search engines. */
export function accountMeta(path: string, title: MessageKey, description: MessageKey): MetaFunction {
  return ({ matches }) => {
    const { site, t } = pageOfMatches(matches);
    return pageMeta({ title: t(title), description: t(description), site, path, indexed: false });
  };
}
