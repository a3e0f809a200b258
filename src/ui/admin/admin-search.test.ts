import { expect, test } from 'vitest';
import { besideFields, queryFrom, searchToOpen, searchWith } from './admin-search.ts';

const search = () => new URLSearchParams('search=amina&page=3&sort=name');

test('another filter or order begins at the first page', () => {
  expect(searchWith(search(), { status: 'Active' })).toBe('?search=amina&sort=name&status=Active');
  expect(searchWith(search(), { search: '' })).toBe('?sort=name');
  expect(searchWith(new URLSearchParams('after=9'), {})).toBe('');
});

test('a filter that is sent without scripts begins at the first page too', () => {
  const address = new URLSearchParams('search=amina&sort=name&page=3&after=9');
  expect(besideFields(address, ['search'])).toEqual([['sort', 'name']]);
});

test('a detail opens and closes over the same page of the list', () => {
  const opened = searchToOpen(search(), 'view', 7);
  expect(opened).toBe('?search=amina&page=3&sort=name&view=7');
  expect(searchToOpen(new URLSearchParams(opened), 'edit', 7)).toBe('?search=amina&page=3&sort=name&edit=7');
  expect(searchToOpen(new URLSearchParams(opened), 'view', undefined)).toBe('?search=amina&page=3&sort=name');
});

test('a call is asked for what is set, and for what it knows', () => {
  expect(queryFrom(new URLSearchParams('search=&page=2&view=7'), ['search', 'page'])).toEqual({ page: '2' });
});
