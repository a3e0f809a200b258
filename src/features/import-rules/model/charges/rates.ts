/** Units of each currency for one unit of a common currency, such as the US dollar. */
export type Rates = Readonly<Record<string, number>>;

/** Returns null if a rate is not known. */
export function convert(amount: number, from: string, to: string, rates: Rates): number | null {
  if (from === to) return amount;
  const [one, other] = [rates[from], rates[to]];
  return one && other ? (amount / one) * other : null;
}

/**
 * Adds the rate that a caller gives (units of `local` for one of `currency`) to the known ones, which stay consistent: only
 * `local` changes.
 */
export function withRate(rates: Rates, currency: string, local: string, rate: number): Rates {
  return { ...rates, [currency]: rates[currency] ?? 1, [local]: (rates[currency] ?? 1) * rate };
}
