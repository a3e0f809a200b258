import type { MetaDescriptor } from 'react-router';
import { faq } from '#content/home/faq.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { pageMeta } from '#lib/pages/page-handlers.ts';
import type { SiteFacts } from '#lib/pages/page-site.ts';
import { structuredOrganization } from '#lib/pages/structured-data.ts';
import { PRODUCT_NAME } from '#lib/product.ts';
import { paths } from '#paths.ts';

type HomePage = { site: SiteFacts; t: Translator; searchPath: string; indexed: boolean };

/** Metadata of Home for search engines and link previews, including site search and FAQ. */
export function homeMeta({ site, t, searchPath, indexed }: HomePage): MetaDescriptor[] {
  const { origin } = site;
  const image = {
    url: `${origin}/api/media/scene-hero-light?w=1600&f=jpg&q=80`,
    width: 1600,
    height: 1000,
    alt: PRODUCT_NAME,
  };
  return [
    ...pageMeta({
      title: t('home.meta.title'),
      description: t('home.meta.description'),
      site,
      path: '/',
      image,
      indexed,
    }),
    { 'script:ld+json': structuredOrganization(origin, paths.contact) },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'WebSite',
        name: PRODUCT_NAME,
        url: `${origin}/`,
        potentialAction: {
          '@type': 'SearchAction',
          target: `${origin}${searchPath}?q={search_term_string}`,
          'query-input': 'required name=search_term_string',
        },
      },
    },
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: faq.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    },
  ];
}
