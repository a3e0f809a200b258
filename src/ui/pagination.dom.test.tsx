import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../tests/support/runner/dom-page.tsx';
import { Pagination } from './pagination.tsx';

test.each([
  [320, 1, 326],
  [320, 163, 326],
  [360, 324, 326],
  [360, 1_200, 2_500],
])('all numbers stand in one row at %i px, on page %i of %i', async (width, current, pages) => {
  await page.viewport(width, 740);
  await renderPage(
    <div className="px-4">
      <Pagination page={current} pages={pages} linkTo={() => ({ search: '', hash: '' })} />
    </div>,
  );
  const cells = [...document.querySelectorAll('ol > li')].map((cell) => cell.getBoundingClientRect());
  expect(cells.length).toBeGreaterThanOrEqual(7);
  expect(new Set(cells.map(({ top }) => Math.round(top))).size).toBe(1);
  for (const link of document.querySelectorAll('ol a')) expect(link.scrollWidth).toBeLessThanOrEqual(link.clientWidth);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
