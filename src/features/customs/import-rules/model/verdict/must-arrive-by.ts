import { type Day, dayOfEpoch, dayOfNumber, epochDay } from '../calendar.ts';
import { CAN_HOLD, possibleOf } from '../conditions/condition.ts';
import type { Facts } from '../conditions/facts.ts';
import type { PreparedCountry, PreparedRule } from '../prepare-country.ts';

const ARRIVALS = new Set(['arrival', 'release', 'clearance']);
/** Ages of cars that are sold change within this time, or the date does not matter to a buyer. */
const DAYS_AHEAD = 3 * 366;

/**
 * Returns the last day of arrival on which every age rule still certainly passes: a rule that counts until arrival, or ends
 * on a day. Null if no rule does, or the car does not pass today.
 */
export function mustArriveBy(prepared: PreparedCountry, facts: Facts): Day | null {
  const days = prepared.rules.flatMap((each) => lastDay(each, facts) ?? []);
  return days.length === 0 ? null : days.reduce((first, next) => (next < first ? next : first));
}

function lastDay(each: PreparedRule, facts: Facts): Day | null {
  const { rule, scope, test } = each;
  if (rule.gate !== 'age' || rule.pass !== 'allowed' || test.length === 0) return null;
  const passes = (arrival: number) => possibleOf(test, { ...facts, arrival }) === CAN_HOLD;
  if (possibleOf(scope, facts) !== CAN_HOLD || !passes(facts.arrival)) return null;
  if (!test.some(({ term }) => term?.age && ARRIVALS.has(term.age.to))) return rule.to;
  const first = epochDay(facts.arrival);
  const passesAfter = (days: number) => passes(dayOfEpoch(first + days));
  if (passesAfter(DAYS_AHEAD)) return rule.to;
  let sure = 0;
  let beyond = DAYS_AHEAD;
  while (beyond - sure > 1) {
    const middle = (sure + beyond) >> 1;
    if (passesAfter(middle)) sure = middle;
    else beyond = middle;
  }
  const last = dayOfNumber(dayOfEpoch(first + sure));
  return rule.to !== null && rule.to < last ? rule.to : last;
}
