import { expect, test } from 'vitest';
import { pageWindow } from './pagination.tsx';

test.each([
  [1, 1, [1]],
  [1, 5, [1, 2, 3, 4, 5]],
  [5, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, 4, 5, 6]],
  [4, 6, [1, 2, 3, 4, 5, 6]],
  [1, 42, [1, 2, 3, 4, 5, 'gap', 42]],
  [4, 42, [1, 2, 3, 4, 5, 6, 'gap', 42]],
  [20, 42, [1, 'gap', 18, 19, 20, 21, 22, 'gap', 42]],
  [42, 42, [1, 'gap', 38, 39, 40, 41, 42]],
  [99, 42, [1, 'gap', 38, 39, 40, 41, 42]],
  [1, 0, []],
])('page %i of %i offers %j', (page, pages, offered) => {
  expect(pageWindow(page, pages)).toEqual(offered);
});
