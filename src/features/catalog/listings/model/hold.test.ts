import { expect, test } from 'vitest';
import { holdUntil, minutesUntil } from './hold.ts';

const UNTIL = new Date('2026-12-03T10:15:00Z');

test.each([
  ['2026-12-03T10:00:00Z', 15],
  ['2026-12-03T10:00:01Z', 15],
  ['2026-12-03T10:14:59Z', 1],
  ['2026-12-03T10:15:00Z', null],
  ['2026-12-03T11:00:00Z', null],
])('at %s, a hold until 10:15 lasts %s minutes', (now, minutes) => {
  expect(minutesUntil(UNTIL, Date.parse(now))).toBe(minutes);
  const hold = minutes === null ? null : { until: UNTIL.toISOString(), minutes };
  expect(holdUntil(UNTIL, Date.parse(now))).toEqual(hold);
});
