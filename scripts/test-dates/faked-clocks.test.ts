import { expect, test } from 'vitest';
import { fakedClocks, randomClocks } from './faked-clocks.ts';

const clocks = fakedClocks(new Date('2026-11-27T05:00:00Z'));
const startOf = (name: string) => clocks.find((clock) => clock.name === name)?.startsAt.toISOString();

test('begins on each day of the week, after now', () => {
  expect(startOf('Saturday')).toBe('2026-11-28T12:00:00.000Z');
  expect(startOf('Monday in Pacific/Kiritimati')).toBe('2026-11-30T12:00:00.000Z');
  expect(startOf('Wednesday in German')).toBe('2026-12-02T12:00:00.000Z');
  expect(new Set(clocks.map(({ startsAt }) => startsAt.getUTCDay())).size).toBe(7);
});

test('finds a month that begins on a Friday', () => {
  expect(startOf('last day of a month, a Thursday')).toBe('2027-09-30T23:58:00.000Z');
  expect(startOf('first day of a month, a Friday')).toBe('2027-10-01T00:01:00.000Z');
});

test('finds the next leap day', () => {
  expect(startOf('February 29')).toBe('2028-02-29T10:00:00.000Z');
  const inLeapYear = fakedClocks(new Date('2027-06-01T00:00:00Z'));
  expect(inLeapYear.find(({ name }) => name === 'February 29')?.startsAt.getUTCFullYear()).toBe(2028);
});

test('starts two minutes before clocks change', () => {
  expect(startOf('spring in Europe/Berlin')).toBe('2027-03-28T00:58:00.000Z');
  expect(startOf('autumn in Europe/Berlin')).toBe('2027-10-31T00:58:00.000Z');
  expect(startOf('spring in America/New_York')).toBe('2027-03-14T06:58:00.000Z');
  expect(startOf('autumn in America/New_York')).toBe('2027-11-07T05:58:00.000Z');
});

test('gives each clock a different name', () => {
  expect(new Set(clocks.map(({ name }) => name)).size).toBe(clocks.length);
});

test('chooses different clocks at random', () => {
  const names = randomClocks(clocks, 2).map(({ name }) => name);
  expect(new Set(names).size).toBe(2);
  expect(clocks.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});
