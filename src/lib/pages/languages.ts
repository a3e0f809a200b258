import type { MetaDescriptor } from 'react-router';

/** The languages that every page has. The first one is also for readers of any other. */
const LANGUAGES = ['en'] as const;

/** Which address a reader of each language is sent to. The one place that decides it; today all are the same. */
export function alternates(origin: string, path: string): MetaDescriptor[] {
  return [...LANGUAGES, 'x-default'].map((hrefLang) => ({
    tagName: 'link',
    rel: 'alternate',
    hrefLang,
    href: origin + path,
  }));
}
