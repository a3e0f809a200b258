import type { Day } from '#features/customs/import-rules/model/calendar.ts';
import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import {
  type Assessment,
  certain,
  excluded,
  type Facts,
  factsOf,
  openFacts,
  possibleOf,
} from '#features/customs/import-rules/model/conditions/condition.ts';
import { centsOf } from '#lib/money.ts';
import type { PreparedCharge, PreparedCountry } from '../prepare-country.ts';
import { type Charge, type ChargeKind, needsNewPrice, type PaidTo } from '../rows/charge-row.ts';
import type { Source, SourceKind } from '../rows/rule-rows.ts';
import {
  convert,
  convertRange,
  exactly,
  mapRange,
  NOTHING,
  plus,
  type Range,
  type Rates,
  spanning,
  sumOf,
} from './amounts.ts';
import { amountCurrency, amountOf, type Inputs, type Missing, NotComputable } from './operators.ts';

/** Whole cents. */
export type CentsRange = Range;

export type ChargeLine = {
  ruleId: string;
  code: string;
  name: string;
  /** A `value` is not a cost but the base of other lines. */
  kind: ChargeKind;
  base: { of: string[] } & CentsRange;
  /** Cents of `currency`. */
  amount: CentsRange;
  /** Cents of the country's currency, computed in it; null without an exchange rate. */
  local: CentsRange | null;
  paidTo: PaidTo;
  sources: Source[];
  confidence: SourceKind;
  checkedOn: Day;
  note: string | null;
};

/** A charge that is known only in the currency of the country, because the exchange rate is missing or too old. */
export type LocalLine = Omit<ChargeLine, 'base' | 'amount' | 'local'> & { local: CentsRange };

export type Charges = {
  country: string;
  on: Day;
  currency: string;
  localCurrency: string;
  /** Units of the local currency for one of `currency`. */
  rate: number | null;
  lines: ChargeLine[];
  /** Known only in the local currency, so they are part of no sum. Quotes of before December 2026 lack it. */
  localLines?: LocalLine[];
  /** The sum of the lines; null if anything is missing. */
  total: { amount: CentsRange; local: CentsRange | null } | null;
  /** `range`: show low and high, never one figure. */
  shownAs: 'total' | 'range' | 'none';
  missing: Missing[];
};

/**
 * Computes what is paid in the country from the given values and rates. The local amounts are computed on their own, so an
 * amount that a law states in the local currency is exact.
 */
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
  const facts = factsOf(car, prepared.country, at);
  const { due, missing } = stackOf(prepared, values, facts, rates);
  const local =
    currency === localCurrency ? due : stackOf(prepared, valuesIn(localCurrency, values, rates), facts, rates).due;
  const locals = new Map(local.map((each) => [each.prepared.charge.code, each]));
  const lines = due.map((each) => lineFor(each, locals.get(each.prepared.charge.code)?.amount ?? null));
  const codes = new Set(lines.map(({ code }) => code));
  return {
    country: prepared.country,
    on: at.on,
    currency,
    localCurrency,
    rate,
    lines,
    localLines: local.filter(({ prepared: { charge } }) => !codes.has(charge.code)).map(localLineFor),
    total: missing.length > 0 ? null : totalOf(lines.filter(({ kind }) => kind !== 'value')),
    shownAs: missing.length > 0 ? 'none' : prepared.row.total,
    missing,
  };
}

/** Computes only the total of `chargesOf`, in cents of the currency of the values. */
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

function lineFor({ prepared, base, amount }: Due, local: Range | null): ChargeLine {
  return {
    ...lineOf(prepared),
    base: { of: prepared.charge.base, ...mapRange(base, centsOf) },
    amount: mapRange(amount, centsOf),
    local: local && mapRange(local, centsOf),
  };
}

const localLineFor = ({ prepared, amount }: Due): LocalLine => ({
  ...lineOf(prepared),
  local: mapRange(amount, centsOf),
});

function lineOf({ charge, sources }: PreparedCharge) {
  return {
    ruleId: charge.id,
    code: charge.code,
    name: charge.name,
    kind: charge.kind,
    paidTo: charge.paidTo,
    sources,
    confidence: charge.confidence,
    checkedOn: charge.checked,
    note: charge.note,
  };
}

/** What charges are computed on, in units of `currency`. */
export type Values = {
  currency: string;
  cif: Range | null;
  fob: Range | null;
  /** From the port to a country without one; null if no source has its price, undefined if there is no such way. */
  inland?: Range | null | undefined;
  /** The price of the model as new: CRSP in Kenya, RRP in Namibia. */
  newPrice: Range | null;
  /** The value that customs has set; null to compute it. */
  customsValue: Range | null;
  /** The price as new in the currency in which it is known, so that it is not converted twice. */
  newPriceAs?: { amount: Range; currency: string } | undefined;
};

function valuesIn(currency: string, values: Values, rates: Rates): Values {
  const converted = (amount: Range | null) => amount && convertRange(amount, values.currency, currency, rates);
  const { newPriceAs } = values;
  return {
    currency,
    cif: converted(values.cif),
    fob: converted(values.fob),
    inland: values.inland === undefined ? undefined : converted(values.inland),
    newPrice: newPriceAs
      ? convertRange(newPriceAs.amount, newPriceAs.currency, currency, rates)
      : converted(values.newPrice),
    customsValue: converted(values.customsValue),
    newPriceAs,
  };
}

