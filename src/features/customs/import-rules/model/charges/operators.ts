import type { CarFact } from '#features/customs/import-rules/model/car.ts';
import { ageBy, type Facts, horsepower } from '#features/customs/import-rules/model/conditions/condition.ts';
import type { PreparedCountry, PreparedTable } from '../prepare-country.ts';
import type { Charge, Rate, TableStep, UnitOfACar } from '../rows/charge-row.ts';
import {
  atLeast,
  atMost,
  convert,
  convertRange,
  exactly,
  mapRange,
  NOTHING,
  type Range,
  type Rates,
  times,
} from './amounts.ts';

/** Why an amount cannot be computed. */
export type Missing =
  | { what: 'facts'; code: string; name: string; facts: CarFact[] }
  /** A charge that is due, but no source has its amount or step. */
  | { what: 'amount'; code: string; name: string; ruleId: string }
  | { what: 'rate'; currency: string }
  | { what: 'newPrice'; code: string; name: string }
  /** No row has the duty of such a used car. */
  | { what: 'duty' }
  /** Charges or parts of the journey without a sourced figure. */
  | { what: 'cif' | 'fob' | 'freight' | 'volume' | 'insurance' | 'inland' };

/** Amounts of one scenario: conditions on values depend on it. */
type Scenario = keyof Range;

export type Inputs = {
  prepared: PreparedCountry;
  currency: string;
  rates: Rates;
  /** The facts with the amounts of a scenario. */
  facts(scenario: Scenario): Facts;
  newPrice: Range | null;
};

export class NotComputable {
  readonly missing: Missing;
  constructor(missing: Missing) {
    this.missing = missing;
  }
}

/** Computes a charge on a base, both in the currency of `inputs`. Throws `NotComputable`. */
export function amountOf(charge: Charge, base: Range, inputs: Inputs): Range {
  const rates = ratesOf(charge, inputs);
  const money = (amount: Range) => toCurrency(amount, charge.currency ?? inputs.currency, inputs);
  const units = (): number => unitsOf(charge, inputs);
  switch (charge.operator) {
    case 'percent':
      return limited(
        times(
          base,
          mapRange(rates, (percent) => percent / 100),
        ),
        charge,
        inputs,
      );
    case 'fixed':
      return money(rates);
    case 'perUnit': {
      const counted = Math.max(0, units() - (charge.over ?? 0));
      return money(mapRange(rates, (each) => each * counted));
    }
    case 'slopedPercent': {
      const percent = Math.max(0, (charge.slope ?? 0) * units() + (charge.intercept ?? 0));
      return limited(times(base, exactly(Math.min(percent, charge.cap ?? percent) / 100)), charge, inputs);
    }
    case 'baseUnits': {
      const unit = inputs.prepared.baseUnits.get(charge.currency ?? '');
      if (!unit) throw notKnown(charge);
      return toCurrency(
        mapRange(rates, (count) => count * unit.value),
        unit.currency,
        inputs,
      );
    }
    case 'depreciated': {
      const left = { low: 1 - rates.high / 100, likely: 1 - rates.likely / 100, high: 1 - rates.low / 100 };
      return times(base, left);
    }
    case 'notKnown':
      throw notKnown(charge);
  }
}

const notKnown = ({ code, name, id }: Charge) => new NotComputable({ what: 'amount', code, name, ruleId: id });

function limited(amount: Range, charge: Charge, inputs: Inputs): Range {
  const { minimum, maximum } = charge;
  const money = (value: Range) => toCurrency(value, charge.currency ?? inputs.currency, inputs);
  const most = maximum === null ? amount : atMost(amount, money(exactly(maximum)));
  if (minimum === null) return most;
  const units = charge.per === null ? 1 : unitsOf(charge, inputs);
  const least = (scenario: Scenario) => rateOf(charge, minimum, scenario, inputs).most * units;
  return atLeast(most, money({ low: least('low'), likely: least('likely'), high: least('high') }));
}

/** `low` and `high` default to `likely`. */
function ratesOf(charge: Charge, inputs: Inputs): Range {
  const { likely } = charge;
  if (likely === null) return NOTHING;
  const isRelief = charge.operator === 'depreciated';
  const low = rateOf(charge, charge.low ?? likely, 'low', inputs);
  const middle = rateOf(charge, likely, 'likely', inputs);
  const high = rateOf(charge, charge.high ?? likely, 'high', inputs);
  return { low: low.least, likely: isRelief ? middle.least : middle.most, high: high.most };
}

