import { expect, test } from 'vitest';
import { inKilometers, inMiles } from './mileage.ts';

test('a reading keeps its own unit exactly and is converted once', () => {
  expect(inMiles({ value: 60_000, unit: 'mi' })).toBe(60_000);
  expect(inKilometers({ value: 60_000, unit: 'mi' })).toBe(96_561);
  expect(inMiles({ value: 150_000, unit: 'km' })).toBe(93_206);
  expect(inKilometers({ value: 0, unit: 'km' })).toBe(0);
});
