export type Curve = (at: number) => number;

/** A smooth curve that never overshoots its knots (monotone cubic), flat beyond its ends. Knots by rising position: at, value, at, value and so on. */
export function curve(pairs: readonly number[]): Curve {
  const knots = Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i]!, pairs[2 * i + 1]!] as const);
  const last = knots.length - 1;
  const rises = knots.slice(1).map(([at, value], i) => (value - knots[i]![1]) / (at - knots[i]![0]));
  const slopes = knots.map((_, i) => {
    const before = rises[i - 1];
    const after = rises[i];
    if (before === undefined) return after ?? 0;
    if (after === undefined) return before;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return (at) => {
    if (at <= knots[0]![0]) return knots[0]![1];
    if (at >= knots[last]![0]) return knots[last]![1];
    const i = knots.findIndex(([next]) => next > at) - 1;
    const [x0, y0] = knots[i]!;
    const [x1, y1] = knots[i + 1]!;
    const width = x1 - x0;
    const k = (at - x0) / width;
    const k2 = k * k;
    const k3 = k2 * k;
    return (
      y0 * (2 * k3 - 3 * k2 + 1) +
      slopes[i]! * width * (k3 - 2 * k2 + k) +
      y1 * (3 * k2 - 2 * k3) +
      slopes[i + 1]! * width * (k3 - k2)
    );
  };
}

export const mix = (a: number, b: number, k: number): number => a + (b - a) * k;
export const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
export const steps = (from: number, to: number, count: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => mix(from, to, i / count));
