import { addDays, type Day, daysBetween } from './calendar.ts';
import { type Condition, endsAtArrival } from './conditions/condition.ts';
import { type Journey, transitOf } from './landed/landed-cost.ts';
import { portsOf } from './ports.ts';
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
    /** The most days by land from the port of that sailing; absent in a country with ports, null if no source has them. */
    inlandDays?: number | null;
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

/** The sailings to the port of a journey, or to any port of transit if the country has none. */
export const sailingsTo = ({ country, sailings }: PreparedCountry, port: string | null): Sailing[] =>
  port === null && portsOf(country).length === 0 ? sailings : sailings.filter((sailing) => sailing.port === port);

/** Returns the first sailing of a journey that a car which is bought today can reach; null if none is known. */
function nextSailing(prepared: PreparedCountry, { port }: Journey, today: Day): Sailing | null {
  const ready = addDays(today, PREPARATION_DAYS);
  return sailingsTo(prepared, port).find(({ leaves }) => leaves >= ready) ?? null;
}

/** The most days that sources name from a port of transit to a city; null if none does, undefined in a country with ports. */
function inlandDaysFrom({ country, doorCosts }: PreparedCountry, port: string): number | null | undefined {
  if (portsOf(country).length > 0) return undefined;
  const days = doorCosts.flatMap((row) => (row.kind === 'inland' && row.port === port ? (row.mostDays ?? []) : []));
  return days.length === 0 ? null : Math.max(...days);
}

/** The day on which a car of a sailing is in the country. Days by land that no source has do not count. */
export const arrivalBy = (prepared: PreparedCountry, { port, arrives }: Sailing): Day =>
  addDays(arrives, inlandDaysFrom(prepared, port) ?? 0);

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
    const inlandDays = inlandDaysFrom(prepared, scheduled.port);
    const known = { preparationDays: PREPARATION_DAYS, sailingDays, sailing: 'scheduled', scheduled } as const;
    const expected = inlandDays === undefined ? known : { ...known, inlandDays };
    return { on: arrivalBy(prepared, scheduled), basis: 'arrival', expected };
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
