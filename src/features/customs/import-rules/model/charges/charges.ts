import { centsOf } from '#lib/money.ts';
import type { Day } from '../calendar.ts';
import type { ImportCar } from '../car.ts';
import { type Assessment, type Facts, factsOf } from '../conditions/facts.ts';
import type { PreparedCountry } from '../prepare-country.ts';
import type { ChargeKind, PaidTo } from '../rows/charge-row.ts';
import type { Source, SourceKind } from '../rows/source-row.ts';
import type { Missing } from './operators.ts';
import { mapRange, NOTHING, plus, type Range, sumOf } from './range.ts';
import { convert, type Rates } from './rates.ts';
import { type Due, stackOf, type Values } from './stack.ts';

/** Whole cents. */
export type CentsRange = Range;

export type ChargeLine = {
  ruleId: string;
  code: string;
  name: string;
  /** `value` is no cost: it is the base of other lines. */
  kind: ChargeKind;
  base: { of: string[] } & CentsRange;
  /** Cents of `currency`. */
  amount: CentsRange;
  /** Cents of the country's currency; null without an exchange rate. */
  local: CentsRange | null;
  paidTo: PaidTo;
  sources: Source[];
  confidence: SourceKind;
  checkedOn: Day;
  note: string | null;
};

export type Charges = {
  country: string;
  on: Day;
  currency: string;
  localCurrency: string;
  /** Units of the local currency for one of `currency`. */
  rate: number | null;
  lines: ChargeLine[];
  /** The sum of the lines; null if anything is missing. */
  total: { amount: CentsRange; local: CentsRange | null } | null;
  /** `range`: show low and high, never one figure. */
  shownAs: 'total' | 'range' | 'none';
  missing: Missing[];
};

/** Computes what is paid in the country. `values` and `rates` are taken as they are: nothing is looked up here. */
export function chargesOf(
  prepared: PreparedCountry,
  values: Values,
  car: ImportCar,
  at: Assessment,
  rates: Rates,
): Charges {
  const { currency } = values;
  const localCurrency = prepared.row.currency;
  const rate = convert(1, currency, localCurrency, rates);
  const { due, missing } = stackOf(prepared, values, factsOf(car, prepared.country, at), rates);
  const lines = due.map((each) => lineFor(each, rate));
  return {
    country: prepared.country,
    on: at.on,
    currency,
    localCurrency,
    rate,
    lines,
    total: missing.length > 0 ? null : totalOf(lines.filter(({ kind }) => kind !== 'value')),
    shownAs: missing.length > 0 ? 'none' : prepared.row.total,
    missing,
  };
}

/** The total of `chargesOf` in cents of the currency of the values, without its lines. */
export function chargesTotalOf(
  prepared: PreparedCountry,
  values: Values,
  facts: Facts,
  rates: Rates,
): CentsRange | null {
  const { due, missing } = stackOf(prepared, values, facts, rates, { untilMissing: true });
  if (missing.length > 0) return null;
  let total = NOTHING;
  for (const each of due)
    if (each.prepared.charge.kind !== 'value') total = plus(total, mapRange(each.amount, centsOf));
  return total;
}

function totalOf(lines: ChargeLine[]): NonNullable<Charges['total']> {
  const locals = lines.flatMap(({ local }) => local ?? []);
  return {
    amount: sumOf(lines.map(({ amount }) => amount)),
    local: locals.length === lines.length ? sumOf(locals) : null,
  };
}

function lineFor({ prepared: { charge, sources }, base, amount }: Due, rate: number | null): ChargeLine {
  return {
    ruleId: charge.id,
    code: charge.code,
    name: charge.name,
    kind: charge.kind,
    base: { of: charge.base, ...mapRange(base, centsOf) },
    amount: mapRange(amount, centsOf),
    local: rate === null ? null : mapRange(amount, (units) => centsOf(units * rate)),
    paidTo: charge.paidTo,
    sources,
    confidence: charge.confidence,
    checkedOn: charge.checked,
    note: charge.note,
  };
}
