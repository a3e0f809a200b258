import { expect, test } from 'vitest';
import { chartTicks } from './chart-scale.ts';

test.each([
  [[3], true, [0, 1, 2, 3]],
  [[0, 0], true, [0, 1]],
  [[100_000], false, [0, 20_000, 40_000, 60_000, 80_000, 100_000]],
  [[-50, 100], false, [-50, 0, 50, 100]],
  [[0.4], true, [0, 1]],
])('%j is measured in round steps', (values, whole, ticks) => {
  expect(chartTicks(values, whole)).toEqual(ticks);
});
