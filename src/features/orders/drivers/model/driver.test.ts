import { expect, test } from 'vitest';
import { ageOn, driverProblems } from './driver.ts';

test.each([
  ['2026-05-01', '2005-05-01', 21],
  ['2026-04-30', '2005-05-01', 20],
  ['2027-02-28', '2004-02-29', 22],
  ['2027-03-01', '2004-02-29', 23],
])('on %s somebody born on %s is %i years old', (day, born, age) => expect(ageOn(day, born)).toBe(age));

const needs = { minAge: 21, pickUpDay: '2026-05-01', returnDay: '2026-05-03' };

test.each([
  [{ bornOn: '2005-05-01', validUntil: '2026-05-03' }, {}],
  [{ bornOn: '2005-05-02', validUntil: '2026-05-03' }, { born_on: 'drivers.tooYoung' }],
  [{ bornOn: '1990-01-01', validUntil: '2026-05-02' }, { valid_until: 'drivers.expired' }],
])('of a driver %j it says %j', (stated, problems) => expect(driverProblems(needs, stated)).toEqual(problems));
