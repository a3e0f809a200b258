/** The services that publish exchange rates and need no more than a name in EXCHANGE_RATES. */
export const RATE_SERVICES = ['ecb', 'exchange-api', 'openexchangerates'] as const;
type RateService = (typeof RATE_SERVICES)[number];

/** Where the site fetches exchange rates. */
export type RateSource = {
  format: RateService | 'own';
  /** As rows and the back office name it. It never contains a key. */
  name: string;
  /** Tried in this order. */
  urls: string[];
};

const ADDRESSES: Record<RateService, (key: string) => string[]> = {
  ecb: () => ['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'],
  'exchange-api': () => [
    'https://cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@latest/v1/currencies/usd.min.json',
    'https://latest.currency-api.pages.dev/v1/currencies/usd.min.json',
  ],
  openexchangerates: (key) => [`https://openexchangerates.org/api/latest.json?app_id=${encodeURIComponent(key)}`],
};

/** Returns the source that the settings name, by a service or an address. */
export function rateSourceOf(named: string, key = ''): RateSource {
  const service = RATE_SERVICES.find((known) => known === named);
  if (service) return { format: service, name: service, urls: ADDRESSES[service](key) };
  return { format: 'own', name: new URL(named).host, urls: [named] };
}
