/** Ledger, prices and payments are in US dollars. */
export const BOOKS_CURRENCY = 'USD';

/**
 * Currencies whose smallest unit is not a hundredth, by ISO 4217. Intl follows other lists, which depend on cash in use and differ among
 * browsers.
 */
export const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' ');
export const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');

/** The decimals of a currency, such as 2 for USD and 0 for JPY. */
export function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  return WITH_THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** Returns whether a text is the code of a currency. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code);

/** Converts whole units such as 10.5 to the smallest units of a currency. */
export const minorUnitsOf = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** decimalsOf(currency));

/** Converts the smallest units of a currency to whole units. */
export const wholeUnitsOf = (minorUnits: number, currency: string): number => minorUnits / 10 ** decimalsOf(currency);
