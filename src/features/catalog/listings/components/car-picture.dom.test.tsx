import { afterEach, expect, test } from 'vitest';
import { renderPage } from '../../../../../tests/support/runner/dom-page.tsx';
import { CarPicture } from './car-picture.tsx';

const DRAWING = { url: '/media/demo-suv-white-crest-front-dark' };
const root = document.documentElement;
const shown = () =>
  [...document.querySelectorAll('picture')]
    .filter((picture) => getComputedStyle(picture).display !== 'none')
    .map((picture) => /(photo|demo)[^?]*/.exec(picture.querySelector('img')?.src ?? '')?.[0]);

afterEach(() => {
  delete root.dataset.theme;
});

test.each([
  ['light', 'demo-suv-white-crest-front-dark'],
  ['dark', 'demo-suv-white-crest-front-dark-night'],
])('a drawing shows one picture in the chosen %s theme', async (theme, key) => {
  root.dataset.theme = theme;
  await renderPage(<CarPicture image={DRAWING} alt="Tank 300" sizes="20rem" />);
  expect(shown()).toEqual([key]);
});

test('a photo shows the same picture in both themes', async () => {
  await renderPage(<CarPicture image={{ url: '/media/photo-1' }} alt="Tank 300" sizes="20rem" />);
  for (const theme of ['light', 'dark']) {
    root.dataset.theme = theme;
    expect(shown()).toEqual(['photo-1']);
  }
});
