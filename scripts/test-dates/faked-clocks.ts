/** A clock for one run of the tests: the time at which it starts, and environment variables such as the time zone. */
export type FakedClock = { name: string; startsAt: Date; environment?: Record<string, string> };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MONDAY = 1;
const TUESDAY = 2;
const WEDNESDAY = 3;
const FRIDAY = 5;
const SATURDAY = 6;
const MARCH = 2;
const OCTOBER = 9;
const NOVEMBER = 10;
/** The tests start this long before a clock change or the end of a month and run across it. */
const BEFORE_MS = 2 * MINUTE_MS;

/**
 * Lists the clocks to test after `now`. A run takes minutes, so a clock combines properties where possible: time zones and the
 * language with a weekday, the end of a month with a Thursday and a Friday, and clock changes with a Sunday.
 */
export function fakedClocks(now: Date): FakedClock[] {
  const year = now.getUTCFullYear() + 1;
  const leapYear = year + ((4 - (year % 4)) % 4);
  const before = (moment: Date) => new Date(moment.getTime() - BEFORE_MS);
  const friday = firstOfMonthOn(FRIDAY, year);
  return [
    { name: 'Monday in Pacific/Kiritimati', startsAt: next(MONDAY, now), environment: { TZ: 'Pacific/Kiritimati' } },
    {
      name: 'Tuesday in America/Los_Angeles',
      startsAt: next(TUESDAY, now),
      environment: { TZ: 'America/Los_Angeles' },
    },
    {
      name: 'Wednesday in German',
      startsAt: next(WEDNESDAY, now),
      environment: { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
    },
    { name: 'last day of a month, a Thursday', startsAt: before(friday) },
    { name: 'first day of a month, a Friday', startsAt: new Date(friday.getTime() + MINUTE_MS) },
    { name: 'Saturday', startsAt: next(SATURDAY, now) },
    { name: 'December 31', startsAt: new Date(Date.UTC(year, 11, 31, 23, 50)) },
    { name: 'February 29', startsAt: new Date(Date.UTC(leapYear, 1, 29, 10)) },
    ...[
      { zone: 'Europe/Berlin', spring: lastSunday(year, MARCH), autumn: lastSunday(year, OCTOBER), hours: [1, 1] },
      {
        zone: 'America/New_York',
        spring: nthSunday(year, MARCH, 2),
        autumn: nthSunday(year, NOVEMBER, 1),
        hours: [7, 6],
      },
    ].flatMap(({ zone, spring, autumn, hours: [springHour = 0, autumnHour = 0] }) => [
      { name: `spring in ${zone}`, startsAt: before(hourOf(spring, springHour)), environment: { TZ: zone } },
      { name: `autumn in ${zone}`, startsAt: before(hourOf(autumn, autumnHour)), environment: { TZ: zone } },
    ]),
  ];
}

export function randomClocks(all: FakedClock[], count: number): FakedClock[] {
  const shuffled = all.map((clock) => ({ clock, order: Math.random() })).sort((a, b) => a.order - b.order);
  return shuffled.slice(0, count).map(({ clock }) => clock);
}

/** Noon of the next such weekday. */
function next(weekday: number, now: Date): Date {
  const days = (weekday - now.getUTCDay() + 7) % 7 || 7;
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + DAY_MS / 2);
}

/** Returns the first of a month in `year` that falls on `weekday`. Skips January, because the end of a year has its own clock. */
function firstOfMonthOn(weekday: number, year: number): Date {
  const firsts = Array.from({ length: 11 }, (_, month) => new Date(Date.UTC(year, month + 1, 1)));
  return firsts.find((first) => first.getUTCDay() === weekday)!;
}

const hourOf = (day: Date, hour: number) => new Date(day.getTime() + hour * 60 * MINUTE_MS);

function nthSunday(year: number, month: number, nth: number): Date {
  const first = new Date(Date.UTC(year, month, 1));
  return new Date(first.getTime() + (((7 - first.getUTCDay()) % 7) + 7 * (nth - 1)) * DAY_MS);
}

function lastSunday(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return new Date(last.getTime() - last.getUTCDay() * DAY_MS);
}
