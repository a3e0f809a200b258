import { expect, test } from 'vitest';
import { daysInSearch, daysProblem, daysSearch, rentalPeriod, startOf, suggestedDays } from './rental-days.ts';

const booked = {
  today: '2026-03-01',
  cancelableFrom: '2026-03-02',
  freeCancelFrom: '2026-03-03',
  days: ['2026-03-01', '2026-03-02', '2026-03-10'],
  longestDays: 90,
  lastStart: '2027-03-01',
};

test.each<[string, string[], string]>([
  ['the first day that is canceled for free', [], '2026-03-03'],
  ['the first free day from then on', ['2026-03-03', '2026-03-04', '2026-03-06'], '2026-03-05'],
  ['a day that can be canceled if no later day is free', ['2026-03-03', '2026-03-04', '2026-03-05'], '2026-03-02'],
  ['none if only a day is free whose pick-up is over', ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05'], ''],
])('suggests %s', (_, days, first) => {
  expect(suggestedDays({ ...booked, days, lastStart: '2026-03-05' })).toEqual({ first, last: first });
});

test('suggests no day whose cancellation costs something because the car is in an early time zone', () => {
  const early = { ...booked, days: [], freeCancelFrom: '2026-03-04' };
  expect(suggestedDays(early)).toEqual({ first: '2026-03-04', last: '2026-03-04' });
});

test('ends the period the day after the chosen last day', () => {
  expect(rentalPeriod({ first: '2026-03-30', last: '2026-04-01' })).toEqual({
    startDay: '2026-03-30',
    endDay: '2026-04-02',
  });
});

test.each([
  ['2026-02-28', 'begun'],
  ['2026-03-01', 'begun'],
  ['2026-03-02', 'soon'],
  ['2026-03-03', 'later'],
  ['', 'later'],
])('the start of a rental from %s is %s', (first, begins) => {
  expect(startOf({ first, last: first }, booked)).toBe(begins);
});

test.each([
  ['2026-03-03', '2026-03-09', null],
  ['2026-03-03', '2026-03-10', 'payment.dates.taken'],
  ['2026-03-02', '2026-03-03', 'payment.dates.taken'],
  ['2026-02-28', '2026-02-28', 'payment.dates.past'],
  ['2026-03-05', '2026-03-04', 'payment.dates.invalid'],
  ['', '2026-03-04', 'payment.dates.invalid'],
  ['2026-03-04', '', 'payment.dates.invalid'],
  ['2026-04-01', '2026-06-29', null],
  ['2026-04-01', '2026-06-30', 'payment.dates.long'],
  ['2027-03-02', '2027-03-02', 'payment.dates.long'],
])('the problem of %s to %s is %s', (first, last, problem) => {
  expect(daysProblem({ first, last }, booked)).toBe(problem);
});

test('carries days in an address, and reads back only real days in order', () => {
  const read = (search: string) => daysInSearch(new URLSearchParams(search));
  const days = { first: '2026-12-03', last: '2026-12-05' };
  expect(read(daysSearch(days))).toEqual(days);
  for (const search of [
    '',
    '?from=2026-12-03',
    '?from=2026-12-05&to=2026-12-03',
    '?from=2026-02-30&to=2026-03-01',
    '?from=x&to=y',
  ])
    expect(read(search)).toBeNull();
});
