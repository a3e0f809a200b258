import type { MetaDescriptor } from 'react-router';
import { PRODUCT_NAME } from '../product.ts';
import type { SiteFacts } from './use-site.ts';

type PageMeta = {
  title: string;
  description: string;
  site: Pick<SiteFacts, 'origin' | 'locales'>;
  /** The page's canonical path. */
  path: string;
  /** Preview picture with an absolute URL. */
  image?: { url: string; width: number; height: number; alt: string };
  type?: 'website' | 'article' | 'product';
  indexed?: boolean;
};

/** Returns the meta tags of a page for search engines and link previews. */
export function pageMeta({
  title,
  description,
  site,
  path,
  image,
  type = 'website',
  indexed = true,
}: PageMeta): MetaDescriptor[] {
  const url = site.origin + path;
  const fullTitle = title.includes(PRODUCT_NAME) ? title : `${title} – ${PRODUCT_NAME}`;
  const picture = image && [
    { property: 'og:image', content: image.url },
    { property: 'og:image:width', content: String(image.width) },
    { property: 'og:image:height', content: String(image.height) },
    { property: 'og:image:alt', content: image.alt },
  ];
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(indexed ? alternates(site, path) : []),
    { property: 'og:site_name', content: PRODUCT_NAME },
    { property: 'og:type', content: type },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
    ...(picture ?? []),
    ...(indexed ? [] : [{ name: 'robots', content: 'noindex' }]),
  ];
}

/** Returns the URL for readers of each language. The only place that decides it; today all are the same. */
function alternates({ origin, locales }: Pick<SiteFacts, 'origin' | 'locales'>, path: string): MetaDescriptor[] {
  return [...locales, 'x-default'].map((hrefLang) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}
