import type { ImportCar } from '#features/customs/import-rules/model/car.ts';
import { type Assessment, factsOf } from '#features/customs/import-rules/model/conditions/condition.ts';
import { centsOf } from '#lib/money.ts';
import { convert, convertRange, exactly, mapRange, plus, type Range, type Rates, sumOf } from '../charges/amounts.ts';
import { type CentsRange, type Charges, chargesOf, chargesTotalOf, type Values } from '../charges/charges.ts';
import type { Missing } from '../charges/operators.ts';
import { type PreparedCountry, type PreparedFreight, referencesOf } from '../prepare-country.ts';
import { type MatchedPrice, rangeOfPrices } from '../references/match-reference.ts';
import type { ReferenceRow } from '../references/reference-row.ts';
import type { PaidTo } from '../rows/charge-row.ts';
import {
  type Freight,
  type Insurance,
  type ShippingMode,
  SOURCE_KINDS,
  type Source,
  type SourceKind,
} from '../rows/rule-rows.ts';

export type Journey = { mode: ShippingMode /** UN/LOCODE of the port of discharge. */; port: string | null };

/** `confidence` belongs to the least reliable row. */
type Priced = { amount: CentsRange; sources: Source[]; confidence: SourceKind; checkedOn: string };

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
  const rows = (['freight', 'inland', 'transit'] as const).flatMap((metric) => rowsFor(prepared, journey, metric));
  return rows.map(({ row }) => row);
}

/** The prices from the port to a country without one. */
export const inlandRowsOf = (prepared: PreparedCountry, journey: Journey) => rowsFor(prepared, journey, 'inland');

/** Cents per car. 'volume' if prices are per cubic meter and the car's volume is unknown; null without a price. */
function freightOf(prepared: PreparedCountry, journey: Journey, cbm: number | null): Priced | 'volume' | null {
  return priceOf(freightRowsOf(prepared, journey), cbm);
}

