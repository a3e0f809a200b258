import { expect, test } from 'vitest';
import { type AgeMethod, ageBy } from './condition.ts';

test.each<[AgeMethod, number, number, number]>([
  ['calendarYears', 20191231, 20260101, 7],
  ['calendarYears', 20190101, 20261231, 7],
  ['yearEnd', 20100601, 20180101, 8],
  ['fullYears', 20190502, 20260501, 6],
  ['fullYears', 20190502, 20260502, 7],
  ['ceilingYears', 20230502, 20260502, 3],
  ['ceilingYears', 20230501, 20260502, 4],
  ['ceilingYears', 20240615, 20260502, 2],
  ['months', 20231122, 20261122, 36],
  ['months', 20231121, 20261122, 37],
  ['months', 20231123, 20261122, 36],
  ['monthsFromNextYear', 20210615, 20270101, 60],
  ['monthsFromNextYear', 20210615, 20270102, 61],
  ['days', 20260525, 20261121, 180],
  ['days', 20240228, 20240301, 2],
])('%s from %i to %i is %i', (method, from, to, age) => {
  expect(ageBy(method, from, to)).toBe(age);
});
