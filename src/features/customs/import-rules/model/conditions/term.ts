import { yearOf } from '../calendar.ts';
import type { CarFact } from '../car.ts';
import { AGE_METHODS, type AgeMethod, ageBy } from './ages.ts';
import type { DayRange, Facts } from './facts.ts';

/** What a number may be, from `lo` to `hi`; null if nothing is known. */
export type Span = { lo: number; hi: number };

/** A number that conditions compare and tables look up. */
export type NumberTerm = {
  /** As written. */
  text: string;
  /** The facts of a car that decide it. */
  facts: readonly CarFact[];
  age: { method: AgeMethod; from: AgeStart; to: AgeEnd } | null;
  span(facts: Facts): Span | null;
};

/** All but `export` and `shipment` are the day of arrival, the only later day that is known in advance. */
const AGE_ENDS = ['arrival', 'release', 'clearance', 'shipment', 'export'] as const;
type AgeEnd = (typeof AGE_ENDS)[number];

const HORSEPOWER_PER_KW = 1.359_62;
const AGE = /^age\.(\w+)\((made|registered|modelYear|carYear)\.\.(\w+)\)$/;
/** `carYear` is the year of manufacture, or of first registration if that is not known: the year of a price list. */
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

/** Rounded to a tenth: 118 kW are the 160.4 hp of the papers. */
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
    span: ({ amount }) => single(amount?.(name as 'value' | 'fob', currency) ?? null),
  };
}

function ageTerm(text: string, method: string, from: string, to: string): NumberTerm | null {
  const known = AGE_METHODS.find((name) => name === method);
  const end = AGE_ENDS.find((name) => name === to);
  if (!known || !end || (from.endsWith('Year') && known !== 'calendarYears')) return null;
  const start = from as AgeStart;
  const until = (facts: Facts) => (end === 'shipment' || end === 'export' ? facts.exported : facts.arrival);
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

/** Without its model year, a car is of the year in which it was made or of the next one. */
function modelYearSpan({ car, made }: Facts, year: number): Span {
  if (car.modelYear !== null) return { lo: year - car.modelYear, hi: year - car.modelYear };
  return { lo: year - yearOf(made.hi) - 1, hi: made.lo === 0 ? Number.POSITIVE_INFINITY : year - yearOf(made.lo) };
}

function ageSpan(method: AgeMethod, start: DayRange, end: number): Span {
  const hi = start.lo === 0 ? Number.POSITIVE_INFINITY : ageBy(method, start.lo, end);
  return { lo: ageBy(method, start.hi, end), hi };
}

/** The power in kW that `horsepower` shows as the same number. */
export function kwOfHorsepower(hp: number): number {
  return hp / HORSEPOWER_PER_KW;
}