/** A charge that is due, with the base it is computed on, in units of the currency of the values. */
type Due = { prepared: PreparedCharge; base: Range; amount: Range };

/** The charges of a country, not rounded. Complete if nothing is missing. */
type Stack = { due: Due[]; missing: Missing[] };

/** With `untilMissing`, stops at the first charge that cannot be computed, for callers that only need the total. */
function stackOf(
  prepared: PreparedCountry,
  values: Values,
  facts: Facts,
  rates: Rates,
  { untilMissing = false } = {},
): Stack {
  const inputs = inputsOf(prepared, values, facts, rates);
  const known = new Map<string, Range | null>([
    ['CIF', values.cif],
    ['FOB', values.fob],
    ['INLAND', values.inland === undefined ? NOTHING : values.inland],
    ['NEW', values.newPrice],
    ['CV', values.customsValue ?? values.cif],
  ]);
  const due: Due[] = [];
  const missing: Missing[] = [];
  const failed = new Set<string>();
  for (const group of prepared.charges) {
    const [{ charge: first }] = group as [PreparedCharge];
    const name = first.code === 'customsValue' ? 'CV' : first.code;
    if (name === 'CV' && values.customsValue) continue;
    try {
      const found = dueOf(group, known, inputs);
      known.set(name, found === 'baseMissing' ? null : found ? found.amount : NOTHING);
      if (found === 'baseMissing') failed.add(first.code);
      else if (found) due.push(found);
    } catch (problem) {
      if (!(problem instanceof NotComputable)) throw problem;
      known.set(name, null);
      failed.add(first.code);
      if (!missing.some((other) => sameMissing(other, problem.missing))) missing.push(problem.missing);
      if (untilMissing) break;
    }
  }
  if (!isDutyNamed(prepared, due, failed)) missing.push({ what: 'duty' });
  return { due, missing };
}

/** Without a duty the charges are incomplete. A duty that failed is already in `missing` under its own name. */
function isDutyNamed({ row, charges }: PreparedCountry, due: Due[], failed: Set<string>): boolean {
  if (row.total === 'none') return false;
  if (due.some(({ prepared }) => prepared.charge.kind === 'duty')) return true;
  const isDuty = ({ charge }: PreparedCharge) => charge.kind === 'duty' || charge.code === 'customsValue';
  return charges.flat().some((each) => isDuty(each) && failed.has(each.charge.code));
}

function inputsOf(prepared: PreparedCountry, values: Values, facts: Facts, rates: Rates): Inputs {
  const scenarios: Partial<Record<keyof Range, Facts>> = {};
  const withAmounts = (scenario: keyof Range): Facts => ({
    ...facts,
    amount: (name, currency) => {
      const value = name === 'fob' ? values.fob : (values.customsValue ?? values.cif);
      const converted = value && convertRange(exactly(value[scenario]), values.currency, currency, rates);
      return converted && { lo: converted.low, hi: converted.high };
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

/**
 * Returns null if no row of the group applies, and 'baseMissing' if an earlier charge could not be computed, which is in
 * `missing` already. Throws `NotComputable`.
 */
function dueOf(group: PreparedCharge[], known: Map<string, Range | null>, inputs: Inputs): Due | 'baseMissing' | null {
  const facts = inputs.facts('likely');
  const possible: PreparedCharge[] = [];
  let isCertain = false;
  for (const each of computable(group, inputs)) {
    const applies = possibleOf(each.scope, facts);
    if (excluded(applies)) continue;
    if (!certain(applies)) requireFacts(each, facts);
    possible.push(each);
    isCertain = certain(applies);
    if (isCertain) break;
  }
  const [prepared] = possible;
  if (!prepared) return null;
  const bases = possible.map(({ charge }) => baseOf(charge, known));
  if (bases.includes(null)) return 'baseMissing';
  const amounts = possible.map(({ charge }, index) => amountOf(charge, bases[index]!, inputs));
  const isOne = isCertain && amounts.length === 1;
  const amount = isOne ? amounts[0]! : spanning(isCertain ? amounts : [...amounts, NOTHING]);
  return { prepared, base: bases[0]!, amount };
}

/** Leaves out rows that need the price as new while it is unknown, if a rough row of the same code does without it. */
function computable(group: PreparedCharge[], { newPrice }: Inputs): PreparedCharge[] {
  if (newPrice !== null) return group;
  const rough = group.filter(({ charge }) => !needsNewPrice(charge));
  return rough.some(({ charge }) => charge.operator !== 'notKnown') ? rough : group;
}

/** Throws if a fact other than a date leaves the amount open. A date known only to the year gives a range. */
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
    if (value === null && part === 'INLAND') throw new NotComputable({ what: 'inland' });
    if (value === null) return null;
    if (value) sum = plus(sum, value);
  }
  return sum;
}

function sameMissing(one: Missing, other: Missing): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
