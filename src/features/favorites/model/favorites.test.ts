import { expect, test } from 'vitest';
import { favouriteIds, MOST_FAVOURITES, toggled } from './favorites.ts';

test('a stored list keeps its ids and drops what is not one', () => {
  expect(favouriteIds('3,17')).toEqual([3, 17]);
  expect(favouriteIds('')).toEqual([]);
  expect(favouriteIds('3,,x,-1,1e400,[object Object],2.5')).toEqual([3]);
});

test('a car goes in once and out again', () => {
  expect(toggled([3], 17)).toEqual([3, 17]);
  expect(toggled([3, 17], 3)).toEqual([17]);
});

test('of a list that is too long the newest stay', () => {
  const many = Array.from({ length: MOST_FAVOURITES + 2 }, (_, at) => at + 1);
  expect(favouriteIds(many.join(','))).toEqual(many.slice(2));
});
