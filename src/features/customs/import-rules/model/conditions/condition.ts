import { type DayNumber, numberOfDay } from '../calendar.ts';
import { BODIES, BUYERS, type CarFact, FUELS, type Proof } from '../car.ts';
import type { DayRange, Facts } from './facts.ts';
import { type NumberTerm, parseNumberTerm } from './facts.ts';

/** The possible outcomes of a condition, as bits: unknown facts may allow both. */
export const CAN_HOLD = 1;
export const CAN_FAIL = 2;
type Possible = number;

export const certain = (possible: Possible) => possible === CAN_HOLD;
export const excluded = (possible: Possible) => possible === CAN_FAIL;

type Clause = {
  text: string;
  facts: readonly CarFact[];
  /** The number it compares, for ages. */
  term: NumberTerm | null;
  holds(facts: Facts): Possible;
};

/** Clauses that must all hold. None holds for every car. */
export type Condition = readonly Clause[];

export function possibleOf(condition: Condition, facts: Facts): Possible {
  let canFail = 0;
  for (const clause of condition) {
    const possible = clause.holds(facts);
    if (possible === CAN_FAIL) return CAN_FAIL;
    canFail |= possible & CAN_FAIL;
  }
  return CAN_HOLD | canFail;
}

/** Returns the facts of a car that leave the condition open. */
export function openFacts(condition: Condition, facts: Facts): CarFact[] {
  if (excluded(possibleOf(condition, facts))) return [];
  const open = condition.filter((clause) => clause.holds(facts) === (CAN_HOLD | CAN_FAIL));
  return [...new Set(open.flatMap((clause) => clause.facts))];
}

export class ConditionError extends Error {}

const CLAUSE = /^([^<>=!]+)(<=|>=|!=|<|>|=)([^<>=]+)$/;

/**
 * Parses clauses joined by ` & `: `fuel=petrol|diesel & cc=1501..3000 & age.fullYears(made..arrival)<=8`. Ranges include
 * both ends. Throws `ConditionError` for anything else.
 */
export function parseCondition(text: string): Condition {
  if (text.trim() === '') return [];
  return text.split('&').map((part) => parseClause(part.trim()));
}

function parseClause(text: string): Clause {
  const [, name = '', operator = '', value = ''] = CLAUSE.exec(text) ?? [];
  const clause =
    choiceClause(name, operator, value) ?? dateClause(name, operator, value) ?? numberClause(name, operator, value);
  if (!clause) throw new ConditionError(`Unknown condition '${text}'.`);
  return { text, ...clause };
}

type Parsed = Omit<Clause, 'text'>;

const CHOICES: Record<
  string,
  { options: readonly string[] | RegExp; fact: CarFact | null; of(facts: Facts): string | null }
> = {
  fuel: { options: FUELS, fact: 'fuel', of: ({ car }) => car.fuel },
  steering: { options: ['left', 'right'], fact: 'steering', of: ({ car }) => car.steering },
  body: { options: BODIES, fact: 'body', of: ({ car }) => car.body },
  madeIn: { options: /^[A-Z]{2}$/, fact: 'madeIn', of: ({ car }) => car.madeIn },
  buyer: { options: BUYERS, fact: null, of: ({ buyer }) => buyer },
};

function choiceClause(name: string, operator: string, value: string): Parsed | null {
  if (operator !== '=' && operator !== '!=') return null;
  const values = value.split('|');
  const wanted = operator === '=' ? CAN_HOLD : CAN_FAIL;
  const other = operator === '=' ? CAN_FAIL : CAN_HOLD;
  if (name === 'proof') {
    if (!values.every((proof) => /^(gulf|saudi|eu|us|local)$/.test(proof))) return null;
    const proves = ({ car, country }: Facts) =>
      values.some((proof) => car.conformity.includes((proof === 'local' ? `local:${country}` : proof) as Proof));
    return { facts: ['conformity'], term: null, holds: (facts) => (proves(facts) ? wanted : other) };
  }
  const choice = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined;
  if (!choice) return null;
  const { options } = choice;
  const known = values.every((option) =>
    Array.isArray(options) ? options.includes(option) : (options as RegExp).test(option),
  );
  if (!known) return null;
  const listed = new Set(values);
  // A car with an engine size has an engine, so it is not electric.
  const isOnlyElectric = value === 'electric';
  return {
    facts: choice.fact ? [choice.fact] : [],
    term: null,
    holds: (facts) => {
      const fact = choice.of(facts);
      if (fact !== null) return listed.has(fact) ? wanted : other;
      return name === 'fuel' && isOnlyElectric && (facts.car.engineCc ?? 0) > 0 ? other : CAN_HOLD | CAN_FAIL;
    },
  };
}

const DATES: Record<string, { fact: CarFact; of(facts: Facts): DayRange }> = {
  made: { fact: 'production', of: (facts) => facts.made },
  registered: { fact: 'firstRegistration', of: (facts) => facts.registered },
};

/** `made>=2013`, `registered<2019-07-01`. A year is its first day in `<` and `>=`, its last in `>` and `<=`. */
function dateClause(name: string, operator: string, value: string): Parsed | null {
  const date = Object.hasOwn(DATES, name) ? DATES[name] : undefined;
  if (!date || !/^\d{4}(-\d\d-\d\d)?$/.test(value)) return null;
  const first = operator === '<' || operator === '>=';
  const edge: DayNumber = numberOfDay(value.length > 4 ? value : `${value}${first ? '-01-01' : '-12-31'}`);
  const compare = comparison(operator);
  if (!compare) return null;
  return { facts: [date.fact], term: null, holds: (facts) => compare(date.of(facts).lo, date.of(facts).hi, edge) };
}

function numberClause(name: string, operator: string, value: string): Parsed | null {
  const term = parseNumberTerm(name);
  const [from, to = from] = value.split('..');
  if (!term || ![from, to].every((edge) => /^-?\d+(\.\d+)?$/.test(edge ?? ''))) return null;
  const [lower, upper] = [Number(from), Number(to)];
  const compare = operator === '=' ? within(upper) : lower === upper ? comparison(operator) : null;
  if (!compare) return null;
  return {
    facts: term.facts,
    term,
    holds: (facts) => {
      const span = term.span(facts);
      return span === null ? CAN_HOLD | CAN_FAIL : compare(span.lo, span.hi, lower);
    },
  };
}

type Compare = (lo: number, hi: number, edge: number) => Possible;

const set = (canHold: boolean, canFail: boolean): Possible => (canHold ? CAN_HOLD : 0) | (canFail ? CAN_FAIL : 0);

function comparison(operator: string): Compare | null {
  switch (operator) {
    case '<':
      return (lo, hi, edge) => set(lo < edge, hi >= edge);
    case '<=':
      return (lo, hi, edge) => set(lo <= edge, hi > edge);
    case '>':
      return (lo, hi, edge) => set(hi > edge, lo <= edge);
    case '>=':
      return (lo, hi, edge) => set(hi >= edge, lo < edge);
    default:
      return null;
  }
}

const within =
  (upper: number): Compare =>
  (lo, hi, lower) =>
    set(hi >= lower && lo <= upper, lo < lower || hi > upper);
