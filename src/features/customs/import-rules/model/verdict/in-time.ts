import { addDays, type Day, daysBetween } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { Assessment } from '#features/customs/import-rules/model/conditions/condition.ts';
import { arrivalBy, sailingsTo } from '../expected-day.ts';
import type { PreparedCountry } from '../prepare-country.ts';
import type { Outcome, Sailing } from '../rows/rule-rows.ts';
import { type Verdict, verdictOf } from './verdict.ts';

/** A date that a car has to meet, and the last known sailing that meets it. */
export type InTime = {
  /** Its next sailing misses the date. */
  isLate: boolean;
  /** What gets worse after the date; null if the car is in time. */
  gate: 'age' | 'conformity' | null;
  lastDay: Day;
  /** Null if no sailing to the port, or to a port of transit, that arrives by then is known. */
  sailing: Sailing | null;
};

const OUTCOMES: Record<Outcome, number> = { allowed: 0, conditional: 1, unknown: 2, prohibited: 3 };
const CONFORMITY: Record<Verdict['gates']['conformity'], number> = {
  notRequired: 0,
  proven: 0,
  unproven: 1,
  unknown: 1,
};

function isWorse(gate: 'age' | 'conformity', { gates }: Verdict, than: Verdict): boolean {
  return gate === 'age'
    ? OUTCOMES[gates.age] > OUTCOMES[than.gates.age]
    : CONFORMITY[gates.conformity] > CONFORMITY[than.gates.conformity];
}

type Needs = {
  car: ImportCar;
  at: Assessment;
  /** The verdict for `at`. */
  verdict: Verdict;
  port: string | null;
  /** Compiles the country for a day of arrival. */
  preparedOn(day: Day): PreparedCountry;
};

/**
 * Returns the date by which a car has to arrive: the last day on which its age or approval is judged as well as today, if its next
 * sailing misses it; else the limit of the age rules. Null if there is no such date.
 */
export function inTimeOf({ car, at, verdict, port, preparedOn }: Needs): InTime | null {
  const verdictOn = (on: Day) => verdictOf(preparedOn(on), car, { ...at, on });
  const today = verdictOn(at.today);
  const gate = (['age', 'conformity'] as const).find((each) => isWorse(each, verdict, today)) ?? null;
  const now = preparedOn(at.today);
  const lastSailing = (lastDay: Day) =>
    sailingsTo(now, port)
      .filter((sailing) => sailing.leaves >= at.today && arrivalBy(now, sailing) <= lastDay)
      .sort((one, other) => (one.arrives < other.arrives ? -1 : 1))
      .at(-1) ?? null;
  if (gate === null) {
    const lastDay = verdict.mustArriveBy;
    return lastDay === null ? null : { isLate: false, gate, lastDay, sailing: lastSailing(lastDay) };
  }
  let good = 0;
  let bad = daysBetween(at.today, at.on);
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isWorse(gate, verdictOn(addDays(at.today, middle)), today)) bad = middle;
    else good = middle;
  }
  const lastDay = addDays(at.today, good);
  return { isLate: true, gate, lastDay, sailing: lastSailing(lastDay) };
}
