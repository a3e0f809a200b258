import { useRouteLoaderData } from 'react-router';

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
