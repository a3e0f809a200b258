import { expect, test } from 'vitest';
import { DESTINATION_COUNTRIES } from '#features/customs/import-rules/model/ports.ts';
import { countryOfSlug, countryPath, countrySlug } from './country-slug.ts';

test.each([
  ['KE', 'kenya'],
  ['AE', 'united-arab-emirates'],
  ['CI', 'cote-divoire'],
  ['TT', 'trinidad-and-tobago'],
])('%s is at %s', (country, slug) => {
  expect(countrySlug(country)).toBe(slug);
  expect(countryPath(country)).toBe(`/import/${slug}`);
  expect(countryOfSlug(slug.toUpperCase())).toBe(country);
});

test('every country has a unique address, and none is the code of another country', () => {
  const slugs = DESTINATION_COUNTRIES.map(countrySlug);
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(slugs.filter((slug) => !/^[a-z]+(-[a-z]+)*$/.test(slug) || slug.length < 3)).toEqual([]);
});

test('a code leads to its country, other words to none', () => {
  expect(countryOfSlug('ke')).toBe('KE');
  expect(countryOfSlug('kenia')).toBeNull();
  expect(countryOfSlug('')).toBeNull();
});
