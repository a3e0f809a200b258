import { expect, test } from 'vitest';
import { idOfSlug } from '#lib/slug.ts';
import { sellerPath } from './account.ts';

test.each([
  ['Amina W.', '/sellers/amina-w-7'],
  ['王…', `/sellers/${encodeURIComponent('王-7')}`],
  ['…', '/sellers/seller-7'],
])('the page of %s is %s', (name, path) => {
  expect(sellerPath({ id: 7, name })).toBe(path);
  expect(idOfSlug(decodeURIComponent(path.split('/').at(-1)!))).toBe(7);
});

test.each(['', 'amina', 'amina-0', 'amina-7x', `amina-${10 ** 17}`])('%j names no seller', (slug) => {
  expect(idOfSlug(slug)).toBeNull();
});
