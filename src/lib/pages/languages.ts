import type { MetaDescriptor } from 'react-router';
import type { SiteFacts } from './site-facts.ts';

/** Which URL a reader of each language is sent to. The one place that decides it; today all are the same. */
export function alternates({ origin, locales }: Pick<SiteFacts, 'origin' | 'locales'>, path: string): MetaDescriptor[] {
  return [...locales, 'x-default'].map((hrefLang) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}
