import { expect, test } from 'vitest';
import { stayOf } from './listing-criteria.ts';

test('counts both days of a stay', () => {
  expect(stayOf({ from: '2026-12-03', to: '2026-12-05' })).toEqual({
    days: 3,
    search: '?from=2026-12-03&to=2026-12-05',
  });
  expect(stayOf({ from: '2026-12-31', to: '2026-12-31' })?.days).toBe(1);
  expect(stayOf({ from: '2027-03-27', to: '2027-03-29' })?.days).toBe(3);
  expect(stayOf({ from: '', to: '' })).toBeNull();
});
