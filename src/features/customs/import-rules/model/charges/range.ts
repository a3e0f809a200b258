/** An amount as sources disagree about it, in units of a currency. `low` ≤ `likely` ≤ `high`. */
export type Range = { low: number; likely: number; high: number };

export const NOTHING: Range = { low: 0, likely: 0, high: 0 };

export const exactly = (amount: number): Range => ({ low: amount, likely: amount, high: amount });

export function plus(one: Range, other: Range): Range {
  return { low: one.low + other.low, likely: one.likely + other.likely, high: one.high + other.high };
}

export const sumOf = (ranges: readonly Range[]) => ranges.reduce(plus, NOTHING);

/** Multiplies with factors of either sign. `range` is not negative. */
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

export function atMost(range: Range, most: number): Range {
  return { low: Math.min(range.low, most), likely: Math.min(range.likely, most), high: Math.min(range.high, most) };
}

export function mapRange(range: Range, change: (amount: number) => number): Range {
  return { low: change(range.low), likely: change(range.likely), high: change(range.high) };
}

/** Every value is possible; `likely` is the highest of them, so that a cost is not understated. */
export function spanning(ranges: readonly Range[]): Range {
  return {
    low: Math.min(...ranges.map(({ low }) => low)),
    likely: Math.max(...ranges.map(({ likely }) => likely)),
    high: Math.max(...ranges.map(({ high }) => high)),
  };
}

export const isExact = ({ low, high }: Range) => low === high;
