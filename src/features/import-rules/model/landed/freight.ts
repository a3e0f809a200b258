import type { CentsRange } from '../charges/charges.ts';
import type { PreparedCountry } from '../prepare-country.ts';
import type { Freight, Insurance, ShippingMode } from '../rows/freight-row.ts';
import type { Source } from '../rows/source-row.ts';
import { REGIONS } from './regions.ts';

export type Journey = { mode: ShippingMode /** UN/LOCODE of the port of discharge. */; port: string | null };

export type Priced = { amount: CentsRange; sources: Source[]; checkedOn: string };

/** Returns the rows for the most exact destination: the port, the country, its region, any. */
function rowsFor(prepared: PreparedCountry, { mode, port }: Journey, metric: Freight['metric']): Freight[] {
  const { country } = prepared;
  const regions = Object.entries(REGIONS).flatMap(([region, countries]) => (countries.has(country) ? [region] : []));
  const fits = prepared.freight.filter((row) => row.metric === metric && (row.mode === 'any' || row.mode === mode));
  const levels = [
    (row: Freight) => row.destination === `port:${port}`,
    (row: Freight) => row.destination === `country:${country}`,
    (row: Freight) => regions.some((region) => row.destination === `region:${region}`),
    (row: Freight) => row.destination === 'any',
  ];
  for (const level of levels) {
    const rows = fits.filter(level);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** Cents per car; `volume` if only prices per cubic metre are known and the car's volume is not. Null without a price. */
export function freightOf(prepared: PreparedCountry, journey: Journey, cbm: number | null): Priced | 'volume' | null {
  const rows = rowsFor(prepared, journey, 'freight');
  if (rows.length === 0) return null;
  const priced = rows.filter(({ unit }) => unit !== 'cbm' || cbm !== null);
  if (priced.length === 0) return 'volume';
  const each = priced.map((row) => {
    const units = row.unit === 'cbm' ? cbm! : 1;
    return { low: row.low * units, likely: row.likely * units, high: row.high * units };
  });
  const cents = (dollars: number) => Math.round(dollars * 100);
  return {
    amount: {
      low: cents(Math.min(...each.map(({ low }) => low))),
      likely: cents(each.reduce((sum, { likely }) => sum + likely, 0) / each.length),
      high: cents(Math.max(...each.map(({ high }) => high))),
    },
    ...sourced(prepared, priced),
  };
}

/** Days at sea; null if not known. */
export function transitOf(prepared: PreparedCountry, journey: Journey): { least: number; most: number } | null {
  const rows = rowsFor(prepared, journey, 'transit');
  if (rows.length === 0) return null;
  return { least: Math.min(...rows.map(({ low }) => low)), most: Math.max(...rows.map(({ high }) => high)) };
}

/**
 * The premium for cost and freight, in cents: insured is a share of CIF, which includes the premium, so
 * CIF = CFR ÷ (1 − share × rate).
 */
export function insuranceOf(prepared: PreparedCountry, { mode }: Journey, cfr: CentsRange): Priced | null {
  const own = prepared.insurance.filter((row) => row.mode === mode);
  const [row] = own.length > 0 ? own : prepared.insurance.filter((other) => other.mode === 'any');
  if (!row) return null;
  return {
    amount: {
      low: premium(cfr.low, row.low, row),
      likely: premium(cfr.likely, row.likely, row),
      high: premium(cfr.high, row.high, row),
    },
    ...sourced(prepared, [row]),
  };
}

function premium(cfr: number, percent: number, { insured }: Insurance): number {
  return Math.round(cifOf(cfr, percent / 100, insured / 100) - cfr);
}

/** The closed form of CIF = C + F + share × rate × CIF. */
export function cifOf(costAndFreight: number, rate: number, insuredShare: number): number {
  return costAndFreight / (1 - insuredShare * rate);
}

function sourced(prepared: PreparedCountry, rows: { sources: string[]; checked: string }[]) {
  const ids = new Set(rows.flatMap(({ sources }) => sources));
  const checked = rows.map((row) => row.checked).sort();
  return { sources: [...ids].flatMap((id) => prepared.sources.get(id) ?? []), checkedOn: checked[0]! };
}
