import type { MetaFunction } from 'react-router';
import { englishWords as t } from '#lib/i18n/messages.ts';
import { pageMeta } from '#lib/pages/meta.ts';
import { structuredOrganization } from '#lib/pages/structured-data.ts';
import { siteOfMatches } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';

export const contactMeta: MetaFunction = ({ matches }) => {
  const { origin } = siteOfMatches(matches);
  return [
    ...pageMeta({ title: t('contact.title'), description: t('contact.text'), origin, path: paths.contact }),
    { 'script:ld+json': structuredOrganization(origin, paths.contact) },
  ];
};
