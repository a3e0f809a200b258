import { expect, test } from 'vitest';
import {
  addViewedCar,
  MAX_OFFLINE_FAVORITES,
  MAX_SHOWN_CARS,
  MAX_VIEWED_CARS,
  offlineCarIds,
  viewedCarsToShow,
} from './viewed-cars.ts';

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test('keeps the newest viewed cars, each once', () => {
  expect(addViewedCar([1, 2, 3], 2)).toEqual([1, 3, 2]);
  expect(addViewedCar(upTo(MAX_VIEWED_CARS), 99)).toEqual([...upTo(MAX_VIEWED_CARS).slice(1), 99]);
});

test('lists favorites first, without duplicates and within the limits', () => {
  expect(offlineCarIds({ favorites: [1, 2], viewed: [3, 2, 4] })).toEqual([2, 1, 4, 3]);
  const stored = offlineCarIds({ favorites: upTo(500), viewed: upTo(100) });
  expect([stored[0], stored.length]).toEqual([500, MAX_OFFLINE_FAVORITES + MAX_VIEWED_CARS]);
});

test('shows the newest viewed cars first, without the car of the page', () => {
  expect(viewedCarsToShow([1, 2, 3], 3)).toEqual([2, 1]);
  expect(viewedCarsToShow(upTo(20))).toEqual(upTo(20).reverse().slice(0, MAX_SHOWN_CARS));
});
