/** Structured data for search engines (schema.org). */
import { PRODUCT_NAME } from '../product.ts';

export type Crumb = { name: string; to?: string };

const CONTEXT = 'https://schema.org';

/** Returns the breadcrumb list of a page. The last crumb is the page itself and has no link. */
export function structuredCrumbs(origin: string, path: string, crumbs: Crumb[]) {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, to = path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: origin + to,
    })),
  };
}

/** The organization as part of other structured data. */
export function organization(origin: string) {
  return { '@type': 'Organization', name: PRODUCT_NAME, url: `${origin}/`, logo: `${origin}/icons/icon-512.png` };
}

export function structuredOrganization(origin: string, contactPath: string) {
  return {
    '@context': CONTEXT,
    ...organization(origin),
    foundingDate: '2023',
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', url: origin + contactPath },
  };
}
