import { expect, test } from 'vitest';
import { comparedSearch, parseComparedCars, readCompared } from './compared-cars.ts';

const read = (search: string) => readCompared(new URLSearchParams(search));

test('reads up to four cars without duplicates, and lists the ignored parts', () => {
  expect(read('?cars=12,34,12')).toEqual({ ids: [12, 34], ignored: [], leftOut: [] });
  expect(read('?cars=1,2,3,4,5,6')).toEqual({ ids: [1, 2, 3, 4], ignored: [], leftOut: [5, 6] });
  expect(read('?cars=1&cars=2')).toEqual({ ids: [1, 2], ignored: [], leftOut: [] });
  expect(read('')).toEqual({ ids: [], ignored: [], leftOut: [] });
});

test('ignores entries that are no number of a car', () => {
  expect(read('?cars=,12, abc ,-3,0,1e3,99999999999999999999').ids).toEqual([12]);
  expect(read('?cars=abc,-3,abc').ignored).toEqual(['abc', '-3']);
  expect(read(`?cars=${'x'.repeat(500)}`).ignored).toEqual(['x'.repeat(30)]);
});

test('writes the address that is read back', () => {
  expect(comparedSearch([12, 34])).toBe('?cars=12,34');
  expect(comparedSearch([])).toBe('');
});

test('drops stored entries that are no cars', () => {
  const car = { id: 12, name: '2023 BYD Han', picture: '/media/photo-1' };
  expect(
    parseComparedCars(JSON.stringify([car, null, { id: 'x', name: '' }, { ...car, picture: 'https://x' }])),
  ).toEqual([car]);
  expect(parseComparedCars('no json')).toEqual([]);
  expect(parseComparedCars('{}')).toEqual([]);
});
