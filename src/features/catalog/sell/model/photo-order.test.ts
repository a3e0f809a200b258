import { expect, test } from 'vitest';
import { moveItem } from '../client/photo-uploads.ts';

test('moves an item in either direction and closes the gap', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moveItem(['a', 'b'], 7, 0)).toEqual(['a', 'b']);
});
