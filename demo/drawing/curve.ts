export type Curve = (at: number) => number;

/** A smooth curve that never overshoots its knots (monotone cubic), flat beyond its ends. Knots by rising position: at, value, at, value and so on. */
export function curve(pairs: readonly number[]): Curve {
  const last = pairs.length / 2 - 1;
  const ats = Array.from({ length: last + 1 }, (_, i) => pairs[2 * i]!);
  const values = ats.map((_, i) => pairs[2 * i + 1]!);
  const rises = ats.slice(1).map((at, i) => (values[i + 1]! - values[i]!) / (at - ats[i]!));
  const slopes = ats.map((_, i) => {
    const before = rises[i - 1];
    const after = rises[i];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  const [first, end] = [ats[0]!, ats[last]!];
  // A drawing reads curves some 100,000 times, so this loop allocates nothing.
  return (at) => {
    if (at <= first) return values[0]!;
    if (at >= end) return values[last]!;
    let i = 0;
    while (ats[i + 1]! <= at) i += 1;
    const width = ats[i + 1]! - ats[i]!;
    const k = (at - ats[i]!) / width;
    const k2 = k * k;
    const k3 = k2 * k;
    return (
      values[i]! * (2 * k3 - 3 * k2 + 1) +
      slopes[i]! * width * (k3 - 2 * k2 + k) +
      values[i + 1]! * (3 * k2 - 2 * k3) +
      slopes[i + 1]! * width * (k3 - k2)
    );
  };
}

export const mix = (a: number, b: number, k: number): number => a + (b - a) * k;
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
export const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => mix(from, to, i / count));
