/** How a chart is drawn on a square of 100 by 100, whatever its size on the screen. */

const STEPS = [1, 2, 2.5, 5, 10];
export const TICKS = 4;

/** Round values from the lowest to the highest, of which the first is at or below every value and the last at or above. */
export function ticksOf(values: number[]): number[] {
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const rough = (most - least || 1) / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, (STEPS.find((factor) => factor * power >= rough) ?? 10) * power);
  const start = Math.floor(least / step) * step;
  const count = Math.max(TICKS, Math.ceil((most - start) / step));
  return Array.from({ length: count + 1 }, (_, at) => start + at * step);
}

export type Point = { x: number; y: number };

/** Values as points, each in the middle of its share of the width. */
export function pointsOf(values: number[], ticks: number[]): Point[] {
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return values.map((value, at) => ({
    x: ((at + 0.5) / values.length) * 100,
    y: 100 - ((value - bottom) / (top - bottom)) * 100,
  }));
}

const written = ({ x, y }: Point) => `${x.toFixed(2)} ${y.toFixed(2)}`;

export function linePath(points: Point[]): string {
  return points.map((point, at) => `${at === 0 ? 'M' : 'L'}${written(point)}`).join('');
}

/** The area between two lines over the same width. */
export function areaPath(upper: Point[], lower: Point[]): string {
  const back = lower.toReversed().map((point) => `L${written(point)}`);
  return `${linePath(upper)}${back.join('')}Z`;
}

/** Each row added to those before it, so that areas stand on each other. */
export function stacked(rows: number[][]): number[][] {
  return rows.map((row, at) =>
    row.map((_, column) => rows.slice(0, at + 1).reduce((sum, r) => sum + (r[column] ?? 0), 0)),
  );
}
