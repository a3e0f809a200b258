import { expect, test } from 'vitest';
import { idOfSlug } from '#lib/slug.ts';
import { listingPath, listingSlug } from './listing-name.ts';

test.each([
  ['BYD', 'Seal', 'byd-seal-7'],
  ['Great Wall', 'Tank 300', 'great-wall-tank-300-7'],
  ['Mercedes-Benz', 'A-Class', 'mercedes-benz-a-class-7'],
  ['比亚迪', '海豹', '比亚迪-海豹-7'],
  ['???', '', 'car-car-7'],
])('%s %s has the slug %s', (make, model, slug) => {
  expect(listingSlug({ id: 7, make, model })).toBe(slug);
  expect(idOfSlug(slug)).toBe(7);
});

test('builds a URL-safe path from any names', () => {
  const path = listingPath({ id: 7, make: '比亚迪', model: 'a/b?c#d', offer: 'Rent' });
  expect(path).toMatch(/^\/rent-car\/[%A-Za-z0-9-]+-7$/);
});

test.each(['', 'byd-seal', 'byd-seal-', 'byd-seal-0', 'byd-seal-07x', 'byd--1.5', 'byd-9007199254740993', '../7 '])(
  '%j has no listing id',
  (slug) => expect(idOfSlug(slug)).toBeNull(),
);
