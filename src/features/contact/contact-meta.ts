import type { MetaFunction } from 'react-router';
import { structuredOrganization } from '#features/content/structured-data.ts';
import { pageMeta } from '#platform/pages/meta.ts';
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
