import { type DayNumber, dayOfMonth, epochDay, monthOf, yearOf } from '../calendar.ts';

/** How a country counts the age of a car between two dates. */
export const AGE_METHODS = [
  /** Year of the second date less year of the first. */
  'calendarYears',
  /** Months begun: a day more than 36 months is 37. */
  'months',
  /** Birthdays passed. */
  'fullYears',
  /** Years begun: a day more than three years is 4. */
  'ceilingYears',
  /** Months begun since January 1 after the year of the first date. */
  'monthsFromNextYear',
  /** Full years on December 31 of the year of the second date. */
  'yearEnd',
  'days',
] as const;
export type AgeMethod = (typeof AGE_METHODS)[number];

export const AGE_UNITS = {
  calendarYears: 'years',
  months: 'months',
  fullYears: 'years',
  ceilingYears: 'years',
  monthsFromNextYear: 'months',
  yearEnd: 'years',
  days: 'days',
} as const satisfies Record<AgeMethod, 'years' | 'months' | 'days'>;

export function ageBy(method: AgeMethod, from: DayNumber, to: DayNumber): number {
  const years = yearOf(to) - yearOf(from);
  const beforeBirthday = to % 10_000 < from % 10_000;
  switch (method) {
    case 'calendarYears':
    case 'yearEnd':
      return years;
    case 'fullYears':
      return years - (beforeBirthday ? 1 : 0);
    case 'ceilingYears':
      return years + (to % 10_000 > from % 10_000 ? 1 : 0);
    case 'months':
      return monthsBegun(from, to);
    case 'monthsFromNextYear':
      return monthsBegun((yearOf(from) + 1) * 10_000 + 101, to);
    case 'days':
      return epochDay(to) - epochDay(from);
  }
}

function monthsBegun(from: DayNumber, to: DayNumber): number {
  const months = (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from);
  return months + (dayOfMonth(to) > dayOfMonth(from) ? 1 : 0);
}
