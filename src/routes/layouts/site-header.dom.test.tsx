import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../../../tests/support/runner/dom-page.tsx';
import { SiteHeader } from './site-header.tsx';

test.each([360, 1440])('the logo is centered in the header at %i px', async (width) => {
  await page.viewport(width, 740);
  await renderPage(<SiteHeader />);
  const middle = (selector: string) => {
    const { top, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    return top + height / 2;
  };
  expect(Math.abs(middle('header a svg') - middle('header > div'))).toBeLessThanOrEqual(0.5);
});
