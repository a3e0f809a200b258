import type { CarFact } from '../car.ts';
import type { Facts } from '../conditions/facts.ts';
import type { PreparedTable } from '../prepare-country.ts';
import type { TableStep } from '../rows/table-row.ts';

/** What a table gives: more than one value if the date of a car is not known exactly. */
export type Found = { least: number; most: number } | { missing: readonly CarFact[] } | null;

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
