import {
  type Day,
  type DayNumber,
  dayOfMonth,
  epochDay,
  monthOf,
  numberOfDay,
  yearOf,
} from '#features/customs/import-rules/model/calendar.ts';
import {
  BODIES,
  BUYERS,
  type Buyer,
  type CarFact,
  FUELS,
  type ImportCar,
  type Proof,
} from '#features/customs/import-rules/model/car.ts';

/** When a car is assessed. */
export type Assessment = {
  /** The expected arrival, on which rules and charges are chosen. */
  on: Day;
  /** Rows are stale as of this day. Also the day of export, unless `on` is earlier. */
  today: Day;
  buyer: Buyer;
};

/** The days on which something may have happened; `lo` is 0 if it can be any earlier day. */
type DayRange = { lo: DayNumber; hi: DayNumber };

/** The facts that conditions are evaluated with. */
export type Facts = {
  car: ImportCar;
  buyer: Buyer;
  country: string;
  made: DayRange;
  registered: DayRange;
  arrival: DayNumber;
  exported: DayNumber;
  /** Amounts in the currency that a condition names, once charges are computed: a range by an old rate, null if unknown. */
  amount: ((name: 'value' | 'fob', currency: string) => Span | null) | null;
};

/** A car is made before it is registered, and registered before it arrives. */
export function factsOf(car: ImportCar, country: string, at: Assessment): Facts {
  const arrival = numberOfDay(at.on);
  const today = numberOfDay(at.today);
  const registeredBy = car.firstRegistration ? numberOfDay(car.firstRegistration.latest) : arrival;
  const made = car.production
    ? { lo: numberOfDay(car.production.earliest), hi: numberOfDay(car.production.latest) }
    : { lo: 0, hi: registeredBy };
  const registered = car.firstRegistration
    ? { lo: numberOfDay(car.firstRegistration.earliest), hi: registeredBy }
    : { lo: made.lo, hi: arrival };
  return {
    car,
    buyer: at.buyer,
    country,
    made,
    registered,
    arrival,
    exported: Math.min(arrival, today),
    amount: null,
  };
}

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

/** The range of a number that is not known exactly. */
type Span = { lo: number; hi: number };

/** A number that conditions compare and tables look up. */
export type NumberTerm = {
  /** As written. */
  text: string;
  /** The facts of a car that decide it. */
  facts: readonly CarFact[];
  age: { method: AgeMethod; from: AgeStart; to: AgeEnd } | null;
  span(facts: Facts): Span | null;
};

/** All but `export` and `shipment` mean the day of arrival, the only later day that is known in advance. */
const AGE_ENDS = ['arrival', 'release', 'clearance', 'shipment', 'export'] as const;
type AgeEnd = (typeof AGE_ENDS)[number];
const isExport = (end: AgeEnd) => end === 'shipment' || end === 'export';

/** Returns true for an age that is counted until the day of arrival. */
export const endsAtArrival = (term: NumberTerm | null): boolean => Boolean(term?.age && !isExport(term.age.to));

const HORSEPOWER_PER_KW = 1.359_62;
const AGE = /^age\.(\w+)\((made|registered|modelYear|carYear)\.\.(\w+)\)$/;
/** `carYear`, as price lists use it, is the year of manufacture or, if unknown, of first registration. */
export type AgeStart = 'made' | 'registered' | 'modelYear' | 'carYear';
const AMOUNT = /^(value|fob)\.([A-Z]{3})$/;

const single = (value: number | null) => (value === null ? null : { lo: value, hi: value });

const PLAIN: Record<string, Omit<NumberTerm, 'text' | 'age'>> = {
  cc: { facts: ['engineCc'], span: ({ car }) => single(car.engineCc) },
  kw: { facts: ['powerKw'], span: ({ car }) => single(car.powerKw) },
  hp: { facts: ['powerKw'], span: ({ car }) => single(car.powerKw === null ? null : horsepower(car.powerKw)) },
  kg: { facts: ['curbWeightKg'], span: ({ car }) => single(car.curbWeightKg) },
  co2: { facts: ['co2'], span: ({ car }) => single(car.co2) },
  stage: { facts: ['emissionStage'], span: ({ car }) => single(car.emissionStage) },
  year: { facts: [], span: ({ arrival }) => single(yearOf(arrival)) },
};

/** Rounds to a tenth, like the papers: 118 kW are 160.4 hp. */
export function horsepower(kw: number): number {
  return Math.round(kw * HORSEPOWER_PER_KW * 10) / 10;
}

/** Returns null if the text names no number. */
export function parseNumberTerm(text: string): NumberTerm | null {
  const plain = Object.hasOwn(PLAIN, text) ? PLAIN[text] : undefined;
  if (plain) return { text, age: null, ...plain };
  const [, method, from, to] = AGE.exec(text) ?? [];
  if (method && from && to) return ageTerm(text, method, from, to);
  const [, name, currency] = AMOUNT.exec(text) ?? [];
  if (!name || !currency) return null;
  return {
    text,
    facts: [],
    age: null,
    span: ({ amount }) => amount?.(name as 'value' | 'fob', currency) ?? null,
  };
}

function ageTerm(text: string, method: string, from: string, to: string): NumberTerm | null {
  const known = AGE_METHODS.find((name) => name === method);
  const end = AGE_ENDS.find((name) => name === to);
  if (!known || !end || (from.endsWith('Year') && known !== 'calendarYears')) return null;
  const start = from as AgeStart;
  const until = (facts: Facts) => (isExport(end) ? facts.exported : facts.arrival);
  if (start === 'modelYear') {
    const span = (facts: Facts) => modelYearSpan(facts, yearOf(until(facts)));
    return { text, facts: ['modelYear'], age: { method: known, from: start, to: end }, span };
  }
  const age = { method: known, from: start, to: end };
  if (start === 'carYear') {
    const year = (facts: Facts) =>
      facts.car.production === null && facts.car.firstRegistration ? facts.registered : facts.made;
    return { text, facts: ['production'], age, span: (facts) => ageSpan(known, year(facts), until(facts)) };
  }
  return {
    text,
    facts: start === 'made' ? ['production'] : ['firstRegistration'],
    age,
    span: (facts) => ageSpan(known, facts[start], until(facts)),
  };
}

/** An unknown model year is the year in which the car was made, or the next one. */
function modelYearSpan({ car, made }: Facts, year: number): Span {
  if (car.modelYear !== null) return { lo: year - car.modelYear, hi: year - car.modelYear };
  return { lo: year - yearOf(made.hi) - 1, hi: made.lo === 0 ? Number.POSITIVE_INFINITY : year - yearOf(made.lo) };
}

function ageSpan(method: AgeMethod, start: DayRange, end: number): Span {
  const hi = start.lo === 0 ? Number.POSITIVE_INFINITY : ageBy(method, start.lo, end);
  return { lo: ageBy(method, start.hi, end), hi };
}

/** Inverse of `horsepower`. */
export function kwOfHorsepower(hp: number): number {
  return hp / HORSEPOWER_PER_KW;
}

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
