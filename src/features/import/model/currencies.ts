/** Which currencies a sign or word can mean. A sign that several countries use proves nothing but that it is one of theirs. */
const MEANINGS: Record<string, string[]> = {
  $: ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'NAD', 'MXN', 'CLP', 'COP'],
  us$: ['USD'],
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
  '₦': ['NGN'],
  '₵': ['GHS'],
  '₹': ['INR'],
  '₽': ['RUB'],
  '₩': ['KRW'],
  ksh: ['KES'],
  dhs: ['AED'],
};

for (const code of Intl.supportedValuesOf('currency')) MEANINGS[code.toLowerCase()] = [code];

export const CURRENCY_WORDS = Object.keys(MEANINGS).sort((a, b) => b.length - a.length);

/** The currencies that a sign, word or code can mean; none when it is no such thing. */
export function currenciesOf(word: string): string[] {
  return MEANINGS[word.toLowerCase().replace(/[\s.]/g, '')] ?? [];
}

/** The currency that a sign proves; null where it could be several: the dollar sign does not say whose dollar. */
export function detectedCurrency(meanings: string[]): string | null {
  return meanings.length === 1 ? (meanings[0] ?? null) : null;
}

export const isCurrencyCode = (code: string) => MEANINGS[code.toLowerCase()]?.[0] === code;
