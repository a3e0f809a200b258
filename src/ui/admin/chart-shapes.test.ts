import { expect, test } from 'vitest';
import { chartShapes } from './chart-shapes.ts';

test('draws values in the middle of their columns, the highest at the top', () => {
  const { ticks, rows } = chartShapes('line', [[0, 4]]);
  expect(ticks).toEqual([0, 1, 2, 3, 4].map((value) => ({ value, y: 100 - value * 25 })));
  expect(rows).toEqual([
    {
      line: 'M25,100L75,0',
      area: null,
      dots: [
        { x: 25, y: 100 },
        { x: 75, y: 0 },
      ],
    },
  ]);
});

test('stacks each area on the one below it', () => {
  const [lower, upper] = chartShapes('area', [
    [1, 2],
    [3, 2],
  ]).rows;
  expect(lower?.area).toBe('M25,75L75,50L75,100L25,100Z');
  expect(upper?.area).toBe('M25,0L75,0L75,50L25,75Z');
  expect(upper?.line).toBe('M25,0L75,0');
});

test('draws an empty line for a row without values', () => {
  expect(chartShapes('line', [[]]).rows).toEqual([{ line: '', area: null, dots: [] }]);
});
