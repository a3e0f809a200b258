import { addDays, type Day } from './calendar.ts';
import type { ImportCar } from './car.ts';
import { type Condition, type NumberTerm, parseCondition, parseNumberTerm } from './conditions/condition.ts';
import { portsOf, portsOfArrival, UNION, UNION_MEMBERS } from './ports.ts';
import { matchReference, type ReferenceMatch } from './references/match-reference.ts';
import type { ReferenceRow } from './references/reference-row.ts';
import { type Charge, needsNewPrice, type TableStep } from './rows/charge-row.ts';
import type { DoorRow } from './rows/door-row.ts';
import type { RuleBook } from './rows/rule-book.ts';
import {
  type BaseUnit,
  type CountryRow,
  DECIDING_GATES,
  type Freight,
  type Gate,
  type Insurance,
  ORIGIN_COUNTRY,
  type Outcome,
  type Rule,
  type Sailing,
  type Source,
} from './rows/rule-rows.ts';

export type PreparedRule = {
  rule: Rule;
  scope: Condition;
  test: Condition;
  fail: Outcome;
  sources: Source[];
  /** Official, or at least two sources that agree: it may decide a green light. */
  solid: boolean;
  /** From this day on it decides no light. */
  staleOn: Day;
};

export type PreparedCharge = { charge: Charge; scope: Condition; sources: Source[] };
/** A price to the country; `level` is lower for a more specific destination. */
export type PreparedFreight = { row: Freight; level: number; port: string | null; sources: Source[] };
type PreparedInsurance = { row: Insurance; sources: Source[] };
export type PreparedTable = { axis: NumberTerm; steps: TableStep[] };

/** The rows of one country that are in force on one day, compiled. */
export type PreparedCountry = {
  country: string;
  /** Where the rules and charges come from: the country, or its union. */
  rowsOf: string;
  /** A car reaches it only by land, from a port of another country. */
  landlocked: boolean;
  row: CountryRow;
  on: Day;
  rules: PreparedRule[];
  /** In the order of computation, grouped by code. A member of the union has its own rows of a code instead of those of the union. */
  charges: PreparedCharge[][];
  tables: Map<string, PreparedTable>;
  baseUnits: Map<string, BaseUnit>;
  freight: PreparedFreight[];
  insurance: PreparedInsurance[];
  references: ReferenceRow[];
  /** Voyages to ports of the country, or of transit to one without a port, the earliest departure first. */
  sailings: Sailing[];
  doorCosts: DoorRow[];
  sources: Map<string, Source>;
};

type Validity = { from: Day | null; to: Day | null };
const inForce = (on: Day) => (row: Validity) =>
  (row.from === null || row.from <= on) && (row.to === null || on <= row.to);

/**
 * Compiles the rows in force on a day; with `reading`, the charges as that other source computes them. Returns null for a
 * country without rows.
 */
export function prepareCountry(book: RuleBook, country: string, on: Day, reading?: string): PreparedCountry | null {
  const rowsOf = countryOfRows(book, country);
  const row = book.countries.find((known) => known.country === rowsOf);
  if (!row || !rowsOf) return null;
  const sources = new Map(book.sources.map((source) => [source.id, source]));
  const valid = inForce(on);
  const sourcesOf = (ids: readonly string[]) => ids.flatMap((id) => sources.get(id) ?? []);
  const rules = current(book.rules.filter((rule) => rule.country === rowsOf || rule.country === ORIGIN_COUNTRY))
    .filter(valid)
    .map((rule) => preparedRule(rule, row.staleDays, sourcesOf(rule.sources)));
  const inReading = (charge: Charge) => valid(charge) && charge.reading === (reading ?? null);
  const chargesIn = (code: string) =>
    current(book.charges.filter((charge) => charge.country === code)).filter(inReading);
  const ownOfMember = country === rowsOf ? [] : chargesIn(country);
  const charges = chargesIn(rowsOf)
    .filter(({ code }) => !ownOfMember.some((own) => own.code === code))
    .concat(ownOfMember)
    .sort((one, other) => one.order - other.order)
    .map((charge) => ({ charge, scope: parseCondition(charge.scope), sources: sourcesOf(charge.sources) }));
  return {
    country,
    rowsOf,
    landlocked: row.landlocked === 'yes' || portsOf(country).length === 0,
    row,
    on,
    rules,
    charges: [...Map.groupBy(charges, ({ charge }) => charge.code).values()],
    tables: preparedTables(book.tables.filter((step) => step.country === rowsOf && valid(step))),
    baseUnits: new Map(book.baseUnits.filter((unit) => unit.country === rowsOf && valid(unit)).map((u) => [u.unit, u])),
    freight: ofCountryOrUnion(
      book.freight
        .filter((row) => row.origin === ORIGIN_COUNTRY && valid(row))
        .flatMap((row) => freightTo(country, row, sourcesOf(row.sources))),
    ),
    insurance: book.insurance.filter(valid).map((row) => ({ row, sources: sourcesOf(row.sources) })),
    sailings: current(book.sailings.filter(({ port }) => portsOfArrival(country).includes(port)))
      .filter(valid)
      .sort((one, other) => (one.leaves < other.leaves ? -1 : 1)),
    doorCosts: current(book.doorCosts.filter((row) => row.country === country)).filter(valid),
    references: current(book.references.filter((reference) => reference.country === rowsOf)).filter(valid),
    sources,
  };
}

