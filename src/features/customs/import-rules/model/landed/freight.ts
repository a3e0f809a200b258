import { centsOf } from '#lib/money.ts';
import { mapRange } from '../charges/amounts.ts';
import type { CentsRange } from '../charges/charges.ts';
import type { PreparedCountry, PreparedFreight } from '../prepare-country.ts';
import type { Freight, Insurance, ShippingMode } from '../rows/freight-row.ts';
import { SOURCE_KINDS, type Source, type SourceKind } from '../rows/source-row.ts';

export type Journey = { mode: ShippingMode /** UN/LOCODE of the port of discharge. */; port: string | null };

/** `confidence` belongs to the least reliable row. */
export type Priced = { amount: CentsRange; sources: Source[]; confidence: SourceKind; checkedOn: string };

/** Returns the rows of the most specific destination: the port, the country, its region, any. */
function rowsFor(prepared: PreparedCountry, { mode, port }: Journey, metric: Freight['metric']): PreparedFreight[] {
  let nearest = Number.POSITIVE_INFINITY;
  let rows: PreparedFreight[] = [];
  for (const each of prepared.freight) {
    const { row, level } = each;
    if (level > nearest || row.metric !== metric || (row.mode !== 'any' && row.mode !== mode)) continue;
    if (each.port !== null && each.port !== port) continue;
    if (level < nearest) rows = [];
    nearest = level;
    rows.push(each);
  }
  return rows;
}

/** The prices that count for a journey. */
export const freightRowsOf = (prepared: PreparedCountry, journey: Journey) => rowsFor(prepared, journey, 'freight');

/** The published rows that prices and times of a journey come from. */
export function rowsOfJourney(prepared: PreparedCountry, journey: Journey): Freight[] {
  const rows = [...rowsFor(prepared, journey, 'freight'), ...rowsFor(prepared, journey, 'transit')];
  return rows.map(({ row }) => row);
}

/** Cents per car. 'volume' if prices are per cubic meter and the car's volume is unknown; null without a price. */
export function freightOf(prepared: PreparedCountry, journey: Journey, cbm: number | null): Priced | 'volume' | null {
  const rows = freightRowsOf(prepared, journey);
  if (rows.length === 0) return null;
  const priced = rows.filter(({ row }) => row.unit !== 'cbm' || cbm !== null);
  if (priced.length === 0) return 'volume';
  const dollars = { low: Number.POSITIVE_INFINITY, likely: 0, high: 0 };
  for (const { row } of priced) {
    const units = row.unit === 'cbm' ? cbm! : 1;
    dollars.low = Math.min(dollars.low, row.low * units);
    dollars.likely += (row.likely * units) / priced.length;
    dollars.high = Math.max(dollars.high, row.high * units);
  }
  return {
    amount: mapRange(dollars, centsOf),
    sources: priced.length === 1 ? priced[0]!.sources : [...new Set(priced.flatMap(({ sources }) => sources))],
    confidence: priced.reduce(
      (least, { row }) => (SOURCE_KINDS.indexOf(row.confidence) > SOURCE_KINDS.indexOf(least) ? row.confidence : least),
      priced[0]!.row.confidence,
    ),
    checkedOn: priced.reduce((first, { row }) => (row.checked < first ? row.checked : first), priced[0]!.row.checked),
  };
}

/** Days at sea; null if not known. */
export function transitOf(prepared: PreparedCountry, journey: Journey): { least: number; most: number } | null {
  const rows = rowsFor(prepared, journey, 'transit');
  if (rows.length === 0) return null;
  return { least: Math.min(...rows.map(({ row }) => row.low)), most: Math.max(...rows.map(({ row }) => row.high)) };
}

/**
 * The premium for cost and freight, in cents: insured is a share of CIF, which includes the premium, so
 * CIF = CFR ÷ (1 − share × rate).
 */
export function insuranceOf(prepared: PreparedCountry, journey: Journey, cfr: CentsRange): Priced | null {
  const found = insuranceRowOf(prepared, journey);
  if (!found) return null;
  const { row, sources } = found;
  return {
    amount: {
      low: premium(cfr.low, row.low, row),
      likely: premium(cfr.likely, row.likely, row),
      high: premium(cfr.high, row.high, row),
    },
    sources,
    confidence: row.confidence,
    checkedOn: row.checked,
  };
}

export function insuranceRowOf({ insurance }: PreparedCountry, { mode }: Pick<Journey, 'mode'>) {
  return insurance.find(({ row }) => row.mode === mode) ?? insurance.find(({ row }) => row.mode === 'any') ?? null;
}

function premium(cfr: number, percent: number, { insured }: Insurance): number {
  return Math.round(cifOf(cfr, percent / 100, insured / 100) - cfr);
}

/** The closed form of CIF = C + F + share × rate × CIF. */
export function cifOf(costAndFreight: number, rate: number, insuredShare: number): number {
  return costAndFreight / (1 - insuredShare * rate);
}
