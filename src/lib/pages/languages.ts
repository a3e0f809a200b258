import type { MetaDescriptor } from 'react-router';

/** The languages of every page. */
const LANGUAGES = ['en'] as const;

/** Returns the hreflang links of a page. All languages have the same URL. */
export function alternates(origin: string, path: string): MetaDescriptor[] {
  return [...LANGUAGES, 'x-default'].map((hrefLang) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}