function rateOf(charge: Charge, rate: Rate, scenario: Scenario, inputs: Inputs): { least: number; most: number } {
  if (typeof rate === 'number') return { least: rate, most: rate };
  const table = inputs.prepared.tables.get(rate.table);
  const found = table ? lookUp(table, inputs.facts(scenario)) : null;
  if (found === null) throw notKnown(charge);
  if ('missing' in found) throw missingFacts(charge, found.missing, inputs, table?.axis.text ?? '');
  return found;
}

/** The currency of a term such as `value.EUR`, or null. */
export function amountCurrency(term: string): string | null {
  return /^(?:value|fob)\.([A-Z]{3})$/.exec(term)?.[1] ?? null;
}

/** A condition on an amount in a foreign currency lacks only the rate. */
function missingFacts(charge: Charge, facts: readonly CarFact[], inputs: Inputs, axis: string): NotComputable {
  const currency = amountCurrency(axis);
  if (currency)
    return new NotComputable({ what: 'rate', currency: currency in inputs.rates ? inputs.currency : currency });
  return new NotComputable({ what: 'facts', code: charge.code, name: charge.name, facts: [...facts] });
}

function toCurrency(amount: Range, from: string, { currency, rates }: Inputs): Range {
  const converted = convertRange(amount, from, currency, rates);
  if (converted === null) throw new NotComputable({ what: 'rate', currency: from in rates ? currency : from });
  return converted;
}

const FACT_OF_UNIT: Record<Exclude<UnitOfACar, 'car' | 'newPrice'>, CarFact> = {
  cc: 'engineCc',
  kw: 'powerKw',
  hp: 'powerKw',
  kg: 'curbWeightKg',
  co2: 'co2',
  ccYear: 'engineCc',
};

function unitsOf(charge: Charge, inputs: Inputs): number {
  const { per, code, name } = charge;
  if (per === null || per === 'car') return 1;
  const facts = inputs.facts('likely');
  if (per === 'newPrice') {
    if (!inputs.newPrice) throw new NotComputable({ what: 'newPrice', code, name });
    const local = convert(inputs.newPrice.likely, inputs.currency, charge.currency ?? inputs.currency, inputs.rates);
    if (local === null) throw new NotComputable({ what: 'rate', currency: charge.currency ?? inputs.currency });
    return local;
  }
  const fact = FACT_OF_UNIT[per];
  const value = facts.car[fact];
  if (typeof value !== 'number') throw new NotComputable({ what: 'facts', code, name, facts: [fact] });
  if (per === 'hp') return horsepower(value);
  if (per !== 'ccYear') return value;
  if (facts.made.lo === 0) throw new NotComputable({ what: 'facts', code, name, facts: ['production'] });
  return value * ageBy('calendarYears', facts.made.lo, facts.arrival);
}

/** The values of a table; `least` and `most` differ if the date of a car is not known exactly. */
type Found = { least: number; most: number } | { missing: readonly CarFact[] } | null;

/** Returns null if no step covers the value. */
export function lookUp(table: PreparedTable, facts: Facts): Found {
  const span = table.axis.span(facts);
  if (span === null || !Number.isFinite(span.hi)) return { missing: table.axis.facts };
  const first = stepOf(table.steps, span.lo);
  const last = stepOf(table.steps, span.hi);
  if (!first || !last) return null;
  if (first === last) return { least: first.value, most: first.value };
  const values = table.steps.filter((step) => overlaps(step, span.lo, span.hi)).map(({ value }) => value);
  return { least: Math.min(...values), most: Math.max(...values) };
}

function stepOf(steps: readonly TableStep[], value: number): TableStep | undefined {
  return steps.find((step) => overlaps(step, value, value));
}

function overlaps({ over, atLeast, below, upTo }: TableStep, lo: number, hi: number): boolean {
  if (over !== null && hi <= over) return false;
  if (atLeast !== null && hi < atLeast) return false;
  if (below !== null && lo >= below) return false;
  return upTo === null || lo <= upTo;
}
