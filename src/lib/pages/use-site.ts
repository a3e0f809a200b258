import { useRouteLoaderData } from 'react-router';
import type { SiteFacts } from './site-facts.ts';

const UNKNOWN: SiteFacts = { origin: '', chatNumber: '', historyReportUrl: '', minPasswordLength: 6 };

/** The operator's settings that pages show. */
export function useSite(): SiteFacts {
  return (useRouteLoaderData('root') as { site: SiteFacts } | undefined)?.site ?? UNKNOWN;
}

/** The same inside a page's `meta`. */
export function siteOfMatches(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): SiteFacts {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as { site: SiteFacts } | undefined)?.site ?? UNKNOWN;
}
