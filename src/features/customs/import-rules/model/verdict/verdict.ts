import { type Day, dayOfEpoch, dayOfNumber, epochDay } from '#features/customs/import-rules/model/calendar.ts';
import type { CarFact, ImportCar } from '#features/customs/import-rules/model/car.ts';
import {
  type Assessment,
  CAN_FAIL,
  CAN_HOLD,
  endsAtArrival,
  excluded,
  type Facts,
  factsOf,
  openFacts,
  possibleOf,
} from '#features/customs/import-rules/model/conditions/condition.ts';
import { isDeciding, type PreparedCountry, type PreparedRule } from '../prepare-country.ts';
import { DECIDING_GATES, type Gate, type Outcome, type Source, type SourceKind } from '../rows/rule-rows.ts';

export type Light = 'green' | 'amber' | 'red';

/** The state of the type approval that the country requires. */
type Conformity = 'notRequired' | 'proven' | 'unproven' | 'unknown';

export type Reason = {
  ruleId: string;
  country: string;
  gate: Gate;
  /** For this car; 'unknown' if missing facts leave it open. */
  outcome: Outcome;
  /** The facts that would decide it. */
  missing: CarFact[];
  sentence: string;
  sources: Source[];
  against: Source[];
  confidence: SourceKind;
  /** Official, or at least two sources that agree. */
  solid: boolean;
  checkedOn: Day;
  staleOn: Day;
  isStale: boolean;
  validFrom: Day | null;
  validTo: Day | null;
};

/** Why a light is not green, the gravest first. */
export type Doubt =
  | { why: 'prohibited' | 'conditional' | 'thin' | 'stale'; ruleId: string }
  | { why: 'factMissing'; ruleId: string; facts: CarFact[] }
  /** The country's own rule is disputed or not known. */
  | { why: 'unsourced'; ruleId: string }
  | { why: 'noRule'; gate: Gate };

export type Verdict = {
  country: string;
  on: Day;
  light: Light;
  /** Empty if green. */
  doubts: Doubt[];
  gates: { age: Outcome; steering: Outcome; conformity: Conformity };
  reasons: Reason[];
  /** The last day of arrival on which the age rules hold; null if they do not count arrival. */
  mustArriveBy: Day | null;
  /** When the rule that was checked least recently was checked; null without rules. */
  checkedOn: Day | null;
  /** The first day on which the light is amber unless its rules are checked again; null without rules. */
  staleOn: Day | null;
};

/** Sets of outcomes as bits, the worst highest. */
const NONE = 1;
const BITS = { allowed: 2, conditional: 4, unknown: 8, prohibited: 16 } as const satisfies Record<Outcome, number>;
const BY_BIT = new Map<number, Outcome>(Object.entries(BITS).map(([outcome, bit]) => [bit, outcome as Outcome]));

/** Returns the possible outcomes of a rule for a car, including `NONE` if it may not apply. */
function outcomesOf({ rule, scope, test, fail }: PreparedRule, facts: Facts): number {
  const applies = possibleOf(scope, facts);
  if (excluded(applies)) return NONE;
  const passes = possibleOf(test, facts);
  return (
    (applies & CAN_FAIL ? NONE : 0) | (passes & CAN_HOLD ? BITS[rule.pass] : 0) | (passes & CAN_FAIL ? BITS[fail] : 0)
  );
}

const isHarmless = (outcomes: number) => (outcomes & ~(NONE | BITS.allowed)) === 0;

/**
 * Green if fresh, solid rules decide age, steering and conformity, and no unknown fact can make another rule object.
 * Red if a fresh rule certainly prohibits the car. Otherwise amber.
 */
export function lightOf(prepared: PreparedCountry, car: ImportCar, at: Assessment): Light {
  const facts = factsOf(car, prepared.country, at);
  return lightBy(prepared.rules, (each) => outcomesOf(each, facts), at);
}

function lightBy(
  rules: PreparedRule[],
  outcomeOf: (each: PreparedRule, index: number) => number,
  at: Assessment,
): Light {
  let decided = 0;
  let isClean = true;
  for (let index = 0; index < rules.length; index++) {
    const each = rules[index]!;
    const outcomes = outcomeOf(each, index);
    if (outcomes === NONE) continue;
    const isFresh = at.today < each.staleOn;
    if (outcomes === BITS.prohibited && isFresh && each.sources.length > 0) return 'red';
    if (!isHarmless(outcomes) || !isFresh) isClean = false;
    else if (outcomes === BITS.allowed && each.solid) decided |= decidingBit(each.rule.gate);
  }
  return isClean && decided === ALL_DECIDED ? 'green' : 'amber';
}

const ALL_DECIDED = (1 << DECIDING_GATES.length) - 1;
function decidingBit(gate: Gate): number {
  const index = (DECIDING_GATES as readonly Gate[]).indexOf(gate);
  return index < 0 ? 0 : 1 << index;
}

