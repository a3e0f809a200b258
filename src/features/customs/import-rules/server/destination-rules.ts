import { LRUCache } from 'lru-cache';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import type { Condition } from '#features/customs/import-rules/model/conditions/condition.ts';
import type { Clock } from '#lib/clock.ts';
import type { ImportDestination } from '../model/destination.ts';
import { freightRowsOf, inlandRowsOf, insuranceRowOf, landedTotalOf, type Offer } from '../model/landed/landed-cost.ts';
import type { PreparedCountry } from '../model/prepare-country.ts';
import { type Light, lightOf } from '../model/verdict/verdict.ts';
import type { PublishedBook, RuleBookCache } from './book/rule-book-cache.ts';
import { todayOf } from './import-endpoints.ts';
import { type Assessed, assess } from './import-responses.ts';

/** The rules of a destination as of today. */
export type DestinationRules = {
  /** Equal for destinations and rule versions that give every car the same light. Never equal to a landed key. */
  lightKey: string;
  lightOf(car: ImportCar): Light;
  /** Equal for destinations and versions that give every car the same landed cost. */
  landedKey: string;
  /** The likely landed cost in cents of US dollars; null without a total. */
  landedCentsOf(car: ImportCar, offer: Offer): number | null;
};

/** Dozens of countries with a few kinds of buyers each. */
const MAX_KEPT = 500;
const MS_PER_DAY = 86_400_000;

/** Returns a function that gives the rules of a destination; null for a country without rules. */
export function destinationRules(
  rules: Pick<RuleBookCache, 'current'>,
  clock: Clock,
): (destination: ImportDestination) => DestinationRules | null {
  type Last = { destination: ImportDestination; rules: DestinationRules };
  /** `last`: a list asks several times with the same object. */
  let kept: { book: PublishedBook; day: number; rules: LRUCache<string, DestinationRules>; last: Last | null } | null =
    null;
  return (destination) => {
    const book = rules.current();
    const day = Math.floor(clock.now().getTime() / MS_PER_DAY);
    if (kept?.book !== book || kept.day !== day)
      kept = { book, day, rules: new LRUCache({ max: MAX_KEPT }), last: null };
    if (kept.last?.destination === destination) return kept.last.rules;
    const { country, port, mode, buyer } = destination;
    const key = `${country} ${port} ${mode} ${buyer}`;
    const known = kept.rules.get(key);
    if (known) {
      kept.last = { destination, rules: known };
      return known;
    }
    const today = todayOf(clock);
    if (!book.prepared(country, today)) return null;
    const made = rulesFor(assess(book, { country, buyer }, today, { port, mode }), { port, mode });
    kept.rules.set(key, made);
    return made;
  };
}

function rulesFor(
  { prepared, at, book }: Assessed,
  journey: Pick<ImportDestination, 'port' | 'mode'>,
): DestinationRules {
  const { rates } = book.ratesOn(at.today);
  const days = `${prepared.country} ${at.on} ${at.today}`;
  return {
    lightKey: `light ${days} ${countsBuyer(ruleConditions(prepared)) ? at.buyer : ''} ${namesOf(lightRows(prepared))}`,
    lightOf: (car) => lightOf(prepared, car, at),
    landedKey: `landed ${days} ${countsBuyer(chargeConditions(prepared)) ? at.buyer : ''} ${JSON.stringify(rates)} ${namesOf(landedRows(prepared, journey))}`,
    landedCentsOf: (car, offer) => landedTotalOf(prepared, offer, journey, car, at, rates)?.likely ?? null,
  };
}

const ruleConditions = ({ rules }: PreparedCountry) => rules.flatMap(({ scope, test }) => [scope, test]);
const chargeConditions = ({ charges }: PreparedCountry) => charges.flat().map(({ scope }) => scope);

const countsBuyer = (conditions: readonly Condition[]) =>
  conditions.flat().some(({ text }) => text.startsWith('buyer'));

/** Everything that `lightOf` reads besides the car and the days. */
function lightRows({ row, rules }: PreparedCountry): object[] {
  return [row, ...rules.flatMap(({ rule, sources }) => [rule, ...sources])];
}

/** Everything that `landedTotalOf` reads besides the car, its price, the days and the rates. */
function landedRows(prepared: PreparedCountry, journey: Pick<ImportDestination, 'port' | 'mode'>): object[] {
  const { row, charges, tables, baseUnits, references } = prepared;
  const insurance = insuranceRowOf(prepared, journey);
  return [
    row,
    ...charges.flat().map(({ charge }) => charge),
    ...[...tables.values()].flatMap(({ steps }) => steps),
    ...baseUnits.values(),
    ...references,
    ...[...freightRowsOf(prepared, journey), ...inlandRowsOf(prepared, journey)].map((freight) => freight.row),
    ...(insurance ? [insurance.row] : []),
  ];
}

/** Numbers rows by identity: a row keeps its object in later versions, and a corrected row is a new object. */
const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function namesOf(rows: readonly object[]): string {
  return rows
    .map((row) => {
      let number = numbers.get(row);
      if (number === undefined) {
        lastNumber += 1;
        number = lastNumber;
        numbers.set(row, number);
      }
      return number;
    })
    .join();
}
