import type { MetaFunction } from 'react-router';
import { pageMeta } from '#lib/pages/meta.ts';
import { structuredOrganization } from '#lib/pages/structured-data.ts';
import { pageOfMatches } from '#lib/pages/use-site.ts';
import { paths } from '#paths.ts';

export const contactMeta: MetaFunction = ({ matches }) => {
  const { site, t } = pageOfMatches(matches);
  return [
    ...pageMeta({ title: t('contact.title'), description: t('contact.text'), site, path: paths.contact }),
    { 'script:ld+json': structuredOrganization(site.origin, paths.contact) },
  ];
};
