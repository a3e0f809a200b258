/** A clock for one run of the tests: the time at which it starts, and environment variables such as the time zone. */
export type FakedClock = { name: string; startsAt: Date; environment?: Record<string, string> };

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MARCH = 2;
const OCTOBER = 9;
const NOVEMBER = 10;
/** The tests start this long before a clock change or the end of a month, so that they run across it. */
const BEFORE_MS = 2 * MINUTE_MS;

/** Lists the clocks to test after `now`: each weekday, the ends of months and years, a leap day, clock changes, time zones, a language. */
export function fakedClocks(now: Date): FakedClock[] {
  const year = now.getUTCFullYear() + 1;
  const leapYear = year + ((4 - (year % 4)) % 4);
  const at = (...date: [year: number, month: number, day: number, hour?: number, minute?: number]) =>
    new Date(Date.UTC(...date));
  const before = (moment: Date) => new Date(moment.getTime() - BEFORE_MS);
  const inZone = (zone: string) => ({ TZ: zone });
  return [
    ...WEEKDAYS.map((name, weekday) => ({ name, startsAt: nextWeekday(now, weekday) })),
    { name: 'December 31', startsAt: at(year, 11, 31, 23, 50) },
    { name: 'February 29', startsAt: at(leapYear, 1, 29, 10) },
    { name: 'last day of a month', startsAt: before(at(year, 7, 1)) },
    { name: 'first day of a month', startsAt: at(year, 4, 1, 0, 1) },
    ...[
      { zone: 'Europe/Berlin', spring: lastSunday(year, MARCH), autumn: lastSunday(year, OCTOBER), hours: [1, 1] },
      { zone: 'America/New_York', spring: sunday(year, MARCH, 2), autumn: sunday(year, NOVEMBER, 1), hours: [7, 6] },
    ].flatMap(({ zone, spring, autumn, hours: [springHour = 0, autumnHour = 0] }) => [
      { name: `spring in ${zone}`, startsAt: before(hourOf(spring, springHour)), environment: inZone(zone) },
      { name: `autumn in ${zone}`, startsAt: before(hourOf(autumn, autumnHour)), environment: inZone(zone) },
    ]),
    ...['Pacific/Kiritimati', 'America/Los_Angeles'].map((zone) => ({
      name: zone,
      startsAt: now,
      environment: inZone(zone),
    })),
    { name: 'German', startsAt: now, environment: { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' } },
  ];
}

/** Noon of the next such weekday. */
function nextWeekday(now: Date, weekday: number): Date {
  const days = (weekday - now.getUTCDay() + 7) % 7 || 7;
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS + days * DAY_MS + DAY_MS / 2);
}

const hourOf = (day: Date, hour: number) => new Date(day.getTime() + hour * 60 * MINUTE_MS);

function sunday(year: number, month: number, nth: number): Date {
  const first = new Date(Date.UTC(year, month, 1));
  return new Date(first.getTime() + (((7 - first.getUTCDay()) % 7) + 7 * (nth - 1)) * DAY_MS);
}

function lastSunday(year: number, month: number): Date {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return new Date(last.getTime() - last.getUTCDay() * DAY_MS);
}
