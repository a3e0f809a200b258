import { addDays, type Day } from './calendar.ts';
import { type Condition, endsAtArrival } from './conditions/condition.ts';
import { type Journey, transitOf } from './landed/landed-cost.ts';
import type { PreparedCountry } from './prepare-country.ts';

/** Our assumption for inspection, export license, papers and the way to the port. No source publishes a figure. */
export const PREPARATION_DAYS = 14;

export type ExpectedDay = {
  on: Day;
  basis: 'given' | 'arrival' | 'today';
  /** Null unless it is an arrival. */
  expected: { preparationDays: number; sailingDays: number | null; sailing: 'known' | 'longest' | 'unknown' } | null;
};

const countsTerms = (condition: Condition) => condition.some(({ term }) => endsAtArrival(term));

/** Returns true if the day of arrival matters: an age is counted until then, or an age limit ends on a day. */
function countsArrival({ rules, charges, tables }: PreparedCountry): boolean {
  return (
    rules.some(
      ({ rule, scope, test }) =>
        countsTerms(scope) || countsTerms(test) || (rule.gate === 'age' && rule.to !== null && rule.country !== 'CN'),
    ) ||
    charges.flat().some(({ scope }) => countsTerms(scope)) ||
    [...tables.values()].some(({ axis }) => endsAtArrival(axis))
  );
}

/**
 * Returns the day to assess a car on, from the rows in force today.
 * @param longestSailing days of the longest known route, for destinations without one
 */
export function expectedDay(
  prepared: PreparedCountry,
  journey: Journey,
  today: Day,
  longestSailing: number | null,
): ExpectedDay {
  if (!countsArrival(prepared)) return { on: today, basis: 'today', expected: null };
  const transit = transitOf(prepared, journey);
  const sailingDays = transit?.most ?? longestSailing;
  return {
    on: addDays(today, PREPARATION_DAYS + (sailingDays ?? 0)),
    basis: 'arrival',
    expected: {
      preparationDays: PREPARATION_DAYS,
      sailingDays,
      sailing: transit ? 'known' : longestSailing === null ? 'unknown' : 'longest',
    },
  };
}
