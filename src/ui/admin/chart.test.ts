import { expect, test } from 'vitest';
import { chartShapes } from './chart.tsx';

test('draws values in the middle of their columns, the highest at the top', () => {
  const { ticks, ...shapes } = chartShapes('line', [0, 4]);
  expect(ticks).toEqual([0, 1, 2, 3, 4].map((value) => ({ value, y: 100 - value * 25 })));
  expect(shapes).toEqual({
    line: 'M25,100L75,0',
    area: null,
    dots: [
      { x: 25, y: 100 },
      { x: 75, y: 0 },
    ],
  });
});

test('fills an area down to zero, also below values that are all high', () => {
  expect(chartShapes('area', [30, 40]).area).toBe('M25,25L75,0L75,100L25,100Z');
});

test('draws an empty line without values', () => {
  expect(chartShapes('line', [])).toMatchObject({ line: '', area: null, dots: [] });
});
