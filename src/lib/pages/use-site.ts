import { useRouteLoaderData } from 'react-router';
import { translatorFor } from '../i18n/catalogues.ts';
import type { Translator } from '../i18n/translator.ts';
import type { SiteFacts } from './site-facts.ts';

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
