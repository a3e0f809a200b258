import { expect, test } from 'vitest';
import { inKilometers, inMiles } from './mileage.ts';

test('keeps a reading in its own unit and converts it once', () => {
  expect(inMiles({ value: 60_000, unit: 'mi' })).toBe(60_000);
  expect(inKilometers({ value: 60_000, unit: 'mi' })).toBe(96_561);
  expect(inMiles({ value: 150_000, unit: 'km' })).toBe(93_206);
  expect(inKilometers({ value: 0, unit: 'km' })).toBe(0);
});
