import type { MetaFunction } from 'react-router';
import { pageMeta } from '#platform/pages/meta.ts';
import { structuredOrganization } from '#platform/pages/structured-data.ts';
import { siteOfMatches } from '#platform/pages/use-site.ts';
import { englishWords as t } from '#platform/words/words.ts';
import { paths } from '../../pages/paths.ts';

export const contactMeta: MetaFunction = ({ matches }) => {
  const { origin } = siteOfMatches(matches);
  return [
    ...pageMeta({ title: t('contact.title'), description: t('contact.text'), origin, path: paths.contact }),
    { 'script:ld+json': structuredOrganization(origin, paths.contact) },
  ];
};