/** Leaves out rows that a later row corrects. */
function current<Row extends { id: string; supersedes: string | null }>(rows: Row[]): Row[] {
  const superseded = new Set(rows.flatMap(({ supersedes }) => supersedes ?? []));
  return rows.filter(({ id }) => !superseded.has(id));
}

function freightTo(country: string, row: Freight, sources: Source[]): PreparedFreight[] {
  const level = destinationLevel(row.destination, country);
  if (level === null) return [];
  return [{ row, level, port: portOf(row.destination, country), sources }];
}

/** Null for a price to any port. To a country without a port, all of ours count. */
function portOf(destination: string, country: string): string | null {
  const [kind, ...place] = destination.split(':');
  if (kind === 'own') return portsOf(country).length === 0 ? null : place[1]!;
  return kind === 'port' ? place[0]! : null;
}

/** Our prices for the union apply to members for which we have no price. */
function ofCountryOrUnion(freight: PreparedFreight[]): PreparedFreight[] {
  const hasOwn = freight.some(({ level }) => level === OWN);
  return hasOwn ? freight.filter(({ level }) => level !== OWN_OF_UNION) : freight;
}

const OFFICIAL = new Set(['official', 'law']);
/** Our own copy or calculation does not confirm another source. */
const NOT_INDEPENDENT = new Set(['offer', 'code', 'derived']);

function preparedRule(rule: Rule, staleDays: number, sources: Source[]): PreparedRule {
  const independent = sources.filter(({ kind }) => !NOT_INDEPENDENT.has(kind));
  return {
    rule,
    scope: parseCondition(rule.scope),
    test: parseCondition(rule.test),
    fail: rule.fail ?? 'unknown',
    sources,
    solid: sources.some(({ kind }) => OFFICIAL.has(kind)) || independent.length >= 2,
    staleOn: addDays(rule.checked, staleDays),
  };
}

function preparedTables(steps: TableStep[]): Map<string, PreparedTable> {
  const tables = Map.groupBy(steps, ({ table }) => table);
  return new Map([...tables].map(([name, rows]) => [name, { axis: parseNumberTerm(rows[0]!.axis)!, steps: rows }]));
}

export const isDeciding = (gate: Gate) => (DECIDING_GATES as readonly Gate[]).includes(gate);

/** The charges that depend on the price of the model as new. */
export function newPriceCharges({ charges }: PreparedCountry): PreparedCharge[] {
  return charges.flat().filter(({ charge }) => needsNewPrice(charge));
}

/** Matches of each country, by what they depend on: a list of cars asks for the same ones again and again. */
const matches = new WeakMap<PreparedCountry, Map<string, ReferenceMatch | null>>();

/** Returns the reference prices of a car in the country, or null if it has none. */
export function referencesOf(prepared: PreparedCountry, car: ImportCar): ReferenceMatch | null {
  const { name, fuel, engineCc, body } = car;
  if (prepared.references.length === 0 || !name) return null;
  const known = matches.get(prepared) ?? new Map<string, ReferenceMatch | null>();
  matches.set(prepared, known);
  const key = [name.make, name.model, name.trim, name.drive, fuel, engineCc, body].join('|');
  const found = known.get(key);
  if (found !== undefined) return found;
  const match = matchReference(prepared.references, car);
  known.set(key, match);
  return match;
}

const of = (countries: string) => new Set(countries.split(' '));

/** Regions that freight rows name. */
const REGIONS: Record<string, ReadonlySet<string>> = {
  gulf: of('AE SA QA KW OM BH'),
  africa: of(
    'KE TZ UG RW BI CD ZM ZW MZ MW BW NA ZA GH NG CI SN BJ TG CM AO ET DJ EG LY DZ MA TN SD GA GN GM GQ LR MR MU',
  ),
  southeastAsia: of('MM TH KH PH MY VN'),
};

/** Levels of our own prices for a country and for its union. */
const OWN = -2;
const OWN_OF_UNION = -1;

/** Returns a lower level for a more specific destination: own price, port, country, region, any. Null for others. */
function destinationLevel(destination: string, country: string): number | null {
  const [kind, place = ''] = destination.split(':');
  if (kind === 'own' && place === UNION && UNION_MEMBERS.includes(country)) return OWN_OF_UNION;
  if (kind === 'own') return place === country ? OWN : null;
  if (kind === 'port') return place.startsWith(country) ? 0 : null;
  if (kind === 'country') return place === country ? 1 : null;
  if (kind === 'region') return REGIONS[place]?.has(country) ? 2 : null;
  return 3;
}

/** Returns the country whose rows apply to a country: itself or its union. Null without rows. */
export function countryOfRows(
  { countries, rules }: Pick<RuleBook, 'countries' | 'rules'>,
  country: string,
): string | null {
  const hasRow = (code: string) => countries.some((known) => known.country === code);
  const isMember = UNION_MEMBERS.includes(country) && hasRow(UNION);
  if (isMember && !rules.some((rule) => rule.country === country)) return UNION;
  return hasRow(country) ? country : null;
}
