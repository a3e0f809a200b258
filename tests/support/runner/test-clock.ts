import type { Clock } from '#lib/clock.ts';

/** The time of tests. No other test file computes a day or moment from the machine's clock. */

const DAY_MS = 86_400_000;

export function testNow(): Date {
  return new Date();
}

/** The moment some milliseconds from now; before now if `ms` is negative. */
export function msFromNow(ms: number): Date {
  return new Date(testNow().getTime() + ms);
}

/** The moment some days from now; before now if `days` is negative. */
export function daysFromNow(days: number): Date {
  return msFromNow(days * DAY_MS);
}

/** The day some days from today in UTC, as YYYY-MM-DD. */
export function dayFromNow(days: number): string {
  return daysFromNow(days).toISOString().slice(0, 10);
}

/** A clock that is some days ahead. */
export function clockAhead(days: number): Clock {
  return { now: () => daysFromNow(days) };
}

/** A clock that shows `moment` and goes on from there. */
export function clockFrom(moment: string): Clock {
  const offsetMs = Date.parse(moment) - testNow().getTime();
  return { now: () => new Date(testNow().getTime() + offsetMs) };
}

/** A day on which the shipped import rules are in force. Rules expire, and tests of their answers must still pass afterwards. */
export const DAY_OF_SHIPPED_RULES = '2026-11-25';

export const clockOfShippedRules = (): Clock => clockFrom(`${DAY_OF_SHIPPED_RULES}T10:00:00Z`);
