import type { MetaDescriptor } from 'react-router';
import { CHANGES_JSON, CHANGES_RSS } from '#paths.ts';

/** Links by which feed readers find the changes of the import rules of a country, or of all. */
export function feedLinks(origin: string, title: string, country?: string): MetaDescriptor[] {
  const query = country === undefined ? '' : `?country=${country}`;
  return [
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title, href: origin + CHANGES_RSS + query },
    { tagName: 'link', rel: 'alternate', type: 'application/feed+json', title, href: origin + CHANGES_JSON + query },
  ];
}
