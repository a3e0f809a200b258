import { expect, test } from 'vitest';
import { rangeFromNearerEnd } from './contract-parts.ts';

test.each([
  ['the first page', { total: 95 }, 0, { limit: 20, offset: 0, backwards: false }],
  ['before the middle', { total: 95 }, 40, { limit: 20, offset: 40, backwards: false }],
  ['after the middle', { total: 95 }, 60, { limit: 20, offset: 15, backwards: true }],
  ['a last page that is not full', { total: 95 }, 80, { limit: 15, offset: 0, backwards: true }],
  ['past the end', { total: 95 }, 100, { limit: 0, offset: 0, backwards: true }],
  ['an empty list', { total: 0 }, 0, { limit: 20, offset: 0, backwards: false }],
  ['a list with an unknown end', { total: 95, isLowerBound: true }, 80, { limit: 20, offset: 80, backwards: false }],
])('reads from the nearer end of the list: %s', (_which, counted, offset, range) => {
  expect(rangeFromNearerEnd(counted, { limit: 20, offset })).toEqual(range);
});