function priceOf(rows: readonly PreparedFreight[], cbm: number | null): Priced | 'volume' | null {
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
function insuranceOf(prepared: PreparedCountry, journey: Journey, cfr: CentsRange): Priced | null {
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

/** What a buyer pays CarQuay, in cents of US dollars. */
export type Offer = {
  /** The seller's price, taken as FOB: the car aboard in China. */
  priceCents: number;
  /** Our 8 % and registration fee. Neither is a duty or part of a customs value. */
  taxCents: number;
  feeCents: number;
  /** Price of the model as new in the country, as the buyer knows it. It comes before the list of the authority. */
  newPrice: NewPrice | null;
  /** The id of the price in that list which the buyer chose. */
  reference?: string | null;
};

/** An amount in units of a currency. */
export type NewPrice = { amount: number; currency: string };

/** The prices of a car in the list of an authority. Null in `range` if they differ too much. */
export type LandedReference = {
  row: Omit<ReferenceRow, 'prices'>;
  sources: Source[];
  prices: MatchedPrice[];
  /** The id of the price that the buyer chose among them. */
  chosen: string | null;
  range: Range | null;
};

type LandedPart = {
  code: 'car' | 'carquay' | 'freight' | 'insurance' | 'inland';
  amount: CentsRange;
  paidTo: PaidTo;
  sources: Source[];
  /** Null for our own amounts. */
  confidence: SourceKind | null;
  checkedOn: string | null;
};

/** Costs without a sourced price. They are listed next to the total, which excludes them. */
export type NotIncluded = 'exportFees' | 'portFees' | 'clearing' | 'inland';

export type LandedCost = {
  country: string;
  journey: Journey;
  parts: LandedPart[];
  fob: CentsRange;
  cfr: CentsRange | null;
  cif: CentsRange | null;
  /** Paid in the country; its `missing` is part of ours. */
  charges: Charges;
  /** Cents of US dollars; null if anything is missing. */
  total: CentsRange | null;
  shownAs: Charges['shownAs'];
  transitDays: { least: number; most: number } | null;
  missing: Missing[];
  notIncluded: NotIncluded[];
  /** Absent for countries without a list of reference prices, and in quotes of before December 2026. */
  reference?: LandedReference | null;
};

/** Adds up what a car costs at a port, and the charges of its country. */
export function landedCostOf(
  prepared: PreparedCountry,
  offer: Offer,
  journey: Journey,
  car: ImportCar,
  at: Assessment,
  rates: Rates,
): LandedCost {
  const { fob, own, freight, insurance, inland, cfr, cif, missing } = journeyOf(prepared, offer, journey, car);
  const reference = referenceOf(prepared, car, offer.reference ?? null);
  const newPrice = newPriceOf(offer, reference);
  const computed = chargesOf(prepared, valuesOf(newPrice, { fob, cif, inland }, rates), car, at, rates);
  const charges = { ...computed, missing: missingOf(computed, newPrice, rates) };
  missing.push(...charges.missing.filter(({ what }) => what !== 'cif' && what !== 'inland'));
  const atBorder = cif && inland ? plus(cif, inland.amount) : cif;
  const total =
    atBorder && charges.total && missing.length === 0 ? plus(plus(atBorder, own), charges.total.amount) : null;
  return {
    country: prepared.country,
    journey,
    parts: [
      { code: 'car', amount: fob, paidTo: 'seller', sources: [], confidence: null, checkedOn: null },
      { code: 'carquay', amount: own, paidTo: 'carquay', sources: [], confidence: null, checkedOn: null },
      ...(freight ? [part('freight', 'carrier', freight)] : []),
      ...(insurance ? [part('insurance', 'insurer', insurance)] : []),
      ...(inland ? [part('inland', 'carrier', inland)] : []),
    ],
    fob,
    cfr,
    cif,
    charges,
    total,
    shownAs: total === null ? 'none' : charges.shownAs,
    transitDays: transitOf(prepared, journey),
    missing,
    notIncluded: notIncluded(charges),
    reference,
  };
}

/** Computes only the total of `landedCostOf`, for lists that are filtered or sorted by it. */
export function landedTotalOf(
  prepared: PreparedCountry,
  offer: Offer,
  journey: Journey,
  car: ImportCar,
  at: Assessment,
  rates: Rates,
): CentsRange | null {
  const { fob, own, cif, inland, missing } = journeyOf(prepared, offer, journey, car);
  if (!cif || missing.length > 0) return null;
  const newPrice = newPriceOf(offer, referenceOf(prepared, car, offer.reference ?? null));
  const values = valuesOf(newPrice, { fob, cif, inland }, rates);
  const charges = chargesTotalOf(prepared, values, factsOf(car, prepared.country, at), rates);
  const atBorder = inland ? plus(cif, inland.amount) : cif;
  return charges && plus(plus(atBorder, own), charges);
}

/** Returns the sum of everything that is known, in cents of US dollars. Without a total, the car costs at least its `low`. */
export function knownCostOf({ parts, charges }: Pick<LandedCost, 'parts' | 'charges'>): CentsRange {
  const paid = charges.lines.filter(({ kind }) => kind !== 'value');
  return sumOf([...parts, ...paid].map(({ amount }) => amount));
}

function inlandOf(prepared: PreparedCountry, journey: Journey): Priced | null {
  const found = priceOf(inlandRowsOf(prepared, journey), null);
  return found === 'volume' ? null : found;
}

function journeyOf(prepared: PreparedCountry, offer: Offer, journey: Journey, car: ImportCar) {
  const fob = exactly(offer.priceCents);
  const missing: Missing[] = [];
  const found = freightOf(prepared, journey, car.volumeCbm);
  if (found === null || found === 'volume') missing.push({ what: found === null ? 'freight' : 'volume' });
  const freight = found === 'volume' ? null : found;
  const cfr = freight && plus(fob, freight.amount);
  const insurance = cfr && insuranceOf(prepared, journey, cfr);
  if (cfr && !insurance) missing.push({ what: 'insurance' });
  const cif = cfr && insurance ? plus(cfr, insurance.amount) : null;
  const inland = prepared.landlocked ? inlandOf(prepared, journey) : undefined;
  if (inland === null) missing.push({ what: 'inland' });
  return { fob, own: exactly(offer.taxCents + offer.feeCents), freight, insurance, inland, cfr, cif, missing };
}

function referenceOf(prepared: PreparedCountry, car: ImportCar, chosen: string | null): LandedReference | null {
  const match = referencesOf(prepared, car);
  if (!match) return null;
  const { prices: _, ...row } = match.row;
  const one = match.prices.find(({ id }) => id === chosen);
  return {
    row,
    sources: row.sources.flatMap((id) => prepared.sources.get(id) ?? []),
    prices: match.prices,
    chosen: one?.id ?? null,
    range: rangeOfPrices(one ? [one] : match.prices),
  };
}

type KnownNewPrice = { amount: Range; currency: string };

function newPriceOf({ newPrice }: Offer, reference: LandedReference | null): KnownNewPrice | null {
  if (newPrice) return { amount: exactly(newPrice.amount), currency: newPrice.currency };
  return reference?.range ? { amount: reference.range, currency: reference.row.currency } : null;
}

type Journeyed = { fob: CentsRange; cif: CentsRange | null; inland: Priced | null | undefined };

function valuesOf(newPrice: KnownNewPrice | null, { fob, cif, inland }: Journeyed, rates: Rates): Values {
  return {
    currency: 'USD',
    cif: cif && dollars(cif),
    fob: dollars(fob),
    inland: inland ? dollars(inland.amount) : inland,
    newPrice: newPrice && convertRange(newPrice.amount, newPrice.currency, 'USD', rates),
    customsValue: null,
    newPriceAs: newPrice ?? undefined,
  };
}

/** If the price as new is known, only the exchange rate of its currency is missing. */
function missingOf({ missing }: Charges, newPrice: KnownNewPrice | null, rates: Rates): Missing[] {
  if (!newPrice || convert(1, newPrice.currency, 'USD', rates) !== null) return missing;
  const { currency } = newPrice;
  const others = missing.filter(
    (each) => each.what !== 'newPrice' && !(each.what === 'rate' && each.currency === currency),
  );
  return others.length === missing.length ? missing : [...others, { what: 'rate', currency }];
}

const dollars = (cents: CentsRange): Range => mapRange(cents, (amount) => amount / 100);

function part(code: LandedPart['code'], paidTo: PaidTo, priced: Priced): LandedPart {
  return { code, paidTo, ...priced };
}

function notIncluded({ lines }: Charges): NotIncluded[] {
  const clearing = lines.some(({ kind, paidTo }) => kind === 'service' && paidTo === 'agent');
  return ['exportFees', 'portFees', ...(clearing ? [] : (['clearing'] as const)), 'inland'];
}
