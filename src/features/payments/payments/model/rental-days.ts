import type { MessageKey, Translator } from '#lib/i18n/translator.ts';
import { dayAfter, dayOf } from './calendar-day.ts';
import type { RentalPeriod } from './payment.ts';
import type { BookedDaysResponse } from './payment-contract.ts';
import { daysOf, rentalProblem } from './quote.ts';

/** A day range whose last day is included. */
export type ChosenDays = { first: string; last: string };

type Days = Pick<BookedDaysResponse, 'today' | 'days' | 'lastStart' | 'cancelableFrom' | 'freeCancelFrom'>;

/**
 * Returns the day to suggest: from the day after tomorrow on, the first free one that can be canceled without charge, otherwise one that can be
 * canceled at all. Both days are empty if there is none.
 */
export function suggestedDays({ today, days, lastStart, cancelableFrom, freeCancelFrom }: Days): ChosenDays {
  const taken = new Set(days);
  const firstFree = (from: string) => {
    let day = from;
    while (taken.has(day)) day = dayAfter(day);
    return day <= lastStart ? day : '';
  };
  const later = dayAfter(today, 2);
  const day = firstFree(later > freeCancelFrom ? later : freeCancelFrom) || firstFree(cancelableFrom);
  return { first: day, last: day };
}

export function rentalPeriod({ first, last }: ChosenDays): RentalPeriod {
  return { startDay: first, endDay: dayAfter(last) };
}

export function chosenDaysOf({ startDay, endDay }: RentalPeriod): ChosenDays {
  return { first: startDay, last: dayAfter(endDay, -1) };
}

/**
 * - `begun`: the hour of the pick-up has passed, so that the rental cannot be canceled
 * - `soon`: the pick-up is less than 24 hours ahead, so that canceling costs a fee
 * - `later`: canceling is free
 */
export type RentalStart = 'begun' | 'soon' | 'later';

/** How soon a rental begins; `later` until a day is chosen. */
export function startOf(
  { first }: ChosenDays,
  { cancelableFrom, freeCancelFrom }: Pick<Days, 'cancelableFrom' | 'freeCancelFrom'>,
): RentalStart {
  if (first === '' || first >= freeCancelFrom) return 'later';
  return first < cancelableFrom ? 'begun' : 'soon';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Writes chosen days as the query part of an address, as the lists of cars for rent do. */
export function daysSearch({ first, last }: ChosenDays): string {
  return `?from=${first}&to=${last}`;
}

/** Reads days from an address; null if it names none. They may be taken by now. */
export function daysInSearch(params: URLSearchParams): ChosenDays | null {
  const first = params.get('from') ?? '';
  const last = params.get('to') ?? '';
  return isDay(first) && isDay(last) && first <= last ? { first, last } : null;
}

function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && dayOf(new Date(time)) === text;
}

/** Returns why the days cannot be rented, as far as the page knows; null if they can. */
export function daysProblem(
  chosen: ChosenDays,
  { today, days }: Pick<BookedDaysResponse, 'today' | 'days'>,
): MessageKey | null {
  if (!DAY.test(chosen.first) || !DAY.test(chosen.last)) return 'payment.dates.invalid';
  const period = rentalPeriod(chosen);
  const problem = rentalProblem(period, new Date(today));
  if (problem) return problem;
  const taken = new Set(days);
  return daysOf(period).some((day) => taken.has(day)) ? 'payment.dates.taken' : null;
}

/** Formats a day range: 3 days, Nov 21, 2026 to Nov 23, 2026. */
export function daysText(t: Translator, { first, last }: ChosenDays): string {
  const days = daysOf(rentalPeriod({ first, last })).length;
  return t('checkout.days.count', { days, first: t.date(first), last: t.date(last) });
}
