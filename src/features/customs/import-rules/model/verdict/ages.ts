import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import {
  AGE_UNITS,
  type AgeMethod,
  type AgeStart,
  type Assessment,
  type Condition,
  factsOf,
  type NumberTerm,
} from '#features/customs/import-rules/model/conditions/condition.ts';
import type { PreparedCountry } from '../prepare-country.ts';

type CountedAge = {
  method: AgeMethod | 'fixedYear';
  from: AgeStart;
  to: string;
  unit: 'years' | 'months' | 'days';
  /** The age, or the year for `fixedYear`. `least` and `most` differ if the date is not known exactly; null if unbounded. */
  least: number | null;
  most: number | null;
  /** Rules and charges that count it. */
  usedBy: string[];
};

/** Returns each age that the country's rules and charges count, in the order of their rows. */
export function agesOf(prepared: PreparedCountry, car: ImportCar, at: Assessment): CountedAge[] {
  const facts = factsOf(car, prepared.country, at);
  const ages = new Map<string, CountedAge>();
  const note = (term: NumberTerm | null, id: string) => {
    if (!term?.age) return;
    const span = term.span(facts);
    const { method, from, to } = term.age;
    const finite = (value: number | undefined) => (value === undefined || !Number.isFinite(value) ? null : value);
    const known = ages.get(term.text) ?? {
      method,
      from,
      to,
      unit: AGE_UNITS[method],
      least: finite(span?.lo),
      most: finite(span?.hi),
      usedBy: [],
    };
    if (!known.usedBy.includes(id)) known.usedBy.push(id);
    ages.set(term.text, known);
  };
  const noteFixed = (condition: Condition, id: string) => {
    for (const { text } of condition) {
      const [, date] = /^(made|registered)[<>]=?\d/.exec(text) ?? [];
      if (date !== 'made' && date !== 'registered') continue;
      const { lo, hi } = facts[date];
      const year = (day: number) => (day === 0 ? null : Math.floor(day / 10_000));
      const known = ages.get(date) ?? {
        method: 'fixedYear',
        from: date,
        to: 'arrival',
        unit: 'years',
        least: year(lo),
        most: year(hi),
        usedBy: [],
      };
      if (!known.usedBy.includes(id)) known.usedBy.push(id);
      ages.set(date, known);
    }
  };
  for (const { rule, scope, test } of prepared.rules) {
    for (const { term } of [...scope, ...test]) note(term, rule.id);
    noteFixed([...scope, ...test], rule.id);
  }
  for (const { charge, scope } of prepared.charges.flat()) {
    for (const { term } of scope) note(term, charge.id);
    for (const rate of [charge.low, charge.likely, charge.high, charge.minimum])
      if (rate !== null && typeof rate === 'object') note(prepared.tables.get(rate.table)?.axis ?? null, charge.id);
  }
  return [...ages.values()];
}
