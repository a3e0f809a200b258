import { centsOf } from '#lib/money.ts';
import { convertRange, mapRange, plus, type Range, type Rates, spanning } from '../charges/amounts.ts';
import type { CentsRange } from '../charges/charges.ts';
import type { PreparedCountry } from '../prepare-country.ts';
import { DOOR_KINDS, type DoorKind, type DoorRow } from '../rows/door-row.ts';
import { SOURCE_KINDS, type Source, type SourceKind } from '../rows/rule-rows.ts';
import { type Journey, knownCostOf, type LandedCost } from './landed-cost.ts';

/**
 * A cost between the port and the door: `priced`, `included` in the landed cost already, or to `ask` for. `confidence` belongs to the least
 * reliable row.
 */
export type DoorLine = {
  kind: DoorKind;
  state: 'priced' | 'included' | 'ask';
  amount: CentsRange | null;
  sources: Source[];
  confidence: SourceKind | null;
  checkedOn: string | null;
};

/** The route from a port to a city, and what a car costs there. */
export type DoorLeg = {
  city: string;
  port: string;
  border: string | null;
  days: { least: number; most: number } | null;
  line: DoorLine;
  /** Cents of US dollars; null if anything is missing. */
  total: CentsRange | null;
  /** The sum of what is known, in cents. */
  atLeast: number;
};

export type DoorCost = { lines: DoorLine[]; legs: DoorLeg[] };

/** The rows between the port of a journey and the cities of the country, or only one city. */
export function doorRowsOf(prepared: PreparedCountry, { port }: Journey, city: string | null): DoorRow[] {
  return prepared.doorCosts.filter(
    (row) =>
      (row.port === null || port === null || prepared.landlocked || row.port === port) &&
      (row.city === null || city === null || row.city === city),
  );
}

/** Adds what is paid between the port and the cities of the country. `city` leaves only the routes to it. */
export function doorCostOf(prepared: PreparedCountry, landed: LandedCost, rates: Rates, city: string | null): DoorCost {
  const rows = doorRowsOf(prepared, landed.journey, city);
  const lines = DOOR_KINDS.filter((kind) => kind !== 'inland').map((kind) =>
    kind === 'clearing' && hasAgent(landed)
      ? included(kind)
      : lineOf(
          prepared,
          kind,
          rows.filter((row) => row.kind === kind),
          rates,
        ),
  );
  const ways = rows.filter(({ kind }) => kind === 'inland');
  const legs = [...Map.groupBy(ways, (row) => `${row.city} ${row.port}`).values()].map((ofWay) =>
    legOf(prepared, landed, lines, ofWay, rates),
  );
  return { lines, legs };
}

/** The cities that a country has an inland leg to. */
export const citiesOf = ({ doorCosts }: PreparedCountry): string[] => [
  ...new Set(doorCosts.flatMap(({ city }) => city ?? [])),
];

const hasAgent = ({ charges }: LandedCost) =>
  charges.lines.some(({ kind, paidTo }) => kind === 'service' && paidTo === 'agent');

const included = (kind: DoorKind): DoorLine => ({
  ...{ kind, state: 'included', amount: null, sources: [], confidence: null, checkedOn: null },
});

function legOf(
  prepared: PreparedCountry,
  landed: LandedCost,
  lines: readonly DoorLine[],
  rows: readonly DoorRow[],
  rates: Rates,
): DoorLeg {
  const { city, port, border } = rows[0]!;
  const timed = rows.flatMap(({ leastDays: least, mostDays: most }) =>
    least === null || most === null ? [] : { least, most },
  );
  const priced = lineOf(prepared, 'inland', rows, rates);
  // The landed cost of a country without a port already has the way there. Two prices of one route are never added.
  const line = landed.parts.some(({ code }) => code === 'inland')
    ? { ...priced, state: 'included' as const, amount: null }
    : priced;
  const all = [...lines, line];
  const known = all.flatMap(({ amount }) => amount ?? []).reduce(plus, landed.total ?? knownCostOf(landed));
  return {
    ...{ city: city!, port: port!, border, line },
    days:
      timed.length === 0
        ? null
        : { least: Math.min(...timed.map(({ least }) => least)), most: Math.max(...timed.map(({ most }) => most)) },
    total: landed.total && all.every(({ state }) => state !== 'ask') ? known : null,
    atLeast: known.low,
  };
}

function lineOf(prepared: PreparedCountry, kind: DoorKind, rows: readonly DoorRow[], rates: Rates): DoorLine {
  const amounts = rows.flatMap((row) => inDollars(row, rates) ?? []);
  return {
    kind,
    state: amounts.length === 0 ? 'ask' : 'priced',
    amount: amounts.length === 0 ? null : mapRange(spanning(amounts), centsOf),
    sources: [...new Set(rows.flatMap(({ sources }) => sources))].flatMap((id) => prepared.sources.get(id) ?? []),
    confidence: SOURCE_KINDS.findLast((each) => rows.some(({ confidence }) => confidence === each)) ?? null,
    checkedOn: rows.map(({ checked }) => checked).sort()[0] ?? null,
  };
}

/** Null without an amount or an exchange rate. */
function inDollars({ low, likely, high, currency }: DoorRow, rates: Rates): Range | null {
  if (low === null || likely === null || high === null) return null;
  return convertRange({ low, likely, high }, currency, 'USD', rates);
}
