import { expect, test } from 'vitest';
import { roundScale } from './round-scale.ts';

test.each([
  [[3], [0, 1, 2, 3]],
  [
    [0, 0],
    [0, 1],
  ],
  [[], [0, 1]],
  [
    [3_100, 9_400],
    [0, 2_000, 4_000, 6_000, 8_000, 10_000],
  ],
  [
    [-50, 100],
    [-100, -50, 0, 50, 100],
  ],
  [
    [-70, -20],
    [-70, -60, -50, -40, -30, -20, -10, 0],
  ],
])('the ticks for %j are round numbers', (values, ticks) => {
  expect(roundScale(values, [0, 1]).ticks).toEqual(ticks);
});

test('maps the first tick to the start of the range, the last to its end, and every value between them', () => {
  for (const values of [[17, 101], [1e7], [-3_000, 900], [1]]) {
    const { ticks, at } = roundScale(values, [100, 0]);
    expect(at(ticks[0] ?? Number.NaN)).toBe(100);
    expect(at(ticks.at(-1) ?? Number.NaN)).toBe(0);
    for (const value of values) expect(at(value)).toSatisfy((place: number) => place >= 0 && place <= 100);
  }
});
