import { expect, test } from 'vitest';
import { otherParameters, queryFrom, searchToOpen, searchWith } from './list-page.tsx';

const search = () => new URLSearchParams('search=amina&page=3&sort=name');

test('a changed filter or sort order resets the page', () => {
  expect(searchWith(search(), { status: 'Active' })).toBe('?search=amina&sort=name&status=Active');
  expect(searchWith(search(), { search: '' })).toBe('?sort=name');
  expect(searchWith(new URLSearchParams('after=9'), {})).toBe('');
});

test('a filter form sent without scripts resets the page', () => {
  const address = new URLSearchParams('search=amina&sort=name&page=3&after=9');
  expect(otherParameters(address, ['search'])).toEqual([['sort', 'name']]);
});

test('opening and closing a detail keeps the page of the list', () => {
  const opened = searchToOpen(search(), 'view', 7);
  expect(opened).toBe('?search=amina&page=3&sort=name&view=7');
  expect(searchToOpen(new URLSearchParams(opened), 'edit', 7)).toBe('?search=amina&page=3&sort=name&edit=7');
  expect(searchToOpen(new URLSearchParams(opened), 'view', undefined)).toBe('?search=amina&page=3&sort=name');
});

test('queryFrom returns the listed names that are set', () => {
  expect(queryFrom(new URLSearchParams('search=&page=2&view=7'), ['search', 'page'])).toEqual({ page: '2' });
});
