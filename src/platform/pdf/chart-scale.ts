const STEPS = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 5;

/** Round numbers from zero (or below, where there are such values) to above the highest value. */
export function chartTicks(values: number[], wholeNumbers: boolean): number[] {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const rough = (highest - lowest) / MOST_STEPS || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = (STEPS.find((step) => step * power >= rough) ?? 10) * power;
  const step = wholeNumbers ? Math.max(1, Math.ceil(found)) : found;
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
