import type { Point } from './camera.ts';

const CORNER_STEPS = 6;

/** Points from their coordinates in turn: x, y, x, y and so on. */
export const points = (...coordinates: readonly number[]): Point[] =>
  Array.from({ length: coordinates.length / 2 }, (_, i) => [coordinates[2 * i]!, coordinates[2 * i + 1]!]);

/** A closed outline with its corners rounded, as points close enough to be bent over a surface. `tall` is the height of one unit of y in units of x. */
export function rounded(corners: readonly Point[], radius: number, tall = 1, step = 0.07): Point[] {
  const scaled = corners.map(([x, y]): Point => [x, y * tall]);
  const bent = scaled.flatMap((corner, i) => {
    const before = towards(corner, scaled.at(i - 1)!, radius);
    const after = towards(corner, scaled[(i + 1) % scaled.length]!, radius);
    return Array.from({ length: CORNER_STEPS + 1 }, (_, n): Point => {
      const k = n / CORNER_STEPS;
      return between(between(before, corner, k), between(corner, after, k), k);
    });
  });
  return dense([...bent, bent[0]!], step).map(([x, y]): Point => [x, y / tall]);
}

/** Adds points until no two neighbors are further apart than the step. */
export function dense(line: readonly Point[], step: number): Point[] {
  return line.flatMap((point, i) => {
    const next = line[i + 1];
    if (!next) return [point];
    const parts = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / step));
    return Array.from({ length: parts }, (_, n) => between(point, next, n / parts));
  });
}

export const between = (a: Point, b: Point, k: number): Point => [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k];

function towards(from: Point, to: Point, radius: number): Point {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return between(from, to, Math.min(0.5, radius / (length || 1)));
}

export function circle([x, y]: Point, radius: number, from = 0, to = Math.PI * 2, count = 48): Point[] {
  return Array.from({ length: count + 1 }, (_, i): Point => {
    const turn = from + ((to - from) * i) / count;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  });
}

/** The convex hull of points (Andrew's monotone chain). */
export function hull(scattered: readonly Point[]): Point[] {
  const sorted = [...scattered].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of ordered) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Removes points that lie on the line within the tolerance (Ramer–Douglas–Peucker). */
export function simplified(line: readonly Point[], tolerance: number): Point[] {
  if (line.length < 3) return [...line];
  const first = line[0]!;
  const last = line.at(-1)!;
  let furthest = 0;
  let split = 0;
  for (let i = 1; i < line.length - 1; i++) {
    const off = distanceToLine(line[i]!, first, last);
    if (off > furthest) [furthest, split] = [off, i];
  }
  if (furthest <= tolerance) return [first, last];
  return [...simplified(line.slice(0, split + 1), tolerance).slice(0, -1), ...simplified(line.slice(split), tolerance)];
}

function distanceToLine([x, y]: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const along = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
  const [nearX, nearY] = between(a, b, Math.min(1, Math.max(0, along)));
  return Math.hypot(x - nearX, y - nearY);
}
