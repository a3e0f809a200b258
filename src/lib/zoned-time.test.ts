import { expect, test } from 'vitest';
import { instantAt, localAt } from './zoned-time.ts';

test.each([
  ['2026-11-21T14:05', 'Asia/Shanghai', '2026-11-21T06:05:00.000Z'],
  ['2026-11-21T14:05', 'UTC', '2026-11-21T14:05:00.000Z'],
  ['2026-07-01T12:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
  ['2026-12-01T12:00', 'America/New_York', '2026-12-01T17:00:00.000Z'],
  ['2026-11-01T12:00', 'America/New_York', '2026-11-01T17:00:00.000Z'],
  // Before and after clocks change on that day.
  ['2026-03-29T01:30', 'Europe/Berlin', '2026-03-29T00:30:00.000Z'],
  ['2026-03-08T03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-21T14:05', 'Asia/Kolkata', '2026-11-21T08:35:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantAt(local, zone)).toBe(instant);
  expect(localAt(new Date(instant), zone)).toBe(local);
});