/** The light of `lightOf` with its reasons. */
export function verdictOf(prepared: PreparedCountry, car: ImportCar, at: Assessment): Verdict {
  const facts = factsOf(car, prepared.country, at);
  const every = prepared.rules.map((each) => ({ each, outcomes: outcomesOf(each, facts) }));
  const applying = every.filter(({ outcomes }) => outcomes !== NONE);
  const reasons = applying.map(({ each, outcomes }) => reasonOf(each, outcomes, facts, at, prepared));
  reasons.sort((one, other) => BITS[other.outcome] - BITS[one.outcome]);
  const light = lightBy(prepared.rules, (_, index) => every[index]!.outcomes, at);
  return {
    country: prepared.country,
    on: at.on,
    light,
    doubts: light === 'green' ? [] : doubtsOf(reasons),
    gates: {
      age: gateOutcome(reasons, 'age'),
      steering: gateOutcome(reasons, 'steering'),
      conformity: conformityOf(applying),
    },
    reasons,
    mustArriveBy: mustArriveBy(prepared, facts),
    checkedOn: first(reasons.map(({ checkedOn }) => checkedOn)),
    staleOn: first(reasons.map(({ staleOn }) => staleOn)),
  };
}

function first(days: Day[]): Day | null {
  return days.reduce<Day | null>((earliest, day) => (earliest !== null && earliest < day ? earliest : day), null);
}

function reasonOf(
  each: PreparedRule,
  outcomes: number,
  facts: Facts,
  at: Assessment,
  prepared: PreparedCountry,
): Reason {
  const { rule } = each;
  return {
    ruleId: rule.id,
    country: rule.country,
    gate: rule.gate,
    outcome: BY_BIT.get(outcomes) ?? (isHarmless(outcomes) ? 'allowed' : 'unknown'),
    missing: BY_BIT.has(outcomes)
      ? []
      : [...new Set([...openFacts(each.scope, facts), ...openFacts(each.test, facts)])],
    sentence: rule.sentence,
    sources: each.sources,
    against: rule.against.flatMap((id) => prepared.sources.get(id) ?? []),
    confidence: rule.confidence,
    solid: each.solid,
    checkedOn: rule.checked,
    staleOn: each.staleOn,
    isStale: at.today >= each.staleOn,
    validFrom: rule.from,
    validTo: rule.to,
  };
}

function gateOutcome(reasons: Reason[], gate: Gate): Outcome {
  const outcomes = reasons.filter((reason) => reason.gate === gate).map(({ outcome }) => outcome);
  return (
    outcomes.reduce<Outcome | null>((worst, next) => (worst && BITS[worst] > BITS[next] ? worst : next), null) ??
    'unknown'
  );
}

function conformityOf(applying: { each: PreparedRule; outcomes: number }[]): Conformity {
  const rules = applying.filter(({ each }) => each.rule.gate === 'conformity');
  if (rules.length === 0 || rules.some(({ outcomes }) => !BY_BIT.has(outcomes))) return 'unknown';
  if (rules.some(({ each, outcomes }) => each.rule.test !== '' && outcomes !== BITS.allowed)) return 'unproven';
  if (rules.some(({ outcomes }) => outcomes !== BITS.allowed)) return 'unknown';
  return rules.some(({ each }) => each.rule.test !== '') ? 'proven' : 'notRequired';
}

const GRAVEST: Doubt['why'][] = ['prohibited', 'factMissing', 'unsourced', 'noRule', 'conditional', 'stale', 'thin'];

function doubtsOf(reasons: Reason[]): Doubt[] {
  const doubts: Doubt[] = [];
  for (const { ruleId, gate, outcome, missing, isStale, solid } of reasons) {
    if (missing.length > 0) doubts.push({ why: 'factMissing', ruleId, facts: missing });
    else if (outcome !== 'allowed') doubts.push({ why: outcome === 'unknown' ? 'unsourced' : outcome, ruleId });
    if (isStale) doubts.push({ why: 'stale', ruleId });
    else if (!solid && isDeciding(gate)) doubts.push({ why: 'thin', ruleId });
  }
  for (const gate of DECIDING_GATES)
    if (!reasons.some((reason) => reason.gate === gate)) doubts.push({ why: 'noRule', gate });
  return doubts.sort((one, other) => GRAVEST.indexOf(one.why) - GRAVEST.indexOf(other.why));
}

/** A later limit does not matter to a buyer. */
const DAYS_AHEAD = 3 * 366;

/**
 * Returns the last day of arrival on which all age rules certainly pass, or null if no rule counts until arrival or ends on
 * a day, or if the car does not pass today.
 */
function mustArriveBy(prepared: PreparedCountry, facts: Facts): Day | null {
  const days = prepared.rules.flatMap((each) => lastDay(each, facts) ?? []);
  return days.length === 0 ? null : days.reduce((first, next) => (next < first ? next : first));
}

function lastDay(each: PreparedRule, facts: Facts): Day | null {
  const { rule, scope, test } = each;
  if (rule.gate !== 'age' || rule.pass !== 'allowed' || test.length === 0) return null;
  const passes = (arrival: number) => possibleOf(test, { ...facts, arrival }) === CAN_HOLD;
  if (possibleOf(scope, facts) !== CAN_HOLD || !passes(facts.arrival)) return null;
  if (!test.some(({ term }) => endsAtArrival(term))) return rule.to;
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
