/** Settings of the operator that pages show. Everything in here is public. */
export type SiteFacts = {
  /** Origin of the site, without a trailing slash. */
  origin: string;
  /** Number of the messaging chat in international form, digits only. */
  chatNumber: string;
  /** Pricing page of the external vehicle-history service. */
  historyReportUrl: string;
  /** The least number of characters in a new password. */
  minPasswordLength: number;
};
