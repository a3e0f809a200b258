/** A day as 'YYYY-MM-DD'. */
export type Day = string;

/** The first and last day on which something may have happened. */
export type DateRange = { earliest: Day; latest: Day };

const PARTIAL_DATE = /^(\d{4})(?:-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?)?$/;

/** Returns the days that a year, month or day covers ('2019', '2019-05', '2019-05-02'), or null if it is none. */
export function dateRange(text: string): DateRange | null {
  const [, year, month, day] = PARTIAL_DATE.exec(text) ?? [];
  if (!year) return null;
  if (!month) return { earliest: `${year}-01-01`, latest: `${year}-12-31` };
  const last = daysOfMonth(Number(year), Number(month));
  if (!day) return { earliest: `${year}-${month}-01`, latest: `${year}-${month}-${last}` };
  return Number(day) <= last ? { earliest: text, latest: text } : null;
}

/** Days as numbers such as 20190502, which compare like dates. */
export type DayNumber = number;

/** Reads digits by their codes: this runs several times for each car of a list. */
export function numberOfDay(day: Day): DayNumber {
  let number = 0;
  for (let at = 0; at < 10; at++) if (at !== 4 && at !== 7) number = number * 10 + day.charCodeAt(at) - 48;
  return number;
}
export const yearOf = (day: DayNumber) => Math.floor(day / 10_000);
export const monthOf = (day: DayNumber) => Math.floor(day / 100) % 100;
export const dayOfMonth = (day: DayNumber) => day % 100;

export function dayOfNumber(day: DayNumber): Day {
  return `${String(yearOf(day)).padStart(4, '0')}-${two(monthOf(day))}-${two(dayOfMonth(day))}`;
}

/** Days since 1970-01-01. */
export function epochDay(day: DayNumber): number {
  return Date.UTC(yearOf(day), monthOf(day) - 1, dayOfMonth(day)) / 86_400_000;
}

/** Inverse of `epochDay`. */
export function dayOfEpoch(epoch: number): DayNumber {
  const date = new Date(epoch * 86_400_000);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function daysBetween(first: Day, last: Day): number {
  return epochDay(numberOfDay(last)) - epochDay(numberOfDay(first));
}

function daysOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

const two = (part: number) => String(part).padStart(2, '0');
