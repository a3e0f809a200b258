import { useRouteLoaderData } from 'react-router';
import type { SiteFacts } from './site-facts.ts';

const UNKNOWN: SiteFacts = { origin: '', chatNumber: '', historyReportUrl: '', minPasswordLength: 6 };

export function useSite(): SiteFacts {
  return (useRouteLoaderData('root') as { site: SiteFacts } | undefined)?.site ?? UNKNOWN;
}

/** Returns the site settings inside a page's `meta`, where hooks are not available. */
export function siteOfMatches(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): SiteFacts {
  const root = matches.find((match) => match?.id === 'root');
  return (root?.loaderData as { site: SiteFacts } | undefined)?.site ?? UNKNOWN;
}
