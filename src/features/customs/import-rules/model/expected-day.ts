import { addDays, type Day, daysBetween } from './calendar.ts';
import { type Condition, endsAtArrival } from './conditions/condition.ts';
import { type Journey, transitOf } from './landed/landed-cost.ts';
import type { PreparedCountry } from './prepare-country.ts';
import type { Gate, Sailing } from './rows/rule-rows.ts';

/** Our assumption for inspection, export license, papers and the way to the port. No source publishes a figure. */
export const PREPARATION_DAYS = 14;

export type ExpectedDay = {
  on: Day;
  basis: 'given' | 'arrival' | 'today';
  /** Null unless it is an arrival. */
  expected: {
    preparationDays: number;
    sailingDays: number | null;
    sailing: 'scheduled' | 'known' | 'longest' | 'unknown';
    /** The next sailing that the car can reach; answers that were stored before sailings counted have none. */
    scheduled?: Sailing | null;
  } | null;
};

const countsTerms = (condition: Condition) => condition.some(({ term }) => endsAtArrival(term));

/** Gates whose rules may change on a day that is known, such as January 1. */
const DATED_GATES: readonly Gate[] = ['age', 'conformity'];

/** Returns true if the day of arrival matters: an age is counted until then, or a limit or an approval ends on a day. */
function countsArrival({ rules, charges, tables }: PreparedCountry): boolean {
  return (
    rules.some(
      ({ rule, scope, test }) =>
        countsTerms(scope) ||
        countsTerms(test) ||
        (DATED_GATES.includes(rule.gate) && rule.to !== null && rule.country !== 'CN'),
    ) ||
    charges.flat().some(({ scope }) => countsTerms(scope)) ||
    [...tables.values()].some(({ axis }) => endsAtArrival(axis))
  );
}

/** Returns the first sailing to the port of a journey that a car which is bought today can reach; null if none is known. */
function nextSailing({ sailings }: PreparedCountry, { port }: Journey, today: Day): Sailing | null {
  const ready = addDays(today, PREPARATION_DAYS);
  return sailings.find((sailing) => sailing.port === port && sailing.leaves >= ready) ?? null;
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
  const scheduled = nextSailing(prepared, journey, today);
  if (scheduled) {
    const sailingDays = daysBetween(scheduled.leaves, scheduled.arrives);
    const expected = { preparationDays: PREPARATION_DAYS, sailingDays, sailing: 'scheduled', scheduled } as const;
    return { on: scheduled.arrives, basis: 'arrival', expected };
  }
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
