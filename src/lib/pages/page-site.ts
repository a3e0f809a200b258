import { type MetaDescriptor, useRouteLoaderData } from 'react-router';
import { translatorFor } from '#lib/i18n/catalogs.ts';
import type { Translator } from '#lib/i18n/translator.ts';
import { PRODUCT_NAME } from '#lib/product.ts';

/** The company that operates the site, as entered in the back office. Texts are empty until then. */
export type OperatorDetails = {
  legalName: string;
  /** May have several lines. */
  address: string;
  registrationNumber: string;
  governingLaw: string;
  /** Who holds the money of buyers. */
  moneyHolder: string;
  /** May have several lines. */
  contact: string;
};

/** Settings that pages show. All of them are public. */
export type SiteFacts = {
  /** Origin of the site, without a trailing slash. */
  origin: string;
  /** Its languages; the first one is also for readers of any other. */
  locales: string[];
  /** Number of the messaging chat in international form, digits only. */
  chatNumber: string;
  /** Pricing page of the external vehicle-history service. */
  historyReportUrl: string;
  /** Minimum length of a new password. */
  minPasswordLength: number;
  /** Null if the database could not be read. */
  operator: OperatorDetails | null;
};

const UNKNOWN: SiteFacts = {
  origin: '',
  locales: [],
  chatNumber: '',
  historyReportUrl: '',
  minPasswordLength: 6,
  operator: null,
};

/** The operator's settings that pages show. */
export function useSite(): SiteFacts {
  return (useRouteLoaderData('root') as { site: SiteFacts } | undefined)?.site ?? UNKNOWN;
}

type RootData = { site: SiteFacts; locale: string };
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** Settings and translator inside a page's `meta`. */
export function pageOfMatches(matches: Matches): { site: SiteFacts; t: Translator } {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData;
  return { site: root.site, t: translatorFor(root.locale) };
}

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
