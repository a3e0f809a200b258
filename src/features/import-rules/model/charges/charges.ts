import { centsOf } from '#lib/money.ts';
import type { Day } from '../calendar.ts';
import type { ImportCar } from '../car.ts';
import { certain, excluded, openFacts, possibleOf } from '../conditions/condition.ts';
import { type Assessment, type Facts, factsOf } from '../conditions/facts.ts';
import type { PreparedCharge, PreparedCountry } from '../prepare-country.ts';
import type { Charge, ChargeKind, PaidTo } from '../rows/charge-row.ts';
import type { Source, SourceKind } from '../rows/source-row.ts';
import { amountCurrency, amountOf, type Inputs, type Missing, NotComputable } from './operators.ts';
import { mapRange, NOTHING, plus, type Range, spanning, sumOf } from './range.ts';
import { convert, type Rates } from './rates.ts';

/** What charges are computed on, in units of `currency`. */
export type Values = {
  currency: string;
  cif: Range | null;
  fob: Range | null;
  /** The price of the model as new: CRSP in Kenya, RRP in Namibia. */
  newPrice: Range | null;
  /** The value that customs has set, if it is known; else it is computed. */
  customsValue: Range | null;
};

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
  const inputs = inputsOf(prepared, values, factsOf(car, prepared.country, at), rates);
  const known = new Map<string, Range | null>([
    ['CIF', values.cif],
    ['FOB', values.fob],
    ['NEW', values.newPrice],
    ['CV', values.customsValue ?? values.cif],
  ]);
  const lines: ChargeLine[] = [];
  const missing: Missing[] = [];
  const failed = new Set<string>();
  for (const group of prepared.charges) {
    const [{ charge: first }] = group as [PreparedCharge];
    const name = first.code === 'customsValue' ? 'CV' : first.code;
    if (name === 'CV' && values.customsValue) continue;
    try {
      const found = lineOf(group, known, inputs, localCurrency);
      known.set(name, found === 'baseMissing' ? null : found ? found.range : NOTHING);
      if (found === 'baseMissing') failed.add(first.code);
      else if (found) lines.push(found.line);
    } catch (problem) {
      if (!(problem instanceof NotComputable)) throw problem;
      known.set(name, null);
      failed.add(first.code);
      if (!missing.some((other) => sameMissing(other, problem.missing))) missing.push(problem.missing);
    }
  }
  const costs = lines.filter(({ kind }) => kind !== 'value');
  if (!isDutyNamed(prepared, costs, failed)) missing.push({ what: 'duty' });
  const rate = convert(1, currency, localCurrency, rates);
  return {
    country: prepared.country,
    on: at.on,
    currency,
    localCurrency,
    rate,
    lines,
    total: missing.length > 0 ? null : totalOf(costs),
    shownAs: missing.length > 0 ? 'none' : prepared.row.total,
    missing,
  };
}

/** Without a duty row the charges are not whole. A duty that could not be computed is missing by its own name. */
function isDutyNamed({ row, charges }: PreparedCountry, lines: ChargeLine[], failed: Set<string>): boolean {
  if (row.total === 'none') return false;
  const isDuty = ({ charge }: PreparedCharge) => charge.kind === 'duty' || charge.code === 'customsValue';
  return (
    lines.some(({ kind }) => kind === 'duty') ||
    charges.flat().some((each) => isDuty(each) && failed.has(each.charge.code))
  );
}

function totalOf(lines: ChargeLine[]): NonNullable<Charges['total']> {
  const locals = lines.flatMap(({ local }) => local ?? []);
  return {
    amount: sumOf(lines.map(({ amount }) => amount)),
    local: locals.length === lines.length ? sumOf(locals) : null,
  };
}

function inputsOf(prepared: PreparedCountry, values: Values, facts: Facts, rates: Rates): Inputs {
  const scenarios: Partial<Record<keyof Range, Facts>> = {};
  const withAmounts = (scenario: keyof Range): Facts => ({
    ...facts,
    amount: (name, currency) => {
      const value = name === 'fob' ? values.fob : (values.customsValue ?? values.cif);
      return value && convert(value[scenario], values.currency, currency, rates);
    },
  });
  return {
    prepared,
    currency: values.currency,
    rates,
    newPrice: values.newPrice,
    facts: (scenario) => {
      scenarios[scenario] ??= withAmounts(scenario);
      return scenarios[scenario];
    },
  };
}

type Found = { line: ChargeLine; range: Range };

/**
 * Returns null if no row of the group applies, and 'baseMissing' if an earlier charge, which is named already, could not be
 * computed. Throws `NotComputable`.
 */
function lineOf(
  group: PreparedCharge[],
  known: Map<string, Range | null>,
  inputs: Inputs,
  local: string,
): Found | 'baseMissing' | null {
  const facts = inputs.facts('likely');
  const possible: PreparedCharge[] = [];
  let isCertain = false;
  for (const each of group) {
    const applies = possibleOf(each.scope, facts);
    if (excluded(applies)) continue;
    if (!certain(applies)) requireFacts(each, facts);
    possible.push(each);
    isCertain = certain(applies);
    if (isCertain) break;
  }
  const [first] = possible;
  if (!first) return null;
  const bases = possible.map(({ charge }) => baseOf(charge, known));
  if (bases.includes(null)) return 'baseMissing';
  const amounts = possible.map(({ charge }, index) => amountOf(charge, bases[index]!, inputs));
  const range = isCertain && amounts.length === 1 ? amounts[0]! : spanning(isCertain ? amounts : [...amounts, NOTHING]);
  return { range, line: lineFor(first, bases[0]!, range, inputs, local) };
}

/** Dates may be known to a year, which gives a range; any other open fact leaves the amount open. */
function requireFacts({ charge, scope }: PreparedCharge, facts: Facts): void {
  const open = openFacts(scope, facts).filter((fact) => facts.car[fact] === null);
  if (open.length > 0) throw new NotComputable({ what: 'facts', code: charge.code, name: charge.name, facts: open });
  for (const { term } of scope) {
    const currency = term && amountCurrency(term.text);
    if (currency && term.span(facts) === null) throw new NotComputable({ what: 'rate', currency });
  }
}

/** Codes of charges that are not due count as zero. */
function baseOf({ base, code, name }: Charge, known: Map<string, Range | null>): Range | null {
  let sum = NOTHING;
  for (const part of base) {
    const value = known.get(part);
    if (value === null && part === 'NEW') throw new NotComputable({ what: 'newPrice', code, name });
    if (value === null && part === 'CIF') throw new NotComputable({ what: 'cif' });
    if (value === null && part === 'FOB') throw new NotComputable({ what: 'fob' });
    if (value === null) return null;
    if (value) sum = plus(sum, value);
  }
  return sum;
}

function lineFor(
  { charge, sources }: PreparedCharge,
  base: Range,
  range: Range,
  inputs: Inputs,
  local: string,
): ChargeLine {
  const toLocal = convert(1, inputs.currency, local, inputs.rates);
  return {
    ruleId: charge.id,
    code: charge.code,
    name: charge.name,
    kind: charge.kind,
    base: { of: charge.base, ...mapRange(base, centsOf) },
    amount: mapRange(range, centsOf),
    local: toLocal === null ? null : mapRange(range, (amount) => centsOf(amount * toLocal)),
    paidTo: charge.paidTo,
    sources,
    confidence: charge.confidence,
    checkedOn: charge.checked,
    note: charge.note,
  };
}

function sameMissing(one: Missing, other: Missing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
