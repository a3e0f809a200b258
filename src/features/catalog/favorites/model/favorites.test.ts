import { expect, test } from 'vitest';
import { favoriteIds, MAX_FAVORITES, toggled } from './favorites.ts';

test('parses the ids of a stored list and drops invalid entries', () => {
  expect(favoriteIds('3,17')).toEqual([3, 17]);
  expect(favoriteIds('')).toEqual([]);
  expect(favoriteIds('3,,x,-1,1e400,[object Object],2.5')).toEqual([3]);
});

test('adds a car once and removes it when toggled again', () => {
  expect(toggled([3], 17)).toEqual([3, 17]);
  expect(toggled([3, 17], 3)).toEqual([17]);
});

test('keeps the newest entries of a list that is too long', () => {
  const many = Array.from({ length: MAX_FAVORITES + 2 }, (_, index) => index + 1);
  expect(favoriteIds(many.join(','))).toEqual(many.slice(2));
});
