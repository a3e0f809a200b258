import { cifOf } from '#features/customs/import-rules/model/landed/landed-cost.ts';

/**
 * How far we ship a car, by Incoterms 2020:
 * - `FOB`: aboard in China, which the price of a car includes
 * - `CFR`: to the port of discharge
 * - `CIF`: to the port of discharge, insured
 * - `CIP`: to a place inland, insured
 */
export const TRADE_TERMS = ['FOB', 'CFR', 'CIF', 'CIP'] as const;
export type TradeTerm = (typeof TRADE_TERMS)[number];

/** What a trade term adds to the price of a car, in the sequence of documents. */
export const LINE_KINDS = ['inspection', 'freight', 'insurance', 'inland'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export type OrderLine = { listingId: number; kind: LineKind; cents: number };

/** What we charge for a car to a port and, if it has a place, from there inland. Amounts are cents of US dollars. */
export type TransportRate = {
  /** Where the car stays, which may lie behind the country of the port. */
  country: string;
  /** UN/LOCODE */
  port: string;
  /** Empty for the port alone. */
  place: string;
  /** The same for all rates of a country; 0 if we offer none. */
  inspectionCents: number;
  freightCents: number;
  /** Hundredths of a percent of the insured value. */
  insuranceBps: number;
  /** Null for the port alone. */
  inlandCents: number | null;
};

/** `port` is null for FOB; `place` is empty except for CIP. */
export type TradeChoice = { term: TradeTerm; port: string | null; place: string; inspection: boolean };

export const SOLD_FOB: TradeChoice = { term: 'FOB', port: null, place: '', inspection: false };

/** Incoterms 2020 ask for an insurance of the price and 10 %. */
const INSURED_SHARE = 1.1;
const BPS = 10_000;

type ShippedCar = { listingId: number; priceCents: number };

/** Returns the lines that a choice adds to the price of each car. Throws if the rate does not belong to the choice. */
export function linesOf(choice: TradeChoice, rate: TransportRate | null, cars: readonly ShippedCar[]): OrderLine[] {
  if (!rate) {
    if (choice.term !== 'FOB' || choice.inspection) throw new Error(`no rate for ${choice.term} ${choice.port}`);
    return [];
  }
  return cars.flatMap(({ listingId, priceCents }) =>
    Object.entries(amountsOf(choice, rate, priceCents)).flatMap(([kind, cents]) =>
      cents > 0 ? [{ listingId, kind: kind as LineKind, cents }] : [],
    ),
  );
}

function amountsOf(
  { term, inspection }: TradeChoice,
  { inspectionCents, freightCents, insuranceBps, inlandCents }: TransportRate,
  priceCents: number,
): Record<LineKind, number> {
  const isInland = term === 'CIP';
  if (isInland && inlandCents === null) throw new Error('a rate without a place inland');
  const freight = term === 'FOB' ? 0 : freightCents;
  const inland = isInland ? (inlandCents ?? 0) : 0;
  const value = priceCents + freight + inland;
  const insured = term === 'CIF' || isInland;
  return {
    inspection: inspection ? inspectionCents : 0,
    freight,
    insurance: insured ? Math.round(cifOf(value, insuranceBps / BPS, INSURED_SHARE) - value) : 0,
    inland,
  };
}

/** The choices that rates allow, without inspections: FOB, each port with and without insurance, each place inland. */
export function choicesOf(rates: readonly TransportRate[]): TradeChoice[] {
  const to = (term: TradeTerm, port: string, place = ''): TradeChoice => ({ term, port, place, inspection: false });
  const ports = [...new Set(rates.map(({ port }) => port))];
  return [
    SOLD_FOB,
    ...ports.flatMap((port) => [
      to('CFR', port),
      to('CIF', port),
      ...rates.filter((rate) => rate.port === port && rate.place !== '').map(({ place }) => to('CIP', port, place)),
    ]),
  ];
}

/**
 * Returns the country's rate that prices a choice, or null if there is none or none is needed. Prefers a port's rate without a place inland.
 */
export function rateOf(
  { term, port, place, inspection }: TradeChoice,
  rates: readonly TransportRate[],
): TransportRate | null {
  if (term === 'FOB') return inspection ? (rates[0] ?? null) : null;
  const ofPort = rates.filter((rate) => rate.port === port);
  if (term === 'CIP') return ofPort.find((rate) => rate.place === place) ?? null;
  return ofPort.find((rate) => rate.place === '') ?? ofPort[0] ?? null;
}

export function totalOf(lines: readonly Pick<OrderLine, 'cents'>[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0);
}
