import { expect, test } from 'vitest';
import { areaPath, linePath, pointsOf, stacked, ticksOf } from './chart-scale.ts';

test('the scale is round and holds every value', () => {
  expect(ticksOf([3_100, 9_400])).toEqual([0, 2_500, 5_000, 7_500, 10_000]);
  expect(ticksOf([0, 3])).toEqual([0, 1, 2, 3, 4]);
  expect(ticksOf([0, 0])).toEqual([0, 1, 2, 3, 4]);
  expect(ticksOf([])).toEqual([0, 1, 2, 3, 4]);
  for (const values of [[-3_000, 900], [-70, -20], [1e7], [17, 101]]) {
    const ticks = ticksOf(values);
    expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
    expect(ticks).toContain(0);
  }
});

test('values stand in the middle of their share, the highest at the top', () => {
  expect(pointsOf([0, 4], [0, 1, 2, 3, 4])).toEqual([
    { x: 25, y: 100 },
    { x: 75, y: 0 },
  ]);
  expect(linePath(pointsOf([0, 4], [0, 4]))).toBe('M25.00 100.00L75.00 0.00');
});

test('areas stand on each other', () => {
  expect(
    stacked([
      [1, 2],
      [3, 4],
    ]),
  ).toEqual([
    [1, 2],
    [4, 6],
  ]);
  const [upper, lower] = [pointsOf([4, 4], [0, 4]), pointsOf([0, 0], [0, 4])];
  expect(areaPath(upper, lower)).toBe('M25.00 0.00L75.00 0.00L75.00 100.00L25.00 100.00Z');
});
