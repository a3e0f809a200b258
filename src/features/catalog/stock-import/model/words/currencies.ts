/** Possible currencies per sign or word. A sign that several countries use has several. */
const MEANINGS: Record<string, string[]> = {
  $: ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'NAD', 'MXN', 'CLP', 'COP'],
  us$: ['USD'],
  hk$: ['HKD'],
  nz$: ['NZD'],
  دولار: ['USD'],
  美元: ['USD'],
  美金: ['USD'],
  '£': ['GBP'],
  英镑: ['GBP'],
  '€': ['EUR'],
  euro: ['EUR'],
  欧元: ['EUR'],
  '¥': ['CNY', 'JPY'],
  元: ['CNY'],
  人民币: ['CNY'],
  rmb: ['CNY'],
  日元: ['JPY'],
  円: ['JPY'],
  원: ['KRW'],
  달러: ['USD'],
  ドル: ['USD'],
  米ドル: ['USD'],
  '₦': ['NGN'],
  '₵': ['GHS'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₩': ['KRW'],
  ksh: ['KES'],
  dhs: ['AED'],
  доллар: ['USD'],
  руб: ['RUB'],
  درهم: ['AED'],
};

for (const code of Intl.supportedValuesOf('currency')) MEANINGS[code.toLowerCase()] = [code];

export const CURRENCY_WORDS = Object.keys(MEANINGS).sort((a, b) => b.length - a.length);

/** Returns the currencies that a sign, word or code may mean; none if it is unknown. */
export function currenciesOf(word: string): string[] {
  const key = word.toLowerCase().replace(/[\s.]/g, '');
  return Object.hasOwn(MEANINGS, key) ? (MEANINGS[key] ?? []) : [];
}

/** Returns the currency if it is unambiguous, else null. The dollar sign is ambiguous. */
export function detectedCurrency(meanings: string[]): string | null {
  return meanings.length === 1 ? (meanings[0] ?? null) : null;
}

export const isCurrencyCode = (code: string) => currenciesOf(code)[0] === code;
