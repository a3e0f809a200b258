import { expect, test } from 'vitest';
import { afterQuietHours, dueTimes, nextAt } from './delivery.ts';

const at = (text: string) => new Date(text);
const NIGHT = { from: 22 * 60, to: 7 * 60 };

test.each([
  ['2026-11-29T05:00:00Z', 8 * 60, 'Africa/Nairobi', '2026-11-30T05:00:00.000Z'],
  ['2026-11-29T04:59:59Z', 8 * 60, 'Africa/Nairobi', '2026-11-29T05:00:00.000Z'],
  ['2026-11-29T23:30:00Z', 0, 'Asia/Shanghai', '2026-11-30T16:00:00.000Z'],
  // Clocks in Berlin go from 02:00 to 03:00, so that day has one hour less.
  ['2026-03-28T20:00:00Z', 7 * 60, 'Europe/Berlin', '2026-03-29T05:00:00.000Z'],
])('after %s the minute %i in %s is next at the right moment', (now, minute, zone, next) => {
  expect(nextAt(at(now), minute, zone).toISOString()).toBe(next);
});

test.each([
  ['19:00 local', '2026-11-29T16:00:00Z', '2026-11-29T16:00:00.000Z'],
  ['22:00 local', '2026-11-29T19:00:00Z', '2026-11-30T04:00:00.000Z'],
  ['06:59 local', '2026-11-30T03:59:30Z', '2026-11-30T04:00:00.000Z'],
  ['07:00 local', '2026-11-30T04:00:00Z', '2026-11-30T04:00:00.000Z'],
])('with quiet hours from 22:00 to 07:00 in Nairobi, an email of %s leaves when they end', (_when, now, due) => {
  expect(afterQuietHours(at(now), { zone: 'Africa/Nairobi', quiet: NIGHT }).toISOString()).toBe(due);
});

test('quiet hours within a day do not last over midnight', () => {
  const quiet = { from: 60, to: 120 };
  expect(afterQuietHours(at('2026-11-29T23:30:00Z'), { zone: 'UTC', quiet })).toEqual(at('2026-11-29T23:30:00Z'));
  expect(afterQuietHours(at('2026-11-29T01:30:00Z'), { zone: 'UTC', quiet })).toEqual(at('2026-11-29T02:00:00Z'));
});

test('each channel has its own time, and an unwanted one has none', () => {
  const now = at('2026-11-29T23:00:00Z');
  const hours = { zone: 'UTC', quiet: NIGHT, digestAt: 480 };
  const morning = at('2026-11-30T07:00:00Z');
  expect(dueTimes(now, { inApp: true, email: 'now', push: true }, hours)).toEqual({
    emailAt: morning,
    pushAt: morning,
  });
  expect(dueTimes(now, { inApp: true, email: 'digest', push: false }, hours)).toEqual({
    emailAt: at('2026-11-30T08:00:00Z'),
    pushAt: null,
  });
  expect(dueTimes(now, { inApp: true, email: 'off', push: false }, hours)).toEqual({ emailAt: null, pushAt: null });
});
