/** An amount in units of a currency, with the range of its sources: `low` ≤ `likely` ≤ `high`. */
export type Range = { low: number; likely: number; high: number };

export const NOTHING: Range = { low: 0, likely: 0, high: 0 };

export const exactly = (amount: number): Range => ({ low: amount, likely: amount, high: amount });

export function plus(one: Range, other: Range): Range {
  return { low: one.low + other.low, likely: one.likely + other.likely, high: one.high + other.high };
}

export const sumOf = (ranges: readonly Range[]) => ranges.reduce(plus, NOTHING);

/** Multiplies by factors of either sign. `range` must not be negative. */
export function times(range: Range, factor: Range): Range {
  return {
    low: factor.low * (factor.low < 0 ? range.high : range.low),
    likely: factor.likely * range.likely,
    high: factor.high * (factor.high < 0 ? range.low : range.high),
  };
}

export function atLeast(range: Range, least: Range): Range {
  return {
    low: Math.max(range.low, least.low),
    likely: Math.max(range.likely, least.likely),
    high: Math.max(range.high, least.high),
  };
}

export function atMost(range: Range, most: Range): Range {
  return {
    low: Math.min(range.low, most.low),
    likely: Math.min(range.likely, most.likely),
    high: Math.min(range.high, most.high),
  };
}

export function mapRange(range: Range, change: (amount: number) => number): Range {
  return { low: change(range.low), likely: change(range.likely), high: change(range.high) };
}

/** Spans all ranges. `likely` is the highest of theirs, so a cost is not understated. */
export function spanning(ranges: readonly Range[]): Range {
  return {
    low: Math.min(...ranges.map(({ low }) => low)),
    likely: Math.max(...ranges.map(({ likely }) => likely)),
    high: Math.max(...ranges.map(({ high }) => high)),
  };
}

/** Units of each currency for one unit of a common currency, such as the US dollar. A range for a rate that is old. */
export type Rates = Readonly<Record<string, number | Range>>;

/** Zambia took three zeros off its currency in 2013. */
const REBASED: Record<string, number> = { ZMK: 1000 };
const NEW_CODE: Record<string, string> = { ZMK: 'ZMW' };

/** Converts at the likely rates. Returns null if a rate is not known. */
export function convert(amount: number, from: string, to: string, rates: Rates): number | null {
  const factor = factorOf(from, to, rates);
  return factor && amount * factor.likely;
}

/** Converts a range, which old rates widen. Returns null if a rate is not known. */
export function convertRange({ low, likely, high }: Range, from: string, to: string, rates: Rates): Range | null {
  const factor = factorOf(from, to, rates);
  return (
    factor && {
      low: Math.min(low * factor.low, low * factor.high),
      likely: likely * factor.likely,
      high: Math.max(high * factor.low, high * factor.high),
    }
  );
}

/** Units of one currency for one of another. */
function factorOf(from: string, to: string, rates: Rates): Range | null {
  if (from === to) return exactly(1);
  const [code, other] = [NEW_CODE[from] ?? from, NEW_CODE[to] ?? to];
  const rebased = (REBASED[to] ?? 1) / (REBASED[from] ?? 1);
  if (code === other) return exactly(rebased);
  const [one, another] = [rates[code], rates[other]];
  if (!one || !another) return null;
  const [divisor, factor] = [one, another].map((rate) => (typeof rate === 'number' ? exactly(rate) : rate)) as [
    Range,
    Range,
  ];
  return {
    low: (factor.low / divisor.high) * rebased,
    likely: (factor.likely / divisor.likely) * rebased,
    high: (factor.high / divisor.low) * rebased,
  };
}

/**
 * Adds a caller's rate (units of `local` for one of `currency`) to the known ones. Changes only `local`, so the others stay
 * consistent.
 */
export function withRate(rates: Rates, currency: string, local: string, rate: number): Rates {
  const known = rates[currency] ?? 1;
  const likely = typeof known === 'number' ? known : known.likely;
  return { ...rates, [currency]: likely, [local]: likely * rate };
}
