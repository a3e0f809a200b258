/** Units of each currency for one unit of a common currency, such as the US dollar. */
export type Rates = Readonly<Record<string, number>>;

/** Zambia took three zeros off its currency in 2013. */
const REBASED: Rates = { ZMK: 1000 };
const NEW_CODE: Record<string, string> = { ZMK: 'ZMW' };

/** Returns null if a rate is not known. */
export function convert(amount: number, from: string, to: string, rates: Rates): number | null {
  if (from === to) return amount;
  const [code, other] = [NEW_CODE[from] ?? from, NEW_CODE[to] ?? to];
  const current = (amount / (REBASED[from] ?? 1)) * (REBASED[to] ?? 1);
  if (code === other) return current;
  const [one, another] = [rates[code], rates[other]];
  return one && another ? (current / one) * another : null;
}

/**
 * Adds the rate that a caller gives (units of `local` for one of `currency`) to the known ones, which stay consistent: only
 * `local` changes.
 */
export function withRate(rates: Rates, currency: string, local: string, rate: number): Rates {
  return { ...rates, [currency]: rates[currency] ?? 1, [local]: (rates[currency] ?? 1) * rate };
}
